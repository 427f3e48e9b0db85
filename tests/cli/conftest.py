"""Data folders that are made once: with the sample bots, and with a played event."""

from __future__ import annotations

import pytest

from tests.cli.commands import SAMPLES, SECRET, Arena

BOTS = ("rule-of-thumb", "random-legal", "high-card", "timid", "bold")


@pytest.fixture(scope="session")
def stocked(initial: Arena, tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """Five sample bots, qualified at every table and yet to play; for a test to copy."""
    arena = initial.copied(tmp_path_factory.mktemp("stocked"))
    arena("submit", *(SAMPLES / bot for bot in BOTS))
    return arena


@pytest.fixture(scope="session")
def played(stocked: Arena, tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """Five sample bots and the event `first`: 4 matches of 3 deals, 60 playings."""
    arena = stocked.copied(tmp_path_factory.mktemp("played"))
    arena(
        *("tournament", "round-robin", *BOTS, "--deals", "3", "--secret", SECRET),
        *("--event", "first", "--concurrency", "3"),
    )
    return arena
