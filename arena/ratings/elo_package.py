"""The `elo` package behind two functions, with plain floats as ratings and checked scores.

The only importer of the package. It is asked for nothing but its arithmetic: its rating
objects cannot be printed on current Pythons, its series are not validated, and its
module-level functions share one global environment.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from elo import Elo

_HALF_SCALE: Final = 200
"""The package's beta: 400 points of difference are odds of ten to one."""


def expected(rating: float, other: float) -> float:
    """The pair score that a bot of *rating* should reach against one of *other*, 0..1."""
    return float(Elo(beta=_HALF_SCALE).expect(rating, other))


def rated(rating: float, series: Sequence[tuple[float, float]], k_factor: float) -> float:
    """The rating after *series*, all of it measured against the rating before.

    Args:
        series: pair score 0..1 and the other's rating, one entry an opponent.
        k_factor: how much one full point above expectation gains.

    Raises:
        ValueError: a score outside 0..1; the package itself would take it.
    """
    for score, _ in series:
        if not 0 <= score <= 1:
            raise ValueError(f"pair score {score}: expected 0 to 1")
    return float(Elo(k_factor=k_factor, beta=_HALF_SCALE).rate(rating, series))
