"""The house bot does at the table what a good club player does."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from arena.referee.question import Question
from arena.rules.actions import (
    ALONE,
    CRACK,
    NO_CRACK,
    NO_RECRACK,
    PARTNER,
    PASS,
    PICK,
    PLAYS,
    RECRACK,
    Action,
    Kind,
    format_action,
)
from arena.rules.cards import SUITS, mask_of, parse_card, parse_cards, points_of
from arena.rules.legal import legal_calls
from arena.rules.observation import Observation, SeenTrick
from arena.rules.variants import Variant, variant
from tests.sample_bots.duplicate import MINUTE_MS
from tests.sample_bots.folders import load_decide

DECIDE: Final = load_decide("rule-of-thumb")
CALLED_ACE: Final = variant("called-ace")
JACK: Final = variant("jack-of-diamonds")


def seen(kind: Kind, hand: str, legal: tuple[Action, ...] | None) -> Observation:
    """Seat 0's first sight of a `called-ace` deal."""
    return Observation(
        variant=CALLED_ACE,
        seat=0,
        kind=kind,
        legal=legal,
        hand=mask_of(parse_cards(hand)),
        passes=0,
        picker=None,
        leaster=False,
        called=None,
        unknown_set_aside=False,
        unknown=None,
        alone=False,
        partner=None,
        cracks=(),
        crack_seats=(),
        recrack=None,
        stake=1,
        tricks=(),
        blind=0,
        bury=0,
    )


def at_a_card(hand: str, legal: str, trick: str, *, leader: int, picker: int) -> Observation:
    """A seat that is to play to *trick* in the first trick after `call AC`."""
    plays = tuple(PLAYS[card] for card in parse_cards(legal))
    cards = parse_cards(trick)
    running = SeenTrick(
        leader, cards, SUITS[cards[0]] if cards else None, None, points_of(mask_of(cards))
    )
    return replace(
        seen(Kind.PLAY, hand, plays),
        seat=(leader + len(cards)) % 5,
        picker=picker,
        called=parse_card("AC"),
        tricks=(running,),
    )


def answer(observation: Observation) -> str:
    return format_action(DECIDE(Question(bytes(8), observation, 0, MINUTE_MS, MINUTE_MS)))


@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        pytest.param(CALLED_ACE, "QC QS JC AD TD KS", "pick", id="two-black-queens-and-trumps"),
        pytest.param(CALLED_ACE, "7D KC 9C 8S 9H 7H", "pass", id="nothing"),
        pytest.param(CALLED_ACE, "QD JH 8D AS TS 9H", "pass", id="three-middling-trumps"),
        pytest.param(JACK, "QC QH JS AD TC 8C", "pick", id="good-hand-with-a-partner-out-there"),
        pytest.param(JACK, "QC QH JD AD TC 8C", "pass", id="the-same-with-JD-would-be-alone"),
        pytest.param(JACK, "QC QS QH QD JC JD", "pick", id="JD-and-all-that-one-can-wish"),
    ],
)
def test_picks_on_strength(table: Variant, hand: str, expected: str) -> None:
    observation = replace(seen(Kind.PICK, hand, (PASS, PICK)), variant=table)

    assert answer(observation) == expected


@pytest.mark.parametrize("seat", range(5))
def test_picks_when_it_must(seat: int) -> None:
    observation = replace(seen(Kind.PICK, "7D KC 9C 8S 9H 7H", (PICK,)), seat=seat)

    assert answer(observation) == "pick"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param("QC QS JC JD 9D TS KS 9H", "bury TS KS", id="points-and-a-suit-run-out-of"),
        pytest.param("QC QS JC JD 9D TD KS 9H", "bury 9H KS", id="two-suits-never-trump"),
        pytest.param("QC QS QH JC JD TC KC AS", "bury TC KC", id="an-ace-that-wins-is-kept"),
    ],
)
def test_buries_points_and_makes_voids(hand: str, expected: str) -> None:
    observation = replace(seen(Kind.BURY, hand, None), picker=0)

    assert sorted(answer(observation).split()) == sorted(expected.split())


@pytest.mark.parametrize(
    ("hand", "bury", "expected"),
    [
        pytest.param("QC QS JC JD 9D 9H", "TS KS", "call AH", id="the-suit-it-kept-a-card-of"),
        pytest.param("QC JS JD 9D KC 9C", "TS KS", "call AC", id="not-one-it-is-out-of"),
        pytest.param("QC QS QH QD JC JS", "TS KS", "alone", id="nobody-with-the-six-best-trumps"),
        pytest.param("QH JC JS AD 8D 7D", "AH TH", "call AC unknown 7D", id="lowest-trump-aside"),
    ],
)
def test_calls_well(hand: str, bury: str, expected: str) -> None:
    held, laid = mask_of(parse_cards(hand)), mask_of(parse_cards(bury))
    legal = legal_calls(held, laid, "only-aces")
    observation = replace(seen(Kind.CALL, hand, legal), picker=0, bury=laid)

    assert answer(observation) == expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param("QC QS QH QD JC JS", "alone", id="alone-with-the-six-best-trumps"),
        pytest.param("QH JC JS AD 8D KS", "partner", id="a-partner-with-less"),
        pytest.param("QC QS QH QD JC JD", "partner", id="JD-keeps-its-secret"),
    ],
)
def test_says_alone_only_where_it_pays(hand: str, expected: str) -> None:
    table = variant("jack-of-diamonds", {"may_go_alone": True})
    observation = replace(seen(Kind.CALL, hand, (PARTNER, ALONE)), variant=table, picker=0)

    assert answer(observation) == expected


