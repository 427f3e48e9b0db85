"""A private folder per test, short enough for a socket's path."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def private() -> Iterator[Path]:
    """An empty folder under /tmp."""
    with tempfile.TemporaryDirectory(prefix="arena-") as folder:
        yield Path(folder)
