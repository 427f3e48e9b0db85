"""What the table tells one seat: who took what, who is out of what, who is with whom.

Everything is worked out afresh from the observation at each card, so the bot
needs no memory. What cannot be known is a chance between 0 and 1: `friend` says
how likely each seat is on our side, `chance_beats` how likely it beats a card.
"""

from __future__ import annotations

from typing import Final

from arena.rules.cards import DECK, HEARTS, POINTS, SUIT_MASKS, SUITS, TRUMP, Card, Mask, Suit
from arena.rules.observation import HIDDEN, Observation

JACK_OF_CLUBS: Final[Card] = 4
JACK_OF_SPADES: Final[Card] = 5
JACK_OF_DIAMONDS: Final[Card] = 7
TRUMPS: Final[Mask] = SUIT_MASKS[TRUMP]

PICKER_TRUMP: Final = 2.0
"""How much likelier the picker is than another seat to hold a given trump …"""
PICKER_FAIL: Final = 0.6
"""… and a given fail card."""
BURIED_TRUMP: Final = 0.1
"""The same for a card of the bury: it is hardly ever trump."""
BURIED_FAIL: Final = 1.8
LED_TRUMP: Final = 4.0
"""How much likelier a seat that led trump is the secret partner."""
LED_FAIL: Final = 0.4
PICKER_SOLO: Final = 0.15
"""How likely a picker holds JD himself, as the others see it."""
PICKER_HAS_JC: Final = 0.4
"""How likely a picker holds JC himself, as the holder of JS sees it (R13)."""


