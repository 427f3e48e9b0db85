"""Live ratings: the fold, what it conserves, and who is left out of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.blocks import Match
from arena.ratings.live_elo import live_elo
from tests.ratings.tables import match_of, random_totals

M = 4.0
BOTS = ("house", "ann", "bob", "cy", "dot", "eve", "fay")


def random_matches(random: Random, count: int, deals: int = 3) -> list[Match]:
    """Matches of five of the bots, the house sometimes in several seats."""
    matches = []
    for number in range(1, count + 1):
        line_up = random.sample(BOTS, 5)
        if random.random() < 0.3:
            line_up[:2] = ["house", "house"]
        totals = random_totals(random, [0.3 * BOTS.index(bot) for bot in line_up], deals)
        matches.append(match_of(line_up, totals, number=number))
    return matches


def test_the_first_match_moves_ratings_as_computed_by_hand() -> None:
    # Per playing 2, 0, −2: pair scores .75 and 1, .25 and .75, 0 and .25 where ½ is expected.
    # One block: K = 694.9/(0 + 20 + 1) = 33.090, a third bot makes it K/2 a pair score.
    elo = live_elo([match_of("ann bob house", [(6, 0, -6)])], M)

    step = 694.9 / 21 / 2 * 0.75
    assert elo.ratings == pytest.approx({"ann": 1500 + step, "bob": 1500, "house": 1500 - step})
    assert elo.shown("house") == pytest.approx(
        {"ann": 1500 + 2 * step, "bob": 1500 + step, "house": 1500}
    )


def test_later_matches_move_ratings_less_as_computed_by_hand() -> None:
    even = match_of("ann bob cy", [(0, 0, 0)] * 4)
    won = match_of("ann bob dot", [(3, 0, -3)] * 2, number=2)

    elo = live_elo([even, won], M)

    # Blocks before: 4, 4 and 0, mean 8/3. K = 694.9·2/(8/3 + 20 + 2); margins 1 and 2 of 4.
    step = 694.9 * 2 / (8 / 3 + 22) / 2 * (0.125 + 0.25)
    assert elo.ratings["ann"] == pytest.approx(1500 + step)
    assert elo.blocks == {"ann": 6, "bob": 6, "cy": 4, "dot": 2}


def test_a_rating_never_stands_still_however_much_was_played() -> None:
    long = match_of("ann bob cy", [(0, 0, 0)] * 5000)
    won = match_of("ann bob cy", [(3, 0, -3)], number=2)

    elo = live_elo([long, won], M)

    assert elo.ratings["ann"] == pytest.approx(1500 + 1 / 2 * (0.125 + 0.25))


def test_one_very_long_match_does_not_throw_ratings_about() -> None:
    matches = [match_of("ann bob cy", [(3, 0, -3)] * 2000, number=number) for number in range(1, 9)]

    elo = live_elo(matches, M)

    # At the fixed point the expectations of all three meet the scores .625 and .75.
    assert elo.ratings["ann"] - elo.ratings["bob"] == pytest.approx(91, abs=5)


@given(seed=st.integers(0, 10_000))
def test_the_sum_of_ratings_is_conserved_and_the_house_shown_at_1500(seed: int) -> None:
    matches = random_matches(Random(seed), count=6)

    elo = live_elo(matches, M)

    assert sum(elo.ratings.values()) == pytest.approx(1500 * len(elo.ratings), abs=1e-8)
    if "house" in elo.ratings:
        assert elo.shown("house")["house"] == 1500.0


@given(seed=st.integers(0, 10_000))
def test_the_order_in_which_sittings_end_does_not_matter(seed: int) -> None:
    random = Random(seed)
    matches = random_matches(random, count=4)
    mixed = []
    for match in matches:
        playings = list(match.playings)
        random.shuffle(playings)
        mixed.append(replace(match, playings=tuple(playings)))

    assert live_elo(mixed, M).ratings == live_elo(matches, M).ratings


def test_a_bot_against_copies_of_itself_keeps_its_rating_exactly() -> None:
    digests = dict.fromkeys(("ann", "bob", "cy"), "same")
    random = Random(5)
    match = match_of("ann bob cy", random_totals(random, [2, 0, 0], 20), digests=digests)

    assert set(live_elo([match], M).ratings.values()) == {1500.0}


def test_each_copy_of_the_house_is_an_opponent_and_the_house_gains_for_all() -> None:
    # One bot, two copies: margins per playing 3 and 1 of 4, pair scores .875 and .625.
    elo = live_elo([match_of("ann house house", [(4, -5, 1)])], M)

    step = 694.9 / 21 / 2 * (0.375 + 0.125)
    assert elo.ratings == pytest.approx({"ann": 1500 + step, "house": 1500 - step})
    assert elo.blocks == {"ann": 1, "house": 1}


def test_a_match_that_is_not_complete_does_not_count() -> None:
    match = match_of("ann bob cy", [(6, 0, -6)] * 2)
    lacking = replace(match, playings=match.playings[1:])

    assert live_elo([lacking], M).ratings == {}


def test_a_house_bot_that_never_played_leaves_ratings_where_they_are() -> None:
    elo = live_elo([match_of("ann bob cy", [(6, 0, -6)])], M)

    assert elo.shown("house") == elo.ratings


def test_a_new_version_starts_where_its_last_rated_predecessor_stands() -> None:
    first = match_of("ann@1 bob cy", [(6, 0, -6)])
    second = match_of("ann@3 bob cy", [(0, 0, 0)], number=2)

    elo = live_elo([first, second], M, {"ann@3": "ann@2", "ann@2": "ann@1"})
    fresh = live_elo([first, second], M)

    assert elo.ratings["ann@1"] == fresh.ratings["ann@1"] == pytest.approx(1512.41, abs=0.005)
    # A draw with two bots that are rated lower costs a little; from 1500 it gains nothing.
    assert 1500 < elo.ratings["ann@3"] < elo.ratings["ann@1"]
    assert fresh.ratings["ann@3"] == pytest.approx(1500, abs=0.5)
