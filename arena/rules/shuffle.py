"""How a secret and a deal's index become dealt hands (R6, R7)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.rules.cards import Card, Mask, mask_of
from arena.rules.variants import Variant

_BLIND: Final = -1
_FIVE_HAND: Final = (3, _BLIND, 3)
_THREE_HAND: Final = (3, _BLIND, 4, 3)
_BATCHES: Final = {
    "called-ace": _FIVE_HAND,
    "jack-of-diamonds": _FIVE_HAND,
    "picker-alone-3": _THREE_HAND,
    "hoyle-3": _THREE_HAND,
    "picker-alone-4": (2, _BLIND, 3, _BLIND, 2),
    "hoyle-4": (3, 2, 3),
}
"""R7: so many cards to each seat in turn, or two to the blind."""


@dataclass(frozen=True, slots=True)
class DealtCards:
    """The 32 cards after the dealing, before anybody acts."""

    hands: tuple[Mask, ...]
    """By seat."""
    blind: Mask


def deal_label(index: int, redeal: int = 0) -> str:
    """What deal *index* is shuffled under: ``deal:7``, or ``deal:7/1`` as a replacement.

    Args:
        redeal: how many times the deal was thrown in before (R38).
    """
    return f"deal:{index}/{redeal}" if redeal else f"deal:{index}"


def shuffle(secret: bytes, label: str) -> tuple[Card, ...]:
    """The deck that *secret* (32 bytes) gives under *label*, first card first (R6)."""
    words = _words(hmac.digest(secret, label.encode("ascii"), "sha256"))
    deck = list(range(32))
    for last in range(31, 0, -1):
        choices = last + 1
        unbiased = (1 << 32) // choices * choices
        word = next(word for word in words if word < unbiased)
        chosen = word % choices
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


def deal_out(variant: Variant, deck: Sequence[Card]) -> DealtCards:
    """*deck* dealt from its first card, seat 0 first, in the batches of R7."""
    hands: list[Mask] = [0] * variant.players
    blind: Mask = 0
    at = 0
    for batch in _BATCHES[variant.name]:
        if batch == _BLIND:
            blind |= mask_of(deck[at : at + 2])
            at += 2
            continue
        for seat in range(variant.players):
            hands[seat] |= mask_of(deck[at : at + batch])
            at += batch
    return DealtCards(tuple(hands), blind)


def dealt(secret: bytes, variant: Variant, index: int, redeal: int = 0) -> DealtCards:
    """The hands and the blind of deal *index* of a match with *secret*."""
    return deal_out(variant, shuffle(secret, deal_label(index, redeal)))


def _words(key: bytes) -> Iterator[int]:
    """The 32-bit words of SHA-256(key ‖ 0), SHA-256(key ‖ 1), …, without end."""
    counter = 0
    while True:
        digest = hashlib.sha256(key + counter.to_bytes(4, "big")).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        counter += 1
