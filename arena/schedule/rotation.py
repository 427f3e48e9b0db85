"""Who sits where in a rotation, and which deals a match plays (R40)."""

from __future__ import annotations


def seating(rotation: int, seats: int) -> tuple[int, ...]:
    """The entry at each seat: rotation r puts entry i at seat (i + r) mod n."""
    return tuple((seat - rotation) % seats for seat in range(seats))


def first_deal(match_number: int, deals: int) -> int:
    """The event's deal index at which a match starts; no two matches share a deal.

    Args:
        match_number: from 1.
        deals: per match, the same in all matches of the event.
    """
    return (match_number - 1) * deals
