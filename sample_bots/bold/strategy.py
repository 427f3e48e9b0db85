"""Plays by a few plain rules; how much it takes to make it pick is a setting.

The folders `timid` and `bold` hold this same program: only PICK_AT, set under
[env] in bot.toml, tells them apart.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from arena.referee.question import Question
from arena.rules.actions import ALONE, NO_CRACK, NO_RECRACK, PASS, PICK, Action, Kind, bury
from arena.rules.cards import POINTS, SUIT_MASKS, SUITS, TRUMP, Card, Mask, cards_of, mask_of
from arena.rules.observation import HIDDEN, Observation

PICK_AT: Final = int(os.environ["PICK_AT"])
"""The strength of six cards to pick on: a queen counts 3, a jack 2, another trump or an ace 1."""
TRUMPS: Final[Mask] = SUIT_MASKS[TRUMP]
PARTNER_CARDS: Final = {"jack": 7, "jack-of-clubs": 4}
"""JD and JC, where the holder of a card is the partner (R12, R13)."""
STRENGTH: Final = tuple(
    3 if card < 4 else 2 if card < 8 else 1 if card < 14 or POINTS[card] == 11 else 0
    for card in range(32)
)


def decide(question: Question) -> Action:
    """The answer to *question*."""
    seen = question.observation
    legal = seen.legal
    if legal is None:
        return _short_suits(seen)
    match seen.kind:
        case Kind.PICK:
            strength = sum(STRENGTH[card] for card in cards_of(seen.hand))
            needed = PICK_AT + seen.variant.hand_size - 6  # a card counts nearly 1 on average
            return PICK if strength >= needed else PASS
        case Kind.CALL:
            return min(legal, key=lambda action: (action == ALONE, action.unknown))
        case Kind.CRACK:
            return NO_CRACK
        case Kind.RECRACK:
            return NO_RECRACK
        case _:
            return _lead(seen, legal) if seen.tricks[-1].suit is None else _follow(seen, legal)


def _short_suits(seen: Observation) -> Action:
    """Bury from the shortest fail suits, points first, aces last."""

    def rank(card: Card) -> tuple[bool, bool, int, int]:
        length = (seen.hand & SUIT_MASKS[SUITS[card]]).bit_count()
        return SUITS[card] == TRUMP, POINTS[card] == 11, length, -POINTS[card]

    ranked = sorted(cards_of(seen.hand), key=rank)
    return bury(mask_of(ranked[: seen.variant.blind_size]))


def _lead(seen: Observation, legal: Sequence[Action]) -> Action:
    """The picker's side leads high trump, the others fail, the called suit first.

    When all passed everyone leads low.
    """
    if seen.leaster:
        return max(legal, key=lambda action: _rank(action.card))
    if _with_picker(seen):
        return min(legal, key=lambda action: action.card)
    suit = None if seen.called is None else SUITS[seen.called]
    fail = [action for action in legal if SUITS[action.card] != TRUMP]
    called = [action for action in fail if SUITS[action.card] == suit]
    if called or fail:
        return min(called or fail, key=lambda action: -POINTS[action.card])
    return max(legal, key=lambda action: action.card)


def _follow(seen: Observation, legal: Sequence[Action]) -> Action:
    """Schmear to a friend, else take the trick with as little as it takes, else give nothing.

    When all passed, duck with as many points as can be thrown away.
    """
    winner, top, led = _winning(seen)
    last = len(seen.tricks[-1].cards) + 1 == seen.variant.players
    friend = winner is not None and _is_friend(seen, winner)
    if friend and (last or top < 4):
        return max(legal, key=lambda action: (POINTS[action.card], action.card))
    winners = [action for action in legal if _beats(action.card, top, led)]
    losers = [action for action in legal if action not in winners]
    if seen.leaster and losers:
        return max(losers, key=lambda action: (POINTS[action.card], -action.card))
    if winners and not friend:
        if last:
            return max(winners, key=lambda action: (POINTS[action.card], action.card))
        return min(winners, key=lambda action: action.card)
    return min(legal, key=lambda action: (POINTS[action.card], -action.card))


def _winning(seen: Observation) -> tuple[int | None, Card, int]:
    """The winning seat, its card and the suit led; an unknown never wins."""
    trick = seen.tricks[-1]
    assert trick.suit is not None
    winner, top = None, 99
    for step, card in enumerate(trick.cards):
        if card not in (HIDDEN, seen.unknown) and _beats(card, top, trick.suit):
            winner, top = (trick.leader + step) % seen.variant.players, card
    return winner, top, trick.suit


def _beats(card: Card, top: Card, led: int) -> bool:
    return SUITS[card] in (TRUMP, led) and card < top


def _rank(card: Card) -> int:
    """0 for QC to 13 for 7D, then 14 for any ace to 19 for any seven."""
    return card if card < 14 else 14 + (card - 14) % 6


def _with_picker(seen: Observation) -> bool:
    """This seat picked, or holds the card that makes it the partner."""
    if seen.leaster or seen.seat in (seen.picker, seen.partner):
        return not seen.leaster
    if seen.alone:
        return False
    mates_card = PARTNER_CARDS.get(seen.variant.partner, seen.called)
    return mates_card is not None and bool(seen.hand >> mates_card & 1)


def _is_friend(seen: Observation, seat: int) -> bool:
    """*seat* is known to be on this seat's side, as far as plain rules know."""
    if seen.leaster or seen.picker is None:
        return False
    if _with_picker(seen):
        return seat in (seen.picker, seen.partner)
    nobody_is = seen.alone or seen.variant.partner == "none"
    return seat != seen.picker and (nobody_is or seen.partner not in (None, seat))
