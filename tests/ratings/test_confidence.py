"""The estimate of a mean difference, and the interval that may be looked at all the time."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest

from arena.ratings.confidence import estimate, standard_errors

EVEN = [Fraction(1), Fraction(-1)]


def test_the_mean_is_exact() -> None:
    found = estimate([Fraction(5, 12)] * 2 + [Fraction(0)] * 4)

    assert found is not None
    assert (found.blocks, found.mean) == (6, Fraction(5, 36))


def test_the_standard_error_is_from_block_to_block() -> None:
    found = estimate(EVEN * 50)

    assert found is not None
    assert found.error == pytest.approx(sqrt(100 / 99) / sqrt(100))


@pytest.mark.parametrize(
    ("blocks", "alpha", "expected"),
    [
        # ρ² = (5.99146 + ln 6.99146)/1000 = 0.0079362, the rest worked out by hand.
        pytest.param(1000, 0.05, 3.0352, id="1000-blocks"),
        pytest.param(100, 0.05, 3.8550, id="100-blocks"),
        pytest.param(10_000, 0.05, 3.2417, id="10000-blocks"),
    ],
)
def test_the_interval_is_as_wide_as_published(blocks: int, alpha: float, expected: float) -> None:
    assert standard_errors(blocks, alpha) == pytest.approx(expected, abs=0.001)


def test_the_interval_lies_around_the_mean() -> None:
    found = estimate(EVEN * 500)

    assert found is not None
    assert found.low is not None
    assert found.high is not None
    half = 3.0352 * sqrt(1000 / 999) / sqrt(1000)
    assert [found.low, found.high] == pytest.approx([-half, half], abs=1e-4)


def test_no_block_has_no_estimate() -> None:
    assert estimate([]) is None


@pytest.mark.parametrize(
    "blocks",
    [
        pytest.param([Fraction(1)], id="one-block"),
        pytest.param([Fraction(0)] * 5000, id="all-zero"),
        pytest.param([Fraction(3)] * 5000, id="all-won"),
    ],
)
def test_blocks_that_do_not_tell_have_no_error(blocks: list[Fraction]) -> None:
    found = estimate(blocks)

    assert found is not None
    assert (found.mean, found.error, found.low, found.high) == (blocks[0], None, None, None)


@pytest.mark.parametrize(
    "blocks",
    [
        pytest.param(EVEN * 24, id="48-blocks"),
        pytest.param([Fraction(0)] * 5000 + EVEN * 9, id="18-differences"),
    ],
)
def test_few_blocks_have_no_interval_yet(blocks: list[Fraction]) -> None:
    found = estimate(blocks)

    assert found is not None
    assert found.error is not None
    assert (found.low, found.high) == (None, None)


def test_a_surer_interval_is_wider() -> None:
    assert standard_errors(1000, 0.01) > standard_errors(1000, 0.05)


@pytest.mark.parametrize("alpha", [0.0, 1.0, -0.1])
def test_an_interval_is_neither_always_nor_never_wrong(alpha: float) -> None:
    with pytest.raises(ValueError, match="alpha: expected more than 0 and less than 1"):
        standard_errors(1000, alpha)
