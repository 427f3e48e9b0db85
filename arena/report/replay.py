"""Replays a playing, and shows everything of it or what one seat could know (R50)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from arena.referee.line_text import RecordError
from arena.referee.lines import DealLine, DecisionLine, FaultLine, NoteLine, SittingLine
from arena.referee.record import PlayingRecord
from arena.report.view import ShownCard, ShownFault, ShownPicking, ShownSeat, ShownTrick, View
from arena.rules.actions import Kind
from arena.rules.cards import POINTS, Card, Mask, points_of
from arena.rules.deal import Deal
from arena.rules.dealing import DealError
from arena.rules.phases import TRANSITIONS
from arena.rules.scoring import Result

_JC: Final[Card] = 4
_KIND_OF: Final = {word: Kind(phase.value) for phase, word in TRANSITIONS}
"""What a word answers."""


def view_playing(header: SittingLine, record: PlayingRecord, viewer: int | None = None) -> View:
    """Replay *record*, and show everything, or what seat *viewer* could know.

    Raises:
        RecordError: the record is no playing by the rules.
    """
    replay = _Replay(header, record)
    deal, result = replay.deal, replay.result
    everything = viewer is None
    blind_goes = deal.leaster and header.variant.leaster_blind == "last-trick"
    return View(
        sitting=header,
        deal=record.deal,
        viewer=viewer,
        seats=tuple(_show_seat(replay, seat, viewer) for seat in range(header.variant.players)),
        picking=_show_picking(replay, viewer),
        tricks=_show_tricks(replay, viewer),
        faults=tuple(fault for fault in _faults(record) if everything or fault.seat == viewer),
        notes=tuple(
            line.text for line in record.lines if isinstance(line, NoteLine) and everything
        ),
        result=result,
        side_points=_side_points(deal, result.points),
        last_trick_blind=deal.winners[-1] if blind_goes else None,
    )


@dataclass(slots=True)
class _Replay:
    """The played deal once more, and what is only to be seen on the way."""

    header: SittingLine
    record: PlayingRecord
    deal: Deal = field(init=False)
    plays: list[DecisionLine] = field(default_factory=list)
    """Of the cards, in order."""
    kept: Mask = 0
    revealing_trick: int | None = None
    """The trick in which the partner's card was played."""

    def __post_init__(self) -> None:
        dealt = self.record.dealt
        variant = self.header.variant
        try:
            self.deal = Deal(variant, dealt.hands, dealt.blind, thrown_in=dealt.redeal)
        except DealError as error:
            raise RecordError(f"deal {dealt.deal}: {error}") from error
        for kind, line in _played(self.record):
            self._enter(kind, line)
        if not self.deal.over or self.deal.thrown:
            raise RecordError(f"deal {dealt.deal}: a result before the deal was played out")

    def _enter(self, kind: Kind, line: DecisionLine) -> None:
        deal = self.deal
        broken = deal.broken_rule(line.action)
        if broken is not None or line.seat != deal.seat:
            wrong = broken or f"it was the turn of seat {deal.seat}"
            raise RecordError(f"deal {line.deal}: seat {line.seat}: {wrong}")
        if kind is Kind.PLAY:
            self.plays.append(line)
        deal.apply(line.action)
        if kind is Kind.BURY:
            self.kept = deal.hands[line.seat]
        if deal.partner_public and self.revealing_trick is None:
            self.revealing_trick = (len(self.plays) - 1) // deal.variant.players

    @property
    def result(self) -> Result:
        """How the deal ended, by the rules."""
        return self.deal.result()

    def sees_unknown(self, viewer: int | None) -> bool:
        """Whether *viewer* saw the unknown's face: its owner and its trick's winner do (R14)."""
        deal = self.deal
        if viewer is None or viewer == deal.picker or deal.unknown is None:
            return True
        trick = deal.plays.index(deal.unknown) // deal.variant.players
        return deal.winners[trick] == viewer


def _played(record: PlayingRecord) -> Iterator[tuple[Kind, DecisionLine]]:
    """The decisions of the deal that was played out, each with its kind."""
    start = record.lines.index(record.dealt)
    for line in record.lines[start:]:
        if isinstance(line, DecisionLine):
            yield _KIND_OF[line.action.word], line


