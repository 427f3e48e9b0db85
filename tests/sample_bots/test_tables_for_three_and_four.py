"""The house bot does at the tables for three and four what a good club player does there."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from arena.rules.actions import PASS, PICK, PLAYS, Kind
from arena.rules.announcing import announcements
from arena.rules.cards import SUITS, TRUMP, Card, mask_of, parse_card, parse_cards, points_of
from arena.rules.observation import Observation, SeenTrick
from arena.rules.variants import variant
from tests.sample_bots.test_judgement import answer, seen

GOOD_SEVEN: Final = "QC QH JC AD TC 8C 7S"
GREAT_TEN: Final = "QC QS QH JC JS AD 9D AC TC 7S"
MIDDLING_TEN: Final = "QC JC AD 9D KC TC 8S 7S KH 9H"


def bidding(table: str, hand: str) -> Observation:
    """Seat 0 is asked whether it picks."""
    return replace(seen(Kind.PICK, hand, (PASS, PICK)), variant=variant(table))


def at_a_card(
    table: str, hand: str, legal: str, trick: str, *, seat: int, picker: int | None
) -> Observation:
    """*seat* is to play to *trick*; all passed if nobody is the *picker*."""
    settled = variant(table)
    cards = parse_cards(trick)
    return replace(
        seen(Kind.PLAY, hand, tuple(PLAYS[card] for card in parse_cards(legal))),
        variant=settled,
        seat=seat,
        picker=picker,
        leaster=picker is None,
        passes=settled.players if picker is None else picker,
        tricks=(running(cards, (seat - len(cards)) % settled.players),),
    )


def running(cards: tuple[Card, ...], leader: int) -> SeenTrick:
    suit = SUITS[cards[0]] if cards else None
    return SeenTrick(leader, cards, suit, None, points_of(mask_of(cards)))


def over(cards: str, leader: int, winner: int) -> SeenTrick:
    return replace(running(parse_cards(cards), leader), winner=winner)


def played(observation: Observation) -> str:
    word, card = answer(observation).split()
    assert word == "play"
    return card


@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        pytest.param("picker-alone-3", GREAT_TEN, "pick", id="picker-alone-3-strong"),
        pytest.param("picker-alone-3", MIDDLING_TEN, "pass", id="picker-alone-3-four-trumps"),
        pytest.param("picker-alone-4", GOOD_SEVEN, "pick", id="picker-alone-4-strong"),
        pytest.param("picker-alone-4", "QD JH 8D AS TS 9H 8H", "pass", id="picker-alone-4-weak"),
        pytest.param("hoyle-3", GREAT_TEN, "pick", id="hoyle-3-strong"),
        pytest.param("hoyle-3", MIDDLING_TEN, "pass", id="hoyle-3-four-trumps"),
        pytest.param("hoyle-4", "QC QS QH JC AD 9D AS TC", "pick", id="hoyle-4-strong"),
        pytest.param("hoyle-4", "8D 7D KC 9C 8S 7S 9H 7H", "pass", id="hoyle-4-nothing"),
    ],
)
def test_picks_on_strength_fitted_to_the_size_of_the_table(
    table: str, hand: str, expected: str
) -> None:
    assert answer(bidding(table, hand)) == expected


@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        pytest.param(
            "picker-alone-3",
            "QC QS QH JC JS AD 9D AC 8C 7C TS KS",
            "TS KS",
            id="two-that-empty-a-suit",
        ),
        pytest.param(
            "picker-alone-4",
            "QC QS JC JD AD 9D TC 8C TS KS 9H",
            "TC 8C TS KS",
            id="four-that-empty-two-suits-of-three",
        ),
        pytest.param(
            "picker-alone-4",
            "QC QS QH QD JC JS JH JD 9D TC 8S",
            "TC 8S JD 9D",
            id="trump-only-where-fail-is-short",
        ),
    ],
)
def test_buries_as_many_as_the_blind_had_points_first(table: str, hand: str, expected: str) -> None:
    observation = replace(seen(Kind.BURY, hand, None), variant=variant(table), picker=0)

    assert set(answer(observation).split()[1:]) == set(expected.split())


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param("QC QS QH QD JC JH 9D AS", "alone", id="alone-when-strong"),
        pytest.param("QC QH JH AD 9D KS TS 8H", "partner", id="a-partner-with-less"),
        pytest.param("QC JC JS AD 9D KS TS 8H", "call QS", id="both-black-jacks-name-a-card"),
        pytest.param("QC QS QH JC JS JH AD AS", "alone", id="both-black-jacks-and-strong"),
    ],
)
def test_announces_well_in_hoyle_4(hand: str, expected: str) -> None:
    table = variant("hoyle-4")
    legal = announcements(table, mask_of(parse_cards(hand)), 0)
    observation = replace(seen(Kind.CALL, hand, legal), variant=table, picker=0)

    assert answer(observation) == expected


@pytest.mark.parametrize("table", ["picker-alone-3", "hoyle-3"])
def test_a_picker_against_all_leads_trump_from_strength(table: str) -> None:
    hand = "QC QS QH JC JS AD 9D AC 8C 7C"
    card = played(at_a_card(table, hand, hand, "", seat=0, picker=0))

    assert SUITS[parse_card(card)] == TRUMP


@pytest.mark.parametrize("table", ["picker-alone-3", "hoyle-3"])
def test_a_defender_schmears_to_the_other_defender(table: str) -> None:
    """Seat 2 plays last; the picker led, and the other defender has the trick."""
    observation = at_a_card(
        table, "QH TD 7D KC 8C 9S 7S TH 9H 8H", "QH TD 7D", "8D JC", seat=2, picker=0
    )

    assert played(observation) == "TD"


@pytest.mark.parametrize("table", ["picker-alone-3", "hoyle-3"])
def test_a_defender_gives_the_picker_nothing(table: str) -> None:
    observation = at_a_card(
        table, "QH TD 7D KC 8C 9S 7S TH 9H 8H", "QH TD 7D", "QC 8D", seat=2, picker=0
    )

    assert played(observation) == "7D"


@pytest.mark.parametrize("table", ["picker-alone-3", "picker-alone-4", "hoyle-3"])
def test_a_defender_does_not_draw_the_defenders_trump(table: str) -> None:
    size = variant(table).hand_size
    hand = " ".join("QD 9D 8C 7C 9S 8H 7H KS 8S 9C".split()[:size])
    card = played(at_a_card(table, hand, hand, "", seat=0, picker=1))

    assert SUITS[parse_card(card)] != TRUMP


@pytest.mark.parametrize(
    ("hand", "legal", "expected"),
    [
        pytest.param("JC TD 7D KC 9S 8S 9H 7H", "JC TD 7D", "TD", id="the-partner-schmears"),
        pytest.param("JH TD 7D KC 9S 8S 9H 7H", "JH TD 7D", "7D", id="a-defender-does-not"),
    ],
)
def test_whoever_holds_jc_plays_with_the_picker_in_hoyle_4(
    hand: str, legal: str, expected: str
) -> None:
    assert played(at_a_card("hoyle-4", hand, legal, "QC 9D 8D", seat=3, picker=0)) == expected


def test_the_holder_of_js_is_the_partner_once_the_picker_showed_jc() -> None:
    observation = at_a_card(
        "hoyle-4", "JS TD 7D KC 9S 8S 9H", "JS TD 7D", "QC 9D 8D", seat=3, picker=0
    )
    shown = replace(observation, tricks=(over("JC QH KD JD", 0, 1), *observation.tricks))
    never = replace(observation, tricks=(over("QS JC KD JD", 0, 0), *observation.tricks), partner=1)

    assert played(shown) == "TD"
    assert played(never) == "7D"


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        pytest.param("picker-alone-3", "QS", id="a-leaster-is-won-with-a-cheap-trick"),
        pytest.param("hoyle-3", "9D", id="a-least-without-a-trick"),
    ],
)
def test_a_cheap_trick_is_taken_in_a_leaster_and_left_in_a_least(table: str, expected: str) -> None:
    """Seat 2 plays last; the trick holds no points, and winning it costs nothing else."""
    hand = "QS 9D 9C 8C 7C 9S 8S 9H 8H 7H"

    observation = at_a_card(table, hand, "QS 9D", "8D JD", seat=2, picker=None)

    assert played(observation) == expected


@pytest.mark.parametrize("table", ["hoyle-3", "hoyle-4"])
def test_leads_low_in_a_least(table: str) -> None:
    size = variant(table).hand_size
    hand = " ".join("QC AS 9S 7S TH 8H AC JS KS TC".split()[:size])

    assert played(at_a_card(table, hand, hand, "", seat=0, picker=None)) in ("7S", "8H")


def test_throws_points_on_a_trick_it_cannot_take_in_a_least() -> None:
    observation = at_a_card(
        "hoyle-3", "QC TC 7D 9S AC", "QC TC 7D 9S AC", "8H KH", seat=2, picker=None
    )

    assert played(observation) in ("AC", "TC")
