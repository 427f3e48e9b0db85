"""Block differences as versus tests see them: mostly 0, the rest as large as measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import optimize

from arena.ratings.pair_table import Floats

UNIT: Final = Fraction(5, 12)
"""What differences at tables of five, two bots against three, are multiples of."""
LARGEST: Final = 48
"""In units."""
BLUNDERS: Final = {
    1: 57,
    2: 91,
    3: 102,
    4: 44,
    5: 73,
    6: 60,
    7: 9,
    8: 19,
    9: 14,
    10: 4,
    12: 4,
    14: 1,
}
"""Sizes, in units, of the differences of rule-of-thumb and itself with 2 % random answers, in
6,000 blocks of called-ace; the other 5,522 were 0."""
STYLES: Final = {
    1: 82, 2: 301, 3: 263, 4: 117, 5: 246, 6: 76, 7: 49, 8: 25, 9: 16, 10: 4, 11: 1, 12: 3, 15: 1,
    18: 1,
}  # fmt: skip
"""The same of rule-of-thumb and timid, in 1,500 blocks; the other 315 were 0."""
LONG_TAILS: Final = {size: 0.765**size for size in range(1, LARGEST + 1)}
"""Longer tails than any that were measured: three units in four go on."""


@dataclass(frozen=True)
class Differences:
    """A distribution of differences, the same either way but for its tilt to *mean*."""

    sizes: Mapping[int, float]
    """How often differences other than 0 have which size, in units, between equal bots."""
    zeros: float
    """The share of the blocks of equal bots that end alike."""
    mean: float = 0.0
    """In score per playing; the distribution of equal bots is tilted exponentially to it."""

    @property
    def values(self) -> Floats:
        """All differences, in score per playing."""
        return np.arange(-LARGEST, LARGEST + 1, dtype=np.float64) * float(UNIT)

    @property
    def shares(self) -> Floats:
        """How often each value occurs."""
        sizes = np.array([self.sizes.get(abs(unit), 0.0) for unit in range(-LARGEST, LARGEST + 1)])
        equal = sizes * (1 - self.zeros) / sizes.sum()
        equal[LARGEST] = self.zeros

        def tilted(by: float) -> Floats:
            shares: Floats = equal * np.exp(by * self.values)
            return shares / shares.sum()

        return tilted(optimize.brentq(lambda by: tilted(by) @ self.values - self.mean, -1, 1))

    @property
    def variance(self) -> float:
        """Of a difference."""
        return float(self.shares @ (self.values - self.mean) ** 2)

    def streams(self, seed: int, runs: int, blocks: int) -> Iterator[NDArray[np.int64]]:
        """*runs* streams of that many differences, in units."""
        random = np.random.default_rng(seed)
        units, shares = np.arange(-LARGEST, LARGEST + 1), self.shares
        for _ in range(runs):
            yield random.choice(units, size=blocks, p=shares)
