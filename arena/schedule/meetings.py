"""Who sits with whom when not every line-up can be played: balanced tables.

Every bot appears equally often, and every pair meets as nearly equally often as a
bounded search finds. Tables are first dealt out greedily, to the bots that have appeared
least and, of those, to the one that has met the table least; then two bots of two tables
change places wherever that evens out the counts of meetings or leaves them as even
(such sideways steps get it out of dead ends; steps for the worse, as annealing takes
them, were tried and end less even in the same time). The counts are kept over rounds, so
that a later round repairs what an earlier one left uneven.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from arena.schedule.draws import Draws

Table: TypeAlias = list[int]

MEETINGS: Final = 2
"""How often a pair meets in a balanced round, on average."""
_SWEEPS: Final = 60
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

    def __init__(self, bots: int, seats: int, draws: Draws) -> None:
        self._bots = bots
        self._seats = seats
        self._draws = draws
        self._met = [[0] * bots for _ in range(bots)]

    def draw_round(self) -> list[Table]:
        """The tables of one more round."""
        left = [appearances(self._bots, self._seats)] * self._bots
        tables = [self._dealt_out(left) for _ in range(sum(left) // self._seats)]
        for _ in range(_SWEEPS):
            if self._is_even():
                break
            for _ in range(max(_TRIES, _TRIES_PER_TABLE * len(tables))):
                self._try_swap(tables)
        return tables

    def _dealt_out(self, left: list[int]) -> Table:
        table: Table = []
        for _ in range(self._seats):
            order = self._draws.shuffled([bot for bot in range(self._bots) if bot not in table])
            bot = min(order, key=lambda bot: (-left[bot], sum(self._met[bot][x] for x in table)))
            left[bot] -= 1
            for mate in table:
                self._count(bot, mate, 1)
            table.append(bot)
        return table

    def _count(self, bot: int, mate: int, times: int) -> None:
        self._met[bot][mate] += times
        self._met[mate][bot] += times

    def _is_even(self) -> bool:
        counts = [times for bot, row in enumerate(self._met) for times in row[:bot]]
        return max(counts) - min(counts) <= 1

    def _try_swap(self, tables: list[Table]) -> None:
        below = self._draws.below
        here, there = tables[below(len(tables))], tables[below(len(tables))]
        place, other_place = below(self._seats), below(self._seats)
        bot, other = here[place], there[other_place]
        if bot not in there and other not in here and self._growth(here, bot, there, other) <= 0:
            for mates, leaves, joins in ((here, bot, other), (there, other, bot)):
                for mate in mates:
                    if mate != leaves:
                        self._count(leaves, mate, -1)
                        self._count(joins, mate, 1)
            here[place], there[other_place] = other, bot

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
