"""A sampled world played to its end by quick rules, and what each seat scores.

The quick rules know who is with whom, as nobody at the table does; that is the
usual price of sampling worlds, and it is small beside seeing only one's own hand.
"""

from __future__ import annotations

from typing import Final

from arena.rules.cards import POINTS, SUIT_MASKS, SUITS, Card, Mask
from arena.rules.legal import FAIL_ACES, FAIL_TENS, partner_plays, picker_plays
from arena.rules.observation import HIDDEN
from arena.rules.scoring import least_scores, leaster_scores, picked_scores, verdict
from position import TRUMPS, Position, points_in
from worlds import World

_FAIL: Final[Mask] = 0xFFFFFFFF & ~TRUMPS
_KINGS: Final[Mask] = FAIL_ACES << 2 | 1 << 10
_RICH: Final = (FAIL_ACES | FAIL_TENS, _KINGS | 3 << 8, _FAIL, 7 << 11, 15 << 4, 15)
"""What to throw on a friend's trick, best first."""
_POOR: Final = (_FAIL & ~(FAIL_ACES | FAIL_TENS | _KINGS), 7 << 11, 15 << 4, _KINGS, 15)
"""What to throw on a foe's trick, best first."""


class Playout:
    """One world on its way to the end. Used once."""

    def __init__(self, position: Position, world: World) -> None:
        seen = position.seen
        self.position = position
        self.players = seen.variant.players
        self.hands = list(world.hands)
        self.unknown = world.unknown
        self.partner = world.partner
        self.picker = seen.picker
        self.bury = world.bury
        self.points = list(position.points)
        self.tricks = list(position.tricks)
        self.winners = list(position.winners)
        self.bound = position.bound
        self.suit = position.suit
        self.called: Mask = 0 if seen.called is None else 1 << seen.called
        self.ten_wins = seen.variant.called_ten_wins and bool(self.called & FAIL_TENS)
        self.side = [seat in (seen.picker, world.partner) for seat in range(self.players)]
        running = seen.tricks[-1]
        self.leader = running.leader
        self.lead: Mask = 0 if running.suit is None else SUIT_MASKS[running.suit]
        self.on_table = running.points
        self.played = len(running.cards)
        self.winner = running.leader
        self.to_win: Mask = TRUMPS | self.lead
        """The cards that would be winning the running trick."""
        for step, card in enumerate(running.cards):
            if card not in (HIDDEN, seen.unknown):
                self._put((running.leader + step) % self.players, card)

    def scores(self, first: Card) -> tuple[int, ...]:
        """Play *first*, then on to the end; what each seat scores, and its side's points."""
        seat = self.position.seen.seat
        self._play(seat, first)
        while True:
            if self.played == self.players:
                self._take()
                if not any(self.hands):
                    return self._settled()
            seat = (self.leader + self.played) % self.players
            legal = self._legal(seat)
            if legal & (legal - 1):
                legal = self._follow(seat, legal) if self.lead else self._lead(seat, legal)
            self._play(seat, legal.bit_length() - 1)

    # ------------------------------------------------------------ rules

    def _legal(self, seat: int) -> Mask:
        hand = self.hands[seat]
        if self.bound and seat == self.partner:
            return partner_plays(hand, self.lead, self.suit, self.called)
        if self.bound and seat == self.picker:
            return picker_plays(hand, self.lead, self.suit, self.unknown)
        return hand & self.lead or hand

    def _play(self, seat: int, card: Card) -> None:
        bit = 1 << card
        if not self.lead:
            self.lead = self.suit if bit == self.unknown else SUIT_MASKS[SUITS[card]]
            self.to_win = TRUMPS | self.lead
            self.winner = seat
        self.hands[seat] &= ~bit
        self.on_table += POINTS[card]
        self.played += 1
        if bit == self.unknown:
            self.unknown = 0
        else:
            self._put(seat, card)

    def _put(self, seat: int, card: Card) -> None:
        if self.to_win >> card & 1:
            self.winner = seat
            below = (1 << card) - 1
            if self.ten_wins and self.bound and self.lead == self.suit:
                if 1 << card == self.called:
                    below = TRUMPS
                elif 2 << card == self.called:
                    self.to_win &= TRUMPS | self.called
                    return
            self.to_win &= below

    def _take(self) -> None:
        winner = self.winner
        self.points[winner] += self.on_table
        self.tricks[winner] += 1
        self.winners.append(winner)
        if self.lead == self.suit:
            self.bound = False
        self.leader, self.lead, self.on_table, self.played = winner, 0, 0, 0

    def _settled(self) -> tuple[int, ...]:
        variant, seen = self.position.seen.variant, self.position.seen
        if seen.leaster or self.picker is None:
            if variant.leaster_blind == "last-trick":
                self.points[self.leader] += points_in(self.bury)
            if variant.all_pass == "least":
                return least_scores(self.points, self.winners)
            needs_trick = variant.leaster_needs_trick
            return leaster_scores(self.points, self.tricks, needs_trick=needs_trick)
        points, tricks = points_in(self.bury), 0
        for seat in range(self.players):
            if self.side[seat]:
                points += self.points[seat]
                tricks += self.tricks[seat]
        schneider = 29 if variant.name.startswith("picker-alone") else 30  # R21
        ruling = verdict(points, tricks, variant.hand_size, schneider)
        return picked_scores(variant, ruling, self.picker, self.partner)

    # ------------------------------------------------------------ quick rules

    def _lead(self, seat: int, legal: Mask) -> Mask:
        if self.side[seat] and legal & TRUMPS:
            return legal & -legal
        fail = legal & _FAIL
        called = fail & self.suit if self.bound else 0
        fail = called or fail & FAIL_ACES or fail
        return fail if fail else legal

    def _follow(self, seat: int, legal: Mask) -> Mask:
        winners = legal & self.to_win
        friend = self.picker is not None and self.side[self.winner] == self.side[seat]
        last = self.played == self.players - 1
        if friend and (last or not winners or not self.to_win & 0xFF):
            return _first(legal, _RICH)
        if winners and not friend and self.picker is not None:
            if last:
                return _first(winners, _RICH)
            return winners & -winners if self.on_table >= 8 else winners
        losers = legal & ~winners
        if self.picker is None and losers:
            return _first(losers, _RICH)
        return _first(losers or legal, _POOR)


def _first(cards: Mask, order: tuple[Mask, ...]) -> Mask:
    for group in order:
        if cards & group:
            return cards & group
    return cards
