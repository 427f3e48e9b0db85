"""Picking, the blind and the bury at every table (R7 to R10)."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from arena.rules.actions import Kind, Word, bury, format_action, parse_action
from arena.rules.cards import DECK, cards_of, mask_of, parse_cards, points_of
from arena.rules.deal import Deal
from arena.rules.phases import Phase
from arena.rules.shuffle import dealt
from arena.rules.variants import OPTIONS, PLAYABLE, VariantError, variant
from tests.rules.records import around, random_answer, written


def deal_of(name: str, **options: object) -> Deal:
    table = variant(name, options)
    cards = dealt(bytes(32), table, index=7)
    return Deal(table, cards.hands, cards.blind)


def said(deal: Deal) -> list[str]:
    return [format_action(action) for action in deal.legal() or ()]


def after(deal: Deal, *actions: str) -> Deal:
    for action in actions:
        deal.apply(parse_action(action))
    return deal


@pytest.mark.parametrize(
    ("name", "hands", "blind"),
    [
        pytest.param("called-ace", [6] * 5, 2, id="called-ace"),
        pytest.param("jack-of-diamonds", [6] * 5, 2, id="jack-of-diamonds"),
        pytest.param("picker-alone-3", [10] * 3, 2, id="picker-alone-3"),
        pytest.param("picker-alone-4", [7] * 4, 4, id="picker-alone-4"),
        pytest.param("hoyle-3", [10] * 3, 2, id="C1-hoyle-3"),
        pytest.param("hoyle-4", [8] * 4, 0, id="C2-hoyle-4"),
    ],
)
def test_every_seat_is_dealt_its_hand_and_the_rest_is_the_blind(
    name: str, hands: list[int], blind: int
) -> None:
    deal = deal_of(name)

    assert [hand.bit_count() for hand in deal.hands] == hands
    assert deal.blind.bit_count() == blind
    assert sum(deal.hands) + deal.blind == DECK


@pytest.mark.parametrize("name", PLAYABLE)
def test_each_seat_is_asked_once_until_one_picks(name: str) -> None:
    table = variant(name)
    for passes in range(table.players):
        deal = after(deal_of(name), *["pass"] * passes)
        assert (deal.kind, deal.seat, said(deal)) == (Kind.PICK, passes, ["pass", "pick"])

        deal.apply(parse_action("pick"))

        assert (deal.picker, deal.seat) == (passes, passes)
        assert deal.kind is (Kind.BURY if table.blind_size else Kind.CALL)
        assert deal.hands[passes] == deal.dealt[passes] | deal.blind


def test_c2_who_takes_it_at_hoyle_4_discards_nothing_and_plays_eight_tricks() -> None:
    deal = after(deal_of("hoyle-4"), "pass", "pick")

    assert deal.hands[1] == deal.dealt[1]
    assert deal.broken_rule(parse_action("bury QC QS")) == "R13: expected partner or alone"
    deal.apply(parse_action("alone"))
    while not deal.over:
        deal.apply(random_answer(deal, random.Random(1)))
    assert sum(deal.result().tricks) == 8


def test_d1_any_four_of_eleven_are_buried_at_picker_alone_4() -> None:
    hands, blind = around(2, "QC JH AD 9D AC KC 7H AS TS 9C 8C", "picker-alone-4")
    deal = written(variant("picker-alone-4"), hands, blind, "pass, pass, pick").replay()
    held = parse_cards("QC JH AD 9D AC KC 7H AS TS 9C 8C")
    assert blind == "AS TS 9C 8C"

    assert deal.legal() is None
    for four in combinations(held, 4):
        assert deal.broken_rule(bury(mask_of(four))) is None
    for size in (1, 2, 3, 5):
        sentence = deal.broken_rule(bury(mask_of(held[:size])))
        assert sentence == f"R9: 4 cards are buried, not {size}"
    assert deal.broken_rule(parse_action("bury QC AS TS QS")) == "R9: not held: QS"
    deal.apply(parse_action("bury QC AD AS 8C"))
    assert deal.hands[2].bit_count() == 7
    assert points_of(deal.bury) == 3 + 11 + 11


def test_the_bury_counts_for_the_picker_at_every_table_that_has_one() -> None:
    for name in ("picker-alone-3", "picker-alone-4", "hoyle-3"):
        deal = after(deal_of(name), "pick")
        size = deal.variant.blind_size
        deal.apply(bury(mask_of(sorted(cards_of(deal.hands[0]), key=lambda c: -c)[:size])))
        while not deal.over:
            deal.apply(random_answer(deal, random.Random(2)))

        side = deal.points[0] + points_of(deal.bury)
        assert deal.result().outcome.startswith("won" if side >= 61 else "lost")
        assert side + sum(deal.points[1:]) == 120


@pytest.mark.parametrize("name", PLAYABLE)
def test_d12_the_dealer_must_pick_where_the_pick_is_forced(name: str) -> None:
    table = variant(name, {"all_pass": "forced-pick"})
    deal = after(deal_of(name, all_pass="forced-pick"), *["pass"] * (table.players - 1))

    assert said(deal) == ["pick"]
    assert deal.is_forced()
    sentence = deal.broken_rule(parse_action("pass"))
    assert sentence == "R10: all others passed, and the dealer has to pick"
    while not deal.over:
        deal.apply(random_answer(deal, random.Random(3)))
    result = deal.result()
    assert result.picker == table.players - 1
    assert result.outcome[:3] in ("won", "los")


@pytest.mark.parametrize(
    ("name", "outcome"),
    [(name, "least" if name.startswith("hoyle") else "leaster") for name in PLAYABLE],
)
def test_by_default_an_all_pass_is_played_out_without_sides(name: str, outcome: str) -> None:
    deal = after(deal_of(name), *["pass"] * variant(name).players)

    assert (deal.phase, deal.seat, deal.leaster) == (Phase.PLAY, 0, True)
    while not deal.over:
        assert {action.word for action in deal.legal() or ()} == {Word.PLAY}
        assert (deal.picker, deal.partner, deal.partner_public) == (None, None, False)
        deal.apply(random_answer(deal, random.Random(4)))

    assert (deal.result().outcome, deal.result().picker) == (outcome, None)


def test_an_option_that_a_table_does_not_have_is_an_error_that_names_both() -> None:
    every = {option for options in OPTIONS.values() for option in options}
    for name, options in OPTIONS.items():
        for option in every - set(options):
            with pytest.raises(VariantError, match=f"{name} has no option '{option}'"):
                variant(name, {option: True})


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("hoyle-3", {"all_pass": "leaster"}, "hoyle-3: all_pass = leaster: expected one of least"),
        ("hoyle-4", {"all_pass": "doubler"}, "hoyle-4: all_pass = doubler: expected one of least"),
        ("picker-alone-3", {"all_pass": "least"}, "picker-alone-3: all_pass = least: expected"),
        ("picker-alone-4", {"all_pass": "doubler"}, "picker-alone-4: all_pass = doubler: expected"),
        ("called-ace", {"all_pass": "doubler"}, "called-ace: all_pass = doubler: expected one of"),
        ("picker-alone-4", {"leaster_blind": "last"}, "leaster_blind = last: expected one of"),
    ],
)
def test_a_value_that_a_table_does_not_have_is_an_error_that_names_both(
    name: str, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(VariantError, match=sentence):
        variant(name, options)
