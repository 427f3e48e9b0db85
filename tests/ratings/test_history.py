"""A ladder over time: which moments there are, and that the last one is the ladder as it stands."""

from __future__ import annotations

from random import Random

import pytest

from arena.ratings.blocks import Match
from arena.ratings.history import history
from arena.ratings.ladder import ladder
from tests.ratings.tables import match_of, playing
from tests.ratings.test_ladder import M, tournament

STRENGTHS = {"house": 0.0, "ann": 1.0, "bob": 0.5, "cy": -0.5, "dot": -1.0, "eve": 0.2}
SPRING = tournament(Random(1), STRENGTHS, deals=4)
SUMMER = tournament(Random(2), STRENGTHS, deals=2)
EVENTS = (("spring", SPRING), ("summer", SUMMER))


def test_the_last_moment_is_the_ladder_as_it_stands() -> None:
    last = history(EVENTS, M, "house", steps=3)[-1]

    for rung in ladder([*SPRING, *SUMMER], M, "house"):
        then = last.ratings[rung.bot]
        assert (then.rating, then.error, then.live) == pytest.approx(
            (rung.rating, rung.error, rung.live)
        )


def test_a_moment_is_the_ladder_as_it_stood() -> None:
    first = history(EVENTS, M, "house", steps=1)[0]

    known = {rung.bot: (rung.rating, rung.live) for rung in ladder(SPRING, M, "house")}
    assert {bot: (then.rating, then.live) for bot, then in first.ratings.items()} == known


def test_every_event_ends_in_a_moment() -> None:
    moments = history(EVENTS, M, "house", steps=1)

    assert [(one.event, one.match, one.ends_event) for one in moments] == [
        ("spring", 6, True),
        ("summer", 6, True),
    ]
    assert [(one.matches, one.blocks) for one in moments] == [(6, 24), (12, 36)]


def test_steps_lie_evenly_between() -> None:
    moments = history(EVENTS, M, "house", steps=4)

    assert [one.matches for one in moments] == [3, 6, 9, 12]
    assert [one.ends_event for one in moments] == [False, True, False, True]


def test_more_steps_than_matches_show_each_once() -> None:
    assert [one.matches for one in history(EVENTS, M, "house", steps=100)] == list(range(1, 13))


def test_a_bot_appears_when_it_has_played() -> None:
    later = match_of("house ann new", [(0, 1, -1)] * 3)

    moments = history(
        [("one", [match_of("house ann bob", [(0, 1, -1)])]), ("two", [later])], M, "house", steps=1
    )

    assert [sorted(one.ratings) for one in moments] == [
        ["ann", "bob", "house"],
        ["ann", "bob", "house", "new"],
    ]


def test_matches_that_are_not_complete_do_not_count() -> None:
    whole = match_of("house ann bob", [(1, 0, -1)] * 2)
    running = Match(2, whole.bots, whole.digests, (playing(0, (9, -9, 0), match=2, deal=2),))

    moments = history([("one", [whole, running]), ("two", [running])], M, "house", steps=5)

    assert [(one.event, one.matches, one.blocks) for one in moments] == [("one", 1, 2)]


def test_nothing_played_has_no_moments() -> None:
    assert history([], M, "house", steps=5) == ()
