"""Which calls and plays are legal, and which rule another one breaks (R14 to R17).

Cards are numbers and masks throughout. *lead* is the mask of the suit led, 0
for the seat on lead; *suit* is the mask of the called suit. The duties of R17
hold while the called suit has not been led, the trick in which it is first led
included: the functions for picker and partner are for that time only.
"""

from __future__ import annotations

from typing import Final

from arena.rules.actions import ALONE, Action, call
from arena.rules.cards import (
    CLUBS,
    DECK,
    HEARTS,
    SPADES,
    SUIT_MASKS,
    SUITS,
    Card,
    Mask,
    cards_of,
    format_card,
    format_cards,
)

_ACE: Final = {CLUBS: 14, SPADES: 20, HEARTS: 26}
"""The ace of each fail suit; its ten is the next number."""
FAIL_ACES: Final[Mask] = 1 << 14 | 1 << 20 | 1 << 26
FAIL_TENS: Final[Mask] = FAIL_ACES << 1
_FAIL: Final[Mask] = SUIT_MASKS[CLUBS] | SUIT_MASKS[SPADES] | SUIT_MASKS[HEARTS]
_SUIT_NAMES: Final = ("trump", "clubs", "spades", "hearts")


# ---------------------------------------------------------------- calls


def plain_calls(held: Mask, bury: Mask) -> Mask:
    """The aces, or else the tens, that may be called without an unknown (R14 a, b).

    Args:
        held: the picker's cards after the bury.
    """
    own = held | bury
    callable_rank = FAIL_TENS if own & FAIL_ACES == FAIL_ACES else FAIL_ACES
    return _of_suits(held, holding=True) & callable_rank & ~own


def unknown_calls(held: Mask, bury: Mask, unknown_when: str) -> Mask:
    """The aces that may be called with an unknown set aside (R14 c)."""
    own = held | bury
    if own & FAIL_ACES == FAIL_ACES:
        return 0
    if unknown_when == "only-aces":
        barred = held & _FAIL & ~FAIL_ACES
    else:
        barred = plain_calls(held, bury)
    return 0 if barred else _of_suits(held, holding=False) & FAIL_ACES & ~own


def legal_calls(held: Mask, bury: Mask, unknown_when: str) -> tuple[Action, ...]:
    """Every announcement open to the picker, by card, then unknown; `alone` last (R14)."""
    plain = [call(card) for card in cards_of(plain_calls(held, bury))]
    with_unknown = [
        call(card, unknown)
        for card in cards_of(unknown_calls(held, bury, unknown_when))
        for unknown in cards_of(held)
    ]
    return (*plain, *with_unknown, ALONE)


def refused_call(action: Action, held: Mask, bury: Mask, unknown_when: str) -> str | None:
    """The rule that the call *action* breaks, as a sentence; None if it is legal."""
    if not _is_one_card(action.cards) or (action.unknown and not _is_one_card(action.unknown)):
        return "R14: a call names one card, and at most one unknown"
    card, name = action.card, format_card(action.card)
    own = held | bury
    if not action.cards & (FAIL_ACES | FAIL_TENS):
        return f"R14: only the ace or the ten of a fail suit is called: {name}"
    if action.cards & own:
        return f"R14: the called card is the picker's own: {name}"
    if action.cards & FAIL_TENS and own & FAIL_ACES != FAIL_ACES:
        return f"R14: a ten is called only if all three fail aces are own: {name}"
    suit = _SUIT_NAMES[SUITS[card]]
    if not action.unknown:
        if action.cards & plain_calls(held, bury):
            return None
        return f"R14: no {suit} held to call it without an unknown: {name}"
    if action.unknown & ~held:
        unknown = format_card(action.unknown.bit_length() - 1)
        return f"R14: the unknown is one of the six cards held: {unknown}"
    if action.cards & unknown_calls(held, bury, unknown_when):
        return None
    return f"R14: an unknown may not be set aside for it with these cards: {name}"


def _of_suits(held: Mask, *, holding: bool) -> Mask:
    """All cards of the fail suits of which *held* has a card, or of those it has none."""
    mask = 0
    for suit in (CLUBS, SPADES, HEARTS):
        if bool(held & SUIT_MASKS[suit]) is holding:
            mask |= SUIT_MASKS[suit]
    return mask


# ---------------------------------------------------------------- bury


def refused_bury(cards: Mask, held: Mask, size: int) -> str | None:
    """The rule that laying away *cards* breaks, as a sentence; None if it is legal (R9)."""
    if not 0 <= cards <= DECK:
        return "R9: there are 32 cards"
    if cards & ~held:
        return f"R9: not held: {format_cards(cards_of(cards & ~held))}"
    if cards.bit_count() != size:
        return f"R9: {size} cards are buried, not {cards.bit_count()}"
    return None


# ---------------------------------------------------------------- plays


def free_plays(hand: Mask, lead: Mask) -> Mask:
    """What a seat may play that R17 does not bind: follow suit if it can (R15)."""
    return hand & lead or hand


def partner_plays(hand: Mask, lead: Mask, suit: Mask, called: Mask) -> Mask:
    """What the partner may play while the called suit was not led (R17 a, d)."""
    if not hand & (hand - 1):
        return hand
    if not lead:
        return hand & ~suit | called
    if lead == suit:
        return called
    return hand & lead or hand & ~called


def picker_plays(hand: Mask, lead: Mask, suit: Mask, unknown: Mask) -> Mask:
    """What the picker may play while the called suit was not led (R17 b to d).

    Args:
        unknown: the card set aside, one of *hand* until it is played; or 0.
    """
    if not lead or not hand & (hand - 1):
        return hand
    if unknown:
        if lead == suit:
            return unknown
        rest = hand & ~unknown
        return rest & lead or rest
    following = hand & lead
    if following:
        return following
    kept = hand & suit
    return hand if kept & (kept - 1) else hand & ~kept


def refused_play(card: Card, hand: Mask, lead: Mask, aside: Mask) -> str | None:
    """The rule of R15 that playing *card* breaks, as a sentence; None if R15 allows it.

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


def refused_partner_play(card: Card, hand: Mask, lead: Mask, suit: Mask, called: Mask) -> str:
    """Why the partner may not play *card*, which is not among his `partner_plays`."""
    name = format_card(card)
    if hand >> card & 1 and not lead:
        return f"R17: the partner leads of the called suit only the called card: {name}"
    if hand >> card & 1 and lead == suit:
        return f"R17: the partner plays the called card when its suit is first led: {name}"
    return (
        refused_play(card, hand, lead, 0)
        or f"R17: the called card is not thrown off before its suit was led: {name}"
    )


def refused_picker_play(card: Card, hand: Mask, lead: Mask, suit: Mask, unknown: Mask) -> str:
    """Why the picker may not play *card*, which is not among his `picker_plays`."""
    name = format_card(card)
    if hand >> card & 1 and 1 << card == unknown:
        return f"R17: the unknown stays aside until the called suit is led: {name}"
    if hand >> card & 1 and unknown and lead == suit:
        return f"R17: the unknown is played when the called suit is first led: {name}"
    return (
        refused_play(card, hand, lead, unknown)
        or f"R17: the picker keeps one card of the called suit until it was led: {name}"
    )


def _is_one_card(mask: Mask) -> bool:
    return 0 < mask < 1 << 32 and not mask & (mask - 1)
