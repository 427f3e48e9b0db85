"""What the mean of block differences is, with an interval that holds however often one looks.

A plain 95 % interval holds for one look at a number of blocks fixed beforehand. Whoever
watches it and stops when it excludes 0 is wrong far more often. A confidence sequence is wide
enough for all looks together: with mean d̄ and deviation s of n blocks,

    d̄ ± s·√(2·(n·ρ² + 1)/(n²·ρ²)·ln(√(n·ρ² + 1)/α)),    ρ² = (−2·ln α + ln(1 − 2·ln α))/1000

holds the true mean at all n at once with a probability of about 1 − α. It is narrowest, for
what it holds, around 1,000 blocks. The mean itself is not adjusted for where a test stopped.

Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Time-uniform central limit theory and
asymptotic confidence sequences, Annals of Statistics 2024, their equations for ρ and width.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import log, sqrt
from typing import Final

from arena.ratings.sequential import FIRST_LOOK, TELLING

_NARROWEST: Final = 1000
"""n*, in blocks."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean difference so far."""

    blocks: int
    mean: Fraction
    """Exact, in score per playing."""
    error: float | None
    """The plain standard error of the mean; None where the blocks do not tell: below two
    of them, or all alike."""
    low: float | None
    """Where the confidence sequence begins; None as long as it would not hold: below 50
    blocks, or fewer than 20 that differ from 0."""
    high: float | None


def estimate(differences: Iterable[Fraction], alpha: float = 0.05) -> Estimate | None:
    """The estimate from all *differences*, in any order; None if there are none.

    Args:
        alpha: how often the interval may ever be wrong.
    """
    seen = Counter(differences)
    blocks = seen.total()
    if not blocks:
        return None
    mean = sum((value * count for value, count in seen.items()), Fraction(0)) / blocks
    deviation = _deviation(seen, mean)
    if not deviation:
        return Estimate(blocks, mean, None, None, None)
    error = deviation / sqrt(blocks)
    if blocks < FIRST_LOOK or blocks - seen[Fraction(0)] < TELLING:
        return Estimate(blocks, mean, error, None, None)
    half = error * standard_errors(blocks, alpha)
    return Estimate(blocks, mean, error, float(mean) - half, float(mean) + half)


def standard_errors(blocks: int, alpha: float) -> float:
    """Half the width of the confidence sequence after *blocks*, in standard errors.

    Raises:
        ValueError: *alpha* is not between 0 and 1.
    """
    if not 0 < alpha < 1:
        raise ValueError(f"alpha: expected more than 0 and less than 1, got {alpha:g}")
    rho2 = (-2 * log(alpha) + log(1 - 2 * log(alpha))) / _NARROWEST
    grown = blocks * rho2 + 1
    return sqrt(2 * grown / (blocks * rho2) * log(sqrt(grown) / alpha))


def _deviation(seen: Counter[Fraction], mean: Fraction) -> float:
    """The standard deviation of a block; 0 where the blocks do not tell."""
    blocks = seen.total()
    if blocks < 2:
        return 0.0
    squares = sum(count * (value - mean) ** 2 for value, count in seen.items())
    return sqrt(squares / (blocks - 1))
