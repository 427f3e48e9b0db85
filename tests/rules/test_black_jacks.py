"""Who plays with the picker at hoyle-4 (R13), and what is public of it."""

from __future__ import annotations

import pytest

from arena.rules.actions import Word, format_action, parse_action
from arena.rules.cards import cards_of, format_card, parse_card
from arena.rules.deal import Deal
from arena.rules.observe import observe
from arena.rules.variants import variant
from tests.rules.records import Record, around, written

TABLE = variant("hoyle-4")
BOTH = "QC QH JC JS AD TC 9S 8S"
JC_ALONE = "QC QH JC AD TD TC 9S 8S"
NEITHER = "QC QH AD TD KD 9S 8S 7C"
"""Of seat 0, as in C9."""
REST = {
    # Three hands of the rest that are easy to follow in the tests below.
    BOTH: ["QS AC KC 9C AH KS TH 9H", "QD JH TD 8C 7C TS AS 8H", "JD KD 9D 8D 7D 7S KH 7H"],
    JC_ALONE: ["QS AC KC 9C AS KS TH 9H", "QD JH KD 8C 7C TS AH 8H", "JS JD 9D 8D 7D 7S KH 7H"],
    NEITHER: ["QS JS AC KC AS KS TH 9H", "JC QD JH 9C TS AH 8H TC", "JD 9D 8D 7D 7S KH 7H 8C"],
}


def record(hand: str, actions: str) -> Record:
    return written(TABLE, [hand, *REST[hand]], "", actions)


def picked(hand: str, actions: str) -> Deal:
    return record(hand, f"pick, {actions}" if actions else "pick").replay()


def said(deal: Deal) -> list[str]:
    return [format_action(action) for action in deal.legal() or ()]


def public(deal: Deal) -> set[int | None]:
    """The partner as each seat is shown it."""
    return {observe(deal, seat).partner for seat in range(4)}


@pytest.mark.parametrize("hand", [JC_ALONE, NEITHER])
def test_without_both_black_jacks_the_picker_says_partner_or_alone(hand: str) -> None:
    assert said(picked(hand, "")) == ["partner", "alone"]


def test_c9_the_holder_of_the_jack_of_clubs_is_the_partner_and_secret() -> None:
    deal = picked(NEITHER, "partner")

    assert (deal.partner, deal.partner_public) == (2, False)
    assert public(deal) == {None}
    assert observe(deal, 1).called is None


def test_c10_if_the_picker_has_it_the_holder_of_the_jack_of_spades_is() -> None:
    deal = picked(JC_ALONE, "partner")

    assert (deal.partner, deal.partner_public) == (3, False)
    assert public(deal) == {None}


def test_c11_with_both_he_names_any_card_that_is_not_his_own() -> None:
    deal = picked(BOTH, "")

    others = [card for card in range(32) if not deal.hands[0] >> card & 1]
    assert said(deal) == [*(f"call {format_card(card)}" for card in others), "alone"]
    assert len(others) == 24
    sentence = deal.broken_rule(parse_action("call TC"))
    assert sentence == "R13: the named card is the picker's own: TC"
    deal.apply(parse_action("call AH"))
    assert deal.partner == 1


def test_a_named_card_is_public_at_once_and_its_holder_when_it_is_played() -> None:
    deal = picked(BOTH, "call TD")
    assert {observe(deal, seat).called for seat in range(4)} == {parse_card("TD")}
    assert (deal.partner, public(deal)) == (2, {None})

    for card in ("QC", "QS", "TD"):
        assert public(deal) == {None}
        deal.apply(parse_action(f"play {card}"))

    assert public(deal) == {2}


def test_the_partner_by_the_jack_of_clubs_is_public_once_it_is_played() -> None:
    deal = picked(NEITHER, "partner, play QC, play JS, play JC")

    assert public(deal) == {2}


def test_the_partner_by_the_jack_of_spades_is_public_once_it_is_played() -> None:
    before = picked(JC_ALONE, "partner, play JC, play QS, play QD")
    assert public(before) == {None}

    after = picked(JC_ALONE, "partner, play QC, play QS, play QD, play JS")
    assert public(after) == {3}


