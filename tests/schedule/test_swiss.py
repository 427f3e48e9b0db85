"""Swiss rounds: everybody plays, likes with likes, seldom again, never with one's owner's bots."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.schedule.owners import crowding_owner, is_allowed
from arena.schedule.swiss import Standing, swiss_round, tables_of
from tests.schedule.counting import LineUp, appearances, meetings

SEED = b"a secret"
NOTHING_YET = Standing(0.0, 0.0)


def played(standings: list[Standing], seats: int, rounds: int) -> list[LineUp]:
    """Rounds with the same standings before each but the first."""
    matches: list[LineUp] = []
    for number in range(rounds):
        before = standings if number else [NOTHING_YET] * len(standings)
        matches += swiss_round(before, seats, SEED, matches)
    return matches


@settings(max_examples=30)
@given(
    scores=st.lists(st.floats(-3, 3), min_size=6, max_size=17),
    seats=st.integers(3, 5),
    rounds=st.integers(1, 3),
)
def test_every_bot_plays_once_a_round_and_house_bots_fill_up(
    scores: list[float], seats: int, rounds: int
) -> None:
    matches = played([Standing(score, 0.1) for score in scores], seats, rounds)

    assert len(matches) == rounds * tables_of(len(scores), seats)
    assert set(appearances(matches).values()) == {rounds}
    assert all(len(line_up) == seats for line_up in matches)
    assert sum(line_up.count(None) for line_up in matches) == rounds * (-len(scores) % seats)


@pytest.mark.parametrize(
    ("bots", "seats", "fillers"),
    [
        pytest.param(6, 5, [2, 2], id="four-at-two-tables"),
        pytest.param(7, 3, [0, 1, 1], id="two-at-three-tables"),
        pytest.param(9, 4, [1, 1, 1], id="three-at-three-tables"),
    ],
)
def test_fillers_are_spread_over_the_tables(bots: int, seats: int, fillers: list[int]) -> None:
    matches = swiss_round([NOTHING_YET] * bots, seats, SEED, ())

    assert sorted(line_up.count(None) for line_up in matches) == fillers


def test_the_second_round_seats_bots_of_like_standing_together() -> None:
    """Two classes far apart: once the results know them they do not mix."""
    standings = [Standing(1.0 if bot < 10 else -1.0, 0.05) for bot in range(20)]
    first = swiss_round([NOTHING_YET] * 20, 5, SEED, ())

    second = swiss_round(standings, 5, SEED, first)

    assert all(len({bot < 10 for bot in line_up if bot is not None}) == 1 for line_up in second)


def test_bots_of_equal_standing_do_not_meet_twice_while_others_are_left() -> None:
    matches = played([NOTHING_YET] * 25, 5, 3)

    assert max(meetings(matches, 25).values()) == 1


def test_fillers_do_not_always_fall_to_the_same_bots() -> None:
    """Seven bots at tables of three: four of them sit with one of the two fillers a round."""
    matches = played([NOTHING_YET] * 7, 3, 4)

    with_filler = [bot for line_up in matches if None in line_up for bot in line_up]
    counts = [with_filler.count(bot) for bot in range(7)]
    assert max(counts) - min(counts) <= 2


@pytest.mark.parametrize("house", range(7))
def test_the_house_bot_does_not_sit_beside_its_fillers_while_another_table_has_none(
    house: int,
) -> None:
    """Seven bots at tables of three: one of the three tables has no filler."""
    matches: list[LineUp] = []
    for _ in range(4):
        matches += swiss_round([NOTHING_YET] * 7, 3, SEED, matches, house=house)

    assert not any(house in line_up and None in line_up for line_up in matches)


def test_fillers_are_spread_evenly_though_the_house_bot_sits_beside_one() -> None:
    matches = swiss_round([NOTHING_YET] * 9, 4, SEED, (), house=0)

    assert [line_up.count(None) for line_up in matches] == [1, 1, 1]


@settings(max_examples=30)
@given(
    seats=st.integers(3, 5),
    owners=st.lists(st.sampled_from([None, "ann", "bob"]), min_size=6, max_size=16),
    spread=st.sampled_from([0.0, 1.0]),
)
def test_two_bots_of_one_owner_never_meet(
    seats: int, owners: list[str | None], spread: float
) -> None:
    standings = [Standing(spread * bot, 0.0) for bot in range(len(owners))]
    if crowding_owner(owners, tables_of(len(owners), seats)):
        with pytest.raises(ValueError, match="no Swiss"):
            swiss_round(standings, seats, SEED, (), owners)
        return
    for line_up in swiss_round(standings, seats, SEED, (), owners):
        assert is_allowed(owners, [bot for bot in line_up if bot is not None])


def test_one_secret_and_one_standing_give_one_round() -> None:
    standings = [Standing(bot % 4 / 3, 0.2) for bot in range(13)]
    first = swiss_round([NOTHING_YET] * 13, 4, SEED, ())

    assert swiss_round(standings, 4, SEED, first) == swiss_round(standings, 4, SEED, first)
    assert swiss_round(standings, 4, SEED, first) != swiss_round(standings, 4, b"other", first)
    assert swiss_round(standings, 4, SEED, first) != first


def test_no_more_bots_than_seats_are_no_swiss() -> None:
    with pytest.raises(ValueError, match="no Swiss"):
        swiss_round([NOTHING_YET] * 5, 5, SEED, ())


def test_the_sum_of_meetings_is_that_of_the_tables() -> None:
    matches = played([Standing(bot / 7, 0.3) for bot in range(15)], 5, 3)

    assert sum(meetings(matches, 15).values()) == 9 * len(list(combinations(range(5), 2)))
