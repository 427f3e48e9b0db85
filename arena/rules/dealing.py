"""Whether cards are a deal of a table at all, before anybody acts (R7, R38)."""

from __future__ import annotations

from collections.abc import Sequence

from arena.rules.cards import DECK, Mask
from arena.rules.variants import Variant


class DealError(ValueError):
    """Cards, or a number of thrown-in deals, that are no deal of the table."""


def check_dealing(variant: Variant, hands: Sequence[Mask], blind: Mask, thrown_in: int) -> None:
    """Refuse what cannot be dealt.

    Raises:
        DealError: the cards are no deal of the table, or it does not throw in so many.
    """
    if len(hands) != variant.players:
        raise DealError(f"{len(hands)} hands: expected {variant.players} for {variant.name}")
    for seat, hand in enumerate(hands):
        if hand.bit_count() != variant.hand_size:
            held = hand.bit_count()
            raise DealError(f"{held} cards at seat {seat}: expected {variant.hand_size}")
    if blind.bit_count() != variant.blind_size:
        raise DealError(f"{blind.bit_count()} cards in the blind: expected {variant.blind_size}")
    dealt = blind
    for hand in hands:
        dealt |= hand
    if dealt != DECK:
        raise DealError("a card is dealt twice: expected each of the 32 cards once")
    most = variant.doubler_cap.bit_length() - 1 if variant.all_pass == "doubler" else 0
    if not 0 <= thrown_in <= most:
        raise DealError(f"{thrown_in} deals thrown in: expected 0 to {most} for this table")
