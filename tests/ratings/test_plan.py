"""Planning: lengths as Wald has them, variances as played."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from arena.ratings.confidence import Estimate
from arena.ratings.plan import Spread, ladder_plan, measured_spreads, plan, seen_spread
from arena.ratings.sequential import Hypotheses
from arena.ratings.versus import Standing, VersusResult
from arena.rules.variants import PLAYABLE
from tests.ratings.tables import match_of, random_totals

FIVE_HUNDREDTHS = Hypotheses(0.0, 0.05)
ONE = Hypotheses(0.0, 1.0)
UNIT = Spread("a, b", None, 1000, variance=0.25, separate=10.0)
"""A variance of a hundred squared effects of 0.05."""


def test_a_sequential_test_takes_what_wald_says() -> None:
    found = plan(UNIT, FIVE_HUNDREDTHS)

    # With both rates at 0.05 the bounds are ±2.944: 2·0.9·2.944 = 5.30 and 2.944² = 8.67 blocks
    # in σ²/δ², two playings each.
    assert (found.if_none, found.if_whole, found.if_half) == (1060, 1060, 1734)


def test_a_test_of_fixed_length_takes_what_the_normal_distribution_says() -> None:
    found = plan(UNIT, FIVE_HUNDREDTHS)

    # (1.645 + 1.645)² = 10.82, (1.960 + 1.645)² = 12.99; separate deals spread 40 times as much.
    assert (found.fixed, found.either) == (2166, 2600)
    assert found.separate == pytest.approx(40 * 2164, rel=0.001)


def test_rates_that_differ_make_the_truths_differ() -> None:
    found = plan(UNIT, Hypotheses(0.0, 0.05, alpha=0.01, beta=0.1))

    # The bounds are ln(0.1/0.99) = -2.293 and ln(0.9/0.01) = 4.500.
    assert found.if_none == pytest.approx(2 * 100 * 2 * (0.99 * 2.293 - 0.01 * 4.500), abs=2)
    assert found.if_whole == pytest.approx(2 * 100 * 2 * (0.9 * 4.500 - 0.1 * 2.293), abs=2)
    assert found.if_half == pytest.approx(2 * 100 * 2.293 * 4.500, rel=0.001)


def test_half_the_effect_takes_four_times_the_playings() -> None:
    whole, half = plan(UNIT, FIVE_HUNDREDTHS), plan(UNIT, Hypotheses(0.0, 0.025))

    assert half.if_none / whole.if_none == pytest.approx(4, rel=0.01)
    assert half.separate / whole.separate == pytest.approx(4, rel=0.01)


def result(estimate: Estimate | None, saving: float | None) -> VersusResult:
    """What a versus event has found."""
    standing = Standing(FIVE_HUNDREDTHS, 400, 1.0, None, estimate)
    return VersusResult(standing, (), (), 0, saving, (0, 0), "")


def test_an_event_tells_the_variance_of_its_blocks() -> None:
    seen = result(Estimate(400, Fraction(1, 10), 0.03, None, None), saving=25.0)

    spread = seen_spread("a, b", "e1", seen)

    assert spread is not None
    assert (spread.event, spread.blocks) == ("e1", 400)
    assert spread.variance == pytest.approx(400 * 0.03**2)
    # As many times the playings as are saved.
    found = plan(spread, FIVE_HUNDREDTHS)
    assert found.separate / found.fixed == pytest.approx(25, rel=0.01)


@pytest.mark.parametrize(
    "estimate",
    [
        pytest.param(None, id="nothing-played"),
        pytest.param(Estimate(400, Fraction(0), None, None, None), id="all-alike"),
    ],
)
def test_an_event_whose_blocks_do_not_tell_is_left_out(estimate: Estimate | None) -> None:
    assert seen_spread("a, b", "e1", result(estimate, None)) is None


@pytest.mark.parametrize("table", PLAYABLE)
def test_every_table_has_measured_defaults(table: str) -> None:
    versions, *others = measured_spreads(table)

    for other in others:
        assert 0 < versions.variance < other.variance < other.separate < versions.separate * 2


def test_a_ladder_takes_the_variance_of_differences_within_pairs() -> None:
    blocks = [(5, -5, 0), (-5, 5, 0), (0, 0, 0), (0, 0, 0)]
    apart = [(9, 0, -9)] * 4

    found = ladder_plan([match_of("ann bob cat", blocks), match_of("dan eve fay", apart)], ONE)

    # Differences a playing: ±10/3 of the first pair, ±5/3 of the other two; the other table's
    # never vary, however large they are. Nine degrees of freedom vary, nine do not.
    assert found is not None
    variance = (2 * 100 / 9 + 4 * 25 / 9) / 18
    assert found.variance == pytest.approx(variance)
    assert (found.pairs, found.blocks) == (6, 24)
    assert found.needed == pytest.approx(12.995 * variance, abs=1)
    assert found.playings == 3 * found.needed


@pytest.mark.slow
def test_what_a_ladder_needs_tells_two_bots_apart_in_nineteen_of_twenty() -> None:
    random = Random(1)
    seen = match_of("ann bob cat", random_totals(random, [0.0, 0.0, 0.0], 2000))
    planned = ladder_plan([seen], Hypotheses(0.0, 0.5))
    assert planned is not None

    ahead = 0
    for _ in range(300):
        totals = random_totals(random, [0.5, 0.0, -0.25], planned.needed)
        leads = [(first - second) / 3 for first, second, _ in totals]
        mean = sum(leads) / len(leads)
        error = (sum((lead - mean) ** 2 for lead in leads) / len(leads) ** 2) ** 0.5
        ahead += mean > 1.96 * error

    assert ahead / 300 == pytest.approx(0.95, abs=0.04)


@pytest.mark.parametrize("blocks", [0, 1, 9])
def test_a_ladder_whose_blocks_are_few_or_alike_gives_no_plan(blocks: int) -> None:
    assert ladder_plan([match_of("ann bob cat", [(1, 0, -1)] * blocks)], ONE) is None


def test_a_ladder_of_which_nothing_is_played_gives_no_plan() -> None:
    assert ladder_plan([], ONE) is None
