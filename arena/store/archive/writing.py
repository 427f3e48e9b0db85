"""Files written below an open folder, through no link and over nothing."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW_FILE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def write_file(
    top: int, path: Sequence[str], content: Iterable[bytes], *, executable: bool
) -> None:
    """A new file at *path* below the folder *top*, an open descriptor, with its folders.

    Each part is opened in the folder before it, so no part can be a link that
    leads elsewhere. The modes are ours: for the owner alone, executable or not.

    Raises:
        OSError: something is in the way, or the disk failed.
    """
    folder = _opened_folder(top, path[:-1])
    try:
        mode = 0o700 if executable else 0o600
        descriptor = os.open(path[-1], _NEW_FILE, mode, dir_fd=folder)
    finally:
        os.close(folder)
    with os.fdopen(descriptor, "wb") as file:
        for chunk in content:
            file.write(chunk)


def _opened_folder(top: int, path: Sequence[str]) -> int:
    """A descriptor of the folder *path* below *top*, made where it is missing."""
    folder = os.open(".", _FOLDER, dir_fd=top)
    for part in path:
        try:
            with suppress(FileExistsError):
                os.mkdir(part, 0o700, dir_fd=folder)
            inner = os.open(part, _FOLDER, dir_fd=folder)
        finally:
            os.close(folder)
        folder = inner
    return folder
