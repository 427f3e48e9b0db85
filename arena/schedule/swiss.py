"""Which tables the next round of a Swiss has: bots of like standing, who have seldom met.

Every bot plays in every round. The tables are those that a search by swaps finds cheapest,

    Σ over tables, over pairs of bots i, j at one:  λ_ij + ((R_i − R_j)/s)²

with λ_ij how often the two have met, R the standing with a noise of half its standard error,
and s half the deviation of the standings: a meeting already had weighs as much as that
distance. House bots fill the seats that are left over, as evenly over tables and bots as the
search finds; their strength does not count. Where the house bot is an entrant too, it sits
beside them only if there is no other place. Two bots of one owner never sit at one table.

This is for show. Luck in the first rounds decides who is on top, and few tables then join the
top and the bottom, so their distance comes out too large.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Final, TypeAlias

from arena.schedule.draws import Draws
from arena.schedule.neighbours import Neighbours
from arena.schedule.owners import Owners, are_of_one_owner, crowding_owner, nobodys
from arena.schedule.round_robin import LineUp

_PUSHES: Final = 20
"""How often tables that no swap makes cheaper are pushed, and the search goes on from there."""
_PUSHED: Final = 3
"""Swaps of a push."""
_FILLERS_APART: Final = 1000.0
"""What two fillers at one table cost: more than anything else."""
_COPIES_APART: Final = 500.0
"""What the house bot costs at a table with a filler, its copy: less than to heap up fillers."""
Matrix: TypeAlias = list[list[float]]


@dataclass(frozen=True, slots=True)
class Standing:
    """What an entrant has scored so far."""

    score: float
    """Per playing."""
    error: float
    """Its standard error; 0 where nothing can be said."""


def tables_of(bots: int, seats: int) -> int:
    """How many tables a round has, fillers included; also how many bots an owner may have."""
    return -(-bots // seats)


def swiss_round(
    standings: Sequence[Standing],
    seats: int,
    seed: bytes,
    earlier: Sequence[LineUp],
    owners: Owners | None = None,
    house: int | None = None,
) -> tuple[LineUp, ...]:
    """The line-ups of the next round, in the order in which its matches are numbered.

    Args:
        standings: by entrant.
        seats: how many play at a table, 3 to 5.
        seed: the event's; the same one, with the same standings, gives the same round.
        earlier: those of all rounds before.
        owners: by entrant; None where they do not matter.
        house: which entrant is the house bot that fills seats; None if none is.

    Raises:
        ValueError: no more entrants than seats, a table of another size, or an owner with
            more entrants than tables.
    """
    bots = len(standings)
    tables = tables_of(bots, seats)
    owners = nobodys(bots) if owners is None else owners
    if bots <= seats or seats not in (3, 4, 5) or crowding_owner(owners, tables):
        raise ValueError(f"{bots} bots of {owners} at tables of {seats}: no Swiss")
    draws = Draws(seed + f"/swiss/{len(earlier) // tables + 1}".encode("ascii"))
    numbered = [_numbered(line_up, bots) for line_up in earlier]
    costs = _costs(_noisy(standings, draws), numbered, tables * seats, house)
    search = _Search(costs, owners, draws, _dealt_out(owners, draws, seats))
    neighbours = Neighbours(tables * seats, seats, draws)
    neighbours.note(earlier)
    orders = neighbours.seat_round(draws.shuffled(search.cheapest()))
    return tuple(tuple(bot if bot < bots else None for bot in order) for order in orders)


def _numbered(line_up: LineUp, bots: int) -> tuple[int, ...]:
    """*line_up* with numbers for its fillers too."""
    fillers = iter(range(bots, bots + len(line_up)))
    return tuple(next(fillers) if bot is None else bot for bot in line_up)


def _noisy(standings: Sequence[Standing], draws: Draws) -> list[float]:
    """The scores with half their errors of noise, in units of s."""
    scores = [one.score for one in standings]
    middle = sum(scores) / len(scores)
    deviation = sqrt(sum((score - middle) ** 2 for score in scores) / len(scores))
    scale = deviation / 2 or 1.0
    return [(one.score + one.error / 2 * _normal(draws)) / scale for one in standings]


def _normal(draws: Draws) -> float:
    """Nearly a standard normal deviate, by sums alone: the same on every machine."""
    return sum(draws.chance() for _ in range(12)) - 6


def _costs(
    noisy: Sequence[float], earlier: Sequence[Sequence[int]], places: int, house: int | None
) -> Matrix:
    """What each two cost at one table; fillers are numbered from len(noisy)."""
    bots = len(noisy)
    costs = [[0.0] * places for _ in range(places)]
    for low, high in combinations(range(places), 2):
        if low >= bots:
            cost = _FILLERS_APART
        elif high >= bots:
            cost = _COPIES_APART if low == house else 0.0
        else:
            cost = (noisy[low] - noisy[high]) ** 2
        costs[low][high] = costs[high][low] = cost
    for line_up in earlier:
        for low, high in combinations(sorted(line_up), 2):
            if high < bots:
                costs[low][high] = costs[high][low] = costs[low][high] + 1
            elif low < bots:  # a filler is as good as any other
                for filler in range(bots, places):
                    costs[low][filler] = costs[filler][low] = costs[low][filler] + 1
    return costs


def _dealt_out(owners: Owners, draws: Draws, seats: int) -> list[list[int]]:
    """Tables of anybody, but of each owner at most one: his bots are dealt out in a row."""
    bots = draws.shuffled(range(len(owners)))
    bots.sort(key=lambda bot: owners[bot] or "")
    tables = tables_of(len(bots), seats)
    everyone = [*bots, *range(len(bots), tables * seats)]
    return [everyone[table::tables] for table in range(tables)]


class _Search:
    """Tables made cheaper by swaps of two places."""

    def __init__(
        self, costs: Matrix, owners: Owners, draws: Draws, tables: list[list[int]]
    ) -> None:
        self._costs = costs
        self._owners = owners
        self._draws = draws
        self._tables = tables

    def cheapest(self) -> list[list[int]]:
        """The cheapest tables found: descent, again and again from a push off its end."""
        self._descend()
        for _ in range(_PUSHES):
            kept, cost = [list(table) for table in self._tables], self._cost()
            for _ in range(_PUSHED):
                self._push()
            self._descend()
            if self._cost() >= cost:
                self._tables = kept
        return self._tables

    def _descend(self) -> None:
        """Swap while any swap makes it cheaper."""
        cheaper = True
        while cheaper:
            cheaper = False
            for here, there in combinations(self._tables, 2):
                for place in range(len(here)):
                    for other in range(len(there)):
                        if self._growth(here, place, there, other) < -1e-9 and self._may_swap(
                            here, place, there, other
                        ):
                            here[place], there[other] = there[other], here[place]
                            cheaper = True

    def _push(self) -> None:
        below, tables = self._draws.below, self._tables
        here, there = tables[below(len(tables))], tables[below(len(tables))]
        place, other = below(len(here)), below(len(there))
        if here is not there and self._may_swap(here, place, there, other):
            here[place], there[other] = there[other], here[place]

    def _cost(self) -> float:
        return sum(
            self._costs[bot][other]
            for table in self._tables
            for bot, other in combinations(sorted(table), 2)
        )

    def _growth(self, here: list[int], place: int, there: list[int], other: int) -> float:
        mine, theirs = self._costs[here[place]], self._costs[there[other]]
        growth = 0.0
        for at, mate in enumerate(here):
            if at != place:
                growth += theirs[mate] - mine[mate]
        for at, mate in enumerate(there):
            if at != other:
                growth += mine[mate] - theirs[mate]
        return growth

    def _may_swap(self, here: list[int], place: int, there: list[int], other: int) -> bool:
        return not self._clashes(here[place], there, there[other]) and not self._clashes(
            there[other], here, here[place]
        )

    def _clashes(self, bot: int, table: list[int], instead_of: int) -> bool:
        bots = len(self._owners)
        return bot < bots and any(
            mate < bots and mate != instead_of and are_of_one_owner(self._owners, bot, mate)
            for mate in table
        )
