"""Which matches teach a running ladder most: the next ones, chosen from what it knows.

A match of D deals at a table T tells of a bot whose rating has the standard error σ

    ½·ln(1 + D·σ² / (v(T) + D·ō²))

in natural units of information. v(T) is the variance of its block score less the mean of the
others' there: that at a table of its likes, and the mean square of its distances to the
others, since unlike bots meet with more luck. ō² is the variance of the mean of the others'
ratings. A table is worth the sum over its bots.

Each match has a bot that it is for: one that waits too long, else the least known. In its
first blocks that one meets whoever is drawn, since nobody knows yet where it belongs; later
its table comes from its neighbours in rating. What a match will teach is reckoned in before
the next one is chosen, so that several can be chosen at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import log
from typing import Final

from arena.schedule.draws import Draws
from arena.schedule.neighbours import Neighbours
from arena.schedule.owners import Owners, is_allowed, nobodys
from arena.schedule.round_robin import LineUp

FIRST_BLOCKS: Final = 20
"""In these a bot meets whoever is drawn."""
_NEAREST: Final = 10
"""From so many neighbours in rating tables are made."""
_WORTH: Final = 0.95
"""Tables that teach nearly as much as the best one, at which bots met less often, go before it."""
_DRAWS: Final = 100
"""How often a table that was played before is drawn again."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the ladder knows of an active bot."""

    rating: float
    """In score per playing; only differences count."""
    error: float
    """The standard error of its rating, in score per playing."""
    blocks: int
    waited: int
    """Matches of the ladder since its last one, or all if it had none."""


def longest_wait(bots: int) -> int:
    """The starvation floor: among so many active bots none waits for more matches.

    Bots that have waited for *bots* matches are served first, the longest waiting first. Before
    one of them can only be the others, so it is seated within as many matches again.
    """
    return 2 * bots


def variance_of_likes(margin: float, seats: int) -> float:
    """The variance of what a block says of a rating at a table of like bots.

    That is the bot's score less the mean of the others'.

    Args:
        margin: the standard deviation of the difference of two such bots in a block.
    """
    return margin**2 * seats / (2 * (seats - 1))


def next_matches(
    count: int,
    known: Sequence[Known],
    seats: int,
    deals: int,
    variance: float,
    seed: bytes,
    earlier: Sequence[LineUp] = (),
    owners: Owners | None = None,
    wanted: Collection[int] | None = None,
) -> tuple[LineUp, ...]:
    """The line-ups of the next *count* matches, in order.

    House bots, None, fill seats where too few bots may sit together.

    Args:
        known: by active bot.
        seats: how many play at a table, 3 to 5.
        deals: of each match.
        variance: of what a block says of a rating, as `variance_of_likes` gives it.
        seed: what is left to chance is drawn from it.
        earlier: line-ups of the ladder before; None is whoever is not active.
        owners: by active bot; None where they do not matter.
        wanted: for which bots the matches are, the starvation floor aside; None: for all.

    Raises:
        ValueError: no bots, or a table of another size.
    """
    if not known or seats not in (3, 4, 5):
        raise ValueError(f"{len(known)} bots at tables of {seats}: no next match")
    owners = nobodys(len(known)) if owners is None else owners
    chooser = _Chooser(list(known), seats, deals, variance, Draws(seed), owners)
    chooser.note(earlier)
    chosen = []
    for _ in range(count):
        subject = chooser.longest_waiting() if wanted is None else None
        if subject is None:
            subject = chooser.least_known(wanted or range(len(known)))
        chosen.append(chooser.choose(subject))
    return tuple(chosen)


