"""The published rating: what it owes to the results, and to nothing else."""

from __future__ import annotations

from dataclasses import replace
from math import log
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings.blocks import Match
from arena.ratings.refit import refit
from tests.ratings.tables import match_of, playing, random_totals
from tests.ratings.test_ladder import SIX, M, tournament

STRENGTHS = dict(zip(SIX, (0.0, 1.0, 0.5, -0.5, -1.0, 0.2), strict=True))
WITHIN = 1e-6


def test_the_house_bot_stands_at_1500_exactly() -> None:
    fit = refit(tournament(Random(1), STRENGTHS, deals=5), M, "house")

    assert (fit.ratings["house"], fit.error("house")) == (1500.0, None)


@pytest.mark.slow
@settings(deadline=None, max_examples=8)
@given(st.randoms(use_true_random=False))
def test_the_order_of_matches_and_playings_changes_nothing(random: Random) -> None:
    matches = tournament(Random(1), STRENGTHS, deals=2)
    shuffled = [
        replace(match, playings=tuple(random.sample(match.playings, len(match.playings))))
        for match in random.sample(matches, len(matches))
    ]

    fit, again = refit(matches, M, "house"), refit(shuffled, M, "house")

    assert again.ratings == pytest.approx(fit.ratings, abs=WITHIN)
    for bot in SIX[1:]:
        assert again.error(bot) == pytest.approx(fit.error(bot), abs=WITHIN)


@settings(deadline=None, max_examples=8)
@given(st.integers(1, 5), st.integers(0, 4), st.integers(1, 5))
def test_who_scores_more_is_rated_higher(entry: int, block: int, more: int) -> None:
    totals = random_totals(Random(3), [0.0] * 5, deals=5)
    better = [list(total) for total in totals]
    better[block][entry % 4 + 1] += more
    bot = SIX[entry % 4 + 1]

    before = refit([match_of(SIX[:5], totals)], 40.0, "house").ratings
    after = refit([match_of(SIX[:5], better)], 40.0, "house").ratings

    assert after[bot] > before[bot]


def test_what_all_bots_are_called_changes_nothing() -> None:
    totals = random_totals(Random(5), [0.0, 0.3, -0.3], deals=30)

    fit = refit([match_of("house ann zoe", totals)], M, "house")
    renamed = refit([match_of("house zoe ann", totals)], M, "house")

    assert renamed.ratings["zoe"] == pytest.approx(fit.ratings["ann"], abs=WITHIN)
    assert renamed.error("ann") == pytest.approx(fit.error("zoe"), abs=WITHIN)


def test_another_house_moves_all_ratings_alike() -> None:
    matches = tournament(Random(1), STRENGTHS, deals=400)

    fit, other = refit(matches, M, "house"), refit(matches, M, "ann")

    shifts = {fit.ratings[bot] - other.ratings[bot] for bot in SIX}
    # Alike but for the prior, which weighs less than one block of 2,000.
    assert max(shifts) - min(shifts) < 0.5


def test_who_lost_everything_has_a_finite_rating() -> None:
    fit = refit([match_of("house ann bob", [(40, 0, -40)] * 50)], M, "house")

    assert -2000 < fit.ratings["bob"] < fit.ratings["ann"] < 1500


def test_a_single_block_is_pulled_halfway_to_the_house() -> None:
    fit = refit([match_of("house ann", [(-1, 1)])], M, "house")

    # One pair score of ½ + 1/M/2 is expected at a strength s where
    # score - 1/(1 + exp(-s)) = s·(1/τ²), with τ = 200 rating points.
    strength = (fit.ratings["ann"] - 1500) * log(10) / 400
    score, expected = 0.5 + 1 / (2 * M), 1 / (1 + 10 ** ((1500 - fit.ratings["ann"]) / 400))
    assert score - expected == pytest.approx(strength * (400 / log(10) / 200) ** 2)
    assert fit.error("ann") is None


def test_the_error_of_two_bots_is_that_of_their_mean_pair_score() -> None:
    blocks = 1000
    fit = refit([match_of("house ann", [(-4, 4), (4, -4)] * (blocks // 2))], M, "house")

    # Margins of ±4 of 4 put the pair score ½ above and below ½, and a rating point moves its
    # expectation by ln 10/1600; the prior weighs three of the thousand blocks.
    expected = 1.96 * (0.5**2 / blocks) ** 0.5 / (log(10) / 1600)
    assert fit.error("ann") == pytest.approx(expected, rel=0.005)


def test_four_times_the_blocks_halve_the_error() -> None:
    equal = dict.fromkeys(SIX, 0.0)

    few = refit(tournament(Random(1), equal, deals=20), M, "house")
    many = refit(tournament(Random(2), equal, deals=80), M, "house")

    mean = [sum(fit.error(bot) or 0 for bot in SIX) for fit in (few, many)]
    assert mean[0] / mean[1] == pytest.approx(2, rel=0.15)


def test_copies_of_a_bot_tell_nothing_about_it() -> None:
    fit = refit([match_of("house x y", [(2, 0, -2)] * 9, digests={"x": "z", "y": "z"})], M, "house")
    only = refit([match_of("x y", [(2, -2)] * 9, digests={"x": "z", "y": "z"})], M, "house")

    assert fit.deviation("x", "y") is not None
    assert only.ratings == {"x": 1500.0, "y": 1500.0}
    assert only.superiority("x", "y") is None


def test_a_house_bot_in_several_seats_is_one_bot() -> None:
    totals = [(3, 1, -4), (-2, 0, 2)]
    fit = refit([match_of("ann house house", totals * 10)], M, "house")

    assert set(fit.ratings) == {"ann", "house"}
    # Ann's margins against the two copies: 2/3, 7/3, -2/3, -4/3 in score per playing.
    assert (fit.ratings["ann"] > 1500, fit.pools) == (True, (frozenset({"ann", "house"}),))


def test_pools_that_never_met_are_told_apart() -> None:
    matches = [
        match_of("dan eve fay", [(1, 0, -1)], number=1),
        match_of("house ann bob", [(1, 0, -1)], number=2),
        match_of("bob cy cy", [(1, 0, -1)], number=3),
    ]

    fit = refit(matches, M, "house")

    assert fit.pools == (frozenset({"house", "ann", "bob", "cy"}), frozenset({"dan", "eve", "fay"}))
    assert fit.superiority("dan", "ann") is None


def test_without_the_house_nobody_has_an_error_but_bots_compare() -> None:
    totals = random_totals(Random(2), [0.5, 0.0, -0.5], deals=30)

    fit = refit([match_of("ann bob cy", totals)], M, "house")

    assert [fit.error(bot) for bot in ("ann", "bob", "cy")] == [None] * 3
    assert sum(fit.ratings.values()) == pytest.approx(4500)
    assert (fit.superiority("ann", "cy") or 0) > 0.9


def test_matches_that_are_not_complete_do_not_count() -> None:
    whole = match_of("house ann bob", [(1, 0, -1)] * 2)
    running = Match(2, whole.bots, whole.digests, (playing(0, (9, -9, 0), match=2, deal=2),))

    assert refit([whole, running], M, "house").ratings == refit([whole], M, "house").ratings