def test_the_other_black_jack_makes_nobody_public() -> None:
    deal = picked(NEITHER, "partner, play QC, play JS")

    assert public(deal) == {None}


def test_the_picker_is_shown_no_more_than_the_others_of_a_secret_partner() -> None:
    deal = picked(JC_ALONE, "partner")

    for seat in range(4):
        seen = observe(deal, seat)
        assert (seen.partner, seen.called, seen.alone) == (None, None, False)
        assert (seen.blind, seen.bury, seen.unknown_set_aside) == (0, 0, False)


@pytest.mark.parametrize("hand", [BOTH, JC_ALONE, NEITHER])
def test_c12_before_the_first_lead_any_picker_may_go_alone_aloud(hand: str) -> None:
    deal = picked(hand, "alone")

    assert (deal.alone, deal.partner) == (True, None)
    assert all(observe(deal, seat).alone for seat in range(4))
    while not deal.over:
        assert public(deal) == {None}
        deal.play(cards_of(deal.legal_plays())[0])
    result = deal.result()
    assert (result.partner, result.scores[1:]) == (None, (0, 0, 0))


def test_nobody_is_bound_by_a_named_card() -> None:
    # AC is named and seat 1's. Seat 0 leads TC, its only club: seat 1 may play any of
    # its clubs, and seat 0 may lead or throw off what it likes.
    deal = picked(BOTH, "call AC")
    assert deal.legal_plays() == deal.hands[0]

    deal.apply(parse_action("play TC"))

    assert said(deal) == ["play AC", "play KC", "play 9C"]


def test_the_holder_of_a_partner_card_may_throw_it_off() -> None:
    deal = picked(BOTH, "call KD, play TC, play 9C, play 8C")

    # Seat 3 has no club and holds the named card.
    assert "play KD" in said(deal)


@pytest.mark.parametrize(
    ("hand", "action", "sentence"),
    [
        (BOTH, "partner", "R13: expected a call or alone"),
        (BOTH, "pass", "R13: expected a call or alone"),
        (BOTH, "call JS", "R13: the named card is the picker's own: JS"),
        (BOTH, "call AC unknown TC", "R13: no unknown is set aside here: AC"),
        (BOTH, "bury TC 9S", "R13: expected a call or alone"),
        (JC_ALONE, "call AC", "R13: only a picker with both black jacks names a card: AC"),
        (NEITHER, "call AC", "R13: only a picker with both black jacks names a card: AC"),
        (NEITHER, "play QC", "R13: expected partner or alone"),
        (NEITHER, "crack", "R13: expected partner or alone"),
    ],
)
def test_another_announcement_is_refused_by_its_rule(hand: str, action: str, sentence: str) -> None:
    assert picked(hand, "").broken_rule(parse_action(action)) == sentence


def test_after_the_announcement_seat_0_leads_and_nothing_more_is_asked() -> None:
    hands, _ = around(2, NEITHER, "hoyle-4")
    deal = written(TABLE, hands, "", "pass, pass, pick, partner").replay()

    assert (deal.seat, {action.word for action in deal.legal() or ()}) == (0, {Word.PLAY})
    assert deal.broken_rule(parse_action("alone")) == "R15: expected the play of a card"


@pytest.mark.parametrize("name", ["picker-alone-3", "picker-alone-4", "hoyle-3"])
def test_at_the_other_tables_of_three_and_four_nobody_ever_is_partner(name: str) -> None:
    table = variant(name)
    own = "QC QS JH TD 9D 8D 8C 7C 9H 8H 7H"[: 3 * (table.hand_size + table.blind_size) - 1]
    if table.hand_size == 10:
        own = "QC QS JH TD 9D 8D 8C 7C 9H 8H 7H KH"
    bury = " ".join(own.split()[-table.blind_size :])
    hands, blind = around(0, own, name)

    deal = written(table, hands, blind, f"pick, bury {bury}").replay()

    assert deal.broken_rule(parse_action("alone")) == "R15: expected the play of a card"
    while not deal.over:
        assert (deal.partner, deal.partner_public, deal.alone) == (None, False, False)
        assert {observe(deal, seat).partner for seat in range(table.players)} == {None}
        deal.play(cards_of(deal.legal_plays())[0])
    assert deal.result().partner is None
