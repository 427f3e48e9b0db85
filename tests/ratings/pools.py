"""Simulated pools of bots at tables, honest or with a supporter among them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from arena.ratings.collusion import PairGains, gains_of_tables
from arena.ratings.interactions import TableMoments, table_moments
from arena.ratings.pair_table import Floats
from arena.schedule.round_robin import round_robin


@dataclass(frozen=True)
class Support:
    """One bot gives to another whenever both sit at a table."""

    giver: int
    friend: int
    gain: float
    """The friend's, in score per playing; the giver pays *paid* of it, the others the rest."""
    paid: float = 0.7


@dataclass(frozen=True)
class Pool:
    """How many bots play how much, and what their styles are worth to each other."""

    bots: int
    seats: int = 5
    deals: int = 4
    """A match."""
    styles: float = 0.0
    """The deviation of honest interactions, in score per playing."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"bot-{place:02}" for place in range(self.bots))

    def line_ups(self) -> tuple[tuple[int, ...], ...]:
        """The tables of one round-robin."""
        return _line_ups(self.bots, self.seats)

    def tables(
        self, random: np.random.Generator, support: Support | None = None
    ) -> Iterator[TableMoments]:
        """One round-robin of bots of new strengths, the last one very weak.

        Scores are heavy-tailed, correlated within a block and sum to 0 in it, as cards
        make them.
        """
        strengths = np.append(random.normal(0, 0.4, self.bots - 1), -2.4)
        worth = random.normal(0, self.styles, (self.bots, self.bots)) if self.styles else None
        for places in self.line_ups():
            means = strengths[list(places)]
            if worth is not None:
                means = means + worth[np.ix_(places, places)].sum(axis=1)
            if support is not None and {support.giver, support.friend} <= set(places):
                means = means + _given(support, places)
            yield table_moments(
                [self.names[place] for place in places], self._blocks(random, means)
            )

    def _blocks(self, random: np.random.Generator, means: Floats) -> Floats:
        swing = random.choice([2.0, 6.0, 14.0], size=(self.deals, 1), p=[0.5, 0.4, 0.1])
        raw = self.seats * means + swing * random.standard_normal((self.deals, self.seats))
        blocks: Floats = raw - raw.mean(axis=1, keepdims=True)
        return blocks

    def gains(self, random: np.random.Generator, support: Support | None = None) -> PairGains:
        """What is found in one round-robin."""
        return gains_of_tables(list(self.tables(random, support)))


@cache
def _line_ups(bots: int, seats: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(place for place in order if place is not None)
        for order in round_robin(bots, seats, b"pool")
    )


def _given(support: Support, places: tuple[int, ...]) -> Floats:
    others = support.gain * (1 - support.paid) / (len(places) - 2)
    gifts = {support.friend: support.gain, support.giver: -support.paid * support.gain}
    return np.array([gifts.get(place, -others) for place in places])


def found(gains: PairGains, rate: float = 0.05) -> set[tuple[str, ...]]:
    """What is flagged: ``(bot, with)``, or ``(one, other, "both")``."""
    single = {pair for pair, gain in gains.gains.items() if gain.enlarged <= rate}
    both = {(*pair, "both") for pair, gain in gains.joint_gains.items() if gain.enlarged <= rate}
    return single | both
