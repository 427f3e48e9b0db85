"""A submission as it is handed in, a folder or an archive, as a folder to freeze."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.config.bot_toml import FILE_NAME
from arena.errors import ConfigError
from arena.run.folders import run_folder
from arena.store.archive.unpacking import archive_form, unpack_archive
from arena.store.registry import Origin
from arena.store.submissions import check_folder

_NAMED: Final = 5
"""How many names at the top a message lists."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A submission that can be read and frozen."""

    folder: Path
    shown: Path
    """What messages call the folder: it, or the archive."""
    origin: Origin


@contextmanager
def handed_in(source: Path) -> Iterator[HandedIn]:
    """The submission at *source*; an archive is unpacked for as long as the block lasts.

    Raises:
        ConfigError: *source* is neither a folder nor an archive that may be unpacked.
        InfrastructureError: the disk failed.
    """
    if origin_of(source) is Origin.FOLDER:
        check_folder(source)
        yield HandedIn(source, source, Origin.FOLDER)
        return
    with run_folder() as place:
        unpacked = place / "unpacked"
        unpack_archive(source, unpacked)
        yield HandedIn(_submission_in(unpacked, source), source, Origin.ARCHIVE)


def origin_of(source: Path) -> Origin:
    """What *source* is, by its name; whether it can be read is another question."""
    is_archive = archive_form(source) is not None and source.is_file()
    return Origin.ARCHIVE if is_archive else Origin.FOLDER


def _submission_in(unpacked: Path, archive: Path) -> Path:
    """Where the submission is: at the top, or in the one folder that is all there is."""
    if (unpacked / FILE_NAME).is_file():
        return unpacked
    top = sorted(unpacked.iterdir())
    if len(top) == 1 and (top[0] / FILE_NAME).is_file():
        return top[0]
    names = [ascii(path.name) for path in top[:_NAMED]]
    found = ", ".join([*names, *(["…"] if len(top) > _NAMED else [])]) or "no files"
    raise ConfigError(
        f"{archive}: expected {FILE_NAME} at its top, or in the only folder there, got {found}"
    )
