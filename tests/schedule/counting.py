"""Appearances, meetings and distances, counted from the line-ups of a schedule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import TypeAlias

LineUp: TypeAlias = Sequence[int | None]


def appearances(matches: Iterable[LineUp]) -> Counter[int]:
    return Counter(bot for line_up in matches for bot in line_up if bot is not None)


def meetings(matches: Sequence[LineUp], bots: int) -> Counter[tuple[int, int]]:
    counts = Counter(dict.fromkeys(combinations(range(bots), 2), 0))
    for line_up in matches:
        counts.update(combinations(sorted(bot for bot in line_up if bot is not None), 2))
    return counts


def distances(matches: Sequence[LineUp], bots: int) -> Counter[tuple[int, int, int]]:
    """How often the higher of two bots sat 1, 2, … places left of the lower."""
    seats = len(matches[0])
    pairs = combinations(range(bots), 2)
    counts = Counter({(low, high, away): 0 for low, high in pairs for away in range(1, seats)})
    for line_up in matches:
        for low, high in combinations(sorted(bot for bot in line_up if bot is not None), 2):
            counts[low, high, (line_up.index(high) - line_up.index(low)) % seats] += 1
    return counts


def spread(counts: Counter[int] | Counter[tuple[int, int]] | Counter[tuple[int, int, int]]) -> int:
    return max(counts.values()) - min(counts.values())
