"""Hidden cards dealt out at random, consistent with what the seat saw."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from arena.rules.cards import Card, Mask, cards_of
from position import TRUMPS, Position

PICKER_TRUMP: Final = 2.5
"""How much likelier than another seat the picker is to hold a trump."""
BURIED_TRUMP: Final = 0.1
TRIES: Final = 12
"""Dealings given up before what is known about the seats is let go."""


@dataclass(frozen=True, slots=True)
class World:
    """One way the cards may lie."""

    hands: list[Mask]
    bury: Mask
    """What the picker buried; in a leaster, the blind."""
    unknown: Mask
    """The card the picker set aside, while he holds it."""
    partner: int | None


def sample_world(position: Position, rng: random.Random) -> World:
    """A world drawn with *rng* in which nobody holds a card he is known not to hold."""
    seen = position.seen
    for attempt in range(TRIES + 1):
        piles = _deal_hidden(position, rng, strict=attempt < TRIES)
        if piles is not None and (attempt == TRIES or _picker_keeps_suit(position, piles)):
            break
    assert piles is not None
    aside = piles.pop()
    piles[seen.seat] = seen.hand
    unknown = 0
    if seen.unknown_set_aside and seen.picker is not None and position.bound:
        unknown = _unknown(position, piles[seen.picker])
    return World(piles, seen.bury | aside, unknown, position.partner_of(piles))


def _deal_hidden(position: Position, rng: random.Random, *, strict: bool) -> list[Mask] | None:
    """The unseen cards in piles by seat, the last pile being the bury or blind.

    None if, card by card, some card found no pile left that may take it.
    """
    seen = position.seen
    room = list(position.left)
    room[seen.seat] = 0
    room.append(0)
    room[-1] = position.unseen.bit_count() - sum(room)
    barred = [*position.barred, 0] if strict else [0] * len(room)
    piles = [0] * len(room)
    cards = list(cards_of(position.unseen))
    rng.shuffle(cards)
    cards.sort(key=lambda card: -sum(mask >> card & 1 for mask in barred))
    for card in cards:
        weights = [_weight(position, pile, card) * room[pile] for pile in range(len(room))]
        for pile, mask in enumerate(barred):
            if mask >> card & 1:
                weights[pile] = 0.0
        if not any(weights):
            return None
        pile = rng.choices(range(len(room)), weights)[0]
        room[pile] -= 1
        piles[pile] |= 1 << card
    return piles


def _weight(position: Position, pile: int, card: Card) -> float:
    picker = position.seen.picker
    if card >= 14 or picker is None:
        return 1.0
    if pile == picker:
        return PICKER_TRUMP
    return BURIED_TRUMP if pile == len(position.left) else 1.0


def _picker_keeps_suit(position: Position, piles: list[Mask]) -> bool:
    """R17 b: while he is bound, the picker holds a card of the suit he called."""
    seen = position.seen
    if not position.bound or seen.unknown_set_aside or seen.picker in (None, seen.seat):
        return True
    assert seen.picker is not None
    return bool(piles[seen.picker] & position.suit) or position.left[seen.picker] == 0


def _unknown(position: Position, held: Mask) -> Mask:
    """The card aside: known to its owner, else taken for his lowest trump."""
    seen = position.seen
    if seen.unknown is not None:
        return 1 << seen.unknown & held
    trumps = held & TRUMPS or held
    return 1 << (trumps.bit_length() - 1) if trumps else 0
