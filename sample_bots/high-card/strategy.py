"""Plays high: leads its highest card, wins with the lowest that wins, gives away nothing.

It has no idea of sides, points in the trick or cards gone: what simple greed is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.referee.question import Question
from arena.rules.actions import NO_CRACK, NO_RECRACK, PASS, PICK, Action, Kind, Word, bury
from arena.rules.cards import POINTS, SUIT_MASKS, SUITS, TRUMP, Card, Mask, cards_of, mask_of
from arena.rules.observation import HIDDEN, Observation

HIGH_TRUMPS: Final[Mask] = 0b11111111
"""The queens and the jacks."""
PICK_WITH: Final = 3
"""So many queens and jacks among six cards are a hand to pick on; among more cards, more."""


def decide(question: Question) -> Action:
    """The answer to *question*."""
    seen = question.observation
    legal = seen.legal
    if legal is None:
        return _richest_fail(seen)
    match seen.kind:
        case Kind.PICK:
            high = (seen.hand & HIGH_TRUMPS).bit_count()
            return PICK if 6 * high >= PICK_WITH * seen.variant.hand_size else PASS
        case Kind.CRACK:
            return NO_CRACK
        case Kind.RECRACK:
            return NO_RECRACK
        case Kind.PLAY:
            return _greedy(seen, legal)
        case _:
            return min(legal, key=lambda action: (action.word is Word.ALONE, action.unknown != 0))


def _richest_fail(seen: Observation) -> Action:
    """Bury the fail cards with the most points; trump only where fail runs out."""
    ranked = sorted(cards_of(seen.hand), key=lambda card: (SUITS[card] == TRUMP, -POINTS[card]))
    return bury(mask_of(ranked[: seen.variant.blind_size]))


def _greedy(seen: Observation, legal: Sequence[Action]) -> Action:
    led = seen.tricks[-1].suit
    if led is None:
        return min(legal, key=lambda action: _rank(action.card))
    to_beat = _best_rank(seen.tricks[-1].cards, led)
    winners = [
        action
        for action in legal
        if SUITS[action.card] in (TRUMP, led)
        and _rank(action.card) < to_beat
        and action.card != seen.unknown
    ]
    if winners:
        return max(winners, key=lambda action: _rank(action.card))
    return min(legal, key=lambda action: (POINTS[action.card], -_rank(action.card)))


def _best_rank(trick: Sequence[Card], led: int) -> int:
    counting = SUIT_MASKS[TRUMP] | SUIT_MASKS[led]
    return min(
        (_rank(card) for card in trick if card != HIDDEN and counting >> card & 1), default=99
    )


def _rank(card: Card) -> int:
    """0 for QC to 13 for 7D, then 14 for any ace to 19 for any seven."""
    return card if card < 14 else 14 + (card - 14) % 6
