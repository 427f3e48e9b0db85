"""A playing at a table for three or four tells what there is to tell, and nothing of five hands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.report.replay import view_playing
from arena.report.show import show_playing
from tests.report.whole_deals import WholeDeal

PICKER_ALONE = WholeDeal(
    table="picker-alone-4",
    hands=(
        "JC JS JD AC 9C AS KH",
        "JH KD 7D 7C 8S AH TH",
        "QS TD 8D KC 8C 9H 7H",
        "QH QD 9D TC KS 9S 7S",
    ),
    blind="QC AD TS 8H",
    before=("0 pick", "0 bury QC JS JD AD"),
    tricks=(
        (0, "8H AH 7H TC"),
        (1, "TH 9H 7S KH"),
        (1, "8S 8D 9S AS"),
        (2, "QS QD JC KD"),
        (2, "TD 9D AC 7D"),
        (2, "KC QH 9C 7C"),
        (3, "KS TS JH 8C"),
    ),
    points=(0, 51, 44, 7),
    taken=(0, 3, 3, 1),
    outcome="lost-3",
    scores=(-9, 3, 3, 3),
)
LEAST = WholeDeal(
    table="hoyle-3",
    hands=(
        "QH JS JH AD KC 9C TS KS 7S KH",
        "QD JC JD KD 8D AC 8S TH 9H 7H",
        "QC QS TD 9D 7D TC 7C AS AH 8H",
    ),
    blind="8C 9S",
    before=("0 pass", "1 pass", "2 pass"),
    tricks=(
        (0, "7S 8S AS"),
        (2, "7D JS JC"),
        (1, "QD TD AD"),
        (1, "JD QS QH"),
        (2, "TC KC AC"),
        (1, "KD QC JH"),
        (2, "7C 9C 8D"),
        (1, "TH 8H KH"),
        (1, "9H AH TS"),
        (2, "9D KS 7H"),
    ),
    points=(0, 67, 53),
    taken=(0, 5, 5),
    outcome="least",
    scores=(4, 0, 0),
)
BLACK_JACK = WholeDeal(
    table="hoyle-4",
    hands=(
        "QS KD 8D AC 9C 8C 8S KH",
        "QH JD 9D 7D 7C TS KS 9H",
        "QD AD TD AS 9S TH 8H 7H",
        "QC JC JS JH TC KC 7S AH",
    ),
    blind="",
    before=("0 pass", "1 pass", "2 pick", "2 partner"),
    tricks=(
        (0, "AC 7C AD KC"),
        (2, "AS 7S 8S KS"),
        (2, "9S TC QS TS"),
        (0, "KH 9H TH AH"),
        (3, "QC 8D 7D TD"),
        (3, "JH KD QH QD"),
        (1, "JD 7H JS 8C"),
        (3, "JC 9C 9D 8H"),
    ),
    points=(23, 12, 41, 44),
    taken=(1, 1, 2, 4),
    outcome="won-1",
    scores=(0, 0, 1, 1),
)
NAMED = replace(
    BLACK_JACK,
    before=("0 pass", "1 pass", "2 pass", "3 pick", "3 call QS"),
    scores=(1, 0, 0, 1),
)
"""Seat 3 has both black jacks; the holder of QS is seat 0 (R13): 44 + 23 points."""


def shown(whole: WholeDeal, seat: int | None = None) -> list[str]:
    return show_playing(view_playing(whole.header(), whole.record(), seat)).splitlines()


@pytest.mark.parametrize("seat", [None, 0, 3])
def test_a_table_without_partners_says_so_to_everybody(seat: int | None) -> None:
    assert "Partner    none at this table" in shown(PICKER_ALONE, seat)


def test_a_bury_of_four_is_shown_with_its_points() -> None:
    lines = shown(PICKER_ALONE)

    assert "Picking    seat 0 picks, blind QC AD  TS  8H (24 points)" in lines
    assert "Bury       QC JS JD AD (18 points), keeping JC  AC 9C  AS TS  KH 8H" in lines


def test_a_least_names_its_winner_and_why() -> None:
    lines = shown(LEAST)

    assert "Picking    all pass: a least" in lines
    assert "Blind      8C  9S (0 points), to seat 2, with the last trick" in lines
    assert "Least: seat 0 wins without a trick." in lines


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_without_a_blind_none_is_shown_and_no_bury(seat: int | None) -> None:
    text = "\n".join(shown(BLACK_JACK, seat))

    assert "Picking    seat 0 passes, seat 1 passes, seat 2 picks\nPartner" in text
    assert "blind" not in text
    assert "Bury" not in text


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        pytest.param(None, "seat 3, who holds JC", id="whoever-sees-all"),
        pytest.param(3, "seat 3, who holds JC", id="the-partner"),
        pytest.param(2, "··, who holds JC, or JS if the picker has JC", id="the-picker"),
        pytest.param(0, "··, who holds JC, or JS if the picker has JC", id="a-defender"),
    ],
)
def test_the_partner_in_hoyle_4_is_told_by_his_jack(seat: int | None, expected: str) -> None:
    assert f"Partner    {expected}" in shown(BLACK_JACK, seat)


def test_the_holder_of_js_cannot_know_that_he_is_the_partner() -> None:
    """JC with the picker makes JS the partner's card (R13), and only the picker sees it."""
    hands = [set(hand.split()) for hand in BLACK_JACK.hands]
    hands[2], hands[3] = hands[2] - {"7H"} | {"JC"}, hands[3] - {"JC"} | {"7H"}
    tricks = dict(enumerate(BLACK_JACK.tricks))
    tricks[6], tricks[7] = (1, "JD JC JS 8C"), (2, "8H 7H 9C 9D")
    swapped = replace(
        BLACK_JACK,
        hands=tuple(" ".join(hand) for hand in hands),
        tricks=tuple(tricks.values()),
        points=(23, 12, 47, 38),
        taken=(1, 2, 3, 2),
    )

    assert "Partner    seat 3, who holds JS, for the picker has JC" in shown(swapped)
    assert "Partner    ··, who holds JC, or JS if the picker has JC" in shown(swapped, 3)


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_a_named_card_is_public_at_once_and_its_holder_when_it_is_played(seat: int | None) -> None:
    holder = "seat 0" if seat in (None, 0) else "··"

    assert f"Call       QS, held by {holder}" in shown(NAMED, seat)
