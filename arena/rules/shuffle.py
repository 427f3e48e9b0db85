"""How a secret and a deal's index become dealt hands (R6, R7)."""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
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
_UNBIASED: Final = tuple((1 << 32) // (last + 1) * (last + 1) for last in range(32))
"""Only words below this choose fairly among the cards 0..last."""
_eight_words: Final = struct.Struct(">8I").unpack
"""The 32-bit words of a SHA-256, big-endian."""


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
    key = hmac.digest(secret, label.encode("ascii"), "sha256")
    deck = list(range(32))
    last = 31
    for counter in count():
        for word in _eight_words(hashlib.sha256(key + counter.to_bytes(4, "big")).digest()):
            if word >= _UNBIASED[last]:
                continue
            chosen = word % (last + 1)
            deck[last], deck[chosen] = deck[chosen], deck[last]
            last -= 1
            if not last:
                return tuple(deck)
    raise AssertionError("the words of a key have no end")


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
