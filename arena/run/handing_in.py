"""A submission as it is handed in, a folder or an archive, as a folder to freeze."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from arena.config.bot_toml import FILE_NAME
from arena.errors import ConfigError
from arena.host.sandbox.cage import Confinement
from arena.host.sandbox.errand import CONFINING, Errand, run_errand
from arena.run.folders import run_folder
from arena.run.origins import origin_of
from arena.store.archive.unpacking import Ended, Run, run_here, unpack_archive
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
def handed_in(source: Path, confinement: Confinement) -> Iterator[HandedIn]:
    """The submission at *source*; an archive is unpacked for as long as the block lasts.

    Args:
        confinement: how what unpacks it is confined.

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
        unpack_archive(source, unpacked, run=_unpacker(confinement))
        yield HandedIn(_submission_in(unpacked, source), source, Origin.ARCHIVE)


def _unpacker(confinement: Confinement) -> Run:
    """What runs the unpacking process: a sandbox, where there is one."""
    if confinement.level not in CONFINING:
        return run_here

    def run(argv: Sequence[str], archive: BinaryIO, folder: Path, wall_s: float) -> Ended | None:
        done = run_errand(Errand(argv, archive, folder, wall_s), confinement)
        return Ended(done.code, done.said, done.complaint) if done else None

    return run


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
