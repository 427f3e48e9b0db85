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
CLEARLY = {
    "called-ace": 1.0,
    "jack-of-diamonds": 1.0,
    "picker-alone-3": 1.0,
    "picker-alone-4": 1.0,
    "hoyle-3": 1.0,
    "hoyle-4": 0.4,  # where a picker with a partner wins or loses but one a class
}
"""Score per playing by which the house bot beats a bot that plays at random."""
PASSED_OUT_AT_MOST = 0.20
"""Share of deals; where picking pays less often than that, the house bots are too timid."""
HOUSE = load_decide("rule-of-thumb")
QUICK = ("bold", "high-card", "timid")
SETTLED = tuple(variant(name) for name in TABLES)

pytestmark = pytest.mark.slow


def ids(value: object) -> str:
    return value.name if isinstance(value, Variant) else str(value)


@pytest.mark.parametrize("table", SETTLED, ids=ids)
def test_beats_random_at_a_table_of_house_bots(table: Variant) -> None:
    blocks = score_by_deal(table, SECRET, DEALS, among_the_house(table, random_legal))

    lead = margin(blocks, 0, 1)

    print(f"{table.name}: house bot less random-legal, among house bots: {lead}")
    assert lead.mean > CLEARLY[table.name]
    assert lead.least > 0


@pytest.mark.parametrize("table", SETTLED, ids=ids)
def test_one_among_random_bots_wins_and_one_random_bot_among_house_bots_loses(
    table: Variant,
) -> None:
    alone = lead_of_first(table, HOUSE, random_legal)
    outnumbered = lead_of_first(table, random_legal, HOUSE)

    print(f"{table.name}: one house bot among random {alone}, the other way {outnumbered}")
    assert alone.mean > CLEARLY[table.name]
    assert alone.least > 0
    assert outnumbered.mean < -CLEARLY[table.name]
    assert outnumbered.mean + outnumbered.error < 0


@pytest.mark.parametrize("rival", QUICK)
@pytest.mark.parametrize("table", SETTLED, ids=ids)
def test_beats_every_other_quick_bot(table: Variant, rival: str) -> None:
    other = load_decide(rival)
    blocks = score_by_deal(table, SECRET, DEALS, among_the_house(table, other))

    lead = margin(blocks, 0, 1)

    print(f"{table.name}: house bot less {rival}, among house bots: {lead}")
    assert lead.least > 0


@pytest.mark.parametrize("table", SETTLED, ids=ids)
def test_copies_of_one_bot_score_exactly_nothing_in_every_block(table: Variant) -> None:
    copies = [load_decide("rule-of-thumb") for _ in range(table.players)]

    blocks = score_by_deal(table, SECRET, 40, copies)

    assert all(len(set(block)) == 1 for block in blocks)
    if not table.name.startswith("hoyle"):  # where not all is won from somebody (R22, R31)
        assert blocks == [[0.0] * table.players] * 40


@pytest.mark.parametrize("table", SETTLED, ids=ids)
def test_the_house_bots_seldom_let_a_deal_be_passed_out(table: Variant) -> None:
    seated = [HOUSE] * table.players
    played = [play_out(table, SECRET, index, seated)[0] for index in range(1_000)]

    passed_out = sum(deal.leaster for deal in played) / len(played)

    print(f"{table.name}: {passed_out:.1%} passed out")
    assert passed_out < PASSED_OUT_AT_MOST


def lead_of_first(table: Variant, first: Decide, others: Decide) -> Margin:
    """What one *first* scores more than the *others* at its table, on average."""
    rivals = table.players - 1
    blocks = score_by_deal(table, SECRET, DEALS, [first, *[others] * rivals])
    return mean_and_error([block[0] - sum(block[1:]) / rivals for block in blocks])


def among_the_house(table: Variant, rival: Decide) -> list[Decide]:
    """A house bot, *rival* next to it, house bots on all other seats."""
    return [HOUSE, rival, *[HOUSE] * (table.players - 2)]
