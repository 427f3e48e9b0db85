"""The 32 cards as numbers and masks, with their suits, points and names.

A card is its number of R5: trumps 0..13 strongest first, then clubs 14..19,
spades 20..25, hearts 26..31. A set of cards is a 32-bit mask, bit = number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

Card: TypeAlias = int
"""A card's number, 0..31 (R5)."""
Mask: TypeAlias = int
"""A set of cards: bit n is card n."""
Suit: TypeAlias = int
"""TRUMP, CLUBS, SPADES or HEARTS."""

TRUMP: Final = 0
CLUBS: Final = 1
SPADES: Final = 2
HEARTS: Final = 3

NAMES: Final[tuple[str, ...]] = tuple(
    (
        "QC QS QH QD JC JS JH JD AD TD KD 9D 8D 7D "
        "AC TC KC 9C 8C 7C AS TS KS 9S 8S 7S AH TH KH 9H 8H 7H"
    ).split()
)
"""Each card's two letters, by number (R1, R2, R3)."""
_RANK_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
POINTS: Final[tuple[int, ...]] = tuple(_RANK_POINTS[name[0]] for name in NAMES)
"""Card points by number; 120 in all (R4)."""
SUITS: Final[tuple[Suit, ...]] = tuple([TRUMP] * 14 + [CLUBS] * 6 + [SPADES] * 6 + [HEARTS] * 6)
"""The suit a card follows, by number."""
DECK: Final[Mask] = (1 << 32) - 1
SUIT_MASKS: Final[tuple[Mask, ...]] = (
    (1 << 14) - 1,
    0b111111 << 14,
    0b111111 << 20,
    0b111111 << 26,
)
"""All cards of a suit, by suit."""

_CARDS_OF_BYTES: Final = tuple(
    tuple(tuple(first + bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
    for first in (0, 8, 16, 24)
)
"""The cards of each eighth of a mask's bits, so that a set is read in four steps."""
_NUMBERS = {name: number for number, name in enumerate(NAMES)}
_SYMBOLS = {"♣": "C", "♠": "S", "♥": "H", "♦": "D", "♧": "C", "♤": "S", "♡": "H", "♢": "D"}


class CardError(ValueError):
    """A text that names no card."""


def parse_card(text: str) -> Card:
    """The card that *text* names: ``QC``, ``TD``, also ``10D`` and ``Q♣`` (R1).

    Raises:
        CardError: *text* names no card.
    """
    code = text[:-1].replace("10", "T") + _SYMBOLS.get(text[-1:], text[-1:])
    if code not in _NUMBERS:
        raise CardError(f"card {text!r}: expected a rank of 789TJQKA, then a suit of CSHD")
    return _NUMBERS[code]


def format_card(card: Card) -> str:
    """The two letters of *card*."""
    return NAMES[card]


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards in *text*, separated by spaces, in its order; repeats are kept."""
    return tuple(parse_card(word) for word in text.split())


def format_cards(cards: Iterable[Card]) -> str:
    """*cards* in the given order, separated by spaces."""
    return " ".join(NAMES[card] for card in cards)


def mask_of(cards: Iterable[Card]) -> Mask:
    """The set of *cards*."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: Mask) -> tuple[Card, ...]:
    """The cards of *mask*, lowest number (strongest trump) first."""
    first, second, third, fourth = _CARDS_OF_BYTES
    return (
        first[mask & 255] + second[mask >> 8 & 255] + third[mask >> 16 & 255] + fourth[mask >> 24]
    )


def is_one_card(mask: Mask) -> bool:
    """Whether *mask*, which may be any number, is one card of the deck."""
    return 0 < mask <= DECK and not mask & (mask - 1)


def points_of(mask: Mask) -> int:
    """Card points of all cards in *mask*, 0..120."""
    return sum(POINTS[card] for card in cards_of(mask))
