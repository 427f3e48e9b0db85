"""A sitting of given deals, in virtual time: what one bot is sent through its pump, as bytes.

Everybody answers as the deals' records say, until each deal stands at the decision where
its world stops; there the one who is asked never answers. The watched bot is behind the
real pump. Where the record has what the referee would play for it anyway, it may fail
instead: so it is restarted in mid-deal, and asked again what else was in the call.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import trio
import trio.testing

from arena.errors import BotError, Fault
from arena.host.bot import Batch, CallFailedError
from arena.host.pump import Pump
from arena.referee.lines import Line
from arena.referee.playing import Playing
from arena.referee.policy import limits_of
from arena.referee.question import DealSummary, Question, Reply
from arena.referee.substitute import substitute
from arena.rules.actions import PASS, Action
from arena.rules.cards import points_of
from arena.rules.shuffle import DealtCards
from arena.run.sitting import Player, Progress, SittingPlan, play_sitting
from arena.v1 import bot_pb2 as pb
from arena.wire.hello import Introduction, encode_hello
from arena.wire.observation import encode_question
from arena.wire.summary import encode_summary
from tests.hidden.told import KEY, SECRET
from tests.hidden.worlds import NEVER_OUT, World, terms_of

Failing = Mapping[tuple[int, int], Fault]
"""The fault at some of the watched bot's decisions, by deal and how many it had there before."""
FAULTS = (Fault.CRASHED, Fault.STALLED, Fault.REFUSED, Fault.MALFORMED, Fault.OVERSIZED)


@dataclass(frozen=True)
class GivenDeals(SittingPlan):
    """A sitting whose deals are given instead of shuffled."""

    worlds: Sequence[World] = ()

    def cards(self, deal: int, redeal: int) -> DealtCards:
        return self.worlds[deal].cards(redeal)


class Script:
    """What everybody answers, and how many decisions each has had."""

    def __init__(self, worlds: Sequence[World]) -> None:
        self._answers: dict[tuple[int, int, int], Action | None] = {}
        self._substitutes: dict[tuple[int, int, int], Action] = {}
        self._had: Counter[tuple[int, int]] = Counter()
        self.stops: set[int] = set()
        """Deals whose world stops before their end."""
        self.stopped: set[int] = set()
        """Deals that have come to where their world stops."""
        for deal, world in enumerate(worlds):
            had: Counter[int] = Counter()
            for referee, answer in world.asked():
                seat = referee.deal.seat
                self._answers[deal, seat, had[seat]] = answer
                self._substitutes[deal, seat, had[seat]] = substitute(referee.deal)
                had[seat] += 1
                if answer is None:
                    self.stops.add(deal)

    def next(self, deal: int, seat: int) -> int:
        """How many decisions *seat* has had in *deal* before the one it is asked now."""
        self._had[deal, seat] += 1
        return self._had[deal, seat] - 1

    def answer(self, deal: int, seat: int, number: int) -> Action | None:
        """What *seat* answers; None where the world stops."""
        return self._answers[deal, seat, number]

    def failing(self, seat: int, rng: random.Random) -> Failing:
        """Faults at half of the decisions of *seat* where they change nothing."""
        return {
            (deal, number): rng.choice(FAULTS)
            for (deal, asked, number), answer in self._answers.items()
            if asked == seat and answer == self._substitutes[deal, asked, number]
            if rng.random() < 0.5
        }

    async def stop(self, deal: int) -> None:
        """The end of *deal*, as far as its world goes."""
        self.stopped.add(deal)
        await trio.sleep_forever()


class Opponent:
    """Answers after a time that depends on which decision it is, and on nothing hidden."""

    wants_results = False
    output_over_limit = False

    def __init__(self, script: Script) -> None:
        self._script = script

    async def ask(self, question: Question, order: int) -> Reply:
        seat = question.observation.seat
        number = self._script.next(order, seat)
        answer = self._script.answer(order, seat, number)
        if answer is None:
            await self._script.stop(order)
        await trio.sleep(random.Random(f"{order} {seat} {number}").uniform(0.001, 0.5))
        return Reply(answer or PASS, 5, 2)

    async def tell(self, summary: DealSummary) -> None:
        raise AssertionError("not wanted")

    async def begin_anew(self) -> None:
        raise AssertionError("nobody is ever out")

    def take_notes(self) -> Sequence[str]:
        return ()


