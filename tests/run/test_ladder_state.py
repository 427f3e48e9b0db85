"""What the choice of next matches is told of a ladder: ratings, errors, blocks and waits."""

from __future__ import annotations

import pytest

from arena.ratings.blocks import Match
from arena.run.ladder_state import known_of, line_ups_of
from arena.schedule.next_match import Known
from tests.ratings.tables import match_of

M = 4.0
POINT = 86.86
"""Rating points of one score per playing at M = 4: 4·400/ln 10 / 8."""
EVEN = [(5, -5, 0), (-5, 5, 0)]


def state(bots: str, *played: Match, predecessors: dict[str, str] | None = None) -> list[Known]:
    return known_of(bots.split(), played, M, "house", predecessors or {})


def test_who_never_played_stands_with_the_house_bot_as_unsure_as_can_be() -> None:
    (new,) = state("new", match_of("house ann bob", EVEN))

    assert new.rating == pytest.approx(1500 / POINT, rel=1e-3)
    assert new.error == pytest.approx(200 / POINT, rel=1e-3)
    assert (new.blocks, new.waited) == (0, 1)


def test_a_new_version_stands_where_the_last_that_played_does() -> None:
    played = match_of("house ann bob", [(-6, 6, 0), (-6, 3, 3)])

    ann, newer = state("ann newer", played, predecessors={"newer": "new", "new": "ann"})

    assert newer.rating == ann.rating > 1500 / POINT
    assert newer.error == pytest.approx(200 / POINT, rel=1e-3)


def test_the_house_bot_is_sure_of_itself() -> None:
    assert state("house", match_of("house ann bob", EVEN))[0].error == 0.0


def test_blocks_and_waits_are_counted_over_the_matches_of_the_ladder() -> None:
    first, second = match_of("house ann bob", EVEN), match_of("house bob bob", EVEN * 2, number=2)

    house, ann, bob = state("house ann bob", first, second)

    assert [one.blocks for one in (house, ann, bob)] == [6, 2, 6]
    assert [one.waited for one in (house, ann, bob)] == [0, 1, 0]


def test_line_ups_have_numbers_for_those_who_are_still_active() -> None:
    assert line_ups_of(["bob", "house"], [match_of("house ann bob", EVEN)]) == [(1, None, 0)]
