"""Exchanged seats: who sits where in the two playings of a deal, and how it is drawn."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.referee.form import Form, Side
from arena.schedule.exchange import drawn_seats, exchanged

SECRET = bytes(range(32))
ORDERS = st.integers(3, 5).flatmap(lambda seats: st.permutations(range(seats)))


def sides(form: Form, rotation: int, order: list[int]) -> list[Side | None]:
    """By seat."""
    return [form.side(entry, len(order)) for entry in exchanged(form, rotation, order)]


@pytest.mark.parametrize(
    ("seats", "first", "second"), [(5, (2, 3), (3, 2)), (4, (2, 2), (2, 2)), (3, (1, 2), (2, 1))]
)
def test_a_versus_table_holds_as_nearly_as_many_of_a_as_of_b(
    seats: int, first: tuple[int, int], second: tuple[int, int]
) -> None:
    order = list(drawn_seats(SECRET, 7, seats))

    counted = [Counter(sides(Form.VERSUS, rotation, order)) for rotation in (0, 1)]

    assert [(one[Side.A], one[Side.B]) for one in counted] == [first, second]


@given(ORDERS)
def test_in_versus_form_every_seat_changes_from_one_bot_to_the_other(order: list[int]) -> None:
    first, second = (sides(Form.VERSUS, rotation, order) for rotation in (0, 1))

    assert all({here, there} == {Side.A, Side.B} for here, there in zip(first, second, strict=True))


@given(ORDERS)
def test_each_seat_has_a_process_of_a_and_one_of_b_of_its_own(order: list[int]) -> None:
    seats = len(order)

    for rotation in (0, 1):
        seated = exchanged(Form.VERSUS, rotation, order)
        assert [entry % seats for entry in seated] == list(range(seats))


@given(ORDERS)
def test_in_panel_form_only_the_drawn_seat_changes_from_a_to_b(order: list[int]) -> None:
    first, second = (exchanged(Form.PANEL, rotation, order) for rotation in (0, 1))

    assert (first[order[0]], second[order[0]]) == (0, 1)
    assert sorted(first) == [0, *range(2, len(order) + 1)]
    others = order[1:]
    assert [first[seat] for seat in others] == [second[seat] for seat in others]
    assert [first[seat] for seat in others] == list(range(2, len(order) + 1))


@pytest.mark.parametrize(
    ("deal", "seats", "order"),
    [
        # From a second reading of R6 in plain Python: the cards QC QS QH QD JC as they come in
        # the deck of the label seats:0 are the seats 0 to 4 (R5 numbers them so).
        pytest.param(0, 5, (3, 1, 4, 0, 2), id="five-seats"),
        pytest.param(0, 3, (1, 0, 2), id="three-seats-are-the-same-draw-without-the-others"),
    ],
)
def test_the_draw_is_that_of_the_documentation(
    deal: int, seats: int, order: tuple[int, ...]
) -> None:
    assert drawn_seats(SECRET, deal, seats) == order


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_every_seat_is_drawn_first_equally_often(seats: int) -> None:
    deals = 3000
    firsts = Counter(drawn_seats(SECRET, deal, seats)[0] for deal in range(deals))

    expected, deviation = deals / seats, (deals * (1 / seats) * (1 - 1 / seats)) ** 0.5
    assert all(abs(firsts[seat] - expected) < 4 * deviation for seat in range(seats))
