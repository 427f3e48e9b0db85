"""One deal from the first pass to its score: a mutable state, kept by the table of phases.

Speed outranks habit here: cards are numbers, sets of cards are masks, and the
state changes in place, so that a search or a training run can afford it. What a
seat may see of it is `arena.rules.observe`; nothing else of it is for a bot's eyes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from arena.rules.actions import (
    ALONE,
    CRACK,
    NO_CRACK,
    NO_RECRACK,
    PARTNER,
    PASS,
    PICK,
    PLAYS,
    RECRACK,
    Action,
    Kind,
    Word,
)
from arena.rules.cards import DECK, POINTS, SUIT_MASKS, SUITS, Card, Mask, cards_of, points_of
from arena.rules.legal import (
    FAIL_TENS,
    free_plays,
    legal_calls,
    partner_plays,
    picker_plays,
    refused_bury,
    refused_call,
    refused_partner_play,
    refused_picker_play,
    refused_play,
)
from arena.rules.observation import SeenTrick
from arena.rules.phases import KINDS, TRANSITIONS, Guard, Phase
from arena.rules.scoring import Result, leaster_scores, picked_scores, verdict
from arena.rules.variants import PLAYABLE, Variant, VariantError

_JD: Final[Card] = 7
_NO_CARD: Final[Card] = -1
_BELOW_ALL: Final[Card] = 32
"""A led unknown as the card to beat: everything of the called suit, and every trump, does (R18)."""
_LAST_TRUMP: Final[Card] = 13
_SUIT_OF: Final[tuple[Mask, ...]] = tuple(SUIT_MASKS[suit] for suit in SUITS)
"""All cards of a card's suit, by card."""


class DealError(ValueError):
    """Cards, or a number of thrown-in deals, that are no deal of the table."""


