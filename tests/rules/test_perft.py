"""The last tricks of fixed deals go in as many ways, to the same ends, as a second reading says."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from arena.rules.actions import parse_action
from arena.rules.cards import mask_of, parse_cards
from arena.rules.deal import Deal
from arena.rules.variants import PLAYABLE, variant
from tests.rules.perft import counted, read_rows
from tests.rules.records import fork

ROWS = read_rows()
IDS = [f"{row['variant']}: {row['says']}" for row in ROWS]


def deal_at(row: dict[str, Any], actions: list[str]) -> Deal:
    table = variant(row["variant"], row["options"])
    hands = [mask_of(parse_cards(hand)) for hand in row["hands"]]
    thrown_in = row["stake"].bit_length() - 1
    deal = Deal(table, hands, mask_of(parse_cards(row["blind"])), thrown_in=thrown_in)
    for words in actions:
        deal.apply(parse_action(words))
    return deal


def ends_of(deal: Deal) -> Counter[str]:
    """How often each end comes of applying every legal action at every decision."""
    if deal.over:
        result = deal.result()
        return Counter([f"{result.outcome} {list(result.scores)}"])
    ends: Counter[str] = Counter()
    for action in deal.legal() or ():
        branch = fork(deal)
        branch.apply(action)
        ends += ends_of(branch)
    return ends


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_the_last_tricks_go_in_the_ways_that_were_written_down(row: dict[str, Any]) -> None:
    assert ends_of(deal_at(row, row["actions"])) == row["last three"]
    assert ends_of(deal_at(row, row["actions"] + row["then"])) == row["last two"]


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_what_was_written_down_is_what_the_second_reading_counts(row: dict[str, Any]) -> None:
    for part, ends in counted(row).items():
        assert row[part] == ends


def test_the_fixed_deals_are_of_every_table_and_leave_a_choice_and_a_duty() -> None:
    assert {row["variant"] for row in ROWS} == set(PLAYABLE)
    for row in ROWS:
        for part, tricks in (("last three", 3), ("last two", 2)):
            # Without any suit to follow each seat could play its cards in any order.
            free = {2: 2, 3: 6}[tricks] ** variant(row["variant"]).players
            assert 1 < sum(row[part].values()) < free
