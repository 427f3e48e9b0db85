"""Cracks and thrown-in deals multiply every score (R10, R37, R38)."""

from __future__ import annotations

import random

import pytest

from arena.rules.actions import format_action, parse_action
from arena.rules.deal import Deal
from arena.rules.dealing import DealError
from arena.rules.observe import observe
from arena.rules.phases import Phase
from arena.rules.variants import variant
from tests.rules.records import Record, around, random_answer, written

EIGHT = "QC QS JH TD 9D 8D 8C 7C"
"""The picker's. Seats above him then start with QH QD JC JS JD AD: the next one has JD."""
ALL_PASS = "pass, pass, pass, pass, pass"


def record(actions: str, picker: int = 0, eight: str = EIGHT, **options: object) -> Record:
    hands, blind = around(picker, eight)
    table = variant("jack-of-diamonds", {"crack": "crack", **options})
    return written(table, hands, blind, actions)


def asked_to_crack(deal: Deal) -> list[int]:
    seats = []
    while deal.phase is Phase.CRACK:
        seats.append(deal.seat)
        deal.apply(parse_action("no-crack"))
    return seats


def said(deal: Deal) -> list[str]:
    return [format_action(action) for action in deal.legal() or ()]


@pytest.mark.parametrize(
    ("picker", "by", "seats"),
    [
        pytest.param(0, "any-defender", [1, 2, 3, 4], id="from-seat-0-on"),
        pytest.param(2, "any-defender", [0, 1, 3, 4], id="all-but-the-picker"),
        pytest.param(4, "any-defender", [0, 1, 2, 3], id="the-dealer-picked"),
        pytest.param(0, "not-yet-passed", [1, 2, 3, 4], id="nobody-has-passed"),
        pytest.param(2, "not-yet-passed", [3, 4], id="only-seats-after-the-picker"),
        pytest.param(4, "not-yet-passed", [], id="none-if-the-dealer-picked"),
    ],
)
def test_all_seats_of_the_option_are_asked_in_order(picker: int, by: str, seats: list[int]) -> None:
    passes = "pass, " * picker
    deal = record(f"{passes}pick, bury 8C 7C", picker, crack_by=by).replay()

    assert asked_to_crack(deal) == seats
    assert (deal.phase, deal.seat, deal.stake) == (Phase.PLAY, 0, 1)


def test_the_first_crack_ends_the_asking_and_doubles() -> None:
    deal = record("pick, bury 8C 7C, no-crack, crack").replay()

    assert (deal.phase, deal.stake) == (Phase.PLAY, 2)
    seen = observe(deal, 4)
    assert (seen.crack_seats, seen.cracks) == ((1, 2), (False, True))
    assert (seen.recrack, seen.stake) == (None, 2)


@pytest.mark.parametrize(("answer", "stake"), [("recrack", 4), ("no-recrack", 2)])
def test_the_picker_may_re_crack_where_the_table_says_so(answer: str, stake: int) -> None:
    deal = record("pick, bury 8C 7C, no-crack, crack", crack="crack-recrack").replay()

    assert (deal.phase, deal.seat) == (Phase.RECRACK, 0)
    assert said(deal) == ["recrack", "no-recrack"]
    deal.apply(parse_action(answer))

    assert (deal.phase, deal.stake) == (Phase.PLAY, stake)
    assert observe(deal, 1).recrack is (answer == "recrack")


def test_the_secret_partner_is_asked_but_may_only_say_no() -> None:
    deal = record("pick, bury 8C 7C").replay()

    assert (deal.partner, deal.seat) == (1, 1)
    assert not deal.is_forced()
    assert said(deal) == ["no-crack"]
    assert deal.broken_rule(parse_action("crack")) == "R37: the picker's partner does not crack"
    assert observe(deal, 2).legal is None


def test_no_one_is_partner_of_a_secret_solo_so_all_may_crack() -> None:
    deal = record("pick, bury 8C 7C", eight="QC QS JD TD 9D 8D 8C 7C").replay()

    for _ in range(4):
        assert said(deal) == ["crack", "no-crack"]
        deal.apply(parse_action("no-crack"))


def test_after_alone_the_holder_of_the_jack_of_diamonds_may_crack() -> None:
    deal = record("pick, bury 8C 7C, alone", may_go_alone=True).replay()

    assert (deal.seat, said(deal)) == (1, ["crack", "no-crack"])


def test_the_holder_of_the_called_ace_may_not_crack() -> None:
    # Of the cards that are not the picker's, AC is the ninth strongest: seat 2 has it.
    deal = record("pick, bury TD 9D, call AC, no-crack", partner="called-ace").replay()

    assert (deal.seat, deal.partner) == (2, 2)
    assert said(deal) == ["no-crack"]


def test_an_all_pass_at_a_doubler_table_is_thrown_in_with_zeros() -> None:
    deal = record(ALL_PASS, all_pass="doubler").replay()

    result = deal.result()
    assert deal.over
    assert deal.thrown
    assert not deal.leaster
    assert (result.outcome, result.scores, result.points) == ("thrown-in", (0,) * 5, (0,) * 5)
    assert deal.broken_rule(parse_action("pick")) == "R38: the deal was thrown in"


@pytest.mark.parametrize(("cap", "most"), [(1, 0), (2, 1), (4, 2), (8, 3), (16, 4)])
def test_at_the_cap_an_all_pass_is_played_as_a_leaster(cap: int, most: int) -> None:
    for thrown_in in range(most + 1):
        start = record(ALL_PASS, all_pass="doubler", doubler_cap=cap)
        deal = Record(start.variant, start.hands, start.blind, thrown_in, start.actions).replay()

        assert deal.stake == 2**thrown_in
        assert deal.thrown == (thrown_in < most)
        assert deal.leaster == (thrown_in == most)


@pytest.mark.parametrize(
    ("options", "thrown_in"),
    [
        ({"all_pass": "doubler", "doubler_cap": 4}, 3),
        ({"all_pass": "doubler"}, -1),
        ({"all_pass": "leaster"}, 1),
        ({"all_pass": "forced-pick", "doubler_cap": 16}, 1),
    ],
)
def test_more_thrown_in_deals_than_the_table_knows_are_an_error(
    options: dict[str, object], thrown_in: int
) -> None:
    start = record("", **options)

    with pytest.raises(DealError, match="thrown in: expected 0 to"):
        Deal(start.variant, start.hands, start.blind, thrown_in=thrown_in)


def test_a_crack_doubles_a_doubled_stake() -> None:
    start = record("pick, bury 8C 7C, no-crack, crack", all_pass="doubler")

    deal = Record(start.variant, start.hands, start.blind, 2, start.actions).replay()

    assert deal.stake == 8


def test_the_dealer_must_pick_where_the_pick_is_forced() -> None:
    deal = record("pass, pass, pass, pass", all_pass="forced-pick").replay()

    assert said(deal) == ["pick"]
    assert deal.is_forced()
    sentence = deal.broken_rule(parse_action("pass"))
    assert sentence == "R10: all others passed, and the dealer has to pick"


def test_there_are_no_cracks_in_a_leaster_and_no_sides() -> None:
    deal = record(ALL_PASS).replay()
    assert deal.phase is Phase.PLAY
    while not deal.over:
        assert not deal.partner_public
        deal.apply(random_answer(deal, random.Random(3)))

    result = deal.result()
    assert (result.outcome, result.picker, result.partner) == ("leaster", None, None)
