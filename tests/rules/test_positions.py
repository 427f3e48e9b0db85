"""Positions with the legal plays, and tricks with the winner, that the rule book gives.

`plays.json` and `tricks.json` hold whole records that lead to each situation;
`three_and_four.json` those with fewer seats, whose tricks leave out a card or two.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.rules.actions import parse_action
from arena.rules.cards import format_cards, mask_of, parse_card, parse_cards
from arena.rules.phases import Phase
from arena.rules.variants import PLAYABLE, variant
from tests.rules.records import Record, written

HERE = Path(__file__).parent
PLAYS = json.loads((HERE / "plays.json").read_text())
TRICKS = json.loads((HERE / "tricks.json").read_text())
SMALL = [
    {**row, "variant": name, "id": f"{row['id']} {name}"}
    for row in json.loads((HERE / "three_and_four.json").read_text())
    for name in row["variants"]
]
ALL_PLAYS = PLAYS + [row for row in SMALL if "legal" in row]
ALL_TRICKS = TRICKS + [row for row in SMALL if "won_by" in row]
ROWS = {row["id"]: row for row in PLAYS + TRICKS}


def record_of(row: dict[str, object]) -> Record:
    table = variant(row["variant"], row.get("options"))
    return written(table, row["hands"], row["blind"], row["actions"])


@pytest.mark.parametrize("row", ALL_PLAYS, ids=[f"{r['id']}: {r['says']}" for r in ALL_PLAYS])
def test_the_legal_plays_are_those_of_the_rule_book(row: dict[str, str]) -> None:
    deal = record_of(row).replay()

    assert deal.phase is Phase.PLAY
    assert deal.legal_plays() == mask_of(parse_cards(row["legal"]))


@pytest.mark.parametrize("row", ALL_TRICKS, ids=[f"{r['id']}: {r['says']}" for r in ALL_TRICKS])
def test_the_trick_is_won_as_the_rule_book_says(row: dict[str, object]) -> None:
    deal = record_of(row).replay()

    trick = deal.tricks[len(deal.winners) - 1]
    won_by = trick.cards.index(parse_card(row["won_by"]))
    assert trick.winner == (trick.leader + won_by) % deal.variant.players
    assert trick.points == row["points"]


@pytest.mark.parametrize("row", [row for row in PLAYS + TRICKS if row["id"][0] == "A"])
def test_what_holds_at_every_table_holds_at_the_other_one(row: dict[str, object]) -> None:
    here = record_of(row).replay()

    there = record_of({**row, "variant": "jack-of-diamonds"}).replay()

    assert there.tricks == here.tricks
    assert there.over == here.over
    assert there.legal() == here.legal()


def test_what_holds_at_every_table_is_tested_at_every_table() -> None:
    tested = {(row["id"].split()[0], row["variant"]) for row in ALL_PLAYS + ALL_TRICKS}
    tested |= {(case, "jack-of-diamonds") for case, table in tested if table == "called-ace"}

    everywhere = {f"A{number}" for number in range(1, 13)}
    assert {case for case in tested if case[0] in everywhere} == {
        (case, table) for case in everywhere for table in PLAYABLE
    }


def test_e29_a_led_unknown_makes_all_follow_the_called_suit() -> None:
    row = ROWS["E29"]
    table = variant(row["variant"])
    led = ", ".join(row["actions"].split(", ")[:4])

    deal = written(table, row["hands"], row["blind"], led).replay()

    # Seat 1 holds KD 7S TH KH 9H 7H.
    assert led.endswith("play 8D")
    assert format_cards(c for c in range(32) if deal.legal_plays() >> c & 1) == "TH KH 9H 7H"


def test_b5_the_partner_is_public_from_the_play_of_the_jack_of_diamonds_on() -> None:
    deal = record_of(ROWS["B5"]).replay()
    assert (deal.partner, deal.partner_public) == (4, False)

    deal.apply(parse_action("play JD"))

    assert deal.partner_public
