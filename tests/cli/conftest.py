"""One data folder with the sample bots and a played event, for all who only look."""

from __future__ import annotations

import pytest

from tests.cli.commands import SAMPLES, SECRET, Arena

BOTS = ("rule-of-thumb", "random-legal", "high-card", "timid", "bold")


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """Five sample bots and the event `first`: 4 matches of 3 deals, 60 playings."""
    arena = Arena(tmp_path_factory.mktemp("played") / "data")
    arena("init")
    arena("submit", *(SAMPLES / bot for bot in BOTS))
    arena(
        "tournament", "round-robin", *BOTS, "--deals", "3", "--secret", SECRET, "--event", "first"
    )
    return arena
