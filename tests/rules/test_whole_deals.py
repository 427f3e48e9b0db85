"""The whole deals of the rule book's cases, trick by trick, to the score."""

from __future__ import annotations

import pytest

from arena.rules.cards import format_cards, mask_of, parse_card, parse_cards
from tests.rules.whole_deals import DEALS, open_cards, whole_deal


@pytest.mark.parametrize("name", list(DEALS))
def test_a_whole_deal_goes_as_the_case_says(name: str) -> None:
    case = DEALS[name]

    deal = whole_deal(name).replay()

    assert deal.over
    assert [(t.leader, t.winner, t.points) for t in deal.tricks] == [
        (t["leader"], t["winner"], t["points"]) for t in case["tricks"]
    ]
    assert [format_cards(trick.cards) for trick in deal.tricks] == [
        open_cards(case, trick) for trick in case["tricks"]
    ]
    assert deal.bury == mask_of(parse_cards(case["bury"]))
    assert deal.called == (parse_card(case["call"]) if case["call"] else None)
    result = deal.result()
    assert (result.picker, result.partner) == (case["picker"], case["partner"])
    assert list(result.scores) == case["scores"]


@pytest.mark.parametrize(
    ("name", "points", "tricks", "outcome"),
    [
        # W1: 65 and 36 in tricks, 11 buried: 112 of 120, but two tricks lost.
        pytest.param("W1", (0, 65, 36, 0, 8), (0, 3, 1, 0, 2), "won-2", id="W1"),
        # W2: 44 in tricks and 14 buried: 58 lose.
        pytest.param("W2", (44, 57, 5), (4, 5, 1), "lost-1", id="W2"),
        # W3: the blind (5 points) goes with the last trick, to seat 1.
        pytest.param("W3", (28, 41, 15, 36, 0), (1, 2, 1, 2, 0), "leaster", id="W3"),
        # W4: 26 in the picker's tricks, nothing buried, none for the partner.
        pytest.param("W4", (0, 26, 44, 0, 50), (0, 2, 2, 0, 2), "lost-2", id="W4"),
        pytest.param("W5", (30, 50, 20, 0, 0), (2, 3, 1, 0, 0), "won-2", id="W5"),
        # W6: 82 of the picker and 11 of the holder of JS, the picker having JC: 93.
        pytest.param("W6", (0, 82, 27, 11), (0, 4, 3, 1), "won-2", id="W6"),
    ],
)
def test_the_result_counts_points_and_tricks_by_seat(
    name: str, points: tuple[int, ...], tricks: tuple[int, ...], outcome: str
) -> None:
    result = whole_deal(name).replay().result()

    assert (result.points, result.tricks, result.outcome) == (points, tricks, outcome)
