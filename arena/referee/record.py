"""A whole sitting log as values: its header, its playings, its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arena.errors import Fault
from arena.referee.chain import Chain
from arena.referee.line_text import RecordError, parse_line
from arena.referee.lines import (
    DealLine,
    DecisionLine,
    EndLine,
    FaultLine,
    Line,
    NoteLine,
    ResultLine,
    SittingLine,
)
from arena.referee.playing import Playing
from arena.rules.actions import format_action


@dataclass(frozen=True, slots=True)
class PlayingRecord:
    """The lines of one playing, in the order of the log."""

    lines: tuple[DealLine | DecisionLine | FaultLine | NoteLine, ...]
    """From its first deal line to before its result."""
    result: ResultLine

    @property
    def deal(self) -> int:
        """The event's deal index."""
        return self.result.deal

    @property
    def dealt(self) -> DealLine:
        """The deal that was played out: the last, after a doubler's replacements."""
        return [line for line in self.lines if isinstance(line, DealLine)][-1]

    @property
    def decisions(self) -> tuple[DecisionLine, ...]:
        """Every decision, those of thrown-in deals included."""
        return tuple(line for line in self.lines if isinstance(line, DecisionLine))


@dataclass(frozen=True, slots=True)
class SittingRecord:
    """A log as values: header, complete playings, and how it ended so far."""

    header: SittingLine
    playings: tuple[PlayingRecord, ...]
    end: EndLine | None
    """None while the sitting runs, or when it was cut off."""


def read_record(raw_lines: Iterable[bytes]) -> SittingRecord:
    """All complete playings of a log; its chain is not checked (`verify` does that).

    Raises:
        RecordError: a line is none, or the lines do not make a sitting.
    """
    lines = _lines(raw_lines)
    header = next(lines, None)
    if not isinstance(header, SittingLine):
        raise RecordError("line 1: expected the sitting line")
    if len(header.bots) != header.form.entries(header.variant.players):
        raise RecordError(f"line 1: {len(header.bots)} bots for {header.variant.players} seats")
    playings: list[PlayingRecord] = []
    pending: list[DealLine | DecisionLine | FaultLine | NoteLine] = []
    end = None
    for line in lines:
        _check_shape(header, line)
        match line:
            case ResultLine():
                playings.append(_playing(pending, line))
                pending = []
            case EndLine():
                end = line
            case SittingLine():
                raise RecordError("a second sitting line")
            case _:
                pending.append(line)
    return SittingRecord(header, tuple(playings), end)


def _playing(
    lines: Iterable[DealLine | DecisionLine | FaultLine | NoteLine], result: ResultLine
) -> PlayingRecord:
    playing = PlayingRecord(tuple(lines), result)
    if not any(isinstance(line, DealLine) for line in playing.lines):
        raise RecordError(f"deal {result.deal}: a result without a deal line")
    seated = playing.dealt.seating
    for line in playing.lines:
        if isinstance(line, FaultLine) and line.entry not in seated:
            raise RecordError(f"deal {result.deal}: entry {line.entry} is not at the table")
    return playing


def _lines(raw_lines: Iterable[bytes]) -> Iterator[Line]:
    chain = Chain()
    for number, raw in enumerate(raw_lines, 1):
        body, _ = chain.follow(raw)
        try:
            yield parse_line(body)
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from error


def _check_shape(header: SittingLine, line: Line) -> None:
    """Refuses what has more or fewer values than seats, or speaks of a seat that is not there."""
    seats = header.variant.players
    match line:
        case DealLine():
            entries = set(line.seating)
            good = len(line.seating) == len(entries) == len(line.hands) == seats
            good = good and entries <= set(range(len(header.bots)))
            good = good and len(line.totals) in (0, seats)
        case DecisionLine():
            good = 0 <= line.seat < seats
        case FaultLine():
            good = 0 <= line.entry < len(header.bots)
        case ResultLine():
            rows = (line.points, line.tricks, line.scores, line.penalties)
            good = all(len(row) == seats for row in rows)
        case _:
            return
    if not good:
        raise RecordError(f"deal {line.deal}: not a line of {seats} seats")


def playing_of(
    match: int, rotation: int, record: PlayingRecord, picker: int | None, partner: int | None
) -> Playing:
    """*record* as the results need it; who was picker and partner comes from its replay."""
    faults: list[tuple[int, str]] = []
    for line in record.lines:
        match line:
            case DecisionLine(fault=Fault() as fault):
                faults.append((record.dealt.seating[line.seat], fault.value))
            case FaultLine():
                faults.append((line.entry, line.fault.value))
    result = record.result
    return Playing(
        match=match,
        rotation=rotation,
        deal=result.deal,
        seating=record.dealt.seating,
        actions=tuple(format_action(line.action) for line in record.decisions),
        faults=tuple(faults),
        outcome=result.outcome,
        picker=picker,
        partner=partner,
        points=result.points,
        tricks=result.tricks,
        scores=result.scores,
        penalties=result.penalties,
    )
