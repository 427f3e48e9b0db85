"""What is answered before the cards are played: a count of the hand, no sampling."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from arena.rules.actions import (
    ALONE,
    NO_CRACK,
    NO_RECRACK,
    PARTNER,
    PASS,
    PICK,
    Action,
    Kind,
    bury,
)
from arena.rules.cards import POINTS, SUIT_MASKS, SUITS, Mask, Suit, cards_of, mask_of
from arena.rules.legal import FAIL_ACES, legal_calls
from arena.rules.observation import Observation
from position import JACK_OF_DIAMONDS, TRUMPS, points_in

PICK_AT: Final = {
    "picker-alone-3": (12, 12, 12),
    "picker-alone-4": (9, 9, 9, 8),
    "hoyle-3": (12, 12, 12),
    "hoyle-4": (8, 8, 8, 8),
}
PICK_AT_OF_FIVE: Final = (8, 8, 8, 8, 7)
"""By seat: the strength to pick on, at a table by its name or at one for five."""
ALONE_AT: Final = 14
"""The strength to go alone with …"""
ALONE_OF_EIGHT: Final = 16
"""… and the same with the eight cards of hoyle-4."""
HOLDS_PARTNER_CARD: Final = 6
"""How much stronger a hand must be that has to play without a partner (R12)."""


def announce(seen: Observation) -> Action:
    """Pick, bury, call and crack by counting."""
    match seen.kind:
        case Kind.PICK:
            return _pick(seen)
        case Kind.BURY:
            return _bury(seen)
        case Kind.CALL:
            return _call(seen)
        case Kind.CRACK:
            return NO_CRACK
        case _:
            return NO_RECRACK


def _pick(seen: Observation) -> Action:
    if seen.legal == (PICK,):
        return PICK
    strength = _strength(seen.hand)
    if seen.variant.partner == "jack" and seen.hand >> JACK_OF_DIAMONDS & 1:
        strength -= HOLDS_PARTNER_CARD
    needed = PICK_AT.get(seen.variant.name, PICK_AT_OF_FIVE)
    return PICK if strength >= needed[seen.seat] else PASS


def _strength(hand: Mask) -> int:
    """Three for a queen, two for a jack, one for another trump or an ace."""
    return sum(
        3 if card < 4 else 2 if card < 8 else card < 14 or POINTS[card] == 11
        for card in cards_of(hand)
    )


def _bury(seen: Observation) -> Action:
    """Points away, suits emptied, trump and an ace to call kept."""
    pairs = combinations(cards_of(seen.hand), seen.variant.blind_size)
    choices = [mask_of(pair) for pair in pairs]
    return bury(max(choices, key=lambda laid: _value(seen, laid)))


def _value(seen: Observation, laid: Mask) -> float:
    """What burying *laid* is worth, in card points."""
    kept = seen.hand & ~laid
    value = points_in(laid) + 12.0 * (kept & TRUMPS).bit_count()
    value += 8.0 * (kept & FAIL_ACES).bit_count()
    value -= sum(4.0 for suit in (1, 2, 3) if kept & SUIT_MASKS[suit])
    if seen.variant.partner == "called-ace":
        calls = legal_calls(kept, laid, seen.variant.unknown_when)
        value += 15.0 * any(action != ALONE and not action.unknown for action in calls)
    return value


def _call(seen: Observation) -> Action:
    """A partner, unless the hand is strong enough alone; the suit with the fewest cards."""
    assert seen.legal is not None
    if seen.variant.partner == "jack-of-clubs":
        # PARTNER comes first, or with both black jacks the highest trump that is out.
        return ALONE if _strength(seen.hand) >= ALONE_OF_EIGHT else seen.legal[0]
    alone = _strength(seen.hand) >= ALONE_AT
    if PARTNER in seen.legal:
        return ALONE if alone and not seen.hand >> JACK_OF_DIAMONDS & 1 else PARTNER
    calls = [action for action in seen.legal if action != ALONE]
    if alone or not calls:
        return ALONE
    return min(calls, key=lambda choice: (choice.unknown, _held(seen, SUITS[choice.card])))


def _held(seen: Observation, suit: Suit) -> int:
    return (seen.hand & SUIT_MASKS[suit]).bit_count()
