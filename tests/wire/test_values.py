"""The contract's numbers: each word of the rules has one, and cards keep R5's order."""

from __future__ import annotations

import pytest

from arena.rules.actions import Kind, Word
from arena.rules.cards import CLUBS, HEARTS, SPADES, TRUMP, parse_cards
from arena.rules.observation import HIDDEN, SeenTrick
from arena.rules.variants import OPTIONS, variant
from arena.v1 import bot_pb2 as pb
from arena.wire.cards import CARD_VALUES, decode_cards, encode_cards, encode_seen
from arena.wire.variant import encode_variant

R5_ORDER = (
    "QC QS QH QD JC JS JH JD AD TD KD 9D 8D 7D "
    "AC TC KC 9C 8C 7C AS TS KS 9S 8S 7S AH TH KH 9H 8H 7H"
).split()


def test_the_wire_value_of_a_card_is_its_number_plus_1() -> None:
    names = [pb.Card.Name(value) for value in range(1, 33)]

    assert names == [f"CARD_{name}" for name in R5_ORDER]
    assert [pb.Card.Name(value) for value in CARD_VALUES] == names


def test_a_set_of_cards_goes_out_in_the_order_of_their_numbers() -> None:
    cards = parse_cards("7H AC QC 7D")

    sent = encode_cards(sum(1 << card for card in cards))

    assert sent == [pb.CARD_QC, pb.CARD_7D, pb.CARD_AC, pb.CARD_7H]
    assert decode_cards(sent, "hand") == sum(1 << card for card in cards)


def test_played_cards_keep_their_order_and_the_unknown_its_veil() -> None:
    played = (*parse_cards("7H AC"), HIDDEN, *parse_cards("QC"))

    assert encode_seen(played) == [pb.CARD_7H, pb.CARD_AC, pb.CARD_HIDDEN, pb.CARD_QC]


def test_every_kind_has_its_value() -> None:
    words = [name.removeprefix("KIND_").lower() for name in pb.Kind.keys()[1:]]

    assert words == [kind.value for kind in Kind]


def test_every_verb_without_cards_has_its_value() -> None:
    words = [name.removeprefix("WORD_").lower().replace("_", "-") for name in pb.Word.keys()[1:]]

    assert {*words, "bury", "call", "play"} == {word.value for word in Word}


def test_suits_are_the_rules_numbers_plus_1() -> None:
    assert [pb.SUIT_TRUMP - 1, pb.SUIT_CLUBS - 1, pb.SUIT_SPADES - 1, pb.SUIT_HEARTS - 1] == [
        TRUMP,
        CLUBS,
        SPADES,
        HEARTS,
    ]
    assert SeenTrick(0, (), HEARTS, None, 0).suit == pb.SUIT_HEARTS - 1


@pytest.mark.parametrize("name", OPTIONS)
def test_every_value_of_every_option_is_told_apart(name: str) -> None:
    for option, known in OPTIONS[name].items():
        sent = {
            encode_variant(variant(name, {option: value})).SerializeToString(deterministic=True)
            for value in known.values
        }
        assert len(sent) == len(known.values), option


@pytest.mark.parametrize("name", OPTIONS)
def test_words_on_the_wire_are_never_unspecified_where_the_table_has_the_option(
    name: str,
) -> None:
    message = encode_variant(variant(name))

    words = [key for key, known in OPTIONS[name].items() if isinstance(known.default, str)]
    assert [key for key in [*words, "table", "partner"] if not getattr(message, key)] == []


def test_an_option_that_the_table_does_not_have_is_unspecified() -> None:
    message = encode_variant(variant("called-ace"))

    assert message.crack == pb.CRACK_UNSPECIFIED
    assert message.doubler_cap == 0
