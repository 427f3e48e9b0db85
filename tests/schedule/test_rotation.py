"""Seatings and deal numbers of a match."""

from __future__ import annotations

import pytest

from arena.schedule.rotation import first_deal, seating


def test_in_rotation_0_entry_i_sits_at_seat_i() -> None:
    assert seating(0, 5) == (0, 1, 2, 3, 4)


def test_in_rotation_r_entry_i_sits_r_seats_further_left() -> None:
    assert seating(2, 5) == (3, 4, 0, 1, 2)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_over_all_rotations_every_entry_holds_every_seat_once(seats: int) -> None:
    held = {(seat, entry) for r in range(seats) for seat, entry in enumerate(seating(r, seats))}
    assert len(held) == seats * seats


def test_matches_follow_each_other_without_sharing_a_deal() -> None:
    starts = [first_deal(number, deals=20) for number in (1, 2, 3)]
    assert starts == [0, 20, 40]
