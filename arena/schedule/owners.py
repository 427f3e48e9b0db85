"""Whose bots may not sit at one table: two of one owner never do, unless that is allowed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

Owners: TypeAlias = Sequence[str | None]
"""By entrant; None is nobody's, and two of nobody's may meet."""


def nobodys(bots: int) -> Owners:
    """*bots* entrants without owners, or whose owners do not matter."""
    return (None,) * bots


def are_of_one_owner(owners: Owners, bot: int, other: int) -> bool:
    """Whether two different entrants have the same owner."""
    return bot != other and owners[bot] is not None and owners[bot] == owners[other]


def is_allowed(owners: Owners, line_up: Iterable[int]) -> bool:
    """Whether *line_up* has at most one bot of each owner."""
    return not any(are_of_one_owner(owners, *pair) for pair in combinations(line_up, 2))


def share_an_owner(owners: Owners) -> bool:
    """Whether any two entrants have the same owner."""
    return not is_allowed(owners, range(len(owners)))


def crowding_owner(owners: Owners, most: int) -> str | None:
    """The owner with the most entrants, if they are more than *most*."""
    counts = Counter(owner for owner in owners if owner is not None)
    owner, count = max(counts.items(), key=lambda item: item[1], default=("", 0))
    return owner if count > most else None
