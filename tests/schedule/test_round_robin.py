"""Round-robins: appearances, meetings and neighbours, counted from the line-ups."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.schedule.round_robin import round_robin
from tests.schedule.counting import appearances, distances, meetings, spread

SEED = b"a secret"
GOLDEN_FIVE = ((0, 3, 1, 4, 2), (0, 2, 4, 1, 3), (0, 4, 3, 2, 1), (0, 1, 2, 3, 4))
GOLDEN_SIX = (
    (0, 3, 4, 1, 2),
    (0, 4, 5, 2, 3),
    (1, 4, 3, 5, 2),
    (0, 1, 3, 5, 4),
    (0, 5, 1, 4, 2),
    (0, 2, 3, 1, 5),
)


@pytest.mark.parametrize(
    ("bots", "seats", "tables", "meets"),
    [
        pytest.param(6, 3, 20, 4, id="6-at-tables-of-3"),
        pytest.param(6, 4, 15, 6, id="6-at-tables-of-4"),
        pytest.param(6, 5, 6, 4, id="6-at-tables-of-5"),
        pytest.param(8, 3, 56, 6, id="8-at-tables-of-3"),
        pytest.param(8, 4, 70, 15, id="8-at-tables-of-4"),
        pytest.param(8, 5, 56, 20, id="8-at-tables-of-5"),
        pytest.param(12, 3, 220, 10, id="12-at-tables-of-3"),
        pytest.param(10, 5, 252, 56, id="10-at-tables-of-5"),
    ],
)
def test_while_line_ups_are_few_each_is_played_once(
    bots: int, seats: int, tables: int, meets: int
) -> None:
    matches = round_robin(bots, seats, SEED)

    assert len(matches) == tables
    assert len({frozenset(line_up) for line_up in matches}) == tables
    assert set(meetings(matches, bots).values()) == {meets}


@given(
    bots=st.integers(4, 12),
    seats=st.integers(3, 5),
    rounds=st.integers(1, 3),
    seed=st.binary(max_size=8),
)
def test_every_pair_meets_equally_often_in_all_line_ups(
    bots: int, seats: int, rounds: int, seed: bytes
) -> None:
    if bots <= seats or comb(bots, seats) > 60:
        return
    matches = round_robin(bots, seats, seed, rounds)

    assert set(meetings(matches, bots).values()) == {rounds * comb(bots - 2, seats - 2)}


@pytest.mark.parametrize(
    ("bots", "seats"),
    [
        pytest.param(11, 5, id="11-at-tables-of-5"),
        pytest.param(12, 5, id="12-at-tables-of-5"),
        pytest.param(13, 4, id="13-at-tables-of-4"),
        pytest.param(17, 3, id="17-at-tables-of-3"),
        pytest.param(21, 5, marks=pytest.mark.slow, id="21-at-tables-of-5"),
        pytest.param(50, 3, marks=pytest.mark.slow, id="50-at-tables-of-3"),
        pytest.param(50, 4, marks=pytest.mark.slow, id="50-at-tables-of-4"),
        pytest.param(50, 5, marks=pytest.mark.slow, id="50-at-tables-of-5"),
    ],
)
def test_balanced_tables_let_every_pair_meet_about_twice(bots: int, seats: int) -> None:
    matches = round_robin(bots, seats, SEED)

    assert all(len(set(line_up)) == seats for line_up in matches)
    assert spread(appearances(matches)) == 0
    assert min(meetings(matches, bots).values()) >= 1
    assert spread(meetings(matches, bots)) <= 2


@pytest.mark.parametrize("rounds", [2, 3])
def test_later_rounds_even_out_what_earlier_ones_left(rounds: int) -> None:
    matches = round_robin(13, 4, SEED, rounds)

    assert spread(appearances(matches)) == 0
    assert spread(meetings(matches, 13)) <= 1


@pytest.mark.parametrize(
    ("bots", "seats", "allowed"),
    [
        pytest.param(6, 3, 0, id="6-at-tables-of-3-exactly"),
        pytest.param(6, 4, 0, id="6-at-tables-of-4-exactly"),
        pytest.param(8, 3, 0, id="8-at-tables-of-3-exactly"),
        pytest.param(8, 4, 0, id="8-at-tables-of-4-exactly"),
        pytest.param(12, 3, 0, id="12-at-tables-of-3-exactly"),
        pytest.param(6, 5, 2, id="6-at-tables-of-5"),
        pytest.param(8, 5, 2, id="8-at-tables-of-5"),
        pytest.param(10, 5, 2, id="10-at-tables-of-5"),
        pytest.param(12, 5, 2, id="12-at-tables-of-5"),
        pytest.param(20, 4, 2, id="20-at-tables-of-4"),
    ],
)
def test_every_bot_sits_every_distance_from_every_other_about_equally_often(
    bots: int, seats: int, allowed: int
) -> None:
    assert spread(distances(round_robin(bots, seats, SEED), bots)) <= allowed


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("bots", [1, 2, 3, 4, 5])
def test_up_to_a_full_table_the_cyclic_order_varies_and_distances_are_exact(
    bots: int, seats: int
) -> None:
    if bots > seats:
        return
    matches = round_robin(bots, seats, SEED)

    assert all(sorted(filter(None, line_up)) == list(range(1, bots)) for line_up in matches)
    assert all(line_up.count(None) == seats - bots for line_up in matches)
    if bots > 1:
        assert spread(distances(matches, bots)) == 0


@pytest.mark.parametrize(
    ("bots", "seats", "tables"),
    [
        pytest.param(1, 5, 1, id="one-bot-has-one-order"),
        pytest.param(2, 5, 4, id="two-of-five-sit-at-four-distances"),
        pytest.param(5, 5, 4, id="five-of-five-in-a-family-of-four"),
        pytest.param(2, 4, 3, id="two-of-four-sit-at-three-distances"),
        pytest.param(4, 4, 6, id="four-of-four-in-all-six"),
        pytest.param(3, 3, 2, id="three-of-three-both-ways-round"),
    ],
)
def test_no_order_is_played_twice_in_a_round(bots: int, seats: int, tables: int) -> None:
    matches = round_robin(bots, seats, SEED)
    turned = {
        min(repr(line_up[place:] + line_up[:place]) for place in range(seats))
        for line_up in matches
    }

    assert len(matches) == len(turned) == tables


def test_six_rounds_of_five_bots_play_all_24_orders() -> None:
    assert len(set(round_robin(5, 5, SEED, rounds=6))) == 24


@pytest.mark.slow
@pytest.mark.parametrize("bots", [3, 5, 8, 12])
def test_one_seed_gives_one_schedule(bots: int) -> None:
    assert round_robin(bots, 5, SEED) == round_robin(bots, 5, SEED)
    assert round_robin(bots, 5, SEED) != round_robin(bots, 5, b"another")


def test_a_schedule_stays_what_it_was() -> None:
    """The same secret gives the same event, on any machine and with any later version."""
    assert round_robin(5, 5, bytes(32)) == GOLDEN_FIVE
    assert round_robin(6, 5, bytes(32)) == GOLDEN_SIX


@pytest.mark.parametrize(
    ("bots", "seats", "rounds"),
    [
        pytest.param(0, 5, 1, id="no-bots"),
        pytest.param(6, 2, 1, id="a-table-of-two"),
        pytest.param(6, 6, 1, id="a-table-of-six"),
        pytest.param(6, 5, 0, id="no-rounds"),
    ],
)
def test_what_is_no_round_robin_is_refused(bots: int, seats: int, rounds: int) -> None:
    with pytest.raises(ValueError, match="no round-robin"):
        round_robin(bots, seats, SEED, rounds)
