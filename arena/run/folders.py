"""The private folder of a run, for sockets and scratch, and what dead runs left."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.errors import ConfigError

_NAME = re.compile(r"arena-run-(\d+)-\w+")
_LONGEST_BASE = 60
"""A socket's path may have 107 bytes, and ends in worker, entry and start."""
_TO_LOCK_S = 60


@contextmanager
def run_folder() -> Iterator[Path]:
    """A new folder only this user can enter, removed at the end.

    Folders of arenas that were killed are removed first. One is in use while it is locked:
    a pid alone does not tell, where arenas in containers share a temporary folder.

    Raises:
        ConfigError: the temporary folder's path is too long for sockets.
    """
    base = Path(tempfile.gettempdir())
    if len(os.fsencode(base)) > _LONGEST_BASE:
        raise ConfigError(f"TMPDIR {base}: expected at most {_LONGEST_BASE} bytes, for sockets")
    _remove_leftovers(base)
    folder = Path(tempfile.mkdtemp(prefix=f"arena-run-{os.getpid()}-", dir=base))
    try:
        with _locked(folder):
            yield folder
    finally:
        remove_folder(folder)


def remove_folder(folder: Path) -> None:
    """Remove *folder* with all in it, as far as that can be.

    Bots leave folders that nobody may write to (package caches are made like that) or
    enter; these are opened first. Links are not followed.
    """
    shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        return
    for above, names, _ in os.walk(folder):  # from the top: each is opened before it is entered
        for path in (Path(above) / name for name in names):
            if not path.is_symlink():
                with suppress(OSError):
                    path.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def _remove_leftovers(base: Path) -> None:
    for path in base.iterdir():
        found = _NAME.fullmatch(path.name)
        with suppress(FileNotFoundError):  # another arena may remove it at the same time
            if found and path.lstat().st_uid == os.getuid() and _may_be_dead(path, int(found[1])):
                with suppress(OSError), _locked(path):  # in use, or no folder
                    remove_folder(path)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """*folder* locked for this process.

    Raises:
        BlockingIOError: it is locked already.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(descriptor)


def _may_be_dead(folder: Path, pid: int) -> bool:
    """Whether *folder* would be locked if the arena that made it lived.

    Its pid may be another process's by now. One that is about to lock its folder has made it
    just now.
    """
    return not Path(f"/proc/{pid}").exists() or time.time() - folder.stat().st_mtime > _TO_LOCK_S
