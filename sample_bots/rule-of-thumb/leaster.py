"""Which card to play when all passed: stay low; in a leaster take one cheap trick, in a least none.

Here nobody beats a card who need not, so what matters is who must: a seat with
only higher cards of the suit. A sure loser is thrown with as many points as
possible; a trick is taken while this seat has none and it is cheap.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.rules.cards import POINTS, SUIT_MASKS, SUITS, Card, Suit
from table import TRUMPS, Table

FIRST_TRICK: Final = 12.0
"""What a first trick is worth, in card points, where only seats with a trick compete …"""
URGENCY: Final = 24.0
"""… and how much more it gets to be from the first trick to the last."""
TRICKLESS: Final = 15.0
"""What a first trick costs in a least, where a seat without one wins (R31)."""
ADDED: Final = 5.5
"""What each seat still to play adds to a trick, on average."""
SHED: Final = 0.25
"""The share of a card's points that is won by throwing it on another's trick."""
DANGER: Final = 3.0
"""What the strongest card weighs if kept: it will win a trick nobody wants."""
DUCKING: Final = 1.5
"""How much rarer than by chance a seat plays over a card when it can play under."""
RUFFS: Final = 0.2
"""How often a seat that is out of the suit trumps rather than throws points away."""


def best_duck(table: Table, cards: Sequence[Card]) -> Card:
    """The card to play out of the legal *cards*."""
    if len(cards) == 1:
        return cards[0]
    return max(cards, key=lambda card: (_value(table, card), card))


def _value(table: Table, card: Card) -> float:
    led = SUITS[card] if table.led is None else table.led
    wins = 0.0
    if table.beats_top(card, led):
        wins = 1.0
        for seat in table.rest:
            wins *= 1.0 - _chance_takes(table, seat, card, led)
    points = table.on_table + POINTS[card] + ADDED * len(table.rest)
    gain = -points
    if not table.tricks_of[table.me]:
        gain += _first_trick(table)
    return wins * gain + (1.0 - wins) * SHED * POINTS[card] + DANGER * _power(card)


def _first_trick(table: Table) -> float:
    """What it is worth to have taken a trick at all, in card points."""
    rules = table.seen.variant
    if rules.all_pass == "least":
        return -TRICKLESS
    if not rules.leaster_needs_trick:
        return 0.0
    return FIRST_TRICK + URGENCY * (len(table.seen.tricks) - 1) / rules.hand_size


def _chance_takes(table: Table, seat: int, card: Card, led: Suit) -> float:
    """How likely *seat* plays over *card*, which it does only if it must."""
    stronger = table.stronger(card, led)
    out = table.chance_out_of(seat, led)
    ruffs = RUFFS * out if stronger & table.unseen & TRUMPS else 0.0
    of_suit = table.unseen & SUIT_MASKS[led]
    if not of_suit:
        return ruffs
    over = (of_suit & stronger).bit_count() / of_suit.bit_count()
    plays_over: float = over**DUCKING
    return ruffs + (1.0 - out) * plays_over


def _power(card: Card) -> float:
    """How strong the card is, 0 to 1."""
    return 1.0 - 0.05 * card if card < 14 else 0.4 - 0.08 * ((card - 14) % 6)
