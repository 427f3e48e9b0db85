"""Whether a sitting log is true: its chain, and every line by the rules again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import sub
from typing import TypeAlias

from arena.errors import BotError, ConfigError, Fault
from arena.names import parse_match_id
from arena.referee.chain import Chain
from arena.referee.clock import parse_time_control
from arena.referee.form import Form, broken_form
from arena.referee.line_text import RecordError, format_line, parse_line
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
from arena.referee.question import Reply
from arena.referee.refereeing import Referee, Terms
from arena.rules.actions import Action
from arena.rules.shuffle import DealtCards, dealt

Seatings: TypeAlias = Callable[[SittingLine, int, bytes | None], Sequence[tuple[int, ...]]]
"""From a header, a deal, and the match's secret if it is known: the seatings that the playing
may have, each the entry at each seat. One, unless it depends on a secret that is not known."""
_LONGEST = 240
"""How much of a line a difference quotes."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing in a log that is not as it must be."""

    line: int
    """Counted from 1."""
    deal: int | None
    """The playing it stands in; None in the header and the end line."""
    sentence: str
    cut_off: bool = False
    """Nothing is wrong but that the log stops here: its writer was killed, or is still at it."""

    def __str__(self) -> str:
        where = "" if self.deal is None else f", playing of deal {self.deal}"
        return f"line {self.line}{where}: {self.sentence}"


@dataclass(slots=True)
class Verdict:
    """What was found in one log."""

    header: SittingLine | None = None
    playings: list[Playing] = field(default_factory=list)
    """The playings that hold, in order."""
    conduct: tuple[int, ...] = ()
    """Faults by entry over them."""
    difference: Difference | None = None
    """None if everything holds."""
    end: EndLine | None = None
    """None if the log stops without one."""
    h: str = ""
    """The last h that holds."""
    cards_checked: bool = False
    """The deals were derived from the match's secret, not taken from the log."""


class _Wrong(Exception):
    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


def verify(
    raw_lines: Iterable[bytes],
    seatings: Seatings,
    secret: bytes | None = None,
) -> Verdict:
    """Replay a log by the rules; stop at the first difference.

    Args:
        raw_lines: whole lines with their newlines.
        seatings: which a playing may have.
        secret: the match's, if it is revealed; then every deal is derived from it.
    """
    verdict = Verdict()
    chain = Chain()
    number = 0
    stretch: list[tuple[int, bytes]] = []
    for number, raw in enumerate(raw_lines, 1):
        body, holds = chain.follow(raw)
        stretch.append((number, body))
        if body is raw and raw.endswith(b"\n"):
            continue
        deal, good = _next_deal(verdict), len(verdict.playings)
        try:
            _judge_stretch(verdict, stretch, seatings, secret)
            if not holds:
                raise _Wrong(number, f"the hash chain breaks: h should be {chain.h}")
        except _Wrong as wrong:
            del verdict.playings[good:]
            verdict.difference = Difference(wrong.line, deal, str(wrong))
            return verdict
        verdict.h = chain.h
        stretch = []
    if stretch:
        sentence = "lines after the last result, result missing"
        at = _next_deal(verdict)
        stops = verdict.header is not None and verdict.end is None
        verdict.difference = Difference(stretch[0][0], at, sentence, cut_off=stops)
    elif verdict.header is None:
        sentence = "expected the sitting line, the log is empty"
        verdict.difference = Difference(1, None, sentence, cut_off=True)
    return verdict


def _next_deal(verdict: Verdict) -> int | None:
    """The playing that comes next, or should; None for the header and the end line."""
    header, done = verdict.header, len(verdict.playings)
    if header is None or done >= header.deals:
        return None
    if header.form.is_decided(_standing(header, verdict.playings)):
        return None
    return header.first_deal + done


