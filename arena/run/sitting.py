"""A sitting played: its deals at once as far as bots allow, its log in deal order.

Theory. Deals run side by side, yet what is written must not depend on which was faster.
Only the conduct of the bots (faults so far in the sitting) reaches from one deal into
another: a bot that has used up its faults is out of all later deals. So a playing runs on
the conduct known at its start and is *settled* in deal order; if by then an earlier deal
brought a fault that would have put a bot out of this one earlier, it is played again, and
with it whatever is not settled yet. A bot would know cards of such a deal, so all bots are
begun anew first (R52). Faults are rare, so almost nothing is played twice.
"""

from __future__ import annotations

import math
import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import add, sub
from typing import Protocol

import trio

from arena.errors import Fault, InfrastructureError
from arena.referee.form import Form
from arena.referee.lines import DecisionLine, EndLine, FaultLine, Line, NoteLine
from arena.referee.playing import Playing
from arena.referee.question import DealSummary, Question, Reply
from arena.referee.refereeing import Referee, Terms
from arena.referee.verify import totals
from arena.rules.shuffle import DealtCards, dealt
from arena.schedule.exchange import drawn_seats, exchanged
from arena.schedule.secrets import bot_seed


class Player(Protocol):
    """What a sitting needs of an entry's bot."""

    @property
    def output_over_limit(self) -> bool:
        """It wrote more than its output limit, at any time in this sitting."""

    @property
    def wants_results(self) -> bool:
        """It is told of each finished deal."""

    async def ask(self, question: Question, order: int) -> Reply:
        """Its answer, or the error in its place; lower *order* goes first."""

    async def tell(self, summary: DealSummary) -> None:
        """Tell it how a deal ended."""

    async def begin_anew(self) -> None:
        """Replace its process by one that remembers no deal, not in any file either."""

    def take_notes(self) -> Sequence[str]:
        """What happened to its process since the last call, as sentences for the log."""


@dataclass(frozen=True, slots=True)
class SittingPlan:
    """What is to be played."""

    terms: Terms
    """As they are in the first deal; who sits where in an exchange, each deal draws anew."""
    match: int
    rotation: int
    secret: bytes
    """The match's."""
    first_deal: int
    deals: int
    fillers: frozenset[int]
    """Entries that are house bots filling a seat."""
    concurrent: int
    """How many deals may run at once; a race plays one after the other."""
    form: Form = Form.DUPLICATE

    def terms_of(self, deal: int) -> Terms:
        """What holds for *deal*: in a session everybody has moved on since the first."""
        if self.form.exchanges:
            order = drawn_seats(self.secret, deal, self.terms.variant.players)
            return replace(self.terms, seating=exchanged(self.form, self.rotation, order))
        if not self.form.moves:
            return self.terms
        place = deal - self.first_deal
        return replace(self.terms, seating=self.form.seating(self.terms.seating, place))

    def cards(self, deal: int, redeal: int) -> DealtCards:
        """The cards of *deal*, or of its *redeal*-th replacement (R38)."""
        return dealt(self.secret, self.terms.variant, deal, redeal)


@dataclass(slots=True)
class Progress:
    """How far a sitting is: what a resumed one starts from."""

    conduct: tuple[int, ...]
    """Faults so far, by entry."""
    scores: tuple[int, ...]
    """By entry."""
    penalties: tuple[int, ...]
    """By entry."""
    done: int = 0
    """Playings settled."""
    flooded: set[int] = field(default_factory=set)
    """Entries already charged with output-limit."""

    @classmethod
    def after(cls, entries: int, playings: Sequence[Playing]) -> Progress:
        """How far a sitting of so many *entries* is once *playings* are settled."""
        progress = cls((0,) * entries, (0,) * entries, (0,) * entries)
        for playing in playings:
            progress.add(playing)
        return progress

    @property
    def standing(self) -> tuple[int, ...]:
        """By entry, score with penalties subtracted."""
        return tuple(map(sub, self.scores, self.penalties))

    def add(self, playing: Playing) -> None:
        """Count one more settled playing."""
        conduct = list(self.conduct)
        for entry, fault in playing.faults:
            conduct[entry] += 1
            if fault == Fault.OUTPUT_LIMIT.value:
                self.flooded.add(entry)
        self.conduct = tuple(conduct)
        scores, penalties = totals(len(conduct), [playing])
        self.scores = tuple(map(add, self.scores, scores))
        self.penalties = tuple(map(add, self.penalties, penalties))
        self.done += 1


Write = Callable[[Sequence[Line]], None]
"""Appends lines to the log, as one flush."""


async def play_sitting(
    plan: SittingPlan,
    players: Sequence[Player],
    progress: Progress,
    write: Write,
    settled: Callable[[Playing], Awaitable[None]],
    last_notes: Callable[[], Sequence[str]] = tuple,
) -> None:
    """Play all deals of *plan* that *progress* does not hold, and end the log.

    Args:
        players: by entry.
        settled: told of each playing once it stands in the log.
        last_notes: asked, when all is played, what the log is to say of the whole.

    Raises:
        InfrastructureError: a house bot that fills a seat faulted: the sitting is void.
    """
    await _Sitting(plan, players, progress, write, settled).play()
    notes = [NoteLine(text) for text in last_notes()]
    write([*notes, EndLine(progress.scores, progress.penalties)])