class Recording:
    """A bot behind a pump that keeps what it is sent."""

    def __init__(self, worlds: Sequence[World], script: Script, failing: Failing) -> None:
        self._script = script
        self._failing = failing
        self._hello = encode_hello(
            "0.1",
            limits_of(terms_of(worlds[0].variant).control, NEVER_OUT, reads_cpu=True),
            worlds[0].variant,
        )
        self.introduction = Introduction("recording", "1", 1, 8, 64, wants_results=False)
        self.sent: list[tuple[str, bytes, int]] = []
        """Method, message, and the cut-off that goes with it as a deadline."""
        self.calls: list[list[tuple[int, int]]] = []
        """The decisions of each call: deal, and how many the bot had in it before."""
        self.failed: list[Fault] = []
        """How calls failed, in order."""

    async def start(self) -> Introduction:
        self.sent.append(("Hello", self._hello.SerializeToString(), 0))
        await trio.sleep(0.3)
        return self.introduction

    async def stop(self) -> None:
        self.sent.append(("Bye", b"", 0))

    async def decide(self, questions: Sequence[Question], cut_off_ms: int) -> Batch:
        request = pb.DecideRequest(
            observations=[encode_question(question, KEY) for question in questions]
        )
        self.sent.append(("Decide", request.SerializeToString(), cut_off_ms))
        decisions = [_read(question.decision_id) for question in questions]
        self.calls.append(decisions)
        wall_ms = 231 + 57 * (len(self.calls) % 11)
        await trio.sleep(wall_ms / 1000)
        if fault := self._failing.get(decisions[0]):
            self.failed.append(fault)
            raise CallFailedError(BotError(fault, "as told"), wall_ms, cpu_ms=9)
        return Batch(tuple(map(self._answer, questions)), wall_ms, cpu_ms=9)

    def _answer(self, question: Question) -> Action | BotError:
        deal, number = _read(question.decision_id)
        if (deal, number) in self._failing:
            return BotError(Fault.MALFORMED, "as told")
        return self._script.answer(deal, question.observation.seat, number) or PASS


class Watched:
    """The recording bot as a sitting's player."""

    output_over_limit = False

    def __init__(self, bot: Recording, script: Script, *, wants_results: bool = False) -> None:
        self._bot = bot
        self._script = script
        self.wants_results = wants_results
        self.pump = Pump(bot, bot.introduction, NEVER_OUT)
        self.ids: list[bytes] = []
        """The decision ids as the sitting made them."""

    async def ask(self, question: Question, order: int) -> Reply:
        seat = question.observation.seat
        number = self._script.next(order, seat)
        self.ids.append(question.decision_id)
        equal = replace(question, decision_id=_written(order, number))
        reply = await self.pump.ask(equal, self.order(order))
        if self._script.answer(order, seat, number) is None:
            await self._script.stop(order)
        return reply

    def order(self, deal: int) -> int:
        """Which of the questions that wait goes out first."""
        return deal

    async def tell(self, summary: DealSummary) -> None:
        self._bot.sent.append(("DealOver", encode_summary(summary).SerializeToString(), 0))

    async def begin_anew(self) -> None:
        raise AssertionError("nobody is ever out")

    def take_notes(self) -> Sequence[str]:
        return ()


class WatchedInOrderOfTheBlind(Watched):
    """A leak: the deal with the richest blind is asked about first."""

    def __init__(self, bot: Recording, script: Script, worlds: Sequence[World]) -> None:
        super().__init__(bot, script)
        self._worlds = worlds

    def order(self, deal: int) -> int:
        return -points_of(self._worlds[deal].record.blind)


async def play(worlds: Sequence[World], watched: Watched, seat: int, script: Script) -> None:
    """The sitting of *worlds*, all at once, or one by one for a bot that wants results."""
    terms = terms_of(worlds[0].variant)
    plan = GivenDeals(
        terms,
        match=1,
        rotation=0,
        secret=SECRET,
        first_deal=0,
        deals=len(worlds),
        fillers=frozenset(),
        concurrent=1 if watched.wants_results else len(worlds),
        worlds=worlds,
    )
    players: list[Player] = [Opponent(script) for _ in terms.seating]
    players[terms.seating[seat]] = watched
    lines: list[Line] = []

    async def settled(playing: Playing) -> None:
        """Nobody counts."""

    with trio.move_on_after(100_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watched.pump.run)
            await trio.testing.wait_all_tasks_blocked()  # or chance says what its first call holds
            await play_sitting(
                plan, players, Progress.after(len(players), []), lines.extend, settled
            )


def _written(deal: int, number: int) -> bytes:
    return deal.to_bytes(4) + number.to_bytes(4)


def _read(decision_id: bytes) -> tuple[int, int]:
    return int.from_bytes(decision_id[:4]), int.from_bytes(decision_id[4:])
