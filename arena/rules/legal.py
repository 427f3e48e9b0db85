"""Which calls and plays are legal (R13 to R17).

Cards are numbers and masks throughout. *lead* is the mask of the suit led, 0
for the seat on lead; *suit* is the mask of the called suit. The duties of R17
hold while the called suit has not been led, the trick in which it is first led
included: the functions for picker and partner are for that time only.
"""

from __future__ import annotations

from typing import Final

from arena.rules.actions import ALONE, Action, call
from arena.rules.cards import CLUBS, DECK, HEARTS, SPADES, SUIT_MASKS, Mask, cards_of

FAIL_ACES: Final[Mask] = 1 << 14 | 1 << 20 | 1 << 26
FAIL_TENS: Final[Mask] = FAIL_ACES << 1
BLACK_JACKS: Final[Mask] = 1 << 4 | 1 << 5
_FAIL_SUITS: Final = tuple(SUIT_MASKS[suit] for suit in (CLUBS, SPADES, HEARTS))
_FAIL: Final[Mask] = sum(_FAIL_SUITS)


# ---------------------------------------------------------------- calls


def plain_calls(held: Mask, bury: Mask) -> Mask:
    """The aces, or else the tens, that may be called without an unknown (R14 a, b).

    Args:
        held: the picker's cards after the bury.
    """
    own = held | bury
    rank = FAIL_TENS if owns_all_aces(own) else FAIL_ACES
    return _suits_held(held) & rank & ~own


def unknown_calls(held: Mask, bury: Mask, unknown_when: str) -> Mask:
    """The aces that may be called with an unknown set aside (R14 c)."""
    own = held | bury
    if owns_all_aces(own):
        return 0
    only_aces = unknown_when == "only-aces"
    barred = held & _FAIL & ~FAIL_ACES if only_aces else plain_calls(held, bury)
    return 0 if barred else FAIL_ACES & ~_suits_held(held) & ~own


def legal_calls(held: Mask, bury: Mask, unknown_when: str) -> tuple[Action, ...]:
    """Every announcement open to the picker, by card, then unknown; `alone` last (R14)."""
    plain = [call(card) for card in cards_of(plain_calls(held, bury))]
    with_unknown = [
        call(card, unknown)
        for card in cards_of(unknown_calls(held, bury, unknown_when))
        for unknown in cards_of(held)
    ]
    return (*plain, *with_unknown, ALONE)


def owns_all_aces(own: Mask) -> bool:
    """Whether all three fail aces are among *own*, so that a ten is called (R14 b)."""
    return own & FAIL_ACES == FAIL_ACES


def holds_both_jacks(held: Mask) -> bool:
    """Whether the picker of hoyle-4 names a card, since neither black jack finds him a partner."""
    return held & BLACK_JACKS == BLACK_JACKS


def legal_names(held: Mask) -> tuple[Action, ...]:
    """The call of each card that is not the picker's, by card; `alone` last (R13)."""
    return (*(call(card) for card in cards_of(DECK & ~held)), ALONE)


def _suits_held(held: Mask) -> Mask:
    """All cards of the fail suits of which *held* has one."""
    return sum(suit for suit in _FAIL_SUITS if held & suit)


# ---------------------------------------------------------------- plays


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
