"""One playing under the referee: who is asked next, and what the log says of it.

Theory. The referee is a machine without clock, process or file. It says who is asked
(`asked`); the caller brings the reply; the referee rules, applies, and goes on by itself
through whatever nobody has to be asked: forced answers, and the substitute for a bot that
is out. What it writes is a function of the deal, the conduct so far and the replies, so
that a log is verified by feeding its replies to a second referee and comparing lines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from arena.errors import Fault
from arena.referee.clock import Clock, TimeControl
from arena.referee.lines import (
    DealLine,
    DecisionLine,
    FaultLine,
    NoteLine,
    ResultLine,
)
from arena.referee.playing import Playing
from arena.referee.policy import FaultPolicy
from arena.referee.question import DealSummary, Reply
from arena.referee.record import PlayingRecord, playing_of
from arena.referee.ruling import judge
from arena.referee.substitute import substitute
from arena.rules.deal import Deal
from arena.rules.observation import Observation
from arena.rules.observe import observe
from arena.rules.shuffle import DealtCards
from arena.rules.variants import Variant


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for every playing of a sitting."""

    variant: Variant
    seating: tuple[int, ...]
    """The entry at each seat."""
    control: TimeControl
    reads_cpu: bool
    policy: FaultPolicy


@dataclass(frozen=True, slots=True)
class Asked:
    """The one who has to answer now."""

    entry: int
    seat: int
    clock: Clock


class Referee:
    """The referee of one playing."""

    def __init__(
        self,
        terms: Terms,
        number: int,
        conduct: tuple[int, ...],
        cards: Callable[[int], DealtCards],
        totals: tuple[int, ...] = (),
    ) -> None:
        """Deal and go to the first decision that has to be asked.

        Args:
            number: the deal's index in the event.
            conduct: faults so far in the sitting, by entry.
            cards: the cards of the deal, or of its k-th replacement (R38).
            totals: a race's, by seat, before this deal.
        """
        self._terms = terms
        self._number = number
        self._conduct = conduct
        self._cards = cards
        self._totals = totals
        self._faults = [0] * len(conduct)
        self._missing: set[int] = set()
        self._clocks = [
            Clock.start(terms.control, reads_cpu=terms.reads_cpu) for _ in terms.seating
        ]
        self.lines: list[DealLine | DecisionLine | FaultLine | NoteLine] = []
        """What the log says so far, without the result."""
        self.asked: Asked | None = None
        """Who has to answer; None when the deal is over."""
        self._deal_cards(0)
        self._go_on()

    def observation(self) -> Observation:
        """What the asked seat may know."""
        return observe(self.deal, self.deal.seat, self._totals)

    def answer(self, reply: Reply) -> None:
        """Rule on the asked bot's reply, and go on."""
        assert self.asked is not None
        seat, entry = self.asked.seat, self.asked.entry
        ruling = judge(self.deal, self.asked.clock, reply, self._terms.policy.margin_ms)
        if ruling.fault is not None:
            self._faults[entry] += 1
        if ruling.fault is Fault.START_FAILED:
            self._missing.add(entry)
        self._clocks[seat] = self.asked.clock.charged(reply.wall_ms, reply.cpu_ms)
        line = DecisionLine(
            self._number,
            seat,
            ruling.action,
            fault=ruling.fault,
            detail=ruling.detail,
            offered=ruling.offered,
            ms=reply.wall_ms,
            cpu_ms=reply.cpu_ms,
        )
        if reply.stall_ms:
            self.note(f"seat {seat}: host stall {reply.stall_ms} ms, not charged")
        self._play(line)
        self._go_on()

    def charge(self, entry: int, fault: Fault, detail: str) -> None:
        """Charge *entry* with a fault that belongs to no decision; before `result`."""
        self._faults[entry] += 1
        self.lines.append(FaultLine(self._number, entry, fault, detail))

    def note(self, text: str) -> None:
        """Write a note."""
        self.lines.append(NoteLine(text, self._number))

    @property
    def seating(self) -> tuple[int, ...]:
        """The entry at each seat."""
        return self._terms.seating

    @property
    def faults(self) -> tuple[int, ...]:
        """Faults charged in this playing, by entry."""
        return tuple(self._faults)

    def penalties(self) -> tuple[int, ...]:
        """By seat: each fault's price, and one for a playing the bot was out of from the start."""
        policy = self._terms.policy
        return tuple(
            policy.penalty * (self._faults[entry] + (self._conduct[entry] >= policy.max_faults))
            for entry in self._terms.seating
        )

    def result(self) -> ResultLine:
        """The result line of a playing that is over."""
        assert self.asked is None
        result = self.deal.result()
        return ResultLine(
            self._number,
            result.points,
            result.tricks,
            result.outcome,
            result.scores,
            self.penalties(),
        )

    def record(self) -> PlayingRecord:
        """The whole playing as its lines."""
        return PlayingRecord(tuple(self.lines), self.result())

    def playing(self, match: int, rotation: int) -> Playing:
        """The whole playing as results need it."""
        result = self.deal.result()
        return playing_of(match, rotation, self.record(), result.picker, result.partner)

    def summary(self, seat: int) -> DealSummary:
        """What a bot that wants results is told of it."""
        result = self.deal.result()
        return DealSummary(
            seat=seat,
            hands=self.deal.dealt,
            blind=self.deal.blind,
            bury=self.deal.bury,
            actions=tuple(
                line.action
                for line in self.lines[self._deal_start :]
                if isinstance(line, DecisionLine)
            ),
            points=result.points,
            tricks=result.tricks,
            outcome=result.outcome,
            scores=result.scores,
            picker=result.picker,
            partner=result.partner,
        )

    def _deal_cards(self, redeal: int) -> None:
        dealt = self._cards(redeal)
        variant = self._terms.variant
        self.deal = Deal(variant, dealt.hands, dealt.blind, thrown_in=redeal)
        self._redeal = redeal
        self._deal_start = len(self.lines)
        """Where in `lines` the deal that is played begins: a thrown-in one is nobody's to see."""
        self.lines.append(
            DealLine(
                self._number,
                self._terms.seating,
                dealt.hands,
                dealt.blind,
                redeal,
                self._totals,
            )
        )

    def _go_on(self) -> None:
        """Play what nobody is asked, up to the next question or the end."""
        while True:
            if self.deal.over:
                if not self.deal.thrown:
                    self.asked = None
                    return
                self._deal_cards(self._redeal + 1)
                continue
            seat = self.deal.seat
            entry = self._terms.seating[seat]
            if self.deal.is_forced():
                (action,) = self.deal.legal() or ()
                self._play(DecisionLine(self._number, seat, action, forced=True))
            elif self._is_out(entry):
                action = substitute(self.deal)
                self._play(DecisionLine(self._number, seat, action, substitute=True))
            else:
                self.asked = Asked(entry, seat, self._clocks[seat])
                return

    def _is_out(self, entry: int) -> bool:
        charged = self._conduct[entry] + self._faults[entry]
        return entry in self._missing or charged >= self._terms.policy.max_faults

    def _play(self, line: DecisionLine) -> None:
        self.lines.append(line)
        self.deal.apply(line.action)