class Deal:
    """A deal in progress. Whoever holds it sees every card.

    The attributes without an underscore may be read by all and are written here only.
    """

    __slots__ = (
        "_best",
        "_best_seat",
        "_bound",
        "_called_mask",
        "_called_suit",
        "_lead",
        "_partner_card",
        "_to_play",
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
        "recrack",
        "seat",
        "stake",
        "suits",
        "taken",
        "trick_points",
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
            VariantError: this version does not play the table.
            DealError: the cards are no deal of the table, or *thrown_in* cannot be.
        """
        _check(variant, hands, blind, thrown_in)
        self.variant = variant
        self.dealt = tuple(hands)
        """By seat, as dealt."""
        self.blind = blind
        self.hands = list(hands)
        """By seat, now; the picker's own unknown in his until it is played."""
        self.phase = Phase.PICK
        self.seat = 0
        """Whose decision it is; means nothing when the deal is over."""
        self.passes = 0
        """How many seats passed, from seat 0 on."""
        self.picker: int | None = None
        self.bury: Mask = 0
        self.called: Card | None = None
        self.unknown: Card | None = None
        """The card set aside with the call (R14 c), also after it was played."""
        self.alone = False
        """The picker announced it; secretly solo (R12) is `partner` None."""
        self.partner: int | None = None
        """The real partner, public or not; None if there is none, or before it is settled."""
        self.partner_public = False
        self.cracks: list[bool] = []
        """The answers of `crack_seats`."""
        self.crack_seats: list[int] = []
        """The seats that answered whether they crack, in order."""
        self.recrack: bool | None = None
        self.stake = 1 << thrown_in
        """What the scores are multiplied by so far."""
        self.plays: list[Card] = []
        """All cards played, in order; trick t is plays[t·players : (t+1)·players]."""
        self.leaders: list[int] = []
        """The seat that leads or led, by trick, the running one included."""
        self.suits: list[int] = []
        """The suit led, by trick that has been led to."""
        self.winners: list[int] = []
        """By complete trick."""
        self.trick_points: list[int] = [0] * variant.players
        """Points of the cards in each seat's tricks."""
        self.taken: list[int] = [0] * variant.players
        """Number of tricks, by seat."""
        self._lead: Mask = 0
        self._best: Card = _BELOW_ALL
        self._best_seat = 0
        self._to_play = variant.players
        self._bound = False
        self._called_suit: Mask = 0
        self._called_mask: Mask = 0
        self._partner_card: Card = _NO_CARD
        self._winning_ten: Card = _NO_CARD

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
        """All passed, and it is played as a leaster (R30)."""
        return self.passes == self.variant.players and not self.thrown

    @property
    def tricks(self) -> tuple[SeenTrick, ...]:
        """Every trick with all faces open, the running one last while cards are held."""
        size = self.variant.players
        tricks = []
        for number, leader in enumerate(self.leaders):
            cards = tuple(self.plays[number * size : number * size + size])
            suit = self.suits[number] if cards else None
            winner = self.winners[number] if len(cards) == size else None
            points = sum(POINTS[card] for card in cards)
            tricks.append(SeenTrick(leader, cards, suit, winner, points))
        return tuple(tricks)

    def is_forced(self) -> bool:
        """Everybody can infer the answer, so that it is not asked in play (design of the contract).

        True for a seat's last card and for the pick under `forced-pick`; no
        other single legal answer may be skipped: it would show who had a choice.
        """
        if self.phase is Phase.PLAY:
            hand = self.hands[self.seat]
            return not hand & (hand - 1)
        return self.phase is Phase.PICK and self._must_pick()

    def legal(self) -> tuple[Action, ...] | None:
        """Every legal answer, by word, then by card number; none when the deal is over.

        None for a bury: any cards of the hand, as many as the blind has.
        """
        match self.phase:
            case Phase.PLAY:
                return tuple(PLAYS[card] for card in cards_of(self.legal_plays()))
            case Phase.PICK:
                return (PICK,) if self._must_pick() else (PASS, PICK)
            case Phase.BURY:
                return None
            case Phase.CALL if self._calls_a_card():
                return legal_calls(self.hands[self.seat], self.bury, self.variant.unknown_when)
            case Phase.CALL:
                return (PARTNER, ALONE)
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
                return partner_plays(hand, self._lead, self._called_suit, self._called_mask)
            if self.seat == self.picker:
                return picker_plays(hand, self._lead, self._called_suit, self._unknown_mask())
        return hand & self._lead or hand

    def broken_rule(self, action: Action) -> str | None:
        """The rule that *action* breaks here, number first, as a sentence; None if it is legal."""
        if self.phase is Phase.OVER:
            return "R38: the deal was thrown in" if self.thrown else "R15: the deal is over"
        if (self.phase, action.word) not in TRANSITIONS:
            return f"{self._expected()}, not {action.word.value}"
        match action.word:
            case Word.PLAY:
                return self._refused_play(action)
            case Word.BURY if not action.unknown:
                size = self.variant.blind_size
                return refused_bury(action.cards, self.hands[self.seat], size)
            case Word.CALL if self._calls_a_card():
                held = self.hands[self.seat]
                return refused_call(action, held, self.bury, self.variant.unknown_when)
        legal = self.legal() or ()
        if action in legal:
            return None
        if action.word in {other.word for other in legal}:
            return f"{self._expected()}, and no card with {action.word.value}"
        if self.phase is Phase.PICK:
            return "R10: all others passed, the dealer must pick"
        if action.word is Word.CRACK:
            return "R37: the picker's partner does not crack"
        return f"{self._expected()}, not {action.word.value}"

    # ------------------------------------------------------------ transitions

    def apply(self, action: Action) -> None:
        """Enter the legal answer of `seat`."""
        assert self.broken_rule(action) is None, self.broken_rule(action)
        if action.word is Word.PLAY:
            self.play(action.card)
            return
        _ENTER[action.word](self, action)
        self._move_on(action.word)

    def play(self, card: Card) -> None:
        """Play *card*, one of `legal_plays`: the fast path of `apply`."""
        seat = self.seat
        assert self.phase is Phase.PLAY
        assert 1 << card & self.legal_plays(), self.broken_rule(PLAYS[card])
        self.hands[seat] ^= 1 << card
        self.plays.append(card)
        if not self._lead:
            self._lead_with(card)
        elif self._bound:
            if self._beats_while_bound(card):
                self._best, self._best_seat = card, seat
        elif card < self._best and (card <= _LAST_TRUMP or self._lead >> card & 1):
            self._best, self._best_seat = card, seat
        if card == self._partner_card:
            self.partner_public = True
        self._to_play -= 1
        if self._to_play:
            seat += 1
            self.seat = seat if seat < self.variant.players else 0
        else:
            self._end_trick()

    def result(self) -> Result:
        """How the deal ended. Only when it is over."""
        assert self.phase is Phase.OVER
        if self.thrown:
            nothing = (0,) * self.variant.players
            return Result(nothing, nothing, "thrown-in", nothing, None, None)
        if self.picker is None:
            return self._leaster_result()
        side = {self.picker, self.picker if self.partner is None else self.partner}
        points = points_of(self.bury) + sum(self.trick_points[seat] for seat in side)
        tricks = sum(self.taken[seat] for seat in side)
        ruling = verdict(points, tricks, self.variant.hand_size)
        scores = picked_scores(self.variant, ruling, self.picker, self.partner)
        return Result(
            points=tuple(self.trick_points),
            tricks=tuple(self.taken),
            outcome=ruling.outcome,
            scores=tuple(score * self.stake for score in scores),
            picker=self.picker,
            partner=self.partner,
        )

    def _leaster_result(self) -> Result:
        points = list(self.trick_points)
        if self.variant.leaster_blind == "last-trick":
            points[self.winners[-1]] += points_of(self.blind)
        needs_trick = self.variant.leaster_needs_trick
        scores = leaster_scores(points, self.taken, needs_trick=needs_trick)
        return Result(
            points=tuple(points),
            tricks=tuple(self.taken),
            outcome="leaster",
            scores=tuple(score * self.stake for score in scores),
            picker=None,
            partner=None,
        )

    # ------------------------------------------------------------ entering an answer

    def _enter_pass(self, _: Action) -> None:
        self.passes += 1

    def _enter_pick(self, _: Action) -> None:
        self.picker = self.seat
        self.hands[self.seat] |= self.blind

    def _enter_bury(self, action: Action) -> None:
        self.bury = action.cards
        self.hands[self.seat] ^= action.cards
        if not self._holds(Guard.CALLS):
            self._settle_partner(_JD)

    def _enter_call(self, action: Action) -> None:
        card = action.card
        self.called = card
        self.unknown = action.unknown.bit_length() - 1 if action.unknown else None
        self._bound = True
        self._called_mask = action.cards
        self._called_suit = _SUIT_OF[card]
        if self.variant.called_ten_wins and action.cards & FAIL_TENS:
            self._winning_ten = card
        self._settle_partner(card)

    def _enter_partner(self, _: Action) -> None:
        self._settle_partner(_JD)

    def _enter_alone(self, _: Action) -> None:
        self.alone = True

    def _enter_crack_answer(self, action: Action) -> None:
        self.crack_seats.append(self.seat)
        self.cracks.append(action.word is Word.CRACK)
        if action.word is Word.CRACK:
            self.stake *= 2

    def _enter_recrack_answer(self, action: Action) -> None:
        self.recrack = action.word is Word.RECRACK
        if self.recrack:
            self.stake *= 2

    def _settle_partner(self, card: Card) -> None:
        """The holder of *card* is the partner; nobody, if the picker has it (R12)."""
        for seat, hand in enumerate(self.hands):
            if hand >> card & 1 and seat != self.picker:
                self.partner = seat
                self._partner_card = card

    # ------------------------------------------------------------ moving on

    def _move_on(self, word: Word) -> None:
        """To the phase that the table names after *word*, and to the seat it asks."""
        row = TRANSITIONS[self.phase, word]
        before = self.phase
        self.phase = next(phase for guard, phase in row if self._holds(guard))
        match self.phase:
            case Phase.PICK:
                self.seat += 1
            case Phase.BURY | Phase.CALL | Phase.RECRACK:
                assert self.picker is not None
                self.seat = self.picker
            case Phase.CRACK:
                self.seat = self._crackers_left()[0]
            case Phase.PLAY:
                self.seat = self.winners[-1] if before is Phase.PLAY else 0
                self.leaders.append(self.seat)

    def _holds(self, guard: Guard) -> bool:
        match guard:
            case Guard.SEATS_LEFT:
                return self.passes < self.variant.players
            case Guard.THROWN_IN:
                doubles = self.variant.all_pass == "doubler"
                return doubles and self.stake < self.variant.doubler_cap
            case Guard.CALLS:
                return self._calls_a_card() or self.variant.may_go_alone
            case Guard.CRACKERS_LEFT:
                return bool(self._crackers_left())
            case Guard.RECRACKS:
                return self.variant.crack == "crack-recrack"
            case Guard.CARDS_LEFT:
                return len(self.winners) < self.variant.hand_size
            case Guard.ALWAYS:
                return True

    def _crackers_left(self) -> Sequence[int]:
        """The seats still to be asked whether they crack, in order (R37)."""
        if self.variant.crack == "off" or self.picker is None:
            return ()
        first = self.picker + 1 if self.variant.crack_by == "not-yet-passed" else 0
        if self.crack_seats:
            first = self.crack_seats[-1] + 1
        return [seat for seat in range(first, self.variant.players) if seat != self.picker]

    def _lead_with(self, card: Card) -> None:
        if card == self.unknown:
            self._lead = self._called_suit
            self._best = _BELOW_ALL
        else:
            self._lead = _SUIT_OF[card]
            self._best = card
        self._best_seat = self.seat
        self.suits.append(SUIT_MASKS.index(self._lead))

    def _beats_while_bound(self, card: Card) -> bool:
        """Whether *card* beats the best of the trick while the called suit was not led.

        The unknown never does (R18). With `called_ten_wins`, the called ten beats
        the ace in the trick that its own suit leads (R19), for the first time here.
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
        self.winners.append(winner)
        self.taken[winner] += 1
        points = 0
        for card in self.plays[-size:]:
            points += POINTS[card]
        self.trick_points[winner] += points
        if self._lead == self._called_suit:
            self._bound = False
        self._lead = 0
        self._to_play = size
        self._move_on(Word.PLAY)

    # ------------------------------------------------------------ questions to the state

    def _must_pick(self) -> bool:
        forced = self.variant.all_pass == "forced-pick"
        return forced and self.passes == self.variant.players - 1

    def _calls_a_card(self) -> bool:
        return self.variant.partner == "called-ace"

    def _unknown_mask(self) -> Mask:
        return 0 if self.unknown is None else 1 << self.unknown

    def _expected(self) -> str:
        """What this phase waits for, with its rule."""
        match self.phase:
            case Phase.PICK:
                return "R8: expected pick or pass"
            case Phase.BURY:
                return f"R9: expected a bury of {self.variant.blind_size} cards"
            case Phase.CALL if self._calls_a_card():
                return "R14: expected a call or alone"
            case Phase.CALL:
                return "R12: expected partner or alone"
            case Phase.CRACK:
                return "R37: expected crack or no-crack"
            case Phase.RECRACK:
                return "R37: expected recrack or no-recrack"
            case _:
                return "R15: expected the play of a card"

    def _refused_play(self, action: Action) -> str | None:
        if action not in PLAYS:
            return "R15: a play is one card"
        card, hand, lead = action.card, self.hands[self.seat], self._lead
        if 1 << card & self.legal_plays():
            return None
        suit = self._called_suit
        if self._bound and self.seat == self.partner:
            return refused_partner_play(card, hand, lead, suit, self._called_mask)
        if self._bound and self.seat == self.picker:
            return refused_picker_play(card, hand, lead, suit, self._unknown_mask())
        return refused_play(card, hand, lead, 0)


_ENTER: Final[Mapping[Word, Callable[[Deal, Action], None]]] = {
    Word.PASS: Deal._enter_pass,
    Word.PICK: Deal._enter_pick,
    Word.BURY: Deal._enter_bury,
    Word.CALL: Deal._enter_call,
    Word.PARTNER: Deal._enter_partner,
    Word.ALONE: Deal._enter_alone,
    Word.CRACK: Deal._enter_crack_answer,
    Word.NO_CRACK: Deal._enter_crack_answer,
    Word.RECRACK: Deal._enter_recrack_answer,
    Word.NO_RECRACK: Deal._enter_recrack_answer,
}
"""What each answer but a play changes, before the table says what comes next."""


def _check(variant: Variant, hands: Sequence[Mask], blind: Mask, thrown_in: int) -> None:
    if variant.name not in PLAYABLE:
        raise VariantError(f"{variant.name} is not played yet: expected {' or '.join(PLAYABLE)}")
    if len(hands) != variant.players:
        raise DealError(f"{len(hands)} hands: expected {variant.players} for {variant.name}")
    for seat, hand in enumerate(hands):
        if hand.bit_count() != variant.hand_size:
            raise DealError(
                f"seat {seat} has {hand.bit_count()} cards: expected {variant.hand_size}"
            )
    if blind.bit_count() != variant.blind_size:
        raise DealError(f"blind of {blind.bit_count()} cards: expected {variant.blind_size}")
    together = blind
    for hand in hands:
        together |= hand
    if together != DECK:
        raise DealError("a card is dealt twice: expected each of the 32 cards once")
    cap = variant.doubler_cap if variant.all_pass == "doubler" else 1
    if thrown_in < 0 or thrown_in >= cap.bit_length():
        raise DealError(
            f"{thrown_in} deals thrown in: expected 0 to {cap.bit_length() - 1} for this table"
        )
