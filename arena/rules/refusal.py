"""Which rule an action breaks, as a sentence that starts with the rule's number.

The functions answer None for an action that their rules allow. *lead*, *suit* and
the masks of single cards are those of `arena.rules.legal`.
"""

from __future__ import annotations

from typing import Final

from arena.rules.actions import Action
from arena.rules.cards import (
    DECK,
    SUITS,
    Card,
    Mask,
    cards_of,
    format_card,
    format_cards,
    is_one_card,
)
from arena.rules.legal import (
    FAIL_ACES,
    FAIL_TENS,
    holds_both_jacks,
    owns_all_aces,
    partner_plays,
    picker_plays,
    plain_calls,
    unknown_calls,
)

_SUIT_NAMES: Final = ("trump", "clubs", "spades", "hearts")


def refused_bury(cards: Mask, held: Mask, size: int) -> str | None:
    """Why *cards* may not be buried from *held* (R9)."""
    if not 0 <= cards <= DECK:
        return "R9: there are 32 cards"
    if cards & ~held:
        return f"R9: not held: {format_cards(cards_of(cards & ~held))}"
    if cards.bit_count() != size:
        return f"R9: {size} cards are buried, not {cards.bit_count()}"
    return None


def refused_call(action: Action, held: Mask, bury: Mask, unknown_when: str) -> str | None:
    """Why the call *action* may not be made by a picker who holds *held* (R14)."""
    if not is_one_card(action.cards) or (action.unknown and not is_one_card(action.unknown)):
        return "R14: a call names one card, and at most one unknown"
    own = held | bury
    name = format_card(action.card)
    if not action.cards & (FAIL_ACES | FAIL_TENS):
        return f"R14: only the ace or the ten of a fail suit is called: {name}"
    if action.cards & own:
        return f"R14: the called card is the picker's own: {name}"
    if action.cards & FAIL_TENS and not owns_all_aces(own):
        return f"R14: a ten is called only if all three fail aces are own: {name}"
    if action.unknown & ~held:
        return f"R14: the unknown is not held: {format_card(action.unknown.bit_length() - 1)}"
    if action.unknown:
        if action.cards & unknown_calls(held, bury, unknown_when):
            return None
        return f"R14: these cards set no unknown aside for it: {name}"
    if action.cards & plain_calls(held, bury):
        return None
    suit = _SUIT_NAMES[SUITS[action.card]]
    return f"R14: no {suit} held to call it without an unknown: {name}"


def refused_naming(action: Action, held: Mask) -> str | None:
    """Why the call *action* may not be made at hoyle-4 by a picker who holds *held* (R13)."""
    if not is_one_card(action.cards):
        return "R13: a call names one card"
    name = format_card(action.card)
    if not holds_both_jacks(held):
        return f"R13: only a picker with both black jacks names a card: {name}"
    if action.unknown:
        return f"R13: no unknown is set aside here: {name}"
    if action.cards & held:
        return f"R13: the named card is the picker's own: {name}"
    return None


def refused_play(card: Card, hand: Mask, lead: Mask, aside: Mask = 0) -> str | None:
    """Why a seat may not play *card*, whatever R17 says (R15).

    Args:
        aside: the unknown, which follows no suit; or 0.
    """
    if not hand >> card & 1:
        return f"R15: not held: {format_card(card)}"
    following = hand & lead & ~aside
    if following and not following >> card & 1:
        suit = SUITS[following.bit_length() - 1]
        return f"R15: follow {_SUIT_NAMES[suit]}: {format_card(card)}"
    return None


def refused_partner_play(
    card: Card, hand: Mask, lead: Mask, suit: Mask, called: Mask
) -> str | None:
    """Why the partner may not play *card* while the called suit was not led (R15, R17 a)."""
    name = format_card(card)
    if not hand >> card & 1:
        return f"R15: not held: {name}"
    if partner_plays(hand, lead, suit, called) >> card & 1:
        return None
    if not lead:
        return f"R17: the partner leads of the called suit only the called card: {name}"
    if lead == suit:
        return f"R17: the partner plays the called card when its suit is first led: {name}"
    return (
        refused_play(card, hand, lead)
        or f"R17: the called card is not thrown off before its suit was led: {name}"
    )


def refused_picker_play(
    card: Card, hand: Mask, lead: Mask, suit: Mask, unknown: Mask
) -> str | None:
    """Why the picker may not play *card* while the called suit was not led (R15, R17 b, c)."""
    name = format_card(card)
    if not hand >> card & 1:
        return f"R15: not held: {name}"
    if picker_plays(hand, lead, suit, unknown) >> card & 1:
        return None
    if 1 << card == unknown:
        return f"R17: the unknown stays aside until the called suit is led: {name}"
    if unknown and lead == suit:
        return f"R17: the unknown is played when the called suit is first led: {name}"
    return (
        refused_play(card, hand, lead, aside=unknown)
        or f"R17: the picker keeps a card of the called suit until it was led: {name}"
    )
