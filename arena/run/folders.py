"""The private folder of a run, for sockets and scratch, and what dead runs left."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.errors import ConfigError

_NAME = re.compile(r"arena-run-(\d+)-\w+")
_LONGEST_BASE = 60
"""A socket's path may have 107 bytes, and ends in worker, entry and start."""


@contextmanager
def run_folder() -> Iterator[Path]:
    """A new folder only this user can enter, removed at the end.

    Folders of arenas that were killed are removed first.

    Raises:
        ConfigError: the temporary folder's path is too long for sockets.
    """
    base = Path(tempfile.gettempdir())
    if len(os.fsencode(base)) > _LONGEST_BASE:
        raise ConfigError(f"TMPDIR {base}: expected at most {_LONGEST_BASE} bytes, for sockets")
    _remove_leftovers(base)
    folder = Path(tempfile.mkdtemp(prefix=f"arena-run-{os.getpid()}-", dir=base))
    try:
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
            if found and not _runs(int(found[1])) and path.lstat().st_uid == os.getuid():
                remove_folder(path)


def _runs(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()
