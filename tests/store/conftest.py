"""A data folder with bots and an event in it, as small as it can be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.store.folder import DataFolder, create_data


@pytest.fixture
def data(tmp_path: Path) -> Iterator[DataFolder]:
    with create_data(tmp_path / "data") as folder:
        yield folder