class Table:
    """One seat's reading of a running deal. Cheap to make, thrown away after the card."""

    def __init__(self, seen: Observation) -> None:
        self.seen = seen
        self.me = seen.seat
        self.players = seen.variant.players
        self.hand = seen.hand
        self.played: Mask = 0
        self.left = [seen.variant.hand_size] * self.players
        """How many cards each seat still holds."""
        self.out_of = [0] * self.players
        """Bit *suit* is set for each suit that a seat is known to be out of."""
        calls_ace = seen.variant.partner == "called-ace"
        self.called_suit: Suit | None = (
            SUITS[seen.called] if calls_ace and seen.called is not None else None
        )
        """The suit of R17; a card that is only named (R13) binds nobody."""
        self.called_led = False
        """The called suit was led in a trick before this one, so nobody is bound any more (R17)."""
        self.leads: list[tuple[int, Suit]] = []
        """Who led which suit, in order."""
        self.taken = [0] * self.players
        """Points each seat took."""
        self.tricks_of = [0] * self.players
        self.player_of: dict[Card, int] = {}
        """Who played each card seen so far."""
        self._read_tricks()
        running = seen.tricks[-1]
        self.led = running.suit
        """The suit led, None when this seat leads."""
        self.on_table = running.points
        """Points in the running trick."""
        self.rest = tuple(
            (self.me + step) % self.players for step in range(1, self.players - len(running.cards))
        )
        """The seats that play to this trick after this one, in order."""
        self.winner, self.top = self._winning()
        self.unseen: Mask = DECK & ~(self.hand | self.played | seen.bury)
        """Cards that are in other hands, or laid away by somebody else."""
        self.mates_card: Card | None = self._mates_card()
        """The card whose holder is the partner, None if there is none."""
        self.is_mate = self._is_mate()
        self.friend = self._friends()
        """How likely each seat is on our side, 0 to 1."""
        self._shares = [self._share_by_seat(suit) for suit in range(4)]

    # ------------------------------------------------------------ reading the tricks

    def _read_tricks(self) -> None:
        seen, players = self.seen, self.players
        for trick in seen.tricks:
            suit, seat = trick.suit, trick.leader
            if suit is None:
                break
            self.leads.append((seat, suit))
            for card in trick.cards:
                self.left[seat] -= 1
                if card == HIDDEN or card == seen.unknown or SUITS[card] != suit:
                    self.out_of[seat] |= 1 << suit
                if card != HIDDEN:
                    self.played |= 1 << card
                    self.player_of[card] = seat
                seat = seat + 1 if seat + 1 < players else 0
            if trick.winner is not None:
                self.taken[trick.winner] += trick.points
                self.tricks_of[trick.winner] += 1
                self.called_led |= suit == self.called_suit
        if seen.unknown_set_aside and seen.picker is not None and self.called_suit is not None:
            self.out_of[seen.picker] |= 1 << self.called_suit

    def stronger(self, card: Card | None, led: Suit) -> Mask:
        """The cards that beat *card* in this trick; None is an unknown, which all cards beat."""
        if card is None:
            return TRUMPS | SUIT_MASKS[led]
        if card < 14:
            return (1 << card) - 1
        higher = TRUMPS | (SUIT_MASKS[SUITS[card]] & ((1 << card) - 1))
        if self.seen.variant.called_ten_wins and self._ten_is_high(led):
            called = self.seen.called
            assert called is not None
            if card == called:
                return TRUMPS
            if card == called - 1:
                return higher | 1 << called
        return higher

    def _ten_is_high(self, led: Suit) -> bool:
        called = self.seen.called
        return (
            called is not None
            and POINTS[called] == 10
            and led == self.called_suit
            and not self.called_led
        )

    def _winning(self) -> tuple[int | None, Card | None]:
        """Who is winning the running trick, with which card; None before a card counts."""
        running = self.seen.tricks[-1]
        led = running.suit
        winner: int | None = None
        top: Card | None = None
        if led is None:
            return None, None
        for step, card in enumerate(running.cards):
            if card == HIDDEN or card == self.seen.unknown:
                continue
            if self.stronger(top, led) >> card & 1:
                winner, top = (running.leader + step) % self.players, card
        return winner, top

    # ------------------------------------------------------------ who is with whom

    def _mates_card(self) -> Card | None:
        seen = self.seen
        if seen.leaster or seen.alone:
            return None
        if seen.variant.partner == "called-ace":
            return seen.called
        if seen.variant.partner != "jack":
            return self._black_jack() if seen.variant.partner == "jack-of-clubs" else None
        held = (seen.hand | seen.bury) >> JACK_OF_DIAMONDS & 1
        return None if self.me == seen.picker and held else JACK_OF_DIAMONDS

    def _black_jack(self) -> Card | None:
        """JC, or JS once the picker is seen to have JC himself (R13); the named card if any."""
        seen = self.seen
        if seen.called is not None:
            return seen.called
        holds = self.me == seen.picker and self.hand >> JACK_OF_CLUBS & 1
        showed = self.player_of.get(JACK_OF_CLUBS) == seen.picker
        return JACK_OF_SPADES if holds or showed else JACK_OF_CLUBS

    def _may_be_mate(self) -> bool:
        """This seat holds JS, and who holds JC is not known: the picker may (R13)."""
        return (
            self.mates_card == JACK_OF_CLUBS
            and self.me != self.seen.picker
            and self.seen.partner is None
            and bool(self.hand >> JACK_OF_SPADES & 1)
        )

    def _is_mate(self) -> bool:
        """This seat is the partner, secret or not."""
        seen, card = self.seen, self.mates_card
        if card is None or self.me == seen.picker:
            return False
        return seen.partner == self.me or bool(self.hand >> card & 1)

    def _friends(self) -> list[float]:
        seen = self.seen
        if seen.leaster or seen.picker is None:
            return [0.0] * self.players
        picker = seen.picker
        if self.is_mate:
            friends = [0.0] * self.players
            friends[picker] = 1.0
            return friends
        mates = self._mate_chances()
        if self.me == picker:
            return mates
        friends = [1.0 - chance for chance in mates]
        friends[picker] = 0.0
        if self._may_be_mate():
            friends = [friend * (1.0 - PICKER_HAS_JC) for friend in friends]
            friends[picker] = PICKER_HAS_JC
        return friends

    def _mate_chances(self) -> list[float]:
        """How likely each other seat is the picker's partner, as a non-partner sees it."""
        seen, card = self.seen, self.mates_card
        chances = [0.0] * self.players
        if card is None:
            return chances
        if seen.partner is not None:
            chances[seen.partner] = 1.0
            return chances
        if self.played >> card & 1:
            return chances
        cleared = self.player_of.get(JACK_OF_SPADES) if card == JACK_OF_CLUBS else None
        for seat in range(self.players):
            if seat in (self.me, seen.picker, cleared):
                continue  # who played JS and was not shown as the partner is none
            if not self.out_of[seat] >> SUITS[card] & 1:
                chances[seat] = self._suspicion(seat)
        solo = card == JACK_OF_DIAMONDS and self.me != seen.picker
        total = sum(chances)
        if not total:
            return chances
        certain = 1.0 - PICKER_SOLO if solo else 1.0
        return [chance * certain / total for chance in chances]

    def _suspicion(self, seat: int) -> float:
        for leader, suit in self.leads:
            if leader == seat:
                if suit == TRUMP:
                    return LED_TRUMP
                return 0.0 if suit == self.called_suit else LED_FAIL
        return 1.0

    # ------------------------------------------------------------ what others may hold

    def _share_by_seat(self, suit: Suit) -> list[float]:
        """For each other seat the chance that it holds a given unseen card of *suit*."""
        seen = self.seen
        picker = seen.picker
        weights = [0.0] * self.players
        for seat in range(self.players):
            if seat == self.me or self.out_of[seat] >> suit & 1:
                continue
            weight = float(self.left[seat])
            if seat == picker:
                weight *= PICKER_TRUMP if suit == TRUMP else PICKER_FAIL
            weights[seat] = weight
        aside = 0.0
        if self.me != picker:
            aside = seen.variant.blind_size * 1.0
            if picker is not None:
                aside *= BURIED_TRUMP if suit == TRUMP else BURIED_FAIL
        total = sum(weights) + aside
        return [weight / total for weight in weights] if total else weights

    def chance_out_of(self, seat: int, suit: Suit) -> float:
        """How likely *seat* holds no card of *suit*."""
        if self.out_of[seat] >> suit & 1:
            return 1.0
        if suit == self.called_suit and not self.called_led and seat == self.seen.picker:
            return 0.0  # R17 b
        unseen = (self.unseen & SUIT_MASKS[suit]).bit_count()
        return (1.0 - self._shares[suit][seat]) ** unseen

    def chance_beats(self, seat: int, card: Card | None, led: Suit) -> float:
        """How likely *seat*, which plays later, can beat *card* in a trick of suit *led*."""
        better = self.unseen & self.stronger(card, led)
        trumps = (better & TRUMPS).bit_count()
        holds_trump = 1.0 - (1.0 - self._shares[TRUMP][seat]) ** trumps if trumps else 0.0
        if led == TRUMP:
            return holds_trump
        out = self.chance_out_of(seat, led)
        chance = out * holds_trump
        higher = (better & SUIT_MASKS[led]).bit_count()
        if higher:
            chance += 1.0 - (1.0 - self._shares[led][seat]) ** higher
        return min(chance, 1.0)

    def chance_ours(self, card: Card, led: Suit) -> float:
        """How likely our side takes the trick if this seat plays *card* to it."""
        top, ours = self.top, 1.0
        if self.beats_top(card, led):
            top = card
        else:
            ours = 0.0 if self.winner is None else self.friend[self.winner]
        kept, lost = 1.0, 1.0
        for seat in self.rest:
            beats = self.chance_beats(seat, top, led)
            friend = self.friend[seat]
            kept *= 1.0 - (1.0 - friend) * beats
            lost *= 1.0 - friend * beats
        return ours * kept + (1.0 - ours) * (1.0 - lost) * 0.8

    def beats_top(self, card: Card, led: Suit) -> bool:
        """Whether *card*, played now, would be winning; an unknown never is (R18)."""
        return card != self.seen.unknown and bool(self.stronger(self.top, led) >> card & 1)

    def higher_trumps(self, card: Card) -> int:
        """Unseen trumps above the trump *card*."""
        return (self.unseen & TRUMPS & ((1 << card) - 1)).bit_count()


def fail_suits() -> range:
    """Clubs, spades and hearts."""
    return range(TRUMP + 1, HEARTS + 1)
