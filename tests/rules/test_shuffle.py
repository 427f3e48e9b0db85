"""The deal that a secret gives (R6), and how the deck is dealt (R7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.rules.cards import DECK, format_cards, mask_of, parse_cards
from arena.rules.shuffle import deal_label, deal_out, dealt, shuffle
from arena.rules.variants import OPTIONS, variant

ZEROS = bytes(32)
OTHER = bytes.fromhex("9e8355c5c06a0d1cf1df6db3b216c77589cf13446061bd5748cc0d8558854eaf")
FIRST = (
    "8H TH JC 7S TS KH 8C 8D KC AC JH KD 8S JD JS AD "
    "AS AH TC QH 7H 9D QS 7C KS TD 9C 9S QC 9H QD 7D"
)


@pytest.mark.parametrize(
    ("secret", "label", "deck"),
    [
        pytest.param(ZEROS, deal_label(0), FIRST, id="first-deal"),
        pytest.param(
            ZEROS,
            deal_label(2513941),
            "7S 8D AD QD TC 8S KH JS 7D KS 9C QS JC KC TS 7C "
            "9S AS AH KD 9H JD 8H QC AC 7H TH 9D TD QH JH 8C",
            id="a-word-is-skipped",
        ),
        pytest.param(
            ZEROS,
            deal_label(0, redeal=1),
            "9H AD AH 8C QD KD QH TD 8H AS 8D JD JC TH KS QC "
            "TC KH QS 9D 8S 7D 9S KC JH JS 7S AC 7C 7H TS 9C",
            id="a-doublers-replacement",
        ),
        pytest.param(
            ZEROS,
            deal_label(1),
            "9D 8S 7H QS QC QH 8C KS 9S TC JH TH KD 7D AC 8H "
            "KH JD 7S JC AH 8D QD KC 9C TS 9H 7C AD JS AS TD",
            id="second-deal",
        ),
        pytest.param(
            OTHER,
            deal_label(12345),
            "JC JD AS 8H 7S 9H QS AH JS TD KS 9S QC AD TC 7D "
            "8C 8S 8D 7H AC KC JH TS TH 9C QD KH KD QH 7C 9D",
            id="another-secret",
        ),
    ],
)
def test_secret_and_label_give_the_deck_of_the_rule_book(
    secret: bytes, label: str, deck: str
) -> None:
    assert format_cards(shuffle(secret, label)) == deck


def test_a_replacement_has_a_label_of_its_own() -> None:
    assert deal_label(7) == "deal:7"
    assert deal_label(7, redeal=2) == "deal:7/2"


@pytest.mark.parametrize(
    ("name", "seat_0", "last_seat", "blind"),
    [
        # Five-hand: 3 each, blind 2, 3 each.
        pytest.param("called-ace", "8H TH JC AH TC QH", "8S JD JS 9H QD 7D", "AD AS", id="five"),
        # Three-hand: 3 each, blind 2, 4 each, 3 each.
        pytest.param(
            "picker-alone-3",
            "8H TH JC KD 8S JD JS 7C KS TD",
            "8C 8D KC QH 7H 9D QS 9H QD 7D",
            "AC JH",
            id="three",
        ),
        # Four-hand: 2 each, blind 2, 3 each, blind 2, 2 each.
        pytest.param(
            "picker-alone-4",
            "8H TH JH KD 8S KS TD",
            "8C 8D QH 7H 9D QD 7D",
            "KC AC QS 7C",
            id="four",
        ),
        # No blind: 3, 2, 3 each.
        pytest.param(
            "hoyle-4", "8H TH JC 8S JD 7H 9D QS", "AC JH KD TC QH 9H QD 7D", "", id="no-blind"
        ),
    ],
)
def test_the_deck_is_dealt_in_the_batches_of_the_table(
    name: str, seat_0: str, last_seat: str, blind: str
) -> None:
    table = variant(name)

    cards = deal_out(table, parse_cards(FIRST))

    assert cards.hands[0] == mask_of(parse_cards(seat_0))
    assert cards.hands[-1] == mask_of(parse_cards(last_seat))
    assert cards.blind == mask_of(parse_cards(blind))


@given(st.sampled_from(sorted(OPTIONS)), st.binary(min_size=32, max_size=32), st.integers(0, 10**9))
def test_every_card_is_dealt_once(name: str, secret: bytes, index: int) -> None:
    table = variant(name)

    cards = dealt(secret, table, index)

    masks = [*cards.hands, cards.blind]
    assert sum(masks) == DECK
    assert [hand.bit_count() for hand in cards.hands] == [table.hand_size] * table.players
    assert cards.blind.bit_count() == table.blind_size


@given(st.permutations(range(12)))
def test_the_order_in_which_deals_are_dealt_changes_none_of_them(order: list[int]) -> None:
    table = variant("called-ace")

    in_this_order = {index: dealt(OTHER, table, index) for index in order}

    assert in_this_order == {index: dealt(OTHER, table, index) for index in range(12)}
    assert len({cards.hands for cards in in_this_order.values()}) == 12
