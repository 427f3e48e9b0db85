"""A control group around hostile bots and the arena that runs them, should all else fail."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from arena.host.sandbox.cgroup import Cgroups
from arena.host.sandbox.cgroup_files import Version1
from arena.host.sandbox.cgroup_probe import locate

_LIMITS = {"memory.limit_in_bytes": str(8 << 30), "pids.max": "2500"}


@contextlib.contextmanager
def guarded(owner: int) -> Iterator[tuple[Path, ...]]:
    """Folders of a group that a process can join before it becomes hostile.

    They belong to the user *owner*, who can make groups below, as one to whom they are delegated.

    None where groups cannot be had, or not without moving everybody else, as in version 2: the
    attacks bound themselves too.
    """
    proc = Path("/proc/self")
    found = locate((proc / "mountinfo").read_text(), (proc / "cgroup").read_text())
    if not isinstance(found, Cgroups) or not isinstance(found.files, Version1) or os.geteuid():
        yield ()
        return
    folders = tuple({base / f"hostile-{os.getpid()}" for base in found.bases.values()})
    try:
        for folder in folders:
            folder.mkdir()
            for path in (folder, folder / "cgroup.procs", folder / "tasks"):
                os.chown(path, owner, owner)
            for name, limit in _LIMITS.items():
                if (folder / name).exists():
                    (folder / name).write_text(limit)
        yield folders
    finally:
        for folder in folders:
            with contextlib.suppress(OSError):
                folder.rmdir()


def join(folders: tuple[Path, ...], pid: int) -> None:
    """Put *pid* into the group."""
    for folder in folders:
        (folder / "cgroup.procs").write_text(str(pid))
