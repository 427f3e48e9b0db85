"""The sequential test: when it looks, what it concludes, and that nothing upsets it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import log
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings.sequential import Hypotheses, SequentialTest, Verdict
from tests.ratings.test_likelihood import best_log_likelihood

GAIN = Hypotheses(0.0, 0.05)
SCALE = 20.0
"""The largest difference of a block, in these tests."""
STEP = Fraction(5, 12)
"""What differences at tables of five are multiples of."""
SURE = Hypotheses(0.0, 0.05, alpha=1e-9, beta=1e-9)
"""A test that goes on for long."""


def fed(
    differences: Iterable[Fraction], hypotheses: Hypotheses = GAIN, scale: float = SCALE
) -> SequentialTest:
    """A test that has been fed with *differences*."""
    test = SequentialTest(hypotheses, scale)
    for difference in differences:
        test.add(difference)
    return test


def swings(seed: int, blocks: int, mean: float = 0.0) -> list[Fraction]:
    """Differences, two thirds of them 0, with about that *mean*."""
    random = Random(seed)
    return [
        STEP * round(random.gauss(3 * mean / float(STEP), 2.5)) * (random.random() < 1 / 3)
        for _ in range(blocks)
    ]


def test_bounds_are_walds() -> None:
    hypotheses = Hypotheses(0.0, 0.05, alpha=0.05, beta=0.10)

    assert hypotheses.lower == pytest.approx(log(0.10 / 0.95))
    assert hypotheses.upper == pytest.approx(log(0.90 / 0.05))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        pytest.param(
            (0.05, 0.05), "delta1: expected more than delta0 (0.05), got 0.05", id="equal"
        ),
        pytest.param((0.1, 0.0), "delta1: expected more than delta0 (0.1), got 0", id="reversed"),
        pytest.param(
            (0.0, float("nan")), "delta1: expected a number up to 1e+06, got nan", id="no-number"
        ),
        pytest.param(
            (float("-inf"), 0.0), "delta0: expected a number up to 1e+06, got -inf", id="endless"
        ),
        pytest.param(
            (0.0, 0.1, 0.0),
            "alpha: expected at least 1e-09 and less than 0.5, got 0",
            id="never-errs",
        ),
        pytest.param(
            (0.0, 0.1, 0.05, 0.5),
            "beta: expected at least 1e-09 and less than 0.5, got 0.5",
            id="coin",
        ),
    ],
)
def test_hypotheses_that_cannot_be_tested_are_refused(
    values: tuple[float, ...], message: str
) -> None:
    with pytest.raises(ValueError) as refusal:  # noqa: PT011 - the whole message is compared
        Hypotheses(*values)

    assert str(refusal.value) == message


def test_a_mean_beyond_what_a_block_can_have_is_refused() -> None:
    with pytest.raises(ValueError, match=r"delta1: expected less than 20, the largest .*, got 25"):
        SequentialTest(Hypotheses(0.0, 25.0), SCALE)


def test_it_looks_at_50_blocks_and_at_every_tenth_after() -> None:
    test = fed(swings(1, 89), SURE)

    assert [look.block for look in test.path] == [50, 60, 70, 80]
    assert (test.blocks, test.llr) == (89, test.path[-1].llr)


def test_the_ratio_is_that_of_the_values_seen_and_one_unseen_either_way() -> None:
    differences = swings(2, 200, mean=0.1)

    test = fed(differences, SURE)

    values = sorted({float(value) for value in differences})
    counts = [sum(float(value) == seen for value in differences) for seen in values]
    largest = max(map(abs, values))
    support = np.array([*values, -largest, largest])
    weights = np.array([*counts, 1e-3, 1e-3])
    best = [best_log_likelihood(support, weights, mean) for mean in (0.0, 0.05)]
    assert test.llr == pytest.approx(best[1] - best[0], abs=1e-3)


@pytest.mark.parametrize(("mean", "verdict"), [(0.2, Verdict.H1), (-0.2, Verdict.H0)])
def test_a_difference_well_beyond_a_hypothesis_is_found(mean: float, verdict: Verdict) -> None:
    test = fed(swings(3, 3000, mean))

    assert test.verdict is verdict
    assert test.blocks < 3000


def test_bots_that_always_decide_alike_are_no_better_than_each_other() -> None:
    test = fed([Fraction(0)] * 5000)

    # With a mean of δ1 at least δ1 in SCALE blocks differ, so n zeros have a likelihood of at
    # most (1 − δ1/SCALE)^n; the bound is passed at 1,177 blocks and seen at the next look.
    assert (test.blocks, test.verdict) == (1180, Verdict.H0)
    assert test.llr == pytest.approx(1180 * log(1 - 0.05 / SCALE), abs=0.01)


def test_bots_that_always_decide_alike_are_not_worse_than_each_other() -> None:
    test = fed([Fraction(0)] * 5000, Hypotheses(-0.05, 0.0))

    assert (test.blocks, test.verdict) == (1180, Verdict.H1)


def test_zeros_tell_nothing_of_hypotheses_on_either_side() -> None:
    test = fed([Fraction(0)] * 5000, Hypotheses(-0.05, 0.05))

    assert (test.verdict, test.llr) == (None, pytest.approx(0.0))


@pytest.mark.parametrize(
    ("won", "blocks", "verdict"), [(5, 300, Verdict.H1), (-5, 290, Verdict.H0)]
)
def test_who_wins_all_blocks_has_won(won: int, blocks: int, verdict: Verdict) -> None:
    test = fed([Fraction(won)] * 1000)

    # With values of ±5 a mean of s needs the winning one with probability (1 + s/5)/2: each
    # block adds ln(1 ± 0.01), a look ten times that, half of which is what a bound is overshot by.
    assert test.path[0].llr == pytest.approx(50 * log(1 + won / abs(won) * 0.01), abs=0.01)
    assert (test.blocks, test.verdict) == (blocks, verdict)


def test_few_differences_count_as_if_the_largest_were_still_to_come() -> None:
    rare = [Fraction(1) if block % 10 == 0 else Fraction(0) for block in range(190)]

    test = fed(rare, Hypotheses(0.0, 0.1))

    # Nineteen wins in 190 blocks without a loss: one loss of 20 would undo them.
    assert test.verdict is None
    assert max(look.llr for look in test.path) < 1


def test_a_difference_above_the_scale_moves_the_scale() -> None:
    test = fed([Fraction(0)] * 49 + [Fraction(-60)], scale=1.0)

    assert test.verdict is None
    assert test.llr < 0


@pytest.mark.parametrize("value", [Fraction(1, 20), Fraction(0), Fraction(1, 100), Fraction(19)])
def test_a_single_value_upsets_nothing(value: Fraction) -> None:
    test = fed([value] * 6000)

    assert test.verdict is (Verdict.H1 if value >= Fraction(1, 20) else Verdict.H0)


def test_after_the_verdict_nothing_counts() -> None:
    test = fed([STEP] * 50)
    stood = (test.blocks, test.llr, test.verdict, test.path)

    for _ in range(1000):
        test.add(-STEP)

    assert stood[2] is Verdict.H1
    assert (test.blocks, test.llr, test.verdict, test.path) == stood


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 2**32), st.sampled_from([-0.1, 0.0, 0.05, 0.2]))
def test_who_is_called_first_changes_nothing(seed: int, mean: float) -> None:
    differences = swings(seed, 400, mean)

    test = fed(differences, Hypotheses(-0.05, 0.05))
    other = fed([-difference for difference in differences], Hypotheses(-0.05, 0.05))

    assert other.llr == pytest.approx(-test.llr, abs=1e-9)
    mirrored = {None: None, Verdict.H0: Verdict.H1, Verdict.H1: Verdict.H0}
    assert other.verdict is mirrored[test.verdict]


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.fractions(-30, 30, max_denominator=12), min_size=1, max_size=4),
    st.integers(0, 2**32),
    st.sampled_from([(0.0, 0.02), (-0.03, 0.0), (0.0, 5.0), (-1.0, 12.0)]),
)
def test_no_stream_upsets_it(values: list[Fraction], seed: int, means: tuple[float, float]) -> None:
    random = Random(seed)

    test = fed([random.choice(values) for _ in range(200)], Hypotheses(*means))

    assert all(abs(look.llr) < 10_000 for look in test.path)
