"""Which bots are worth more to each other at one table than honest play explains.

Two questions, one family of tests: does a bot score more, or less, when a certain other one
sits at its table (all ordered pairs), and do two bots together gain from the rest (all
pairs)? A supporter shows by what its friend gains, and often more clearly by what it loses
itself whenever the friend is there. The estimates are those of `interactions`.

Honest bots are no additive machines: their styles suit each other more or less, by some
hundredths of a point and now and then by a tenth, and enough blocks would find every one of
these. So a gain or loss is asked to be more than `HONEST_GAIN`, and each error is enlarged
by what the pool as a whole shows: with ρ the correlation of two blocks of a pair that its
style explains,

    t = (gain − HONEST_GAIN) / (error·√(1 + (m − 1)·ρ))

for m shared blocks. ρ is what gives the middle gain of all ordered pairs the size that
chance gives it; a few colluding pairs hardly move that. From t, by Student's distribution
with m − 1 degrees, comes a chance (of as large a gain or loss; for two together, of as
large a gain), enlarged for the number of tests.

Source: Kish 1965 for the design effect 1 + (m − 1)·ρ, Efron 2004 for a null that is measured,
Hodges and Lehmann 1954 for one that is wider than a point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import copysign, erfc, log1p, sqrt
from statistics import median
from typing import Final

import numpy as np

from arena.ratings.blocks import Match, complete_blocks
from arena.ratings.false_discovery import enlarged
from arena.ratings.interactions import Interaction, MainEffects, TableMoments, table_moments

HONEST_GAIN: Final = 0.05
"""Score per playing that a pair may gain and be of no interest."""
LEAST_BLOCKS: Final = 20
"""Pairs that shared fewer are not tested: the error itself is too rough."""
_MEDIAN_SQUARE: Final = 0.4549
"""The median of the square of a standard normal number."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What a pair gained, and how much that says among all that was tested."""

    score: float
    """In score per playing, beyond both bots' main effects."""
    deviation: float
    """Its standard error, enlarged by the pool's spread."""
    blocks: int
    """In how many both bots sat."""
    chance: float
    """Of at least such a gain (or loss), if the true one were `HONEST_GAIN`."""
    enlarged: float
    """*chance* for so many tests: found at a false discovery rate of at least this."""


@dataclass(frozen=True, slots=True)
class PairGains:
    """All that was tested in a pool of bots."""

    bots: tuple[str, ...]
    blocks: int
    gains: Mapping[tuple[str, str], Gain]
    """By ordered pair: what the first one scores more with the second at its table."""
    joint_gains: Mapping[tuple[str, str], Gain]
    """By pair, names in order: what both together score more when they meet."""
    correlation: float
    """ρ, 0..1: how much of a block's spread the pair's style explains."""

    @property
    def tests(self) -> int:
        """How many tests there are."""
        return len(self.gains) + len(self.joint_gains)

    @property
    def untested(self) -> int:
        """Pairs of bots of which nothing can be said."""
        count = len(self.bots)
        return count * (count - 1) // 2 - len(self.joint_gains)


def pair_gains(matches: Sequence[Match]) -> PairGains:
    """The tests over the complete blocks of *matches*, all of as many seats, in any order."""
    tables = []
    for match in matches:
        blocks = [block.totals for block in complete_blocks(match)]
        if blocks:
            tables.append(table_moments(match.bots, np.array(blocks, dtype=np.float64)))
    return gains_of_tables(tables)


def gains_of_tables(tables: Sequence[TableMoments]) -> PairGains:
    """The tests over the blocks of *tables*."""
    if not tables:
        return PairGains((), 0, {}, {}, 0.0)
    effects = MainEffects(tables)
    single = {pair: one for pair, one in effects.gains() if one.blocks >= LEAST_BLOCKS}
    joint = {pair: one for pair, one in effects.joint_gains() if one.blocks >= LEAST_BLOCKS}
    correlation = _correlation(list(single.values()))
    tests = _gains(list(single.values()), list(joint.values()), correlation)
    return PairGains(
        bots=effects.bots,
        blocks=sum(table.blocks for table in tables),
        gains=dict(zip(single, tests[: len(single)], strict=True)),
        joint_gains=dict(zip(joint, tests[len(single) :], strict=True)),
        correlation=correlation,
    )


def _gains(
    single: Sequence[Interaction], joint: Sequence[Interaction], correlation: float
) -> list[Gain]:
    """The tests of *single*, then those of *joint*."""
    chances = []
    for one in single:
        deviation = _deviation(one, correlation)
        sizes = abs(one.gain) - HONEST_GAIN, abs(one.gain) + HONEST_GAIN
        chances.append(sum(_chance(size, deviation, one.blocks - 1) for size in sizes))
    for one in joint:
        deviation = _deviation(one, correlation)
        chances.append(_chance(one.gain - HONEST_GAIN, deviation, one.blocks - 1))
    return [
        Gain(one.gain, _deviation(one, correlation), one.blocks, chance, of_all)
        for one, chance, of_all in zip([*single, *joint], chances, enlarged(chances), strict=True)
    ]


def _correlation(measured: Sequence[Interaction]) -> float:
    """ρ, found by halving: the middle square of gains in their errors falls as it grows."""
    known = [one for one in measured if one.deviation]

    def middle(correlation: float) -> float:
        return median(
            (one.gain / one.deviation) ** 2 / _design_effect(one, correlation) for one in known
        )

    if not known or middle(0.0) <= _MEDIAN_SQUARE:
        return 0.0
    low, high = 0.0, 1.0
    for _ in range(50):
        half = (low + high) / 2
        low, high = (half, high) if middle(half) > _MEDIAN_SQUARE else (low, half)
    return high


def _deviation(one: Interaction, correlation: float) -> float:
    return one.deviation * sqrt(_design_effect(one, correlation))


def _design_effect(one: Interaction, correlation: float) -> float:
    return 1 + (one.blocks - 1) * correlation


def _chance(excess: float, deviation: float, degrees: int) -> float:
    """How likely Student's t is at least *excess* / *deviation*.

    Source: Peizer and Pratt 1968, the normal number of a t; within 1 % from 19 degrees on.
    """
    if not deviation:
        return 0.0 if excess > 0 else 1.0
    t = excess / deviation
    middle = degrees - 2 / 3 + 1 / (10 * degrees)
    normal = copysign(middle * sqrt(log1p(t * t / degrees) / (degrees - 5 / 6)), t)
    return erfc(normal / sqrt(2)) / 2