@pytest.mark.parametrize(
    ("hand", "legal", "expected"),
    [
        pytest.param("QC QS QH JC JS 8C", (CRACK, NO_CRACK), "crack", id="more-than-a-pick"),
        pytest.param("QD 9D KC 9C 8S 7H", (CRACK, NO_CRACK), "no-crack", id="not-on-hope"),
        pytest.param("QC QS QH JC JD 8C", (NO_CRACK,), "no-crack", id="the-partner-cannot"),
    ],
)
def test_cracks_on_strength(hand: str, legal: tuple[Action, ...], expected: str) -> None:
    table = variant("jack-of-diamonds", {"crack": "crack-recrack"})
    observation = replace(seen(Kind.CRACK, hand, legal), variant=table, picker=3, passes=3)

    assert answer(observation) == expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        pytest.param("QC QS QH QD JC JS", "recrack", id="a-hand-that-cannot-lose"),
        pytest.param("QH JC JH AD 8D KS", "no-recrack", id="a-hand-that-just-picked"),
    ],
)
def test_recracks_on_great_strength(hand: str, expected: str) -> None:
    table = variant("jack-of-diamonds", {"crack": "crack-recrack"})
    observation = replace(
        seen(Kind.RECRACK, hand, (RECRACK, NO_RECRACK)), variant=table, picker=0, stake=2
    )

    assert answer(observation) == expected


@pytest.mark.parametrize(
    ("hand", "legal", "trick", "picker", "expected"),
    [
        pytest.param("AC TH 7S 9S", "TH 7S 9S", "QC 9D 8D 7D", 0, "TH", id="partner-schmears"),
        pytest.param("TD 7D 8H 9S", "TD 7D", "QC 9D 8D KD", 0, "7D", id="nothing-for-a-foe"),
        pytest.param("QC JS TH 9S", "QC JS", "JD AD TD KD", 0, "JS", id="fat-trick-taken-cheaply"),
        pytest.param("QC 8D TH 9S", "QC 8D", "JD 7D JS 9D", 0, "8D", id="thin-trick-let-go"),
        pytest.param("QH TS KH 9H", "TS", "AS KS 9S 8S", 0, "TS", id="the-only-card"),
    ],
)
def test_follows_like_a_club_player(
    hand: str, legal: str, trick: str, picker: int, expected: str
) -> None:
    """The last seat of a trick that the picker or another seat leads."""
    observation = at_a_card(hand, legal, trick, leader=0, picker=picker)

    assert answer(observation) == f"play {expected}"


def test_the_picker_leads_trump_from_strength() -> None:
    hand = "QC QS QH JC 9D 9C"
    observation = at_a_card(hand, hand, "", leader=0, picker=0)

    assert SUITS[parse_card(answer(observation).split()[1])] == 0


def test_the_secret_partner_leads_trump() -> None:
    hand = "QS JH 9D AC 9S 8H"
    observation = at_a_card(hand, hand, "", leader=0, picker=3)

    assert SUITS[parse_card(answer(observation).split()[1])] == 0


def test_a_defender_does_not_draw_his_own_sides_trump() -> None:
    hand = "QD 9D 8C 7C 9S 8H"
    observation = at_a_card(hand, hand, "", leader=0, picker=3)

    assert SUITS[parse_card(answer(observation).split()[1])] != 0


@pytest.mark.parametrize(
    ("hand", "legal", "trick", "expected"),
    [
        pytest.param("QC AS 9S 7S TH 8H", "QC AS 9S 7S TH 8H", "", "7S 8H", id="leads-low"),
        pytest.param("AC QC 9D TH", "AC QC 9D TH", "9S AS TS KS", "AC TH", id="throws-points"),
        pytest.param("QC QS 9D 7H", "QC QS 9D", "7D JD 8D JH", "QC QS", id="takes-a-cheap-trick"),
    ],
)
def test_stays_low_in_a_leaster(hand: str, legal: str, trick: str, expected: str) -> None:
    observation = replace(
        at_a_card(hand, legal, trick, leader=0, picker=0),
        picker=None,
        called=None,
        leaster=True,
        passes=5,
    )

    assert answer(observation).split()[1] in expected.split()
