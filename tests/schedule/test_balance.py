"""Balance at the sizes at which balanced tables were measured when the arena was designed.

The expected numbers follow from counting (b tables of k seats hold b·k appearances and
b·k·(k−1)/2 meetings); where they divide evenly and a block design of the size is known,
every pair meets exactly equally often.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TypeAlias

import pytest

from arena.schedule.draws import Draws
from arena.schedule.meetings import Meetings, appearances
from arena.schedule.neighbours import Neighbours, Order
from arena.schedule.rotation import seating
from arena.schedule.round_robin import round_robin
from tests.schedule import counting
from tests.schedule.counting import distances, meetings, spread

SEED = b"balance"
LONGEST_S = 60


def tables(bots: int, seats: int, count: int) -> list[Order]:
    """*count* balanced tables, seated."""
    draws = Draws(SEED)
    each, rest = divmod(count * seats, bots)
    assert rest == 0
    return Neighbours(bots, seats, draws).seat_round(Meetings(bots, seats, draws).draw_round(each))


Counts: TypeAlias = Counter[tuple[int, int]] | Counter[tuple[int, int, int]]


def shown(met: Counts, sat: Counts, took_s: float) -> str:
    """Least, mean and most of both, for the log of the run."""
    least_mean_most = [
        f"{min(counts.values())}/{sum(counts.values()) / len(counts):.2f}/{max(counts.values())}"
        for counts in (met, sat)
    ]
    return f"pairs {least_mean_most[0]}, distances {least_mean_most[1]}, {took_s:.1f} s"


@pytest.mark.parametrize(
    ("bots", "seats", "count", "meets"),
    [
        pytest.param(12, 3, 44, 2, id="12-at-44-tables-of-3"),
        pytest.param(12, 4, 33, 3, id="12-at-33-tables-of-4"),
        pytest.param(12, 4, 99, 9, id="12-at-99-tables-of-4"),
        pytest.param(12, 5, 132, 20, marks=pytest.mark.slow, id="12-at-132-tables-of-5"),
        pytest.param(11, 5, 11, 2, id="11-at-11-tables-of-5"),
    ],
)
def test_where_a_block_design_exists_all_pairs_meet_equally_often(
    bots: int, seats: int, count: int, meets: int
) -> None:
    drawn = tables(bots, seats, count)

    assert spread(counting.appearances(drawn)) == 0
    assert set(meetings(drawn, bots).values()) == {meets}
    assert spread(distances(drawn, bots)) <= 2


@pytest.mark.parametrize(
    ("bots", "seats", "count"),
    [
        pytest.param(12, 5, 48, id="12-at-48-tables-of-5"),
        pytest.param(20, 3, 140, marks=pytest.mark.slow, id="20-at-140-tables-of-3"),
        pytest.param(20, 4, 95, marks=pytest.mark.slow, id="20-at-95-tables-of-4"),
        pytest.param(20, 4, 285, marks=pytest.mark.slow, id="20-at-285-tables-of-4"),
        pytest.param(20, 5, 20, marks=pytest.mark.slow, id="20-at-20-tables-of-5"),
        pytest.param(20, 5, 40, marks=pytest.mark.slow, id="20-at-40-tables-of-5"),
        pytest.param(20, 5, 76, marks=pytest.mark.nightly, id="20-at-76-tables-of-5"),
        pytest.param(20, 5, 152, marks=pytest.mark.nightly, id="20-at-152-tables-of-5"),
        pytest.param(50, 3, 500, marks=pytest.mark.slow, id="50-at-500-tables-of-3"),
        pytest.param(50, 3, 850, marks=pytest.mark.slow, id="50-at-850-tables-of-3"),
        pytest.param(50, 4, 225, marks=pytest.mark.nightly, id="50-at-225-tables-of-4"),
        pytest.param(50, 4, 350, marks=pytest.mark.slow, id="50-at-350-tables-of-4"),
        pytest.param(50, 4, 625, marks=pytest.mark.nightly, id="50-at-625-tables-of-4"),
        pytest.param(50, 5, 130, marks=pytest.mark.nightly, id="50-at-130-tables-of-5"),
        pytest.param(50, 5, 250, marks=pytest.mark.slow, id="50-at-250-tables-of-5"),
        pytest.param(50, 5, 490, marks=pytest.mark.nightly, id="50-at-490-tables-of-5"),
    ],
)
def test_counts_of_balanced_tables_differ_by_two_at_most(bots: int, seats: int, count: int) -> None:
    began_s = time.monotonic()
    drawn = tables(bots, seats, count)
    took_s = time.monotonic() - began_s

    met, sat = meetings(drawn, bots), distances(drawn, bots)
    print(f"{bots},{seats}: {count} tables, {shown(met, sat, took_s)}")
    assert all(len(set(order)) == seats for order in drawn)
    assert spread(counting.appearances(drawn)) == 0
    assert spread(met) <= 2
    assert spread(sat) <= 2


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_round_of_fifty_bots_is_drawn_in_a_minute(seats: int) -> None:
    began_s = time.monotonic()
    drawn = round_robin(50, seats, SEED)
    took_s = time.monotonic() - began_s

    met, sat = meetings(drawn, 50), distances(drawn, 50)
    print(f"50,{seats}: {len(drawn)} tables, {shown(met, sat, took_s)}")
    assert len(drawn) == 50 * appearances(50, seats) // seats
    assert max(spread(met), spread(sat)) <= 2
    assert took_s < LONGEST_S


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_in_a_match_every_bot_holds_every_seat_once_a_deal(seats: int) -> None:
    held = {
        (entry, seat) for turn in range(seats) for seat, entry in enumerate(seating(turn, seats))
    }

    assert held == {(entry, seat) for entry in range(seats) for seat in range(seats)}
