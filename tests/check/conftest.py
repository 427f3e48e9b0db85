"""A folder per test, whose path is short enough for the sockets below it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def place() -> Iterator[Path]:
    """An empty folder under /tmp."""
    with tempfile.TemporaryDirectory(prefix="arena-") as folder:
        yield Path(folder)
