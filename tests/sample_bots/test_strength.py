"""The house bot is the strongest of the quick bots, by duplicate deals."""

from __future__ import annotations

import pytest

from arena.rules.variants import Variant, variant
from tests.sample_bots.duplicate import (
    Margin,
    margin,
    mean_and_error,
    play_out,
    random_legal,
    score_by_deal,
)
from tests.sample_bots.folders import TABLES, Decide, load_decide

SECRET = bytes(range(32))
DEALS = 200
HOUSE = load_decide("rule-of-thumb")
QUICK = ("bold", "high-card", "timid")
SETTLED = tuple(variant(name) for name in TABLES)

pytestmark = pytest.mark.slow


def ids(value: object) -> str:
    return value.name if isinstance(value, Variant) else str(value)


@pytest.mark.parametrize("table", SETTLED, ids=ids)
def test_beats_random_at_a_table_with_three_house_bots(table: Variant) -> None:
    blocks = score_by_deal(table, SECRET, DEALS, [HOUSE, random_legal, HOUSE, HOUSE, HOUSE])

    lead = margin(blocks, 0, 1)

    assert lead.mean > 1
    assert lead.least > 0


@pytest.mark.parametrize("table", SETTLED, ids=ids)
def test_one_against_four_random_bots_wins_and_one_random_bot_against_four_loses(
    table: Variant,
) -> None:
    alone = lead_of_first(table, HOUSE, random_legal)
    outnumbered = lead_of_first(table, random_legal, HOUSE)

    assert alone.mean > 1
    assert alone.least > 0
    assert outnumbered.mean < -1
    assert outnumbered.mean + outnumbered.error < 0


@pytest.mark.parametrize("rival", QUICK)
@pytest.mark.parametrize("table", SETTLED, ids=ids)
def test_beats_every_other_quick_bot(table: Variant, rival: str) -> None:
    other = load_decide(rival)
    blocks = score_by_deal(table, SECRET, DEALS, [HOUSE, other, HOUSE, HOUSE, HOUSE])

    assert margin(blocks, 0, 1).least > 0


@pytest.mark.parametrize("table", SETTLED, ids=ids)
def test_copies_of_one_bot_score_exactly_nothing_in_every_block(table: Variant) -> None:
    copies = [load_decide("rule-of-thumb") for _ in range(5)]

    blocks = score_by_deal(table, SECRET, 40, copies)

    assert blocks == [[0.0] * 5] * 40


@pytest.mark.parametrize("table", SETTLED, ids=ids)
def test_the_house_bots_seldom_let_a_deal_be_passed_out(table: Variant) -> None:
    played = [play_out(table, SECRET, index, [HOUSE] * 5)[0] for index in range(1_000)]

    assert sum(deal.leaster for deal in played) < 0.20 * len(played)


def lead_of_first(table: Variant, first: Decide, others: Decide) -> Margin:
    """What one *first* scores more than four *others*, on average."""
    blocks = score_by_deal(table, SECRET, DEALS, [first, others, others, others, others])
    return mean_and_error([block[0] - sum(block[1:]) / 4 for block in blocks])
