"""The action that is played for a bot that gave none."""

from __future__ import annotations

from arena.rules.actions import (
    ALONE,
    NO_CRACK,
    NO_RECRACK,
    PASS,
    PICK,
    PLAYS,
    Action,
    Kind,
    bury,
)
from arena.rules.cards import POINTS, Card, cards_of, mask_of
from arena.rules.deal import Deal


def substitute(deal: Deal) -> Action:
    """What the referee plays at the decision *deal* stands at. Always legal.

    Pass, or pick where that is forced; bury the cards with the fewest points, of those
    the highest numbers; go alone; do not crack; play the legal card with the fewest
    points, of those the highest number.
    """
    match deal.kind:
        case Kind.PICK:
            return PASS if PASS in (deal.legal() or ()) else PICK
        case Kind.BURY:
            held = sorted(cards_of(deal.hands[deal.seat]), key=_cheapness)
            return bury(mask_of(held[: deal.variant.blind_size]))
        case Kind.CALL:
            return ALONE
        case Kind.CRACK:
            return NO_CRACK
        case Kind.RECRACK:
            return NO_RECRACK
        case _:
            return PLAYS[min(cards_of(deal.legal_plays()), key=_cheapness)]


def _cheapness(card: Card) -> tuple[int, int]:
    return POINTS[card], -card
