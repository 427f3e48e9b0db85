"""A uid of its own for each running bot, when the arena is root: no bot may be another's equal.

A claim is a lock on a file, so two arenas on a machine never share a uid, and the claim of
one that crashes ends by itself. The files stay: who removed one could lock it once more.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pwd
import stat
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final

from arena.errors import InfrastructureError

POOL: Final = range(64_000, 65_000)
FOLDERS: Final = (Path("/run/arena-uids"), Path("/var/tmp/arena-uids"))
"""The first that can be made; all arenas of a machine come to the same."""
_PROC: Final = Path("/proc")


class ClaimedUid:
    """A uid that is nobody else's until it is released, or its block is left."""

    def __init__(self, uid: int, lock_fd: int) -> None:
        self.uid = uid
        self._lock_fd: int | None = lock_fd

    def release(self) -> None:
        """Give it back; its processes have ended. Again is harmless."""
        if self._lock_fd is not None:
            os.close(self._lock_fd)
            self._lock_fd = None

    def __enter__(self) -> ClaimedUid:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()


def claim(folder: Path | None = None, pool: Sequence[int] = POOL) -> ClaimedUid:
    """A uid of *pool* that is no account's, no process's and no other arena's.

    Reads the status of every process, which takes 30 µs each.

    Args:
        folder: where the locks are; made when missing.
        pool: the uids to choose from.

    Raises:
        InfrastructureError: this is not root, no uid is left, or *folder* is not root's alone.
    """
    if os.geteuid() != 0:
        raise InfrastructureError("only root can run bots under uids of their own")
    locks = _private_folder(folder) if folder else _first_folder()
    running: frozenset[int] | None = None
    for uid in pool:
        lock_fd = None if _is_account(uid) else _lock(locks / str(uid))
        if lock_fd is None:
            continue
        if running is None:
            running = _uids_of_processes()
        if uid not in running:
            return ClaimedUid(uid, lock_fd)
        os.close(lock_fd)
    raise InfrastructureError(
        f"no uid is left for a bot: all of {pool[0]}..{pool[-1]} are claimed in {locks}, "
        "accounts, or have running processes"
    )


def _first_folder() -> Path:
    for folder in FOLDERS:
        if folder.exists() or os.access(folder.parent, os.W_OK):
            return _private_folder(folder)
    tried = ", ".join(map(str, FOLDERS))
    raise InfrastructureError(f"no place to keep account of uids: tried {tried}")


def _private_folder(folder: Path) -> Path:
    try:
        with contextlib.suppress(FileExistsError):
            folder.mkdir(mode=0o700)
        facts = folder.lstat()
    except OSError as error:
        raise InfrastructureError(f"{folder}: {error.strerror}") from error
    if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != 0 or facts.st_mode & 0o077:
        raise InfrastructureError(f"{folder}: expected a folder of root's with mode 0700")
    return folder


def _lock(path: Path) -> int | None:
    """A descriptor that holds the lock on *path*; None if another does."""
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        descriptor = os.open(path, flags, 0o600)
    except OSError as error:
        raise InfrastructureError(f"{path}: {error.strerror}") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor


def _is_account(uid: int) -> bool:
    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True


def _uids_of_processes() -> frozenset[int]:
    """Real, effective, saved and file system uids of all processes.

    The owner of their folders in /proc would not do: a process can make that root.
    """
    found: set[int] = set()
    for name in os.listdir(_PROC):  # noqa: PTH208 - three times as fast
        if not name.isdigit():
            continue
        with contextlib.suppress(OSError):  # ended meanwhile
            status = (_PROC / name / "status").read_text(encoding="utf-8", errors="replace")
            uids = [line for line in status.splitlines() if line.startswith("Uid:")]
            found.update(int(uid) for line in uids for uid in line.split()[1:])
    return frozenset(found)
