"""Honest pools stay unflagged, planted supporters are found: by simulation, figures printed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from scipy.stats import t as student

from arena.ratings.collusion import HONEST_GAIN, LEAST_BLOCKS, gains_of_tables, pair_gains
from arena.ratings.interactions import table_moments
from tests.ratings.pools import Pool, Support, found
from tests.ratings.tables import match_of, random_totals
from tests.ratings.test_ladder import SIX, tournament

SUPPORT = Support(giver=2, friend=1, gain=0.5)
FRIEND, GIVER = "bot-01", "bot-02"


def any_flag(pool: Pool, *, runs: int, seed: int) -> float:
    """The share of *runs* honest pools in which anything is flagged at 5 %."""
    random = np.random.default_rng(seed)
    return float(np.mean([bool(found(pool.gains(random))) for _ in range(runs)]))


def power(pool: Pool, support: Support, *, runs: int, seed: int) -> tuple[float, float]:
    """How often the friend's gain is flagged at 5 %, and how often a pair of others."""
    random = np.random.default_rng(seed)
    friends = {pool.names[support.friend], pool.names[support.giver]}
    flagged = [found(pool.gains(random, support)) for _ in range(runs)]
    gain = (pool.names[support.friend], pool.names[support.giver])
    others = [any(not friends <= set(flag) for flag in flags) for flags in flagged]
    return float(np.mean([gain in flags for flags in flagged])), float(np.mean(others))


@pytest.mark.slow
@pytest.mark.parametrize(
    "pool",
    [
        pytest.param(Pool(6, deals=40), id="six-bots-at-five-seats"),
        pytest.param(Pool(8, seats=4, deals=6), id="eight-bots-at-four-seats"),
        pytest.param(Pool(8, deals=20, styles=0.05), id="eight-bots-with-styles"),
    ],
)
def test_honest_pools_are_seldom_flagged(pool: Pool) -> None:
    share = any_flag(pool, runs=100, seed=1)

    print(f"{pool}: {share:.3f} of honest pools have a flag")
    assert share <= 0.05


@pytest.mark.slow
def test_a_supporter_of_half_a_point_is_found() -> None:
    share, others = power(Pool(10, deals=12), SUPPORT, runs=30, seed=2)

    print(f"10 bots, 672 shared blocks: +0.5 found in {share:.2f}, others flagged in {others:.2f}")
    assert share >= 0.95
    assert others <= 0.05


@pytest.mark.nightly
@pytest.mark.parametrize(
    "pool",
    [
        pytest.param(Pool(6, deals=8), id="six-bots-32-shared-blocks"),
        pytest.param(Pool(6, deals=40, styles=0.1), id="six-bots-with-strong-styles"),
        pytest.param(Pool(8, deals=6), id="eight-bots"),
        pytest.param(Pool(8, seats=3, deals=10, styles=0.05), id="eight-bots-at-three-seats"),
        pytest.param(Pool(10, deals=4), id="ten-bots"),
        pytest.param(Pool(10, deals=20, styles=0.1), id="ten-bots-with-strong-styles"),
        pytest.param(Pool(12, seats=4, deals=12, styles=0.05), id="twelve-bots-at-four-seats"),
        pytest.param(Pool(20, deals=30), id="twenty-bots"),
        pytest.param(Pool(20, deals=30, styles=0.05), id="twenty-bots-with-styles"),
    ],
)
def test_honest_pools_of_every_size_are_seldom_flagged(pool: Pool) -> None:
    share = any_flag(pool, runs=1000, seed=3)

    print(f"{pool}: {share:.3f} of honest pools have a flag")
    assert share <= 0.05


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("pool", "least"),
    [
        pytest.param(Pool(10, deals=4), 0.0, id="224-shared-blocks"),
        pytest.param(Pool(10, deals=8), 0.8, id="448-shared-blocks"),
        pytest.param(Pool(10, deals=12), 0.95, id="672-shared-blocks"),
        pytest.param(Pool(10, deals=20, styles=0.05), 0.95, id="1120-shared-blocks-with-styles"),
    ],
)
def test_power_for_half_a_point(pool: Pool, least: float) -> None:
    share, others = power(pool, SUPPORT, runs=500, seed=4)

    print(f"{pool}: +0.5 found in {share:.3f}, others flagged in {others:.3f}")
    assert share >= least
    assert others <= 0.05


