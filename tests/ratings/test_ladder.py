"""The ladder: ranks, and what its rows hold."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from arena.ratings.blocks import Match
from arena.ratings.ladder import ladder
from arena.ratings.live_elo import live_elo
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


def test_bots_that_cannot_be_told_apart_share_a_rank() -> None:
    rungs = ladder([match_of("ann bob house", [(0, 0, 0)] * 2)], M, "house")

    assert [(rung.rank, rung.shared) for rung in rungs] == [(1, True)] * 3


def test_a_lead_beyond_doubt_makes_a_rank() -> None:
    rungs = ladder([match_of("ann bob house", [(4, -2, -2), (5, -2, -3)] * 20)], M, "house")

    assert (rungs[0].bot, rungs[0].rank, rungs[0].shared) == ("ann", 1, False)
    assert (rungs[1].rank, rungs[2].rank) == (2, 2)


def test_nothing_played_is_an_empty_ladder() -> None:
    assert ladder([], M, "house") == ()


def test_the_live_rating_stands_beside_the_published_one() -> None:
    strengths = {"house": 0.0, "ann": 1.0, "bob": 0.5, "cy": -0.5, "dot": -1.0, "eve": 0.2}
    matches = tournament(Random(1), strengths, deals=100)

    rungs = ladder(matches, M, "house")

    live = live_elo(matches, M).shown("house")
    assert {rung.bot: rung.live for rung in rungs} == live
    assert all(abs(rung.rating - rung.live) <= (rung.error or 0) for rung in rungs)


def test_likelihoods_of_superiority_are_given_against_each_other_bot() -> None:
    rungs = ladder(tournament(Random(1), dict.fromkeys(SIX, 0.0), deals=20), M, "house")
    los = {(rung.bot, other): share for rung in rungs for other, share in rung.superiority.items()}

    assert len(los) == 30
    assert all(
        share is not None and share + (los[other, bot] or 0) == pytest.approx(1)
        for (bot, other), share in los.items()
    )


def test_a_pool_apart_has_ratings_without_errors() -> None:
    matches = [
        match_of("ann bob house", [(3, -2, -1), (0, 1, -1)] * 5),
        match_of("cy dot eve", [(3, -2, -1), (0, 1, -1)] * 5, number=2),
    ]

    rungs = {rung.bot: rung for rung in ladder(matches, M, "house")}

    assert {bot: rung.pool for bot, rung in rungs.items()} == {
        **dict.fromkeys(("house", "ann", "bob"), 1),
        **dict.fromkeys(("cy", "dot", "eve"), 2),
    }
    assert rungs["cy"].error is None
    assert rungs["cy"].superiority["ann"] is None
    assert rungs["cy"].superiority["dot"] is not None
