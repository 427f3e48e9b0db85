"""Which bots can be compared at all: those that a chain of shared tables joins."""

from __future__ import annotations

from arena.ratings.pair_table import Wins


def pools(sums: Wins, house: str) -> tuple[frozenset[str], ...]:
    """The bots in pools; within one, comparisons lead from each bot to each other one.

    Ratings of different pools say nothing about each other. The house bot's pool comes
    first, then the larger ones.
    """
    left = set(sums.bots)
    found = []
    while left:
        pool = _reached(min(left), sums)
        left -= pool
        found.append(pool)
    return tuple(sorted(found, key=lambda pool: (house not in pool, -len(pool), min(pool))))


def _reached(bot: str, sums: Wins) -> frozenset[str]:
    games = sums.games
    reached, pending = {bot}, [bot]
    while pending:
        row = games[sums.bots.index(pending.pop())]
        new = {other for other, met in zip(sums.bots, row, strict=True) if met} - reached
        reached |= new
        pending += new
    return frozenset(reached)
