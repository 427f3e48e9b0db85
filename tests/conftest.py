"""What all tests share: how hypothesis searches, and a data folder to begin with."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.cli.commands import Arena

# A loaded machine is no reason to fail: no deadline per example. The examples are the same in
# every run, so that a change is judged by what it changed; a nightly test may search wider.
settings.register_profile("arena", deadline=None, derandomize=True, database=None)
settings.load_profile("arena")


@pytest.fixture(scope="session")
def initial(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """A data folder as `arena init` makes it; for a test to look at, or to copy."""
    arena = Arena(tmp_path_factory.mktemp("initial") / "data")
    arena("init")
    return arena
