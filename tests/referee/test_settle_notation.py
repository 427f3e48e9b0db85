"""A line of notation before the referee: answered as the same deal in JSON is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.referee.settle import settle
from arena.rules.actions import format_action
from arena.rules.cards import Mask, cards_of, format_card
from arena.rules.notation import WrittenDeal, format_deal
from tests.rules.records import SEEDS, Record, random_record
from tests.rules.whole_deals import whole_deal


def answer(line: str) -> Any:
    text = settle(line)
    assert "\n" not in text
    return json.loads(text)


def notation_of(record: Record) -> str:
    written = WrittenDeal(
        record.variant, record.hands, record.blind, record.thrown_in, record.actions
    )
    return format_deal(written)


def json_of(record: Record, *more: str) -> str:
    def names(cards: Mask) -> list[str]:
        return [format_card(card) for card in cards_of(cards)]

    return json.dumps(
        {
            "variant": record.variant.name,
            "options": record.variant.options(),
            "hands": [names(hand) for hand in record.hands],
            "blind": names(record.blind),
            "actions": [*map(format_action, record.actions), *more],
            "thrown_in": record.thrown_in,
        }
    )


@given(SEEDS, st.integers(0, 60))
@settings(max_examples=60)
def test_both_ways_of_writing_a_deal_have_the_same_answer(seed: int, length: int) -> None:
    record = random_record(seed).cut(length)

    assert answer(notation_of(record)) == answer(json_of(record))


W4 = whole_deal("W4")
"""pass, pick, bury 8S 9H, call AC; the first trick is TC 7C 9C AC 9D, and seat 4 takes it."""


@pytest.mark.parametrize(
    ("length", "more", "refused"),
    [
        pytest.param(2, " call AC", "call AC", id="a-call-before-the-bury"),
        pytest.param(4, " | 0: 7H", "play 7H", id="a-card-of-another-seat"),
        pytest.param(5, " QD", "play QD", id="a-suit-not-followed"),
    ],
)
def test_an_action_that_breaks_a_rule_is_answered_as_in_json(
    length: int, more: str, refused: str
) -> None:
    record = W4.cut(length)

    found = answer(notation_of(record) + more)

    assert found["error"]["rule"]
    assert found == answer(json_of(record, refused))


@pytest.mark.parametrize(
    ("length", "more", "error"),
    [
        pytest.param(
            9, " / 3: TS", {"step": 9, "action": "3:", "rule": "R15: seat 4 leads"}, id="leader"
        ),
        pytest.param(
            9,
            " | won-1 2 1 -1 -1 -1",
            {
                "step": 9,
                "action": "won-1",
                "rule": "R15: expected the play of a card, not a result",
            },
            id="a-result-too-early",
        ),
    ],
)
def test_what_only_a_line_can_claim_is_judged_too(
    length: int, more: str, error: dict[str, object]
) -> None:
    record = W4.cut(length)

    found = answer(notation_of(record) + more)

    assert found == {**answer(json_of(record)), "error": error}


def test_a_wrong_score_is_corrected() -> None:
    line = notation_of(W4)

    found = answer(line.replace("-8", "-4"))

    rule = "R22: the score of seat 1 is -8"
    assert found["error"] == {"step": 34, "action": "-4", "rule": rule}
    assert found["result"]["scores"] == [4, -8, 4, -4, 4]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        pytest.param("hello", "column 1, table: 'hello': expected one of called-ace", id="word"),
        pytest.param("hoyle-4", "column 8, line: '': expected ' | '", id="only-a-table"),
        pytest.param("called-ace | QC QX", "column 17, hand of seat 0: 'QX': ", id="no-card"),
        pytest.param("called-ace | QC QC", "'QC': R7: QC is dealt twice", id="twice"),
    ],
)
def test_a_line_that_is_no_deal_is_answered_with_a_sentence(line: str, says: str) -> None:
    found = answer(line)

    assert says in found["error"]["rule"]
    assert (found["error"]["step"], found["steps"], found["id"]) == (None, [], None)