def _show_seat(replay: _Replay, seat: int, viewer: int | None) -> ShownSeat:
    header, record, result = replay.header, replay.record, replay.result
    points, tricks, score = result.points[seat], result.tricks[seat], result.scores[seat]
    if viewer not in (None, seat):
        return ShownSeat(None, None, points, tricks, score, None, None, None, None, None)
    asked = [line for line in record.decisions if line.seat == seat and line.ms is not None]
    times = [line.ms or 0 for line in asked]
    return ShownSeat(
        bot=header.bots[record.dealt.seating[seat]].bot,
        hand=record.dealt.hands[seat],
        points=points,
        tricks=tricks,
        score=score,
        penalty=record.result.penalties[seat],
        asked=len(asked),
        ms=sum(times),
        slowest_ms=max(times, default=0),
        cpu_ms=sum(line.cpu_ms or 0 for line in asked) if header.reads_cpu else None,
    )


def _show_picking(replay: _Replay, viewer: int | None) -> ShownPicking:
    deal = replay.deal
    open_to_viewer = viewer is None or viewer == deal.picker
    return ShownPicking(
        passes=deal.passes,
        picker=deal.picker,
        blind=deal.blind if open_to_viewer else None,
        bury=deal.bury if open_to_viewer else None,
        kept=replay.kept if open_to_viewer else None,
        called=deal.called,
        unknown_set_aside=deal.unknown is not None,
        unknown=deal.unknown if replay.sees_unknown(viewer) else None,
        alone=deal.alone,
        partner=deal.partner,
        knows_partner=_knows_partner(deal, viewer),
        cracks=tuple(zip(deal.crack_seats, deal.cracks, strict=True)),
        recrack=deal.recrack,
        thrown_in=replay.record.dealt.redeal,
        stake=deal.stake,
    )


def _knows_partner(deal: Deal, viewer: int | None) -> bool:
    """Whether *viewer* knows from the start who the partner is, or that there is none.

    The partner himself knows; so does everybody when the picker goes alone aloud, and the
    picker when the jack of diamonds is his own (R12). In hoyle-4 the holder of a named card knows
    himself, and the holder of JS cannot tell whether the picker has JC (R13).
    """
    if viewer is None or deal.alone or deal.picker is None:
        return True
    if deal.variant.partner == "jack-of-clubs":
        named = deal.called is not None
        return viewer == deal.partner and (named or bool(deal.dealt[viewer] >> _JC & 1))
    return viewer == deal.partner or (viewer == deal.picker and deal.partner is None)


def _show_tricks(replay: _Replay, viewer: int | None) -> tuple[ShownTrick, ...]:
    deal, size = replay.deal, replay.deal.variant.players
    face_seen = replay.sees_unknown(viewer)
    taken = [0] * size
    shown = []
    for number, (leader, winner) in enumerate(zip(deal.leaders, deal.winners, strict=True)):
        plays = replay.plays[number * size : number * size + size]
        cards = {line.seat: _show_card(deal, line, face_seen=face_seen) for line in plays}
        points = sum(POINTS[one.card] for one in cards.values() if one.card is not None)
        taken[winner] += points
        counts = viewer is None and deal.picker is not None
        reveals = number == replay.revealing_trick
        shown.append(
            ShownTrick(
                leader=leader,
                cards=tuple(cards[seat] for seat in range(size)),
                winner=winner,
                points=points,
                side_points=_side_points(deal, tuple(taken)) if counts else None,
                reveals_partner=deal.partner if reveals else None,
            )
        )
    return tuple(shown)


def _show_card(deal: Deal, line: DecisionLine, *, face_seen: bool) -> ShownCard:
    card = line.action.card
    unknown = card == deal.unknown
    by_referee = line.substitute or line.fault is not None
    return ShownCard(None if unknown and not face_seen else card, unknown, line.forced, by_referee)


def _side_points(deal: Deal, points: tuple[int, ...]) -> int:
    """What the picker's side has when the seats have *points* in tricks (R20)."""
    side = {seat for seat in (deal.picker, deal.partner) if seat is not None}
    return points_of(deal.bury) + sum(points[seat] for seat in side)


def _faults(record: PlayingRecord) -> Iterator[ShownFault]:
    plays = 0
    seats = len(record.dealt.seating)
    for line in record.lines:
        match line:
            case DecisionLine():
                kind = _KIND_OF[line.action.word]
                place = f"trick {plays // seats + 1}" if kind is Kind.PLAY else kind.value
                plays += kind is Kind.PLAY
                if line.fault is not None or line.substitute:
                    yield ShownFault(
                        line.seat, place, line.fault, line.detail, line.offered, line.action
                    )
            case FaultLine():
                seat = record.dealt.seating.index(line.entry)
                yield ShownFault(seat, "deal", line.fault, line.detail, None, None)
            case DealLine() | NoteLine():
                pass