def test_a_giver_is_found_by_what_it_loses() -> None:
    gains = Pool(8, deals=30).gains(np.random.default_rng(5), Support(2, 1, gain=0.3, paid=4))

    assert (GIVER, FRIEND) in found(gains)
    assert gains.gains[GIVER, FRIEND].score == pytest.approx(-1.2, abs=0.25)


def test_two_bots_that_help_each_other_are_found_together() -> None:
    gains = Pool(8, deals=30).gains(np.random.default_rng(6), Support(2, 1, gain=0.5, paid=-1.0))

    assert (FRIEND, GIVER, "both") in found(gains)
    assert gains.joint_gains[FRIEND, GIVER].score == pytest.approx(1.0, abs=0.3)


def test_a_gain_as_small_as_honest_ones_is_never_a_finding() -> None:
    names = [f"bot-{place}" for place in range(6)]
    tables = []
    for number, line_up in enumerate(Pool(6).line_ups()):
        both = {1, 2} <= set(line_up)
        mean = [HONEST_GAIN * both * ((bot == 1) - (bot == 2)) for bot in line_up]
        noise = np.random.default_rng(number).normal(0, 0.01, (400, 5))
        tables.append(table_moments([names[bot] for bot in line_up], 5 * (mean + noise)))

    gains = gains_of_tables(tables)

    assert gains.gains["bot-1", "bot-2"].score > 5 * 0.01 / 400**0.5
    assert found(gains) == set()


def test_pairs_that_shared_few_blocks_are_not_tested() -> None:
    random = Random(1)
    strengths = dict.fromkeys(SIX, 0.0)

    few = pair_gains(tournament(random, strengths, deals=(LEAST_BLOCKS - 1) // 4))
    enough = pair_gains(tournament(random, strengths, deals=LEAST_BLOCKS // 4))

    assert (few.tests, few.untested) == (0, 15)
    assert (enough.tests, enough.untested) == (30 + 15, 0)


def test_the_order_of_matches_and_playings_changes_nothing() -> None:
    matches = tournament(Random(1), dict.fromkeys(SIX, 0.0), deals=10)
    turned = [replace(one, playings=one.playings[::-1]) for one in reversed(matches)]

    gains, again = pair_gains(matches), pair_gains(turned)

    for pair, gain in gains.gains.items():
        assert again.gains[pair].score == pytest.approx(gain.score, abs=1e-9)
        assert again.gains[pair].enlarged == pytest.approx(gain.enlarged, abs=1e-9)


def test_one_line_up_can_tell_nothing() -> None:
    totals = random_totals(Random(1), [0.0] * 5, deals=100)

    gains = pair_gains([match_of(SIX[:5], totals)])

    assert (gains.tests, gains.untested, gains.blocks) == (0, 10, 100)


def test_nothing_played_is_nothing_found() -> None:
    gains = pair_gains([])

    assert (gains.tests, gains.untested, gains.bots) == (0, 0, ())


def test_chances_are_student_s() -> None:
    gains = Pool(6, deals=10).gains(np.random.default_rng(7))

    for gain in gains.gains.values():
        below = (abs(gain.score) - HONEST_GAIN) / gain.deviation
        above = (abs(gain.score) + HONEST_GAIN) / gain.deviation
        degrees = gain.blocks - 1
        chance = student.sf(below, degrees) + student.sf(above, degrees)
        assert gain.chance == pytest.approx(chance, rel=0.02)
