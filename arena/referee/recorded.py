"""The decisions that a bot was asked in a recorded playing, each as its seat saw it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arena.errors import Fault
from arena.referee.line_text import RecordError
from arena.referee.lines import DealLine, DecisionLine, SittingLine
from arena.referee.record import PlayingRecord
from arena.rules.actions import Action
from arena.rules.deal import Deal
from arena.rules.dealing import DealError
from arena.rules.observation import Observation
from arena.rules.observe import observe


@dataclass(frozen=True, slots=True)
class RecordedDecision:
    """One decision as it was asked, and what came of it."""

    number: int
    """Counted from 0 over all decision lines of the playing, asked or not."""
    line: DecisionLine
    entry: int
    """Who was asked."""
    observation: Observation

    @property
    def answer(self) -> Action | Fault:
        """What the bot answered, be it late or illegal; the fault where it was no action."""
        line = self.line
        if line.fault is None:
            return line.action
        return line.offered if line.offered is not None else line.fault


def recorded_decisions(header: SittingLine, record: PlayingRecord) -> Iterator[RecordedDecision]:
    """What the bots were asked in *record*, in its order; replacements of a deal included.

    Raises:
        RecordError: the record is no playing by the rules.
    """
    deal: Deal | None = None
    dealt: DealLine | None = None
    number = 0
    for line in record.lines:
        match line:
            case DealLine():
                dealt, deal = line, _deal(header, line)
            case DecisionLine():
                if deal is None or dealt is None:
                    raise RecordError(f"deal {record.deal}: a decision before the cards")
                _check(deal, line)
                if line.ms is not None:
                    seen = observe(deal, line.seat, dealt.totals)
                    yield RecordedDecision(number, line, dealt.seating[line.seat], seen)
                deal.apply(line.action)
                number += 1


def _deal(header: SittingLine, line: DealLine) -> Deal:
    try:
        return Deal(header.variant, line.hands, line.blind, thrown_in=line.redeal)
    except DealError as error:
        raise RecordError(f"deal {line.deal}: {error}") from error


def _check(deal: Deal, line: DecisionLine) -> None:
    if deal.over:
        raise RecordError(f"deal {line.deal}: seat {line.seat}: the deal is over")
    broken = deal.broken_rule(line.action)
    if broken is not None or line.seat != deal.seat:
        wrong = broken or f"it was the turn of seat {deal.seat}"
        raise RecordError(f"deal {line.deal}: seat {line.seat}: {wrong}")
