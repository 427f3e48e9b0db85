"""Where a deal stands, as far as one seat saw it: the fixed part of every sampled world."""

from __future__ import annotations

from typing import Final

from arena.rules.cards import DECK, POINTS, SUIT_MASKS, SUITS, TRUMP, Card, Mask
from arena.rules.observation import HIDDEN, Observation

JACK_OF_CLUBS: Final[Card] = 4
JACK_OF_SPADES: Final[Card] = 5
JACK_OF_DIAMONDS: Final[Card] = 7
TRUMPS: Final[Mask] = SUIT_MASKS[TRUMP]


class Position:
    """Read once from the observation at a card, shared by all its playouts."""

    def __init__(self, seen: Observation) -> None:
        players = seen.variant.players
        self.seen = seen
        self.left = [seen.variant.hand_size] * players
        """Cards each seat still holds."""
        self.barred = [0] * players
        """Cards each seat is known not to hold."""
        self.points = [0] * players
        """Points of the tricks each seat took."""
        self.tricks = [0] * players
        self.played: Mask = 0
        self.winners: list[int] = []
        """Who took each trick."""
        self.player_of: dict[Card, int] = {}
        """Who played each card seen so far."""
        names = seen.variant.partner == "jack-of-clubs"
        self.suit: Mask = 0 if seen.called is None or names else SUIT_MASKS[SUITS[seen.called]]
        """The called suit; a card that is only named (R13) binds nobody."""
        self.bound = bool(self.suit)
        """The called suit was not led in an earlier trick: R17 binds."""
        for trick in seen.tricks:
            if trick.suit is not None:
                self._read(trick.leader, trick.suit, trick.cards)
            if trick.winner is not None:
                self.points[trick.winner] += trick.points
                self.tricks[trick.winner] += 1
                self.winners.append(trick.winner)
                self.bound &= SUIT_MASKS[trick.suit or TRUMP] != self.suit
        if seen.picker is not None and seen.called is not None:
            self.barred[seen.picker] |= 1 << seen.called
            if seen.unknown_set_aside:
                self.barred[seen.picker] |= self.suit
        self.unseen: Mask = DECK & ~(seen.hand | self.played | seen.bury)
        """Cards of the other hands, and of a bury or blind that this seat did not see."""

    def _read(self, leader: int, suit: int, cards: tuple[Card, ...]) -> None:
        for step, card in enumerate(cards):
            seat = (leader + step) % self.seen.variant.players
            self.left[seat] -= 1
            unknown = card in (HIDDEN, self.seen.unknown)
            if unknown or SUITS[card] != suit:
                self.barred[seat] |= SUIT_MASKS[suit]
            if card != HIDDEN:
                self.played |= 1 << card
                self.player_of[card] = seat

    def partner_of(self, hands: list[Mask]) -> int | None:
        """Who the picker's partner is if the seats hold *hands*."""
        seen = self.seen
        if seen.partner is not None or seen.alone or seen.picker is None:
            return seen.partner
        match seen.variant.partner:
            case "jack":
                card: Card | None = JACK_OF_DIAMONDS
            case "jack-of-clubs":
                picker_has_it = self._holder(JACK_OF_CLUBS, hands) == seen.picker
                card = JACK_OF_SPADES if picker_has_it else JACK_OF_CLUBS
            case _:
                card = seen.called
        holder = None if card is None else self._holder(card, hands)
        return None if holder == seen.picker else holder

    def _holder(self, card: Card, hands: list[Mask]) -> int | None:
        """Who holds *card*, or played it."""
        for seat, hand in enumerate(hands):
            if hand >> card & 1:
                return seat
        return self.player_of.get(card)


def points_in(mask: Mask) -> int:
    """Card points in *mask*."""
    total = 0
    while mask:
        low = mask & -mask
        total += POINTS[low.bit_length() - 1]
        mask ^= low
    return total
