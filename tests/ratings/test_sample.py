"""Means and their errors, against textbook figures."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.sample import Sample


def sample_of(values: Iterable[int], unit: int = 1) -> Sample:
    sample = Sample(unit)
    for value in values:
        sample.add(value)
    return sample


def test_the_mean_is_exact() -> None:
    assert sample_of([1, 1, 2], unit=5).mean == Fraction(4, 15)


def test_half_the_interval_is_196_hundredths_of_a_standard_error() -> None:
    # Deviation of 2 4 4 4 5 5 7 9 is the root of 32/7.
    assert sample_of([2, 4, 4, 4, 5, 5, 7, 9]).half_width == pytest.approx(
        1.96 * (32 / 7 / 8) ** 0.5
    )


@pytest.mark.parametrize("values", [[], [3]])
def test_below_two_blocks_there_is_no_error(values: list[int]) -> None:
    assert sample_of(values).half_width is None


def test_equal_blocks_have_no_error() -> None:
    assert sample_of([0] * 20).half_width == 0
    assert sample_of([7] * 20).half_width == 0


@given(
    values=st.lists(st.integers(-1000, 1000), min_size=2, max_size=30),
    unit=st.sampled_from([1, 300]),
)
def test_the_deviation_is_the_samples(values: list[int], unit: int) -> None:
    assert sample_of(values, unit).deviation == pytest.approx(stdev(values) / unit)