@dataclass(slots=True)
class _Run:
    """One playing in progress or waiting to be settled."""

    conduct: tuple[int, ...]
    """As known at its start."""
    scope: trio.CancelScope
    referee: Referee


class _Sitting:
    def __init__(
        self,
        plan: SittingPlan,
        players: Sequence[Player],
        progress: Progress,
        write: Write,
        settled: Callable[[Playing], Awaitable[None]],
    ) -> None:
        self._plan = plan
        self._players = players
        self._progress = progress
        self._write = write
        self._settled = settled
        self._running: dict[int, _Run] = {}
        self._waiting: dict[int, _Run] = {}
        """Over, but an earlier deal is not yet settled."""

    async def play(self) -> None:
        """Keep the window full and settle in order until every deal is settled."""
        over_in, over_out = trio.open_memory_channel[tuple[int, _Run]](math.inf)
        first = self._plan.first_deal
        # What a race's bots are asked depends on how every earlier deal ended.
        at_once = 1 if self._plan.form is Form.RACE else self._plan.concurrent
        end = first + self._plan.deals
        to_settle = to_start = first + self._progress.done
        async with trio.open_nursery() as nursery:

            def start(deal: int) -> None:
                self._running[deal] = run = self._begin(deal)
                nursery.start_soon(self._play_one, deal, run, over_in)

            while to_settle < end and not self._plan.form.is_decided(self._progress.standing):
                furthest = min(end, to_settle + 4 * at_once)
                while to_start < furthest and len(self._running) < at_once:
                    start(to_start)
                    to_start += 1
                deal, run = await over_out.receive()
                if self._running.get(deal) is not run:
                    continue  # it was over just before all was begun anew
                self._waiting[deal] = self._running.pop(deal)
                while to_settle in self._waiting and self._holds(self._waiting[to_settle]):
                    await self._settle(self._waiting.pop(to_settle).referee)
                    to_settle += 1
                if not all(map(self._holds, (*self._running.values(), *self._waiting.values()))):
                    await self._begin_anew()
                    to_start = to_settle

    async def _begin_anew(self) -> None:
        """Forget every deal that is not settled, and let every bot forget it."""
        for run in self._running.values():
            run.scope.cancel()
        self._running.clear()
        self._waiting.clear()
        async with trio.open_nursery() as nursery:
            for player in self._players:
                nursery.start_soon(player.begin_anew)

    def _begin(self, deal: int) -> _Run:
        plan = self._plan
        conduct = self._progress.conduct
        terms = plan.terms_of(deal)
        race = plan.form.totals(terms.seating, self._progress.standing)
        referee = Referee(terms, deal, conduct, partial(plan.cards, deal), race)
        return _Run(conduct, trio.CancelScope(), referee)

    async def _play_one(
        self, deal: int, run: _Run, over: trio.MemorySendChannel[tuple[int, _Run]]
    ) -> None:
        referee = run.referee
        with run.scope:
            while (asked := referee.asked) is not None:
                question = Question(
                    decision_id=os.urandom(8),
                    observation=referee.observation(),
                    bot_seed=bot_seed(self._plan.secret, deal, asked.seat),
                    wall_left_ms=asked.clock.wall_left_ms,
                    cpu_left_ms=asked.clock.cpu_left_ms,
                )
                referee.answer(await self._players[asked.entry].ask(question, deal))
            await trio.lowlevel.checkpoint()
            over.send_nowait((deal, run))

    def _holds(self, run: _Run) -> bool:
        """Would the playing, so far, be the same on the conduct as it now is?

        It would not if a bot would have been out of it from its start, or by its own faults.
        """
        out_at = self._plan.terms.policy.max_faults
        known = zip(self._progress.conduct, run.conduct, run.referee.faults, strict=True)
        return self._progress.conduct == run.conduct or all(
            now == then or now + here < out_at or entry not in run.referee.seating
            for entry, (now, then, here) in enumerate(known)
        )

    async def _settle(self, referee: Referee) -> None:
        progress, plan = self._progress, self._plan
        for entry, player in enumerate(self._players):
            for note in player.take_notes():
                referee.note(f"entry {entry}: {note}")
            seated = entry in referee.seating
            if seated and player.output_over_limit and entry not in progress.flooded:
                progress.flooded.add(entry)
                detail = "more output than the limit; what is over it is dropped"
                referee.charge(entry, Fault.OUTPUT_LIMIT, detail)
        for entry in plan.fillers:
            if referee.faults[entry]:
                what = _first_fault(referee, entry)
                raise InfrastructureError(f"the house bot at entry {entry} faulted: {what}")
        playing = referee.playing(plan.match, plan.rotation)
        self._write([*referee.lines, referee.result()])
        progress.add(playing)
        await self._tell(referee)
        await self._settled(playing)

    async def _tell(self, referee: Referee) -> None:
        for seat, entry in enumerate(referee.seating):
            if self._players[entry].wants_results:
                await self._players[entry].tell(referee.summary(seat))


def _first_fault(referee: Referee, entry: int) -> str:
    seating = referee.seating
    for line in referee.lines:
        match line:
            case DecisionLine(seat=seat, fault=Fault() as fault) if seating[seat] == entry:
                return f"{fault.value}, {line.detail}"
            case FaultLine(entry=charged) if charged == entry:
                return f"{line.fault.value}, {line.detail}"
    raise AssertionError("it has no fault")
