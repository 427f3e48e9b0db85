"""What the picker may bury and call (R9, R14)."""

from __future__ import annotations

import pytest

from arena.rules.actions import Word, format_action, parse_action
from arena.rules.deal import Deal
from arena.rules.variants import variant
from tests.rules.records import around, written


def after_bury(hand: str, bury: str, **options: object) -> Deal:
    """Seat 0 has picked and buried; it holds *hand* now."""
    hands, blind = around(0, f"{hand} {bury}")
    table = variant("called-ace", options)
    return written(table, hands, blind, f"pick, bury {bury}").replay()


def announcements(deal: Deal) -> set[str]:
    return {format_action(action) for action in deal.legal() or ()}


@pytest.mark.parametrize(
    ("hand", "bury", "cards"),
    [
        pytest.param("QC JH TD 8H 7C KS", "9C 7S", "AC AS AH", id="E1-one-card-of-each-suit"),
        pytest.param("AH KH 8C QC JD 9D", "8D 7D", "AC", id="E2-AH-is-held-and-no-spade"),
        pytest.param("9H QC QS JC AD 7D", "AH TH", "", id="E3-the-ace-is-buried"),
        pytest.param("AH 7H QC QS JC AD", "8D 9D", "", id="E6-the-ace-is-his-own"),
        pytest.param("AC AS AH TC QC JS", "7D 8D", "TS TH", id="E7-all-aces-so-a-ten"),
        pytest.param("AC AS AH TC TS TH", "7D 8D", "", id="E8-all-aces-and-all-tens"),
        pytest.param("AC AS QC QS JD 8D", "AH 7D", "TC TS", id="E9-a-buried-ace-is-own"),
        pytest.param("AC 9S QC QS JD 8D", "8H 7H", "AS", id="E10-an-ordinary-call-is-there"),
        pytest.param("QC QS QH QD JC JS", "AC AS", "", id="trumps-only-and-one-ace-free-is-c"),
    ],
)
def test_ordinary_calls_are_those_of_the_rule_book(hand: str, bury: str, cards: str) -> None:
    ordinary = {text for text in announcements(after_bury(hand, bury)) if "unknown" not in text}

    assert ordinary == {"alone", *(f"call {card}" for card in cards.split())}


@pytest.mark.parametrize(
    ("hand", "bury", "options", "aces"),
    [
        pytest.param("AC AS QC QS JD 8D", "9C 7S", {}, "AH", id="E4-only-aces-as-fail"),
        pytest.param("QC QS QH JC AD 7D", "8H 7S", {}, "AC AS AH", id="E5-no-fail-at-all"),
        pytest.param("QC QS QH JC AD 7D", "AH 7S", {}, "AC AS", id="a-buried-ace-is-own"),
        pytest.param("QC JH TD 8H 7C KS", "9C 7S", {}, "", id="E1-ordinary-calls"),
        pytest.param("9H QC QS JC AD 7D", "AH TH", {}, "", id="E3-9H-is-a-fail-that-is-no-ace"),
        pytest.param("AH 7H QC QS JC AD", "8D 9D", {}, "", id="E6-7H-is-a-fail-that-is-no-ace"),
        pytest.param("AC AS AH TC QC JS", "7D 8D", {}, "", id="E7-all-three-aces-own"),
        pytest.param("QC QS QH QD JC JS", "AC AS", {}, "AH", id="the-last-ace-free"),
        pytest.param("AC 9S QC QS JD 8D", "8H 7H", {}, "", id="E10-an-ordinary-call-blocks-it"),
        pytest.param(
            "9H QC QS JC AD 7D",
            "AH TH",
            {"unknown_when": "no-callable-suit"},
            "AC AS",
            id="no-callable-suit-asks-only-that-there-is-no-ordinary-call",
        ),
        pytest.param(
            "AC 9S QC QS JD 8D",
            "8H 7H",
            {"unknown_when": "no-callable-suit"},
            "",
            id="no-callable-suit-is-blocked-by-an-ordinary-call",
        ),
        pytest.param(
            "AC AS AH TC QC JS",
            "7D 8D",
            {"unknown_when": "no-callable-suit"},
            "",
            id="no-callable-suit-never-with-all-three-aces-own",
        ),
    ],
)
def test_with_an_unknown_any_of_the_six_cards_is_set_aside(
    hand: str, bury: str, options: dict[str, object], aces: str
) -> None:
    deal = after_bury(hand, bury, **options)

    with_unknown = {text for text in announcements(deal) if "unknown" in text}

    assert with_unknown == {
        f"call {ace} unknown {card}" for ace in aces.split() for card in hand.split()
    }


def test_b1_any_card_may_be_buried_trump_and_points_included() -> None:
    table = variant("jack-of-diamonds")
    hands, blind = around(0, "QC QS AD TD TS 9C JD 8C")
    deal = written(table, hands, blind, "pick").replay()

    assert deal.legal() is None
    assert deal.broken_rule(parse_action("bury JD TS")) is None
    deal.apply(parse_action("bury JD TS"))

    assert deal.partner is None
    assert not deal.alone
    assert all(action.word is Word.PLAY for action in deal.legal() or ())


@pytest.mark.parametrize(
    ("hand", "bury", "action", "sentence"),
    [
        ("QC JH TD 8H 7C KS", "9C 7S", "partner", "R14: expected a call or alone"),
        ("QC JH TD 8H 7C KS", "9C 7S", "play QC", "R14: expected a call or alone"),
        ("QC JH TD 8H 7C KS", "9C 7S", "call KC", "R14: only the ace or the ten of a fail"),
        ("QC JH TD 8H 7C KS", "9C 7S", "call AD", "R14: only the ace or the ten of a fail"),
        ("QC JH TD 8H 7C KS", "9C 7S", "call TC", "R14: a ten is called only if all three fail"),
        ("AH KH 8C QC JD 9D", "8D 7D", "call AH", "R14: the called card is the picker's own: AH"),
        ("9H QC QS JC AD 7D", "AH TH", "call AH", "R14: the called card is the picker's own: AH"),
        ("AH KH 8C QC JD 9D", "8D 7D", "call AS", "R14: no spades held to call it without"),
        ("QC JH TD 8H 7C KS", "9C 7S", "call AC unknown KS", "R14: these cards set no unknown"),
        ("AC AS QC QS JD 8D", "9C 7S", "call AH unknown 9C", "R14: the unknown is not held: 9C"),
        ("AC AS QC QS JD 8D", "9C 7S", "call AH", "R14: no hearts held to call it without"),
        ("AC AS AH TC QC JS", "7D 8D", "call TS unknown QC", "R14: these cards set no unknown"),
    ],
)
def test_another_announcement_is_refused_by_its_rule(
    hand: str, bury: str, action: str, sentence: str
) -> None:
    deal = after_bury(hand, bury)

    assert (deal.broken_rule(parse_action(action)) or "").startswith(sentence)