def _judge_stretch(
    verdict: Verdict,
    stretch: Sequence[tuple[int, bytes]],
    seatings: Seatings,
    secret: bytes | None,
) -> None:
    """The lines up to one with an h: a header, a playing, or the end."""
    lines = [(number, _parsed(number, body)) for number, body in stretch]
    number, closing = lines[-1]
    if verdict.end is not None:
        raise _Wrong(lines[0][0], "a line after the end line")
    match closing:
        case SittingLine() if number == 1:
            _judge_header(closing, secret)
            verdict.header = closing
            verdict.conduct = (0,) * len(closing.bots)
            verdict.cards_checked = secret is not None
        case ResultLine() if verdict.header is not None:
            header = verdict.header
            terms = Terms(
                header.variant,
                _seating(header, len(verdict.playings), lines, seatings, secret),
                parse_time_control(header.time),
                header.reads_cpu,
                header.policy,
            )
            _judge_playing(verdict, header, terms, lines, secret)
        case EndLine() if verdict.header is not None:
            for other, line in lines[:-1]:
                if not isinstance(line, NoteLine):
                    raise _Wrong(other, "neither a note nor part of a playing with a result")
            _judge_end(number, closing, verdict)
            verdict.end = closing
        case _:
            raise _Wrong(number, "expected the sitting line first, and once")


def _seating(
    header: SittingLine,
    place: int,
    lines: Iterable[tuple[int, Line]],
    seatings: Seatings,
    secret: bytes | None,
) -> tuple[int, ...]:
    """The seating of the playing of *lines*: the recorded one, if it may be."""
    possible = seatings(header, header.first_deal + place, secret)
    recorded = (line.seating for _, line in lines if isinstance(line, DealLine))
    return next((seating for seating in recorded if seating in possible), possible[0])


def _parsed(number: int, body: bytes) -> Line:
    try:
        return parse_line(body)
    except RecordError as error:
        raise _Wrong(number, str(error)) from error


def _judge_header(header: SittingLine, secret: bytes | None) -> None:
    seats = header.variant.players
    if len(header.bots) != header.form.entries(seats):
        raise _Wrong(1, f"{len(header.bots)} bots for {seats} seats")
    if not 0 <= header.rotation < header.form.sittings(seats) or header.deals < 1:
        raise _Wrong(1, f"rotation {header.rotation} of {header.deals} deals: no such sitting")
    if sentence := broken_form(header.form, header.variant.name):
        raise _Wrong(1, sentence)
    try:
        parse_time_control(header.time)
        parse_match_id(header.match)
    except (ConfigError, ValueError) as error:
        raise _Wrong(1, str(error)) from error
    if secret is not None and hashlib.sha256(secret).hexdigest() != header.commitment:
        raise _Wrong(1, "the commitment is not the SHA-256 of the match's secret")


def _judge_playing(
    verdict: Verdict,
    header: SittingLine,
    terms: Terms,
    lines: Sequence[tuple[int, Line]],
    secret: bytes | None,
) -> None:
    """Feed the recorded replies to a second referee, and compare what it writes."""
    deal = header.first_deal + len(verdict.playings)
    if len(verdict.playings) >= header.deals:
        raise _Wrong(lines[0][0], f"a playing after the last of {header.deals} deals")
    standing = _standing(header, verdict.playings)
    if header.form.is_decided(standing):
        raise _Wrong(lines[0][0], f"a playing after the end of the race at {list(standing)}")
    recorded = {line.redeal: line for _, line in lines if isinstance(line, DealLine)}

    def cards(redeal: int) -> DealtCards:
        if secret is not None:
            return dealt(secret, header.variant, deal, redeal)
        if redeal not in recorded:
            raise _Wrong(lines[0][0], f"no deal line of replacement {redeal}")
        return DealtCards(recorded[redeal].hands, recorded[redeal].blind)

    first = lines[0][0]
    try:
        totals_by_seat = header.form.totals(terms.seating, standing)
        referee = Referee(terms, deal, verdict.conduct, cards, totals_by_seat)
        compared = 0
        for number, line in lines[:-1]:
            compared = _judge_line(referee, compared, number, line)
        last, closing = lines[-1]
        if len(referee.lines) > compared:
            raise _Wrong(last, f"before it: {_quoted(referee.lines[compared])}")
        if referee.asked is not None:
            raise _Wrong(last, f"the deal is not over: seat {referee.asked.seat} has to answer")
        _same(last, closing, referee.result())
    except (AssertionError, IndexError, KeyError, ValueError) as error:
        raise _Wrong(first, f"no deal by the rules: {error}") from error
    _judge_fillers(header, referee, last)
    _, match = parse_match_id(header.match)
    verdict.playings.append(referee.playing(match, header.rotation))
    verdict.conduct = tuple(map(sum, zip(verdict.conduct, referee.faults, strict=True)))


