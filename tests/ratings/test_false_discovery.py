"""Chances enlarged for how many they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from arena.ratings.false_discovery import enlarged


def test_a_single_test_stays_as_it_is() -> None:
    assert enlarged([0.03]) == (0.03,)


def test_three_tests_by_hand() -> None:
    # 3·(1 + 1/2 + 1/3) = 5.5, over the rank 1, 2 and 3.
    assert enlarged([0.02, 0.01, 0.2]) == pytest.approx((0.055, 0.055, 0.2 * 5.5 / 3))


def test_none_is_none() -> None:
    assert enlarged([]) == ()


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_scipy_says_the_same(chances: list[float]) -> None:
    assert enlarged(chances) == pytest.approx(false_discovery_control(chances, method="by"))