class _Chooser:
    def __init__(
        self,
        known: list[Known],
        seats: int,
        deals: int,
        variance: float,
        draws: Draws,
        owners: Owners,
    ) -> None:
        self._known = known
        self._seats = seats
        self._deals = deals
        self._variance = variance
        self._draws = draws
        self._owners = owners
        self._neighbours = Neighbours(len(known) + seats, seats, draws)
        self._met: Counter[tuple[int, int]] = Counter()
        self._played: Counter[frozenset[int]] = Counter()

    def note(self, line_ups: Iterable[LineUp]) -> None:
        """Count what was played."""
        line_ups = tuple(line_ups)
        self._neighbours.note(line_ups)
        for line_up in line_ups:
            bots = sorted({bot for bot in line_up if bot is not None})
            self._met.update(combinations(bots, 2))
            self._played[frozenset(bots)] += 1

    def longest_waiting(self) -> int | None:
        """Who is to be served before anybody else."""
        bots = range(len(self._known))
        longest = max(bots, key=lambda bot: self._known[bot].waited)
        return longest if self._known[longest].waited >= len(self._known) else None

    def least_known(self, among: Collection[int]) -> int:
        """Who has played too little to be placed, else who has the largest error."""
        return min(
            among,
            key=lambda bot: (
                min(self._known[bot].blocks, FIRST_BLOCKS),
                -self._known[bot].error,
                bot,
            ),
        )

    def choose(self, subject: int) -> LineUp:
        """The table for *subject*, seated; what it teaches is reckoned in."""
        if self._known[subject].blocks < FIRST_BLOCKS:
            table = self._drawn(subject)
        else:
            table = self._most_worth(subject)
        fillers = range(len(self._known), len(self._known) + self._seats - len(table))
        order = self._neighbours.seat((*table, *fillers))
        self._learn(table)
        self._met.update(combinations(sorted(table), 2))
        self._played[frozenset(table)] += 1
        return tuple(bot if bot < len(self._known) else None for bot in order)

    def _drawn(self, subject: int) -> tuple[int, ...]:
        """Anybody, but a line-up that was not played, if there is one soon."""
        tables = [self._filled(subject, self._others(subject)) for _ in range(_DRAWS)]
        return min(tables, key=lambda table: self._played[frozenset(table)])

    def _others(self, subject: int) -> list[int]:
        others = (bot for bot in range(len(self._known)) if bot != subject)
        return self._draws.shuffled(tuple(others))

    def _filled(self, subject: int, order: Sequence[int]) -> tuple[int, ...]:
        """*subject* and the first of *order* that may sit with those before them."""
        table: tuple[int, ...] = (subject,)
        for bot in order:
            if len(table) < self._seats and is_allowed(self._owners, (*table, bot)):
                table = (*table, bot)
        return table

    def _most_worth(self, subject: int) -> tuple[int, ...]:
        """Of the neighbours' tables, not played before if possible, the most instructive."""
        nearest = self._by_nearness(subject)
        tables = [
            (subject, *others)
            for others in combinations(nearest[:_NEAREST], self._seats - 1)
            if is_allowed(self._owners, (subject, *others))
        ]
        if not tables:
            return self._filled(subject, nearest)
        least = min(self._played[frozenset(table)] for table in tables)
        tables = [table for table in tables if self._played[frozenset(table)] == least]
        worths = {table: self._worth(table) for table in tables}
        best = max(worths.values())
        return min(
            (table for table in tables if worths[table] >= _WORTH * best),
            key=lambda table: (self._meetings(table), -worths[table]),
        )

    def _by_nearness(self, subject: int) -> list[int]:
        """Who may sit with *subject*, the nearest in rating first."""
        here = self._known[subject].rating
        return sorted(
            (bot for bot in self._others(subject) if is_allowed(self._owners, (subject, bot))),
            key=lambda bot: abs(self._known[bot].rating - here),
        )

    def _meetings(self, table: Sequence[int]) -> int:
        return sum(self._met[pair] for pair in combinations(sorted(table), 2))

    def _worth(self, table: Sequence[int]) -> float:
        """What a match at *table* teaches, in natural units."""
        return sum(
            log(1 + self._known[bot].error ** 2 / self._noise(bot, table)) / 2 for bot in table
        )

    def _noise(self, bot: int, table: Sequence[int]) -> float:
        """The variance of what one match at *table* says of *bot*'s rating."""
        others = [self._known[other] for other in table if other != bot]
        if not others:
            return self._variance / self._deals
        here = self._known[bot].rating
        unlike = sum((other.rating - here) ** 2 for other in others) / len(others)
        unsure = sum(other.error**2 for other in others) / len(others) ** 2
        return (self._variance + unlike) / self._deals + unsure

    def _learn(self, table: Sequence[int]) -> None:
        """Everybody's errors, blocks and waits as they will be after a match at *table*."""
        noises = {bot: self._noise(bot, table) for bot in table}
        for bot, known in enumerate(self._known):
            if bot not in noises:
                self._known[bot] = replace(known, waited=known.waited + 1)
                continue
            noise, variance = noises[bot], known.error**2
            self._known[bot] = Known(
                rating=known.rating,
                error=(variance * noise / (variance + noise)) ** 0.5,
                blocks=known.blocks + self._deals,
                waited=0,
            )
