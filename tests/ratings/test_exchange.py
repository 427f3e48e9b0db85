"""The exact difference of two bots that are exchanged, worked out by hand and by property."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings.blocks import Match
from arena.ratings.exchange import differences
from arena.referee.form import Form
from arena.schedule.exchange import exchanged
from tests.ratings.tables import playing

SCORES = st.lists(st.integers(-24, 24), min_size=5, max_size=5)


def exchange(
    form: Form,
    order: Sequence[int],
    first: Sequence[int],
    second: Sequence[int],
    penalties: tuple[Sequence[int], Sequence[int]] = ((0,) * 5, (0,) * 5),
) -> Match:
    """A match of one deal with the scores by seat of its two playings."""
    entries = tuple(f"e{entry}" for entry in range(form.entries(len(order))))
    playings = tuple(
        replace(
            playing(rotation, scores, penalties=penalties[rotation]),
            seating=exchanged(form, rotation, order),
        )
        for rotation, scores in enumerate((first, second))
    )
    return Match(1, entries, entries, playings, form)


@pytest.mark.parametrize(
    ("order", "first", "second", "difference"),
    [
        # A at 0 and 1, then at 2, 3 and 4. 5/12 · (2 + 1 + (−1) + (−1) + 4) = 25/12.
        pytest.param([0, 1, 2, 3, 4], [2, 1, -1, -1, -1], [-1, -1, -1, -1, 4], "25/12", id="five"),
        # A at 3 and 1, then at 0 and 2. 1/2 · (−1 − 1 + 3 − 1) = 0.
        pytest.param([3, 1, 2, 0], [3, -1, -1, -1], [3, -1, -1, -1], "0", id="four-alike"),
        # A at 2 and 0, then at 1 and 3. 1/2 · (3 − 1 + 3 − 1) = 2.
        pytest.param([2, 0, 1, 3], [3, -1, -1, -1], [-1, 3, -1, -1], "2", id="four"),
        # A at 1, then at 0 and 2. 3/4 · (2 + (−1 + 2)) = 9/4.
        pytest.param([1, 0, 2], [-1, 2, -1], [-1, -1, 2], "9/4", id="three"),
        # hoyle-3: A at 1, then at 0 and 2. ½ (2 − 0) + ½ (½ · 2 − 0) = 3/2.
        pytest.param([1, 0, 2], [0, 2, 0], [2, 0, 0], "3/2", id="only-the-picker-scores"),
    ],
)
def test_versus(order: list[int], first: list[int], second: list[int], difference: str) -> None:
    assert differences(exchange(Form.VERSUS, order, first, second)) == (Fraction(difference),)


def test_a_penalty_costs_its_own_side_alone() -> None:
    nothing = [0] * 5
    fined = ([0, 3, 0, 0, 0], nothing)
    # A pays 3 in one of its 2 seats of one of the 2 playings.
    of_a = exchange(Form.VERSUS, [0, 1, 2, 3, 4], nothing, nothing, fined)
    # B pays it in one of its 3 seats.
    of_b = exchange(Form.VERSUS, [0, 2, 1, 3, 4], nothing, nothing, fined)

    assert differences(of_a) == (Fraction(-3, 4),)
    assert differences(of_b) == (Fraction(3, 6),)


def test_panel_form_compares_one_seat() -> None:
    order = [3, 0, 1, 2, 4]
    # The panel's fine at seat 0 is the panel's; A's at seat 3 is A's.
    fines = ([3, 0, 0, 3, 0], [0] * 5)

    made = differences(exchange(Form.PANEL, order, [-1, -1, -1, 4, -1], [2, 2, 2, 2, -8], fines))

    assert made == (Fraction(4 - 3 - 2),)


@given(st.permutations(range(5)), SCORES, SCORES)
def test_where_scores_sum_to_0_it_is_five_twelfths_of_what_a_scored(
    order: list[int], first: list[int], second: list[int]
) -> None:
    for scores in (first, second):
        scores[4] = -sum(scores[:4])
    of_a = sum(first[seat] for seat in order[:2]) + sum(second[seat] for seat in order[2:])

    made = differences(exchange(Form.VERSUS, order, first, second))

    assert made == (Fraction(5, 12) * of_a,)


@given(st.permutations(range(5)), SCORES, st.sampled_from([Form.VERSUS, Form.PANEL]))
def test_what_every_seat_scores_alike_in_both_playings_makes_no_difference(
    order: list[int], scores: list[int], form: Form
) -> None:
    assert differences(exchange(form, order, scores, scores)) == (Fraction(),)


@given(st.permutations(range(5)), SCORES, SCORES)
def test_with_the_two_playings_the_other_way_round_b_is_as_much_ahead_as_a_was(
    order: list[int], first: list[int], second: list[int]
) -> None:
    match = exchange(Form.VERSUS, order, first, second)
    renamed = tuple(
        replace(one, seating=tuple((entry + 5) % 10 for entry in one.seating))
        for one in match.playings
    )

    assert differences(replace(match, playings=renamed)) == tuple(
        -one for one in differences(match)
    )
