"""One deal from the first pass to its score: a mutable state, moved on by the table of phases.

Speed outranks habit here: cards are numbers, sets of cards are masks, and the
state changes in place, so that a search or a training run can afford it. The file
is long because the state is one: every method reads or writes the same few numbers.
What a seat may see of it is `arena.rules.observe`; the rest is not for a bot's eyes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.rules.actions import (
    CRACK,
    NO_CRACK,
    NO_RECRACK,
    PASS,
    PICK,
    PLAYS,
    RECRACK,
    Action,
    Kind,
    Word,
    plays_of,
)
from arena.rules.announcing import (
    announcements,
    announces,
    expected_announcement,
    partner_card,
    refused_announcement,
)
from arena.rules.cards import POINTS, SUIT_MASKS, SUITS, Card, Mask, Suit, is_one_card, points_of
from arena.rules.dealing import check_dealing
from arena.rules.legal import FAIL_TENS, partner_plays, picker_plays
from arena.rules.observation import SeenTrick
from arena.rules.phases import KINDS, TRANSITIONS, Guard, Phase, Row
from arena.rules.refusal import (
    refused_bury,
    refused_partner_play,
    refused_picker_play,
    refused_play,
)
from arena.rules.scoring import (
    Result,
    least_result,
    leaster_result,
    picked_result,
    thrown_in_result,
)
from arena.rules.variants import Variant

_LAST_TRUMP: Final[Card] = 13
_NO_CARD: Final[Card] = -1
_WORST: Final[Card] = 32
"""A led unknown as the card to beat: every trump, and all of the called suit, beats it (R18)."""
_SUIT_OF: Final[tuple[Mask, ...]] = tuple(SUIT_MASKS[suit] for suit in SUITS)
"""All cards of a card's suit, by card."""
_LEFT_OF: Final = {players: (*range(1, players), 0) for players in (3, 4, 5)}
"""The seat that plays after a seat, by players."""
_AFTER_A_TRICK: Final = TRANSITIONS[Phase.PLAY, Word.PLAY]


