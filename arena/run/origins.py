"""Where a submission comes from, by its name: a folder of the machine, or an archive."""

from __future__ import annotations

from pathlib import Path

from arena.store.archive.unpacking import archive_form
from arena.store.registry import Origin


def origin_of(source: Path) -> Origin:
    """What *source* is, by its name; whether it can be read is another question."""
    is_archive = archive_form(source) is not None and source.is_file()
    return Origin.ARCHIVE if is_archive else Origin.FOLDER