def _judge_line(referee: Referee, compared: int, number: int, line: Line) -> int:
    """Compare one recorded line; returns how many of the referee's lines are compared."""
    match line:
        case NoteLine():
            return compared
        case FaultLine():
            if line.entry not in referee.seating:
                raise _Wrong(number, f"no entry {line.entry} at the table")
            referee.charge(line.entry, line.fault, line.detail)
            _same(number, line, referee.lines.pop())
            return compared
        case DecisionLine() if compared == len(referee.lines):
            if referee.asked is None:
                raise _Wrong(number, "a decision after the end of the deal")
            referee.answer(_reply(number, line))
    if compared == len(referee.lines):
        raise _Wrong(number, "expected a decision")
    _same(number, line, referee.lines[compared])
    return compared + 1


def _reply(number: int, line: DecisionLine) -> Reply:
    """What the bot must have answered for *line* to be written."""
    if line.ms is None:
        raise _Wrong(number, "without time, though the bot had to be asked")
    answer: Action | BotError
    match line.fault:
        case None:
            answer = line.action
        case Fault.LATE | Fault.ILLEGAL:
            if line.offered is None:
                raise _Wrong(number, f"{line.fault.value} without what was offered")
            answer = line.offered
        case fault:
            answer = BotError(fault, line.detail)
    return Reply(answer, line.ms, line.cpu_ms)


def _judge_fillers(header: SittingLine, referee: Referee, number: int) -> None:
    for entry, bot in enumerate(header.bots):
        if bot.filler and referee.faults[entry]:
            raise _Wrong(number, f"a fault of the house bot at entry {entry}: it voids a sitting")


def _judge_end(number: int, line: EndLine, verdict: Verdict) -> None:
    header = verdict.header
    assert header is not None
    decided = header.form.is_decided(_standing(header, verdict.playings))
    if line.void is None and len(verdict.playings) != header.deals and not decided:
        raise _Wrong(number, f"complete with {len(verdict.playings)} of {header.deals} playings")
    scores, penalties = totals(len(header.bots), verdict.playings)
    _same(number, line, EndLine(scores, penalties, line.void))


def _standing(header: SittingLine, playings: Iterable[Playing]) -> tuple[int, ...]:
    """By entry, how a race stands after *playings*, penalties subtracted; () in other forms."""
    if header.form is not Form.RACE:
        return ()
    scores, penalties = totals(len(header.bots), playings)
    return tuple(map(sub, scores, penalties))


def totals(entries: int, playings: Iterable[Playing]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Scores and penalties by entry over *playings*."""
    scores, penalties = [0] * entries, [0] * entries
    for playing in playings:
        for seat, entry in enumerate(playing.seating):
            scores[entry] += playing.scores[seat]
            penalties[entry] += playing.penalties[seat]
    return tuple(scores), tuple(penalties)


def _same(number: int, recorded: Line, expected: Line) -> None:
    if recorded != expected:
        raise _Wrong(number, f"recorded {_quoted(recorded)}, the rules give {_quoted(expected)}")


def _quoted(line: Line) -> str:
    text = format_line(line).decode()
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
