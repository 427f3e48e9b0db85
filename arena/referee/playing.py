"""A playing as the results need it: who sat where, what was played, what it scored."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Playing:
    """One deal played once, complete. Entries are bot instances of the match, 0..n−1."""

    match: int
    """The match's number in its event, from 1."""
    rotation: int
    deal: int
    """The event's deal index."""
    seating: tuple[int, ...]
    """The entry at each seat."""
    actions: tuple[str, ...]
    """Every action in order, in the words of the log."""
    faults: tuple[tuple[int, str], ...]
    """Entry and fault kind, in the order they were charged."""
    outcome: str
    """``won-1`` to ``won-3``, ``lost-1`` to ``lost-3``, ``leaster``, ``least``."""
    picker: int | None
    """Seat."""
    partner: int | None
    """Seat."""
    points: tuple[int, ...]
    """By seat."""
    tricks: tuple[int, ...]
    """By seat."""
    scores: tuple[int, ...]
    """By seat, before penalties."""
    penalties: tuple[int, ...]
    """By seat, 0 or more, to be subtracted."""
