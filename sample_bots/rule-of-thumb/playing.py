"""Which card to play, on lead or following, in a deal with sides.

Every legal card gets a value in card points: the chance that our side takes the
trick times what the trick will hold, less what the card would have been worth
if kept. Schmearing to a partner's trick, taking a fat trick cheaply and ducking
a lost one all follow from that one sum; leads add what drawing trump is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.rules.cards import POINTS, SUIT_MASKS, SUITS, TRUMP, Card, Suit
from table import TRUMPS, Table

FRIEND_ADDS: Final = 4.0
"""What a friend still to play adds to a trick of ours, on average."""
FOE_ADDS: Final = 1.0
KEPT_TRUMP: Final = 2.0
"""What any trump is worth if kept …"""
KEPT_BOSS: Final = 14.0
"""… and what more if no higher one is out; less with each higher one."""
KEPT_BOSS_ALONE: Final = 10.0
"""The same where the picker plays against all, and a trick has fewer cards."""
HIGHER_STEP: Final = 0.7
KEPT_POINTS: Final = 0.45
"""The share of a kept card's own points that our side gets in the end."""
KEPT_MASTER: Final = 2.0
"""What it is worth that a fail card is the highest left of its suit."""
LAST_OF_SUIT: Final = 1.0
"""What it is worth to run out of a fail suit while holding trump."""
DRAW_FOE: Final = 2.2
"""What a trump drawn from a foe is worth …"""
DRAW_FOE_ALONE: Final = 5.0
"""… and to a picker who plays against all …"""
DRAW_FRIEND: Final = 1.8
"""… and what one drawn from a friend costs."""
CALLED_LEAD: Final = 4.0
"""What it is worth to a defender to make the partner show himself."""
CALLED_LEAD_OURS: Final = -6.0
"""The same to the picker's side."""


def best_play(table: Table, cards: Sequence[Card]) -> Card:
    """The card to play out of the legal *cards*."""
    if len(cards) == 1:
        return cards[0]
    value = lead_value if table.led is None else follow_value
    return max(cards, key=lambda card: (value(table, card), -POINTS[card], card))


def follow_value(table: Table, card: Card) -> float:
    """What playing *card* to the running trick is worth, in card points."""
    led = table.led
    assert led is not None
    stake = table.on_table + POINTS[card] + _still_to_come(table)
    return table.chance_ours(card, led) * stake - kept_worth(table, card)


def lead_value(table: Table, card: Card) -> float:
    """What leading *card* is worth, in card points."""
    led = _suit_led(table, card)
    stake = POINTS[card] + _still_to_come(table)
    value = table.chance_ours(card, led) * stake - kept_worth(table, card)
    if led == TRUMP:
        return value + _drawn_trump(table)
    if led == table.called_suit and not table.called_led:
        attack = table.me != table.seen.picker and not table.is_mate
        value += CALLED_LEAD if attack else CALLED_LEAD_OURS
    return value


def kept_worth(table: Table, card: Card) -> float:
    """What *card* is likely to bring later if it is not played now, in card points."""
    own = KEPT_POINTS * POINTS[card]
    if card < 14:
        boss = KEPT_BOSS_ALONE if _picker_alone(table) else KEPT_BOSS
        return own + KEPT_TRUMP + boss * HIGHER_STEP ** table.higher_trumps(card)
    suit = SUITS[card]
    suit_mask = SUIT_MASKS[suit]
    higher = table.unseen & suit_mask & ((1 << card) - 1)
    if not higher and POINTS[card]:
        own += KEPT_MASTER
    alone_in_suit = table.hand & suit_mask == 1 << card
    if alone_in_suit and table.hand & TRUMPS:
        own -= LAST_OF_SUIT
    return own


def _still_to_come(table: Table) -> float:
    """What the seats after this one will add to the trick if our side takes it."""
    return sum(FOE_ADDS + (FRIEND_ADDS - FOE_ADDS) * table.friend[seat] for seat in table.rest)


def _drawn_trump(table: Table) -> float:
    """What it is worth that each other seat must play a trump, if it has one."""
    total = 0.0
    attacks = _picker_alone(table) and table.me == table.seen.picker
    draw_foe = DRAW_FOE_ALONE if attacks else DRAW_FOE
    for seat in table.rest:
        follows = 1.0 - table.chance_out_of(seat, TRUMP)
        friend = table.friend[seat]
        total += follows * (draw_foe * (1.0 - friend) - DRAW_FRIEND * friend)
    return total


def _picker_alone(table: Table) -> bool:
    """Nobody ever has a partner at this table (R11)."""
    return table.seen.variant.partner == "none"


def _suit_led(table: Table, card: Card) -> Suit:
    """The suit that leading *card* asks for; an unknown asks for the called suit (R17 c)."""
    if card == table.seen.unknown and table.called_suit is not None:
        return table.called_suit
    return SUITS[card]
