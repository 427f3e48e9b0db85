"""A ratio of two sums over blocks, such as deals won of deals picked, and how far off it may be.

Numerator and denominator of a block belong together (whoever picks more in a block also
wins more there), so the error is that of the residuals x − r·y from block to block: the
linearised variance of a ratio estimate (Cochran, Sampling Techniques, 3rd ed., §2.11 and 6.4).
With y the same in all blocks it is the error of a mean.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from arena.ratings.sample import NORMAL_95


@dataclass(frozen=True, slots=True)
class Ratio:
    """Sum by sum, with its error."""

    value: Fraction | None
    """Exact; None where there is nothing to divide by."""
    error: float | None
    """Half the 95 % interval, from block to block; None where the blocks do not tell: below two
    of them, or where each has the same ratio, as in 3 of 3."""


def ratio(blocks: Iterable[tuple[int, int]]) -> Ratio:
    """The ratio of the sums of *blocks*, each a numerator and a denominator of 0 or more.

    A block with denominator 0 has nothing to say, and does not count as one.
    """
    counted = [(x, y) for x, y in blocks if y]
    if not counted:
        return Ratio(None, None)
    total = sum(y for _, y in counted)
    value = Fraction(sum(x for x, _ in counted), total)
    # Whole numbers, the residuals times the denominator of the value: exactly 0 stays 0.
    squares = sum((x * value.denominator - value.numerator * y) ** 2 for x, y in counted)
    if len(counted) < 2 or not squares:
        return Ratio(value, None)
    variance = Fraction(squares * len(counted), len(counted) - 1)
    return Ratio(value, NORMAL_95 * sqrt(variance) / (value.denominator * total))
