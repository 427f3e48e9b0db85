"""Three bots at one table, registered in a sixth of the time that six tables take."""

from __future__ import annotations

from pathlib import Path

from tests.cli.commands import Arena, at_one_table

BOTS = ("rule-of-thumb", "random-legal", "high-card")
"""The first is the house bot."""


def small_arena(initial: Arena, place: Path, table: str) -> Arena:
    """A copy in *place* of *initial*, in which BOTS may play *table*."""
    place.mkdir(exist_ok=True)
    arena = initial.copied(place)
    arena("submit", *(at_one_table(bot, table, place / "bots") for bot in BOTS[1:]))
    return arena
