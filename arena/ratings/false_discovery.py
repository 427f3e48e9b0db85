"""Many tests at once: how small a chance must be to count among so many.

Benjamini and Yekutieli's procedure: of m chances in ascending order the k-th is enlarged
by m·(1 + ½ + … + 1/m)/k. Of the tests whose enlarged chance is at most q no more than the
share q is expected to be false, however the tests depend on each other. Where nothing at
all is to be found, q is thus how likely anything is. Benjamini and Hochberg's procedure
lacks the sum, a factor of 5 for a hundred tests, and needs positive dependence.

Source: Benjamini and Yekutieli, The control of the false discovery rate in multiple testing
under dependency, Annals of Statistics 2001, theorem 1.3.
"""

from __future__ import annotations

from collections.abc import Sequence


def enlarged(chances: Sequence[float]) -> tuple[float, ...]:
    """*chances*, 0..1, in their order, enlarged for how many they are; at most 1."""
    tests = len(chances)
    factor = tests * sum(1 / rank for rank in range(1, tests + 1))
    found = [1.0] * tests
    smallest = 1.0
    descending = sorted(range(tests), key=lambda place: -chances[place])
    for rank, place in zip(range(tests, 0, -1), descending, strict=True):
        smallest = min(smallest, factor * chances[place] / rank)
        found[place] = smallest
    return tuple(found)
