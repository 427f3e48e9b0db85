"""The mean of block scores, and how far off it may be."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import Final

NORMAL_95: Final = 1.96
"""Standard errors to either side that hold 95 % of a normal distribution."""


class Sample:
    """One whole number a block, in *unit*-ths: exact sums, whatever the order."""

    def __init__(self, unit: int) -> None:
        self._unit = unit
        self.blocks = 0
        self._sum = 0
        self._squares = 0

    def add(self, value: int) -> None:
        """Count one more block."""
        self.blocks += 1
        self._sum += value
        self._squares += value * value

    @property
    def mean(self) -> Fraction:
        """The exact mean; there must be a block."""
        return Fraction(self._sum, self.blocks * self._unit)

    @property
    def deviation(self) -> float:
        """The standard deviation of a block; there must be two."""
        spread = self.blocks * self._squares - self._sum * self._sum
        return sqrt(Fraction(spread, self.blocks * (self.blocks - 1))) / self._unit

    @property
    def half_width(self) -> float | None:
        """Half the 95 % interval of the mean: 1.96 standard errors; None below two blocks."""
        if self.blocks < 2:
            return None
        return NORMAL_95 * self.deviation / sqrt(self.blocks)
