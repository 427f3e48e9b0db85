"""How much a bot's scratch holds, by asking its file system or by counting its files.

Nothing in it is opened but folders, and no link is followed: all of it is the bot's to change
while it is looked at.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

_DEEPEST: Final = 16
"""Each level holds a descriptor while what is below it is counted."""
_BLOCK_BYTES: Final = 512
_AS_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
"""A link in its place is NotADirectoryError."""


@dataclass(frozen=True, slots=True)
class ScratchUse:
    """What is in one place."""

    held_bytes: int = 0
    files: int = 0
    """Folders and links count."""
    in_memory: bool = False
    is_home: bool = True
    """Whether the limit for scratch is meant; the kernel sees to /dev/shm's own."""
    is_hidden: bool = False
    """Whether there are folders whose content cannot be counted."""


class Scratch(Protocol):
    """A place where a bot can write."""

    def use(self, most_files: int) -> ScratchUse:
        """What is there; counting may stop beyond *most_files*. Nothing once it is gone."""
        ...


@dataclass(frozen=True, slots=True)
class Tmpfs:
    """A file system of the bot's own, in memory: ``root/scratch in a process of it``."""

    path: Path
    is_home: bool = True

    def use(self, most_files: int) -> ScratchUse:  # noqa: ARG002 - the kernel has counted
        """As `Scratch`; a file deleted but open counts too."""
        try:
            facts = os.statvfs(self.path)
        except OSError:
            return ScratchUse()
        held_bytes = (facts.f_blocks - facts.f_bfree) * facts.f_frsize
        files = facts.f_files - facts.f_ffree - 1  # its root
        return ScratchUse(held_bytes, max(files, 0), in_memory=True, is_home=self.is_home)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder on a file system of the machine, where there are no mounts of the bot's own."""

    path: Path

    def use(self, most_files: int) -> ScratchUse:
        """As `Scratch`; a file deleted but open escapes. What is too deep is hidden."""
        held_bytes = files = 0
        try:
            for size_bytes in _sizes(_opened(str(self.path)), _DEEPEST):
                held_bytes += size_bytes
                files += 1
                if files > most_files:
                    break
        except _HiddenError:
            return ScratchUse(held_bytes, files, is_hidden=True)
        except (FileNotFoundError, NotADirectoryError):
            pass  # it is being removed
        return ScratchUse(held_bytes, files)


class _HiddenError(Exception):
    """A folder cannot be looked into, which only who made it can have brought about."""


def _sizes(folder_fd: int, levels: int) -> Iterator[int]:
    """What each entry below *folder_fd* takes on the disk; closes it."""
    try:
        with os.scandir(folder_fd) as entries:
            for entry in entries:
                with contextlib.suppress(FileNotFoundError, NotADirectoryError):  # meanwhile
                    yield entry.stat(follow_symlinks=False).st_blocks * _BLOCK_BYTES
                    if entry.is_dir(follow_symlinks=False):
                        if not levels:
                            raise _HiddenError
                        yield from _sizes(_opened(entry.name, folder_fd), levels - 1)
    finally:
        os.close(folder_fd)


def _opened(name: str, folder_fd: int | None = None) -> int:
    try:
        return os.open(name, _AS_FOLDER, dir_fd=folder_fd)
    except PermissionError as error:
        raise _HiddenError from error
