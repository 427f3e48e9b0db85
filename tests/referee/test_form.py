"""Sessions and races: who sits where from deal to deal, and when a race is over (R40, R41)."""

from __future__ import annotations

import pytest

from arena.referee.form import Form, broken_form
from arena.rules.variants import OPTIONS
from arena.schedule.rotation import seating


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_from_deal_to_deal_the_bot_in_seat_s_moves_to_seat_s_minus_1(seats: int) -> None:
    first = seating(0, seats)
    for deal in range(3 * seats):
        before, after = (Form.SESSION.seating(first, place) for place in (deal, deal + 1))

        assert all(after[(seat - 1) % seats] == before[seat] for seat in range(seats))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_in_as_many_deals_as_seats_everybody_deals_once(seats: int) -> None:
    dealers = [Form.RACE.seating(seating(0, seats), deal)[seats - 1] for deal in range(seats)]

    # The deal passes clockwise: to the left-hand neighbour, who sat in seat 0.
    assert dealers == [(seats - 1 + deal) % seats for deal in range(seats)]


def test_in_duplicate_form_nobody_moves() -> None:
    assert {Form.DUPLICATE.seating(seating(2, 5), deal) for deal in range(9)} == {seating(2, 5)}


@pytest.mark.parametrize(
    ("standing", "over"),
    [
        pytest.param((9, 3, 0), False, id="nobody has ten"),
        pytest.param((10, 3, 0), True, id="one has ten"),
        pytest.param((9, 11, 10), True, id="the leader is alone, another has ten too"),
        pytest.param((10, 10, 3), False, id="two stand level at ten: play on"),
        pytest.param((12, 4, 12), False, id="two stand level above ten: play on"),
        pytest.param((-3, -20, 12), True, id="others are below nothing"),
    ],
)
def test_a_race_is_over_when_one_leads_alone_with_ten_or_more(
    standing: tuple[int, ...], over: bool
) -> None:
    assert Form.RACE.is_decided(standing) is over
    assert not Form.SESSION.is_decided(standing)
    assert not Form.DUPLICATE.is_decided(standing)


def test_a_race_shows_its_totals_by_seat_and_no_other_form_does() -> None:
    assert Form.RACE.totals((2, 0, 1), (7, 8, 9)) == (9, 7, 8)
    assert Form.SESSION.totals((2, 0, 1), (7, 8, 9)) == ()
    assert Form.DUPLICATE.totals((2, 0, 1), (7, 8, 9)) == ()


def test_only_hoyle_tables_are_raced() -> None:
    refused = {table for table in OPTIONS if broken_form(Form.RACE, table)}

    assert refused == set(OPTIONS) - {"hoyle-3", "hoyle-4"}
    assert not any(broken_form(Form.SESSION, table) for table in OPTIONS)
