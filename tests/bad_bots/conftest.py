"""A table for a test: a worker that all share, and a folder for the log."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bad_bots.crew import Crew
from tests.bad_bots.sittings import Table


@pytest.fixture(scope="session")
def crew() -> Iterator[Crew]:
    """One worker after another, each until it dies of a sitting."""
    with tempfile.TemporaryDirectory(prefix="arena-") as folder:
        crew = Crew(Path(folder))
        yield crew
        crew.end()


@pytest.fixture
def table(crew: Crew, tmp_path: Path) -> Table:
    """Where a test's sitting is played, and its log and outputs go."""
    return Table(crew, tmp_path)
