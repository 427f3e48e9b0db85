"""Results in the terms of the field: Elo, normalised Elo and LOS, as chess testing has them.

A block's score lies between 0 and 1, with ½ for equal play: a loss, a draw and a win of one
game are 0, ½ and 1; two games with colours exchanged make one of five. With s the mean score
and σ the deviation of n blocks of g games each

    Elo = −400·log10(1/s − 1), ± half the way from s − 1.96·σ/√n to s + 1.96·σ/√n
    nElo = (800/ln 10)·(s − ½)/(√g·σ),    LOS = Φ((s − ½)·√n/σ)

Elo depends on how scores are made of results and on how even the game is; nElo, what a single
game tells in its own standard deviations, says how many games it takes to see a difference.

Source: fastchess and fishtest; nElo is Van den Bergh's, as described with fishtest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log, log10, sqrt
from statistics import NormalDist
from typing import Final

from arena.ratings.pair_score import pair_score

_NELO: Final = 800 / log(10)
"""Normalised Elo of a lead of one standard deviation of a game."""
_FARTHEST: Final = 1e-3
"""No mean score counts as nearer than this to 0 or 1, so that Elo stays finite."""
_NORMAL: Final = NormalDist()
_SIDES_95: Final = _NORMAL.inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Scores:
    """How often blocks ended with which score."""

    counts: Mapping[float, int]
    """By score, 0 to 1."""
    games: int
    """In a block: what normalised Elo is a difference of one of."""


@dataclass(frozen=True, slots=True)
class FieldStatistics:
    """What scores amount to. Errors are halves of 95 % intervals."""

    score: float
    elo: float
    elo_error: float | None
    """None, as what follows, where the blocks do not tell: all ended alike, or there is one."""
    normalized_elo: float | None
    normalized_elo_error: float | None
    superiority: float | None
    """LOS, 0 to 1."""


def block_scores(differences: Mapping[Fraction, int], margin: float, games: int) -> Scores:
    """Differences in score per playing as scores: pair scores, as a ladder has them.

    Args:
        differences: how often each occurred.
        margin: M of the pair score.
        games: playings in a block.
    """
    scores: Counter[float] = Counter()
    for difference, count in differences.items():
        scores[pair_score(float(difference), margin)] += count
    return Scores(scores, games)


def field_statistics(scores: Scores) -> FieldStatistics:
    """Elo, normalised Elo and LOS of *scores*; there must be a block."""
    blocks = sum(scores.counts.values())
    mean = sum(score * count for score, count in scores.counts.items()) / blocks
    squares = sum(count * (score - mean) ** 2 for score, count in scores.counts.items())
    if blocks < 2 or not squares:
        return FieldStatistics(mean, elo_of(mean), None, None, None, None)
    deviation = sqrt(squares / blocks)
    error = deviation / sqrt(blocks)
    reach = _SIDES_95 * error
    unit = _NELO / (sqrt(scores.games) * deviation)
    return FieldStatistics(
        score=mean,
        elo=elo_of(mean),
        elo_error=(elo_of(mean + reach) - elo_of(mean - reach)) / 2,
        normalized_elo=unit * (mean - 0.5),
        normalized_elo_error=unit * reach,
        superiority=_NORMAL.cdf((mean - 0.5) / error),
    )


def elo_of(score: float) -> float:
    """The rating difference at which *score* is expected."""
    return -400 * log10(1 / min(1 - _FARTHEST, max(_FARTHEST, score)) - 1) + 0.0  # not -0.0
