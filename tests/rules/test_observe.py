"""What a seat is shown of a deal (R14, R50)."""

from __future__ import annotations

import pytest

from arena.rules.actions import PLAYS, Kind, parse_action
from arena.rules.cards import HEARTS, SPADES, format_cards, mask_of, parse_card, parse_cards
from arena.rules.observation import HIDDEN, SeenTrick
from arena.rules.observe import observe
from arena.rules.variants import variant
from tests.rules.records import around, written
from tests.rules.whole_deals import whole_deal


def cards(text: str) -> int:
    return mask_of(parse_cards(text))


# In W5 seat 0 picks, buries TC TS, calls AH with TD set aside and leads TD; seat 1, the
# partner, takes the trick with AH.
W5_LED = 4
"""Actions up to the lead of the unknown."""


def test_before_the_pick_a_seat_sees_its_hand_and_who_passed() -> None:
    seen = observe(whole_deal("W4").cut(1).replay(), 1)

    assert (seen.seat, seen.kind, seen.passes, seen.picker) == (1, Kind.PICK, 1, None)
    assert seen.hand == cards("8S QD TD 7S JH 7D")
    assert (seen.tricks, seen.blind, seen.bury, seen.stake) == ((), 0, 0, 1)
    assert [action.word.value for action in seen.legal or ()] == ["pass", "pick"]


def test_only_the_picker_is_shown_blind_and_bury() -> None:
    deal = whole_deal("W5").cut(3).replay()

    picker, other = observe(deal, 0), observe(deal, 3)

    assert (picker.blind, picker.bury) == (cards("TS TD"), cards("TC TS"))
    assert (other.blind, other.bury) == (0, 0)
    assert other.picker == 0


def test_the_picker_sees_eight_cards_when_he_buries() -> None:
    seen = observe(whole_deal("W5").cut(1).replay(), 0)

    assert seen.kind is Kind.BURY
    assert seen.legal is None
    assert seen.hand == cards("JC TC AS KD AC QC TS TD")


def test_legal_answers_go_to_the_asked_seat_only() -> None:
    deal = whole_deal("W5").cut(5).replay()

    assert deal.seat == 2
    assert observe(deal, 2).legal == (PLAYS[parse_card("KH")],)
    assert [observe(deal, seat).legal for seat in (0, 1, 3, 4)] == [None] * 4


def test_the_unknown_is_known_to_be_aside_but_its_face_is_the_pickers() -> None:
    deal = whole_deal("W5").cut(3).replay()

    picker, other = observe(deal, 0), observe(deal, 1)

    assert (picker.unknown_set_aside, picker.unknown) == (True, parse_card("TD"))
    assert picker.hand >> parse_card("TD") & 1
    assert (other.unknown_set_aside, other.unknown) == (True, None)
    assert other.called == parse_card("AH")


def test_a_led_unknown_is_hidden_and_the_called_suit_is_led() -> None:
    seen = observe(whole_deal("W5").cut(W5_LED).replay(), 1)

    assert seen.tricks == (SeenTrick(0, (HIDDEN,), HEARTS, None, 0),)


def test_the_winner_of_its_trick_sees_the_unknown_once_the_trick_is_complete() -> None:
    before = whole_deal("W5").cut(W5_LED + 3).replay()
    after = whole_deal("W5").cut(W5_LED + 4).replay()

    assert observe(before, 1).unknown is None
    assert observe(after, 1).unknown == parse_card("TD")
    assert format_cards(observe(after, 1).tricks[0].cards) == "TD AH KH 9H 8H"
    assert observe(after, 1).tricks[0].points == 25


@pytest.mark.parametrize("seat", [2, 3, 4])
def test_to_the_others_the_unknown_stays_hidden_and_its_points_too(seat: int) -> None:
    for length in range(W5_LED + 4, len(whole_deal("W5").actions)):
        seen = observe(whole_deal("W5").cut(length).replay(), seat)

        assert seen.unknown is None
        assert seen.tricks[0].cards[0] == HIDDEN
        assert (seen.tricks[0].winner, seen.tricks[0].points) == (1, 15)


def test_the_picker_keeps_seeing_his_unknown() -> None:
    seen = observe(whole_deal("W5").cut(W5_LED + 4).replay(), 0)

    assert seen.unknown == parse_card("TD")
    assert seen.tricks[0].points == 25


def test_the_partner_is_public_from_the_play_of_the_called_card_on() -> None:
    # W4: seat 1 picks, AC is called; seat 0 leads TC, then 7C, 9C and seat 3's AC.
    before, after = whole_deal("W4").cut(7).replay(), whole_deal("W4").cut(8).replay()

    assert [observe(before, seat).partner for seat in range(5)] == [None] * 5
    assert [observe(after, seat).partner for seat in range(5)] == [3] * 5


def test_tricks_are_shown_in_order_then_the_running_one() -> None:
    # The first trick of W4 is TC 7C 9C AC 9D, to seat 4; then TS KS.
    complete = SeenTrick(0, parse_cards("TC 7C 9C AC 9D"), 1, 4, 21)

    empty = observe(whole_deal("W4").cut(9).replay(), 2)
    running = observe(whole_deal("W4").cut(11).replay(), 2)

    assert empty.tricks == (complete, SeenTrick(4, (), None, None, 0))
    assert running.tricks == (complete, SeenTrick(4, parse_cards("TS KS"), SPADES, None, 14))


def test_a_leaster_is_said_and_its_blind_stays_hidden() -> None:
    deal = whole_deal("W3").cut(20).replay()

    for seat in range(5):
        seen = observe(deal, seat)
        assert (seen.leaster, seen.picker, seen.passes, seen.blind) == (True, None, 5, 0)


def test_alone_and_stake_are_public() -> None:
    hands, blind = around(2, "QC QS JH TD 9D 8D 8C 7C")
    table = variant("jack-of-diamonds", {"may_go_alone": True, "all_pass": "doubler"})
    said = "pass, pass, pick, bury 8C 7C, alone"

    deal = written(table, hands, blind, said, thrown_in=2).replay()

    for seat in range(5):
        seen = observe(deal, seat)
        assert (seen.alone, seen.stake, seen.picker, seen.passes) == (True, 4, 2, 2)


def test_nothing_is_observed_when_the_deal_is_over() -> None:
    deal = whole_deal("W5").replay()

    with pytest.raises(AssertionError):
        observe(deal, 0)
    assert deal.broken_rule(parse_action("play QC")) == "R15: the deal is over"
