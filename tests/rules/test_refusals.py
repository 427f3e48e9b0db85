"""The sentence that names the broken rule, for each way to break one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.rules.actions import parse_action
from arena.rules.deal import Deal
from arena.rules.dealing import DealError
from arena.rules.variants import variant
from tests.rules.records import around, written

PLAYS = json.loads((Path(__file__).parent / "plays.json").read_text())
AT = {row["id"]: row for row in PLAYS}


def position(row_id: str) -> Deal:
    row = AT[row_id]
    return written(variant(row["variant"]), row["hands"], row["blind"], row["actions"]).replay()


@pytest.mark.parametrize(
    ("row_id", "action", "sentence"),
    [
        ("A1", "play QC", "R15: follow clubs: QC"),
        ("A1", "play AH", "R15: follow clubs: AH"),
        ("A1", "play AS", "R15: not held: AS"),
        ("A3", "play AH", "R15: follow trump: AH"),
        ("A1", "pass", "R15: expected the play of a card"),
        ("A1", "bury QC 7C", "R15: expected the play of a card"),
        ("B5", "play 9H", "R15: follow trump: 9H"),
        ("E11", "play KH", "R17: the partner plays the called card when its suit is first led: KH"),
        ("E11", "play QD", "R17: the partner plays the called card when its suit is first led: QD"),
        ("E12", "play KH", "R17: the partner leads of the called suit only the called card: KH"),
        ("E13", "play AH", "R17: the called card is not thrown off before its suit was led: AH"),
        ("E11", "play AS", "R15: not held: AS"),
        ("E15", "play 8H", "R17: the picker keeps a card of the called suit until it was led: 8H"),
        ("E18", "play 8H", "R15: follow trump: 8H"),
        ("E18", "play AS", "R15: not held: AS"),
        ("E23", "play QS", "R17: the unknown stays aside until the called suit is led: QS"),
        ("E24", "play AC", "R17: the unknown is played when the called suit is first led: AC"),
        ("E24", "play QC", "R17: the unknown is played when the called suit is first led: QC"),
        ("E25", "play TD", "R17: the unknown stays aside until the called suit is led: TD"),
        ("E33", "play AH", "R17: the picker keeps a card of the called suit until it was led: AH"),
    ],
)
def test_an_illegal_play_is_told_its_rule(row_id: str, action: str, sentence: str) -> None:
    assert position(row_id).broken_rule(parse_action(action)) == sentence


@pytest.mark.parametrize(
    ("actions", "action", "sentence"),
    [
        ("", "play QC", "R8: expected pick or pass"),
        ("", "bury 8C 7C", "R8: expected pick or pass"),
        ("pick", "pass", "R9: expected a bury of 2 cards"),
        ("pick", "bury 8C", "R9: 2 cards are buried, not 1"),
        ("pick", "bury 8C 7C 8D", "R9: 2 cards are buried, not 3"),
        ("pick", "bury 8C AC", "R9: not held: AC"),
        ("pick, bury 8C 7C", "pass", "R37: expected crack or no-crack"),
        ("pick, bury 8C 7C, no-crack, crack", "crack", "R37: expected recrack or no-recrack"),
    ],
)
def test_an_answer_of_the_wrong_kind_or_size_is_told_its_rule(
    actions: str, action: str, sentence: str
) -> None:
    hands, blind = around(0, "QC QS JH TD 9D 8D 8C 7C")
    table = variant("jack-of-diamonds", {"crack": "crack-recrack"})

    deal = written(table, hands, blind, actions).replay()

    assert deal.broken_rule(parse_action(action)) == sentence


def test_after_the_last_card_nothing_is_legal() -> None:
    row = json.loads((Path(__file__).parent / "tricks.json").read_text())
    last = next(row for row in row if row["id"] == "E30")

    deal = written(variant("called-ace"), last["hands"], last["blind"], last["actions"]).replay()

    assert deal.over
    assert deal.legal() == ()
    assert deal.broken_rule(parse_action("play QC")) == "R15: the deal is over"


def test_an_illegal_action_is_never_applied() -> None:
    deal = position("A1")

    with pytest.raises(AssertionError, match="R15: follow clubs: QC"):
        deal.apply(parse_action("play QC"))
    with pytest.raises(AssertionError, match="R15: not held: AS"):
        deal.play(parse_action("play AS").card)


HANDS = [0x3F << 6 * seat for seat in range(5)]
BLIND = 0x3 << 30


@pytest.mark.parametrize(
    ("hands", "blind", "sentence"),
    [
        pytest.param(HANDS[:4], BLIND, "4 hands: expected 5", id="a-hand-missing"),
        pytest.param([1, *HANDS[1:]], BLIND, "1 cards at seat 0: expected 6", id="a-card-missing"),
        pytest.param(HANDS, 1 << 30, "1 cards in the blind: expected 2", id="half-a-blind"),
        pytest.param(HANDS, 3, "dealt twice", id="a-card-twice"),
        pytest.param([0x3F << 40, *HANDS[1:]], BLIND, "dealt twice", id="cards-of-another-deck"),
    ],
)
def test_cards_that_are_no_deal_are_refused(hands: list[int], blind: int, sentence: str) -> None:
    with pytest.raises(DealError, match=sentence):
        Deal(variant("called-ace"), hands, blind)
