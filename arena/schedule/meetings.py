"""Who sits with whom when not every line-up can be played: balanced tables.

Every bot appears equally often, and every pair meets as nearly equally often as a
bounded search finds. Tables are first dealt out greedily, to the bots that have appeared
least and, of those, to the one that has met the table least; then two bots of two tables
change places wherever that evens out the counts of meetings or leaves them as even
(such sideways steps get it out of dead ends; steps for the worse, as annealing takes
them, were tried and end less even in the same time). It finds block designs where there
are some of a size: 12 bots at 44 tables of 3 or 33 of 4, 11 at 11 of 5, each pair equally
often. The counts are kept over rounds, so that a later round repairs what an earlier one
left uneven. Two bots of one owner never sit at one table.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final, TypeAlias

from arena.schedule.draws import Draws
from arena.schedule.owners import Owners, are_of_one_owner, nobodys

Table: TypeAlias = list[int]

MEETINGS: Final = 2
"""How often a pair meets in a balanced round, on average."""
_SWEEPS: Final = 60
_MORE_SWEEPS: Final = 60
"""Beyond the first, while counts differ by more than `WITHIN`."""
WITHIN: Final = 2
"""By how much the meetings of two pairs shall differ at most."""
_TRIES: Final = 15_000
_TRIES_PER_TABLE: Final = 60
"""Swaps tried in a sweep: the larger of the two. 50 bots take a second or two, 100 some ten."""


def appearances(bots: int, seats: int) -> int:
    """At how many tables of a balanced round a bot sits.

    The smallest number with which all tables are full and a pair meets `MEETINGS` times
    or a little more on average.
    """
    count = -(-MEETINGS * (bots - 1) // (seats - 1))
    while bots * count % seats:
        count += 1
    return count


class Meetings:
    """How often each pair of bots has met, over the rounds drawn so far."""

    def __init__(self, bots: int, seats: int, draws: Draws, owners: Owners | None = None) -> None:
        """Nobody has met yet.

        Args:
            owners: at most one of *seats* bots is any owner's; None: they do not matter.
        """
        self._bots = bots
        self._seats = seats
        self._draws = draws
        owners = nobodys(bots) if owners is None else owners
        self._mates = [
            [other for other in range(bots) if are_of_one_owner(owners, bot, other)]
            for bot in range(bots)
        ]
        """By bot, who else is its owner's."""
        self._met = [[0] * bots for _ in range(bots)]

    def draw_round(self, each: int) -> list[Table]:
        """The tables of one more round.

        Args:
            each: at how many of them each bot sits; they fill whole tables.
        """
        left = [each] * self._bots
        to_come = range(sum(left) // self._seats, 0, -1)
        tables = [self._dealt_out(left, number) for number in to_come]
        for sweep in range(_SWEEPS + _MORE_SWEEPS):
            if self._is_even() or (sweep >= _SWEEPS and self._spread() <= WITHIN):
                break
            for _ in range(max(_TRIES, _TRIES_PER_TABLE * len(tables))):
                self._try_swap(tables)
        return tables

    def _dealt_out(self, left: list[int], to_come: int) -> Table:
        """A table for the bots that have appeared least.

        Args:
            left: at how many tables each is still to sit.
            to_come: how many tables are still to fill, this one included; an owner whose
                bots are to sit at as many sits at every one.
        """
        table: Table = []
        for _ in range(self._seats):
            order = self._draws.shuffled(
                [bot for bot in range(self._bots) if self._may_join(bot, table)]
            )
            bot = min(
                order,
                key=lambda bot: (
                    left[bot] == 0 or left[bot] + sum(left[x] for x in self._mates[bot]) < to_come,
                    -left[bot],
                    sum(self._met[bot][x] for x in table),
                ),
            )
            left[bot] -= 1
            for mate in table:
                self._count(bot, mate, 1)
            table.append(bot)
        return table

    def _may_join(self, bot: int, table: Table) -> bool:
        return bot not in table and not any(mate in table for mate in self._mates[bot])

    def _count(self, bot: int, mate: int, times: int) -> None:
        self._met[bot][mate] += times
        self._met[mate][bot] += times

    def _is_even(self) -> bool:
        """Whether pairs that may meet did so equally often, or once more where it must be."""
        counts = self._counts()
        return max(counts) - min(counts) <= (1 if sum(counts) % len(counts) else 0)

    def _spread(self) -> int:
        counts = self._counts()
        return max(counts) - min(counts)

    def _counts(self) -> list[int]:
        """How often each pair that may meet did."""
        return [
            self._met[bot][other]
            for bot, other in combinations(range(self._bots), 2)
            if other not in self._mates[bot]
        ]

    def _try_swap(self, tables: list[Table]) -> None:
        below = self._draws.below
        here, there = tables[below(len(tables))], tables[below(len(tables))]
        place, other_place = below(self._seats), below(self._seats)
        bot, other = here[place], there[other_place]
        if bot in there or other in here or self._growth(here, bot, there, other) > 0:
            return
        if self._clashes(bot, there, other) or self._clashes(other, here, bot):
            return
        for mates, leaves, joins in ((here, bot, other), (there, other, bot)):
            for mate in mates:
                if mate != leaves:
                    self._count(leaves, mate, -1)
                    self._count(joins, mate, 1)
        here[place], there[other_place] = other, bot

    def _clashes(self, bot: int, table: Table, instead_of: int) -> bool:
        return any(mate in table and mate != instead_of for mate in self._mates[bot])

    def _growth(self, here: Table, bot: int, there: Table, other: int) -> int:
        """Half of what the sum of squared counts grows by if *bot* and *other* change places.

        Who sits at both tables keeps its counts: its terms in the two loops cancel.
        """
        mine, theirs = self._met[bot], self._met[other]
        growth = -2 * mine[other]
        for mate in here:
            growth += theirs[mate] - mine[mate]
            if mate != bot and mate not in there:
                growth += 2
        for mate in there:
            growth += mine[mate] - theirs[mate]
        return growth
