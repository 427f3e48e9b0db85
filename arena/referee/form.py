"""The forms of a match: how often a deal is played, by which entries, when it ends."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

RACE_TO: Final = 10
"""What a race is to (R41)."""


class Side(Enum):
    """One of two bots that are compared."""

    A = "A"
    B = "B"


class Form(Enum):
    """How a match plays its deals. Logs hold the values: add to them, never edit."""

    DUPLICATE = "duplicate"
    """Every deal once in each rotation, seats fixed within a sitting (R40)."""
    SESSION = "session"
    """Every deal once, in one sitting; the deal passes clockwise (R40)."""
    RACE = "race"
    """A session of a hoyle table that ends as soon as one leads with 10 or more (R41)."""
    VERSUS = "versus"
    """Every deal twice, by two bots alone: in each seat once by a copy of either."""
    PANEL = "panel"
    """Every deal twice, among the same others: one seat first by one bot, then by another."""

    @property
    def moves(self) -> bool:
        """From deal to deal everybody moves a seat on."""
        return self in (Form.SESSION, Form.RACE)

    @property
    def exchanges(self) -> bool:
        """Two bots are compared: what one plays in a sitting the other plays in the second."""
        return self in (Form.VERSUS, Form.PANEL)

    def sittings(self, seats: int) -> int:
        """How many sittings a match at a table of so many *seats* has."""
        if self.moves:
            return 1
        return 2 if self.exchanges else seats

    def entries(self, seats: int) -> int:
        """How many entries a match at a table of so many *seats* has; a deal seats as many."""
        match self:
            case Form.VERSUS:
                return 2 * seats
            case Form.PANEL:
                return seats + 1
            case _:
                return seats

    def seats(self, entries: int) -> int:
        """The seats of a table whose matches have so many *entries*."""
        match self:
            case Form.VERSUS:
                return entries // 2
            case Form.PANEL:
                return entries - 1
            case _:
                return entries

    def side(self, entry: int, seats: int) -> Side | None:
        """For which of two bots that are compared *entry* plays; None for neither.

        Args:
            seats: of the table.
        """
        match self:
            case Form.VERSUS:
                return Side.A if entry < seats else Side.B
            case Form.PANEL:
                return {0: Side.A, 1: Side.B}.get(entry)
            case _:
                return None

    def seating(self, first: Sequence[int], place: int) -> tuple[int, ...]:
        """The entry at each seat in a sitting's deal number *place*, from 0; of no exchange.

        Args:
            first: the entry at each seat in the sitting's first deal.
        """
        if not self.moves:
            return tuple(first)
        # The bot in seat s moves to seat s − 1, so seat s is taken by who sat at s + 1.
        start = place % len(first)
        return (*first[start:], *first[:start])

    def totals(self, seating: Sequence[int], by_entry: Sequence[int]) -> tuple[int, ...]:
        """By seat, what a race's seats may know of how it stands (R50); nothing in other forms.

        Args:
            by_entry: scores so far, penalties subtracted, as the final order has them (R42).
        """
        return tuple(by_entry[entry] for entry in seating) if self is Form.RACE else ()

    def is_decided(self, by_entry: Sequence[int]) -> bool:
        """Whether a race is over: one leads alone, with 10 or more (R41)."""
        if self is not Form.RACE:
            return False
        best = max(by_entry)
        return best >= RACE_TO and list(by_entry).count(best) == 1


def first_copies(seats: int) -> int:
    """How many A sit at a versus table in rotation 0, B having the rest: 2 of 5 or 4, 1 of 3."""
    return seats // 2


def broken_form(form: Form, table: str) -> str | None:
    """Why a match of *form* cannot be played at the table named *table*; None if it can."""
    if form is Form.RACE and not table.startswith("hoyle-"):
        return f"a race is for hoyle-3 and hoyle-4, not for {table} (R41)"
    return None
