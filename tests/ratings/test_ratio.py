"""A ratio of sums over blocks, with the error of its residuals."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from arena.ratings.ratio import Ratio, ratio


def test_the_error_is_that_of_the_residuals_from_block_to_block() -> None:
    made = ratio([(1, 2), (0, 1), (2, 3), (0, 0)])

    # 3 of 6; residuals 0, -1/2, 1/2 in three blocks: variance 3/2 · 1/2 / 36.
    assert made.value == Fraction(1, 2)
    assert made.error == pytest.approx(1.96 * (0.75 / 36) ** 0.5)


def test_with_equal_denominators_it_is_the_error_of_a_mean() -> None:
    made = ratio([(3, 2), (5, 2)])

    # Means 1.5 and 2.5: deviation the root of 1/2, of a mean of two 1/2.
    assert made == Ratio(Fraction(2), pytest.approx(1.96 * 0.5))


@pytest.mark.parametrize(
    ("blocks", "value"),
    [
        pytest.param([], None, id="no block"),
        pytest.param([(0, 0), (0, 0)], None, id="nothing to divide by"),
        pytest.param([(1, 3), (0, 0)], Fraction(1, 3), id="one block that says something"),
        pytest.param([(2, 2), (1, 1), (3, 3)], Fraction(1), id="the same in every block"),
    ],
)
def test_there_is_no_error_where_the_blocks_do_not_tell(
    blocks: list[tuple[int, int]], value: Fraction | None
) -> None:
    assert ratio(blocks) == Ratio(value, None)


def test_95_of_100_intervals_hold_a_ratio_whose_parts_depend_on_each_other() -> None:
    random = Random(11)
    chances = {1: 0.4, 2: 0.6, 3: 0.7}
    truth = (1 * 0.4 + 2 * 0.6 + 3 * 0.7) / 6

    def block() -> tuple[int, int]:
        picked = random.randint(1, 3)
        return sum(random.random() < chances[picked] for _ in range(picked)), picked

    held = 0
    for _ in range(400):
        made = ratio([block() for _ in range(60)])
        assert made.value is not None
        assert made.error is not None
        held += abs(float(made.value) - truth) <= made.error

    assert 0.92 * 400 <= held <= 0.97 * 400
