"""Cards as messages spell them: the card's number plus 1, 0 for none.

Sets go out in order of their numbers, so that the order tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.rules.cards import NAMES, Card, Mask, cards_of
from arena.rules.observation import HIDDEN
from arena.v1 import bot_pb2 as pb
from arena.wire.error import WireError

CARD_VALUES: Final = tuple(pb.Card.Value(f"CARD_{name}") for name in NAMES)
"""The wire value of each card, by number."""
_SEEN_VALUES: Final = (*CARD_VALUES, pb.CARD_HIDDEN)
"""The same with HIDDEN, which is −1, last."""
assert _SEEN_VALUES[HIDDEN] == pb.CARD_HIDDEN


def encode_cards(cards: Mask) -> list[pb.Card.ValueType]:
    """The cards of a set, lowest number first."""
    return [CARD_VALUES[card] for card in cards_of(cards)]


def decode_cards(values: Sequence[int], place: str) -> Mask:
    """The set that *values* names.

    Raises:
        WireError: more than 32 values, one that is no card, a card named twice.
    """
    if len(values) > len(NAMES):
        raise WireError(f"{place}: {len(values)} cards: expected at most {len(NAMES)}")
    cards = 0
    for value in values:
        if not 1 <= value <= 32:
            raise no_card(value, place)
        cards |= 1 << (value - 1)
    if cards.bit_count() != len(values):
        raise WireError(f"{place}: {sorted(values)}: expected each card once")
    return cards


def decode_card(value: int, place: str) -> Card:
    """The card that *value* names; neither nothing nor a hidden one."""
    if not 1 <= value <= 32:
        raise no_card(value, place)
    return value - 1


def encode_card_or_none(card: Card | None) -> pb.Card.ValueType:
    """The wire value of *card*, UNSPECIFIED for None."""
    return pb.CARD_UNSPECIFIED if card is None else CARD_VALUES[card]


def decode_card_or_none(value: int, place: str) -> Card | None:
    """The card that *value* names, None for UNSPECIFIED."""
    return decode_card(value, place) if value else None


def encode_seen(cards: Sequence[Card]) -> list[pb.Card.ValueType]:
    """Played cards in their order, HIDDEN among them."""
    return [_SEEN_VALUES[card] for card in cards]


def decode_seen(values: Sequence[int], place: str) -> tuple[Card, ...]:
    """Played cards in their order, HIDDEN among them."""
    if len(values) > len(NAMES):
        raise WireError(f"{place}: {len(values)} cards: expected at most {len(NAMES)}")
    for value in values:
        if not 1 <= value <= 33:
            raise no_card(value, place)
    return tuple([value - 1 if value <= 32 else HIDDEN for value in values])


def no_card(value: int, place: str) -> WireError:
    """The error for a *value* that is no card."""
    return WireError(f"{place}: card {value}: expected 1 (QC) to 32 (7H)")