class Deal:
    """A deal in progress, all cards open to whoever holds it.

    Attributes without an underscore may be read by everybody; only this file writes them.
    """

    __slots__ = (
        "_best",
        "_best_seat",
        "_bound",
        "_called_suit",
        "_lead",
        "_left_of",
        "_partner_card",
        "_to_play",
        "_unknown",
        "_winning_ten",
        "alone",
        "blind",
        "bury",
        "called",
        "crack_seats",
        "cracks",
        "dealt",
        "hands",
        "leaders",
        "partner",
        "partner_public",
        "passes",
        "phase",
        "picker",
        "plays",
        "points",
        "recrack",
        "seat",
        "stake",
        "suits",
        "taken",
        "unknown",
        "variant",
        "winners",
    )

    def __init__(
        self, variant: Variant, hands: Sequence[Mask], blind: Mask, *, thrown_in: int = 0
    ) -> None:
        """The deal before its first decision.

        Args:
            hands: by seat, as dealt.
            thrown_in: how many deals were thrown in before this one replaced them (R38).

        Raises:
            DealError: the cards are no deal of the table, or *thrown_in* cannot be.
        """
        check_dealing(variant, hands, blind, thrown_in)
        self.variant = variant
        self.dealt: tuple[Mask, ...] = tuple(hands)
        """By seat, as dealt."""
        self.blind = blind
        self.hands: list[Mask] = list(hands)
        """By seat, now; the unknown is in the picker's until it is played."""
        self.phase = Phase.PICK
        self.seat = 0
        """Whose decision it is; means nothing when the deal is over."""
        self.passes = 0
        """How many seats passed, from seat 0 on."""
        self.picker: int | None = None
        self.bury: Mask = 0
        self.called: Card | None = None
        """The card that was called (R14) or named (R13)."""
        self.unknown: Card | None = None
        """The card set aside with the call (R14 c), also after it was played."""
        self.alone = False
        """The picker said so; a picker who is secretly solo (R12) has no `partner` either."""
        self.partner: int | None = None
        """The real partner, public or not; None without one, and until it is settled."""
        self.partner_public = False
        self.cracks: list[bool] = []
        """The answers of `crack_seats`."""
        self.crack_seats: list[int] = []
        """The seats that have answered whether they crack, in order."""
        self.recrack: bool | None = None
        """The picker's answer to a crack; None if he was not asked."""
        self.stake = 1 << thrown_in
        """What the scores are multiplied by so far."""
        self.plays: list[Card] = []
        """All cards played, in order: `players` of them to a trick."""
        self.leaders: list[int] = []
        """Who led, by trick; the running trick's, led to or not, is the last."""
        self.suits: list[Suit] = []
        """The suit led, by trick."""
        self.winners: list[int] = []
        """Who took it, by complete trick."""
        self.points: list[int] = [0] * variant.players
        """Card points of the tricks that each seat took."""
        self.taken: list[int] = [0] * variant.players
        """How many tricks each seat took."""
        self._lead: Mask = 0
        """All cards of the suit led in the running trick; 0 before the lead."""
        self._best: Card = _WORST
        self._best_seat = 0
        self._left_of = _LEFT_OF[variant.players]
        self._to_play = variant.players
        """How many seats have not played to the running trick."""
        self._bound = False
        """R17 holds: a card was called, and its suit not led in a complete trick."""
        self._called_suit: Mask = 0
        self._unknown: Mask = 0
        self._partner_card: Card = _NO_CARD
        """Whose play makes the partnership public."""
        self._winning_ten: Card = _NO_CARD
        """A called ten that beats its ace (R19)."""

    # ------------------------------------------------------------ what is asked

    @property
    def kind(self) -> Kind | None:
        """What is asked of `seat`; None when the deal is over."""
        return KINDS[self.phase]

    @property
    def over(self) -> bool:
        """Nothing is left to decide, and `result` may be called."""
        return self.phase is Phase.OVER

    @property
    def thrown(self) -> bool:
        """It ended unplayed, to be replaced by a fresh shuffle (R38)."""
        return self.phase is Phase.OVER and not self.plays

    @property
    def leaster(self) -> bool:
        """All passed, and it is played as a leaster (R30) or a least (R31)."""
        return self.passes == self.variant.players and not self.thrown

    @property
    def tricks(self) -> tuple[SeenTrick, ...]:
        """Every trick with all faces open; during play the running one is the last."""
        size = self.variant.players
        tricks = []
        for number, leader in enumerate(self.leaders):
            cards = tuple(self.plays[number * size : number * size + size])
            suit = self.suits[number] if cards else None
            winner = self.winners[number] if len(cards) == size else None
            tricks.append(SeenTrick(leader, cards, suit, winner, sum(POINTS[c] for c in cards)))
        return tuple(tricks)

    def is_forced(self) -> bool:
        """Whether everybody can infer the answer, so that it is not asked in play.

        True for a seat's last card and for the pick under `forced-pick`. No other
        single legal answer is skipped: that would show who had a choice.
        """
        if self.phase is Phase.PLAY:
            hand = self.hands[self.seat]
            return not hand & (hand - 1)
        return self.phase is Phase.PICK and self._must_pick()

    def legal(self) -> tuple[Action, ...] | None:
        """Every legal answer of `seat`, by word, then by card; empty when the deal is over.

        None for a bury: any cards of the hand, as many as the blind has.
        """
        match self.phase:
            case Phase.PLAY:
                return plays_of(self.legal_plays())
            case Phase.PICK:
                return (PICK,) if self._must_pick() else (PASS, PICK)
            case Phase.BURY:
                return None
            case Phase.CALL:
                return announcements(self.variant, self.hands[self.seat], self.bury)
            case Phase.CRACK:
                return (NO_CRACK,) if self.seat == self.partner else (CRACK, NO_CRACK)
            case Phase.RECRACK:
                return (RECRACK, NO_RECRACK)
            case Phase.OVER:
                return ()

    def legal_plays(self) -> Mask:
        """The cards that `seat` may play; only during play (R15, R17)."""
        hand = self.hands[self.seat]
        if self._bound:
            if self.seat == self.partner:
                called = 1 << self._partner_card
                return partner_plays(hand, self._lead, self._called_suit, called)
            if self.seat == self.picker:
                return picker_plays(hand, self._lead, self._called_suit, self._unknown)
        return hand & self._lead or hand

    def broken_rule(self, action: Action) -> str | None:
        """The rule that *action* breaks here, number first, as a sentence; None if it is legal."""
        if (self.phase, action.word) not in TRANSITIONS:
            return self.expected()
        match self.phase:
            case Phase.PLAY:
                return self._refused_play(action)
            case Phase.BURY if not action.unknown:
                size = self.variant.blind_size
                return refused_bury(action.cards, self.hands[self.seat], size)
            case Phase.CALL:
                held = self.hands[self.seat]
                return refused_announcement(self.variant, action, held, self.bury)
        if action in (self.legal() or ()):
            return None
        if action == PASS:
            return "R10: all others passed, and the dealer has to pick"
        if action == CRACK:
            return "R37: the picker's partner does not crack"
        return self.expected()

    def expected(self) -> str:
        """What is waited for, with its rule: what to tell an answer of another kind."""
        match self.phase:
            case Phase.PICK:
                return "R8: expected pick or pass"
            case Phase.BURY:
                return f"R9: expected a bury of {self.variant.blind_size} cards"
            case Phase.CALL:
                return expected_announcement(self.variant, self.hands[self.seat])
            case Phase.CRACK:
                return "R37: expected crack or no-crack"
            case Phase.RECRACK:
                return "R37: expected recrack or no-recrack"
            case Phase.PLAY:
                return "R15: expected the play of a card"
            case Phase.OVER if self.thrown:
                return "R38: the deal was thrown in"
            case Phase.OVER:
                return "R15: the deal is over"

    # ------------------------------------------------------------ transitions

    def apply(self, action: Action) -> None:
        """Enter the answer of `seat`, which must be legal, and move on to the next decision."""
        if action.word is Word.PLAY:
            card = action.cards.bit_length() - 1
            assert action is PLAYS[card] or action == PLAYS[card], self.broken_rule(action)
            self.play(card)
        else:
            assert self.broken_rule(action) is None, self.broken_rule(action)
            self._enter(action)
            self._move_on(TRANSITIONS[self.phase, action.word])

    def play(self, card: Card) -> None:
        """Play *card*, one of `legal_plays`: what `apply` does with a play, and quicker."""
        assert self.phase is Phase.PLAY, self.expected()
        assert 1 << card & self.legal_plays(), self.broken_rule(PLAYS[card])
        seat = self.seat
        self.hands[seat] ^= 1 << card
        self.plays.append(card)
        if not self._lead:
            self._lead_with(card)
        elif (
            self._beats_while_bound(card)
            if self._bound
            else card < self._best and (card <= _LAST_TRUMP or self._lead >> card & 1)
        ):
            self._best, self._best_seat = card, seat
        if card == self._partner_card:
            self.partner_public = True
        self._to_play -= 1
        if self._to_play:
            self.seat = self._left_of[seat]
        else:
            self._end_trick()

    def result(self) -> Result:
        """How the deal ended. Only when it is over."""
        assert self.phase is Phase.OVER
        if self.thrown:
            return thrown_in_result(self.variant)
        if self.picker is None and self.variant.all_pass == "least":
            blind_points = points_of(self.blind)
            return least_result(self.points, self.winners, blind_points=blind_points)
        if self.picker is None:
            return leaster_result(
                self.variant,
                self.points,
                self.taken,
                blind_points=points_of(self.blind),
                last_winner=self.winners[-1],
                stake=self.stake,
            )
        return picked_result(
            self.variant,
            self.points,
            self.taken,
            bury_points=points_of(self.bury),
            picker=self.picker,
            partner=self.partner,
            stake=self.stake,
        )

    def _enter(self, action: Action) -> None:
        """What an answer other than a play changes, before the table says what follows it."""
        match action.word:
            case Word.PASS:
                self.passes += 1
            case Word.PICK:
                self.picker = self.seat
                self.hands[self.seat] |= self.blind
            case Word.BURY:
                self.bury = action.cards
                self.hands[self.seat] ^= action.cards
                if not announces(self.variant):
                    self._settle_partner(partner_card(self.variant, self.hands[self.seat]))
            case Word.CALL:
                self._enter_call(action)
            case Word.PARTNER:
                self._settle_partner(partner_card(self.variant, self.hands[self.seat]))
            case Word.ALONE:
                self.alone = True
            case Word.CRACK | Word.NO_CRACK | Word.RECRACK | Word.NO_RECRACK:
                self._enter_crack(action.word)

    def _enter_call(self, action: Action) -> None:
        self.called = action.card
        self._settle_partner(action.card)
        if self.variant.partner != "called-ace":
            return  # a named card binds nobody: R17 is of called ones
        self._called_suit = _SUIT_OF[action.card]
        self._bound = True
        if action.unknown:
            self._unknown = action.unknown
            self.unknown = action.unknown.bit_length() - 1
        if self.variant.called_ten_wins and action.cards & FAIL_TENS:
            self._winning_ten = action.card

    def _enter_crack(self, word: Word) -> None:
        raises = word in (Word.CRACK, Word.RECRACK)
        if self.phase is Phase.CRACK:
            self.crack_seats.append(self.seat)
            self.cracks.append(raises)
        else:
            self.recrack = raises
        if raises:
            self.stake *= 2

    def _settle_partner(self, card: Card | None) -> None:
        """The holder of *card* is the partner; nobody, if the picker has it (R12)."""
        if card is None:
            return
        for seat, hand in enumerate(self.hands):
            if hand >> card & 1 and seat != self.picker:
                self.partner = seat
                self._partner_card = card

    def _move_on(self, row: Row) -> None:
        """To the phase that *row* of the table names, and to the seat it asks."""
        for guard, phase in row:
            if self._holds(guard):
                self.phase = phase
                break
        match self.phase:
            case Phase.PLAY:
                self.seat = self.winners[-1] if self.winners else 0
                self.leaders.append(self.seat)
            case Phase.PICK:
                self.seat += 1
            case Phase.BURY | Phase.CALL | Phase.RECRACK:
                assert self.picker is not None
                self.seat = self.picker
            case Phase.CRACK:
                self.seat = self._crackers_left()[0]

    def _holds(self, guard: Guard) -> bool:
        """The deal's answer to a question of the table, the one of each trick first."""
        match guard:
            case Guard.CARDS_LEFT:
                return len(self.winners) < self.variant.hand_size
            case Guard.SEATS_LEFT:
                return self.passes < self.variant.players
            case Guard.BURIES:
                return bool(self.variant.blind_size)
            case Guard.THROWN_IN:
                doubles = self.variant.all_pass == "doubler"
                return doubles and self.stake < self.variant.doubler_cap
            case Guard.CALLS:
                return announces(self.variant)
            case Guard.CRACKERS_LEFT:
                return bool(self._crackers_left())
            case Guard.RECRACKS:
                return self.variant.crack == "crack-recrack"
            case Guard.ALWAYS:
                return True

    def _crackers_left(self) -> Sequence[int]:
        """The seats still to be asked whether they crack, in order (R37)."""
        if self.variant.crack == "off" or self.picker is None:
            return ()
        if self.crack_seats:
            first = self.crack_seats[-1] + 1
        else:
            first = self.picker + 1 if self.variant.crack_by == "not-yet-passed" else 0
        return [seat for seat in range(first, self.variant.players) if seat != self.picker]

    # ------------------------------------------------------------ tricks

    def _lead_with(self, card: Card) -> None:
        if card == self.unknown:
            self._lead = self._called_suit
            self._best = _WORST
        else:
            self._lead = _SUIT_OF[card]
            self._best = card
        self._best_seat = self.seat
        self.suits.append(SUIT_MASKS.index(self._lead))

    def _beats_while_bound(self, card: Card) -> bool:
        """Whether *card* beats the best so far in a trick that R17 still binds.

        The unknown never does (R18). A called ten that wins by option beats the
        ace of its suit in the trick that this suit leads first, which is the
        last one to bind (R19).
        """
        if card == self.unknown:
            return False
        if self._lead == self._called_suit:
            if card == self._winning_ten:
                return self._best > _LAST_TRUMP
            if self._best == self._winning_ten:
                return card <= _LAST_TRUMP
        return card < self._best and (card <= _LAST_TRUMP or bool(self._lead >> card & 1))

    def _end_trick(self) -> None:
        size = self.variant.players
        winner = self._best_seat
        points = 0
        for card in self.plays[-size:]:
            points += POINTS[card]
        self.winners.append(winner)
        self.taken[winner] += 1
        self.points[winner] += points
        if self._lead == self._called_suit:
            self._bound = False
        self._lead = 0
        self._to_play = size
        self._move_on(_AFTER_A_TRICK)

    # ------------------------------------------------------------ questions to the state

    def _must_pick(self) -> bool:
        forced = self.variant.all_pass == "forced-pick"
        return forced and self.passes == self.variant.players - 1

    def _refused_play(self, action: Action) -> str | None:
        if action.unknown or not is_one_card(action.cards):
            return "R15: a play is one card"
        card, hand, lead = action.card, self.hands[self.seat], self._lead
        if self._bound and self.seat == self.partner:
            called = 1 << self._partner_card
            return refused_partner_play(card, hand, lead, self._called_suit, called)
        if self._bound and self.seat == self.picker:
            return refused_picker_play(card, hand, lead, self._called_suit, self._unknown)
        return refused_play(card, hand, lead)
