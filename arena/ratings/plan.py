"""How many blocks it takes to see an effect, from how far blocks have been seen to spread.

With blocks of variance σ² and the hypotheses δ apart, the ratio of a sequential test moves by
δ²/(2σ²) a block towards the one that is true, with a variance of δ²/σ², until it meets a
bound; halfway between them it only drifts. Wald's mean numbers of blocks follow, without
what a bound is overshot by. A test of fixed length takes (z_α + z_β)²·σ²/δ² blocks.

Source: Wald 1945, sections on the average sample number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil
from statistics import NormalDist
from typing import Final

from arena.ratings.blocks import Match, bot_scores, complete_blocks
from arena.ratings.sample import Sample
from arena.ratings.sequential import Hypotheses
from arena.ratings.versus import PLAYINGS, VersusResult


@dataclass(frozen=True, slots=True)
class Spread:
    """How much the blocks of two bots that were exchanged differ."""

    what: str
    """Who they are."""
    event: str | None
    """Where they met; None for what is packaged."""
    blocks: int
    """How many were seen."""
    variance: float
    """Of a block's difference, in score per playing squared."""
    separate: float
    """Of the difference of two playings of separate deals, one with either bot."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Playings that it takes to tell an effect from none."""

    spread: Spread
    if_none: int
    """Of a sequential test on average, where there is no difference."""
    if_whole: int
    """Where the difference is the effect."""
    if_half: int
    """Where it is half the effect, which takes longest."""
    fixed: int
    """Of a test of a fixed length."""
    either: int
    """Of a test of a fixed length that asks which of the two is ahead: alpha is for either side."""
    separate: int
    """Of a test of a fixed length with separate deals."""


@dataclass(frozen=True, slots=True)
class LadderPlan:
    """What it takes at the tables of a ladder, whose bots are rotated and not exchanged."""

    blocks: int
    """Shared blocks of two bots that were seen, of all pairs together."""
    pairs: int
    variance: float
    """Of the difference of two bots in a block, in score per playing squared."""
    needed: int
    """Shared blocks that tell two bots apart which differ by the effect."""
    playings: int
    """Of these blocks."""


_SAMPLES: Final = (
    ("itself, 2 % at random", 1800),
    ("timid", 600),
    ("high-card", 600),
)
"""Whom rule-of-thumb was measured against, and in how many blocks."""
_SEEN: Final[Mapping[str, tuple[tuple[float, float], ...]]] = {
    "called-ace": ((0.286, 5.20), (2.044, 4.78), (2.224, 5.76)),
    "jack-of-diamonds": ((0.178, 5.44), (2.222, 5.53), (3.883, 8.89)),
    "picker-alone-3": ((0.366, 2.36), (2.189, 2.50), (2.111, 2.67)),
    "picker-alone-4": ((0.294, 4.96), (2.656, 5.15), (2.514, 6.05)),
    "hoyle-3": ((0.165, 1.53), (1.077, 1.53), (1.207, 1.99)),
    "hoyle-4": ((0.024, 0.82), (0.325, 0.90), (0.314, 0.94)),
}
"""Variances of a block's difference and of a seat's score, by table with its default options
and opponent, as tests/sample_bots/spreads.py prints them."""


def measured_spreads(variant: str) -> tuple[Spread, ...]:
    """Measured defaults: how far blocks of sample bots spread at the table *variant*."""
    return tuple(
        Spread(what, None, blocks, variance, 2 * seat)
        for (what, blocks), (variance, seat) in zip(_SAMPLES, _SEEN[variant], strict=True)
    )


def seen_spread(what: str, event: str, result: VersusResult) -> Spread | None:
    """What the blocks of a versus event spread; None where they do not tell."""
    found = result.standing.estimate
    if found is None or not found.error or result.saving is None:
        return None
    variance = found.error**2 * found.blocks
    # Two playings in one block against one playing each: `saving` is for as many playings.
    return Spread(what, event, found.blocks, variance, result.saving * variance)


def plan(spread: Spread, tested: Hypotheses) -> Plan:
    """The playings that *tested* takes of bots with such a *spread*."""
    lower, upper = tested.lower, tested.upper
    unit = (tested.delta1 - tested.delta0) ** 2
    blocks = spread.variance / unit
    return Plan(
        spread=spread,
        if_none=_playings(-2 * blocks * ((1 - tested.alpha) * lower + tested.alpha * upper)),
        if_whole=_playings(2 * blocks * ((1 - tested.beta) * upper + tested.beta * lower)),
        if_half=_playings(-blocks * lower * upper),
        fixed=_playings(blocks * _fixed(tested.alpha, tested.beta)),
        either=_playings(blocks * _fixed(tested.alpha / 2, tested.beta)),
        separate=_playings(spread.separate / unit * _fixed(tested.alpha, tested.beta)),
    )


def ladder_plan(matches: Sequence[Match], tested: Hypotheses) -> LadderPlan | None:
    """The same for two bots of a ladder; None where its blocks do not tell.

    A ladder asks which of two bots is ahead, not whether a certain one is, so alpha counts
    for either side.
    """
    samples = _margins(matches)
    squares = sum((one.blocks - 1) * one.deviation**2 for one in samples)
    if not squares:
        return None
    variance = squares / sum(sample.blocks - 1 for sample in samples)
    unit = (tested.delta1 - tested.delta0) ** 2
    needed = ceil(variance / unit * _fixed(tested.alpha / 2, tested.beta))
    return LadderPlan(
        blocks=sum(sample.blocks for sample in samples),
        pairs=len(samples),
        variance=variance,
        needed=needed,
        playings=needed * matches[0].seats,
    )


def _margins(matches: Sequence[Match]) -> list[Sample]:
    """The differences of each two bots, of those that shared two blocks."""
    samples: defaultdict[tuple[str, str], Sample] = defaultdict(lambda: Sample(matches[0].unit))
    for match in matches:
        for block in complete_blocks(match):
            scores = bot_scores(match, block)
            for bot, other in combinations(sorted(scores), 2):
                samples[bot, other].add(scores[bot] - scores[other])
    return [sample for sample in samples.values() if sample.blocks > 1]


def _fixed(alpha: float, beta: float) -> float:
    """Blocks of a test of fixed length, in σ²/δ²."""
    return (NormalDist().inv_cdf(1 - alpha) + NormalDist().inv_cdf(1 - beta)) ** 2


def _playings(blocks: float) -> int:
    return PLAYINGS * ceil(blocks)
