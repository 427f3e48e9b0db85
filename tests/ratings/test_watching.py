"""Whether an interval may be watched: how often it ever excludes the truth, on equal bots."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.ratings.confidence import estimate, standard_errors
from arena.ratings.pair_table import Floats
from tests.ratings.differences import BLUNDERS, STYLES, UNIT, Differences

BLOCKS = 10_000
PEEK_EVERY = 100


@dataclass(frozen=True)
class Watched:
    """A stream as somebody sees it who looks after every block."""

    means: Floats
    """After each block, in score per playing."""
    errors: Floats
    """The standard errors of the means; NaN after the first block."""
    telling: NDArray[np.bool_]
    """Where there is a confidence sequence: 50 blocks, 20 of them other than 0."""

    @classmethod
    def of(cls, stream: NDArray[np.int64]) -> Watched:
        """What there is to see of differences in units."""
        values = stream * float(UNIT)
        blocks = np.arange(1, len(stream) + 1)
        means = values.cumsum() / blocks
        squares = np.maximum((values**2).cumsum() - blocks * means**2, 0)
        with np.errstate(invalid="ignore"):
            errors = np.sqrt(squares / (blocks - 1) / blocks)
        return cls(means, errors, (blocks >= 50) & ((stream != 0).cumsum() >= 20))


def share_misled(equal: Differences, *, runs: int, seed: int) -> tuple[float, float]:
    """The share of streams whose confidence sequence ever excludes 0, and whose plain interval
    does at one of every hundredth block."""
    widths = np.array([standard_errors(block, 0.05) for block in range(1, BLOCKS + 1)])
    peeks = slice(PEEK_EVERY - 1, None, PEEK_EVERY)
    sequence = plain = 0
    for stream in equal.streams(seed, runs, BLOCKS):
        seen = Watched.of(stream)
        off = np.abs(seen.means)
        sequence += bool((seen.telling & (off > widths * seen.errors)).any())
        plain += bool((off[peeks] > 1.96 * seen.errors[peeks]).any())
    print(
        f"{equal.zeros:.0%} zeros, {runs} streams of {BLOCKS:,} blocks: the confidence sequence "
        f"excludes the truth in {sequence / runs:.1%}, a plain interval in {plain / runs:.1%}"
    )
    return sequence / runs, plain / runs


def test_what_is_watched_here_is_the_estimate() -> None:
    (stream,) = Differences(BLUNDERS, 0.9).streams(1, 1, 900)
    seen = Watched.of(stream)

    for blocks in (60, 500, 900):
        found = estimate([unit * UNIT for unit in stream[:blocks].tolist()])
        assert found is not None
        at = blocks - 1
        assert (found.error, float(found.mean)) == pytest.approx((seen.errors[at], seen.means[at]))
        assert (found.low is not None) == seen.telling[at]
        if found.low is not None:
            half = standard_errors(blocks, 0.05) * seen.errors[at]
            assert found.low == pytest.approx(seen.means[at] - half)


@pytest.mark.slow
def test_a_watched_interval_seldom_excludes_the_truth_and_a_plain_one_often() -> None:
    runs = 150

    sequence, plain = share_misled(Differences(BLUNDERS, 0.92), runs=runs, seed=1)

    assert sequence <= 0.05 + 2 * sqrt(0.05 * 0.95 / runs)
    assert plain >= 0.2


@pytest.mark.nightly
@pytest.mark.parametrize(
    "equal",
    [
        pytest.param(Differences(BLUNDERS, 0.92), id="as-measured-with-blunders"),
        pytest.param(Differences(BLUNDERS, 0.97), id="97-percent-zeros"),
        pytest.param(Differences(STYLES, 0.21), id="as-measured-of-other-styles"),
    ],
)
def test_a_watched_interval_errs_in_five_percent_at_most(equal: Differences) -> None:
    sequence, plain = share_misled(equal, runs=2000, seed=2)

    assert sequence <= 0.05
    assert 0.26 <= plain <= 0.37
