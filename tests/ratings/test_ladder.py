"""The ladder: ranks, what rows hold, and whether errors mean what they say."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from arena.ratings.blocks import Match
from arena.ratings.ladder import ladder
from arena.schedule.round_robin import round_robin
from tests.ratings.tables import match_of, playing, random_totals

M = 4.0
SIX = ("house", "ann", "bob", "cy", "dot", "eve")


def tournament(random: Random, strengths: dict[str, float], deals: int) -> list[Match]:
    """A round-robin of the bots of *strengths*, five at a table."""
    bots = tuple(strengths)
    matches = []
    for number, order in enumerate(round_robin(len(bots), 5, b"seed"), start=1):
        line_up = [bots[bot] for bot in order if bot is not None]
        totals = random_totals(random, [strengths[bot] for bot in line_up], deals)
        matches.append(match_of(line_up, totals, number=number))
    return matches


def test_the_strongest_comes_first_and_the_house_stands_at_1500() -> None:
    strengths = {"house": 0.0, "ann": 1.0, "bob": 0.5, "cy": -0.5, "dot": -1.0, "eve": 0.2}

    rungs = ladder(tournament(Random(1), strengths, deals=100), M, "house")

    assert [rung.bot for rung in rungs] == ["ann", "bob", "eve", "house", "cy", "dot"]
    assert [rung.rank for rung in rungs] == [1, 2, 3, 4, 5, 6]
    house = rungs[3]
    assert (house.rating, house.error, house.is_house) == (1500.0, None, True)
    assert sum(rung.is_house for rung in rungs) == 1


def test_a_row_holds_the_figures_of_complete_matches_only() -> None:
    bots = ("house", "ann", "bob")
    playings = (
        playing(0, (-2, 4, -2), penalties=(0, 3, 0), faults=[(1, "late")]),
        playing(1, (0, 0, 0)),
        playing(2, (0, 0, 0)),
    )
    whole = Match(1, bots, bots, playings)
    running = replace(whole, number=2, playings=(playing(0, (9, 9, -18), match=2, deal=1),))

    rungs = {rung.bot: rung for rung in ladder([whole, running], M, "house")}

    ann = rungs["ann"]
    assert (ann.playings, ann.blocks, ann.faults) == (3, 1, 1)
    assert ann.score * 3 == 1
    assert ann.error is None


def test_equal_ratings_share_a_rank() -> None:
    rungs = ladder([match_of("ann bob house", [(0, 0, 0)] * 2)], M, "house")

    assert [rung.rank for rung in rungs] == [1, 1, 1]
    assert [rung.error for rung in rungs] == [0, 0, None]


def test_nothing_played_is_an_empty_ladder() -> None:
    assert ladder([], M, "house") == ()


def test_an_error_of_two_bots_is_that_of_their_mean_pair_score() -> None:
    match = match_of("ann house house", [(4, -2, -2), (-4, 2, 2)])

    error = next(rung.error for rung in ladder([match], M, "house") if rung.bot == "ann")

    # Margins of ±2 of 4 put the mean pair score .25 above and below ½, a rating point moves
    # its expectation by ln 10/1600, and two blocks' variance is twice their mean square.
    assert error == pytest.approx(1.96 * (2 * 0.25**2 / 2) ** 0.5 / (2.302585 / 1600))


@pytest.mark.parametrize(
    ("line_up", "digests"),
    [
        pytest.param("ann bob cy", {}, id="the-house-never-played"),
        pytest.param("ann bob house", {"bob": "house"}, id="the-house-met-but-one"),
        pytest.param("ann house house", {}, id="the-bot-met-only-the-house"),
    ],
)
def test_an_error_is_known_wherever_ratings_are(line_up: str, digests: dict[str, str]) -> None:
    random = Random(2)
    match = match_of(line_up, random_totals(random, [0.0] * 3, deals=30), digests=digests)

    errors = {rung.bot: rung.error for rung in ladder([match], M, "house")}

    assert errors["ann"] is not None
    assert 5 < errors["ann"] < 200


def test_only_copies_to_meet_tell_nothing_of_a_rating() -> None:
    match = match_of(
        "ann bob cy", [(2, 0, -2)] * 9, digests=dict.fromkeys(("ann", "bob", "cy"), "x")
    )

    assert {rung.error for rung in ladder([match], M, "house")} == {None}


def test_four_times_the_blocks_halve_the_error() -> None:
    strengths = dict.fromkeys(SIX, 0.0)

    few = ladder(tournament(Random(1), strengths, deals=20), M, "house")
    many = ladder(tournament(Random(2), strengths, deals=80), M, "house")

    mean = [sum(rung.error or 0 for rung in rungs) / 5 for rungs in (few, many)]
    assert mean[0] / mean[1] == pytest.approx(2, rel=0.15)


@pytest.mark.slow
def test_the_error_holds_the_true_rating_about_95_times_in_100() -> None:
    strengths = dict.fromkeys(SIX, 0.0)
    random = Random(4)
    runs = [ladder(tournament(random, strengths, deals=60), M, "house") for _ in range(70)]

    # Of equal bots the true ratings are known: 1500.
    held = [
        abs(rung.rating - 1500) <= rung.error
        for rungs in runs
        for rung in rungs
        if rung.error is not None
    ]

    assert 0.92 <= sum(held) / len(held) <= 0.98
