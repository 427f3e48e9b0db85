"""A bot in virtual time that does what a test plans, and remembers every call as it reached it."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import trio

from arena.errors import BotError, Fault
from arena.host.bot import Batch, CallFailedError, StartError
from arena.host.pump import Pump
from arena.referee.clock import TimeControl
from arena.referee.lines import Line
from arena.referee.playing import Playing
from arena.referee.policy import FaultPolicy, Limits, limits_of
from arena.referee.question import DealSummary, Question, Reply
from arena.referee.refereeing import Terms
from arena.rules.variants import Variant
from arena.run.sitting import Progress, SittingPlan, play_sitting
from arena.v1 import bot_pb2 as pb
from arena.wire.hello import Introduction, decode_hello, encode_hello
from arena.wire.observation import decode_question, encode_question
from tests.run.fakes import seeded_action

KEY = bytes(range(32))


@dataclass(frozen=True)
class Deed:
    """What the bot does with a call."""

    wall_ms: int
    cpu_ms: int | None = None
    fault: Fault | None = None
    """Of the whole call. A bot that is cut off has stalled anyhow."""
    bad_answers: frozenset[int] = frozenset()
    """Places in the call whose answers are malformed."""


FAULTS = (Fault.CRASHED, Fault.DISCONNECTED, Fault.REFUSED, Fault.MALFORMED, Fault.OVERSIZED)
Plan = Callable[[Sequence[Question]], Deed]


@dataclass
class Call:
    """One Decide as it reached the bot."""

    life: int
    """How often the bot had been started before."""
    questions: tuple[Question, ...]
    """Decoded from their bytes."""
    cut_off_ms: int
    deed: Deed
    wall_ms: int = 0
    """How long it took, as the arena's side of the call measures it."""
    failed: bool = False
    """It brought no answers."""

    @property
    def ids(self) -> list[bytes]:
        return [question.decision_id for question in self.questions]

    def settles(self, decision_id: bytes) -> bool:
        """The decision's answer or its fault comes from this call."""
        return self.ids[0] == decision_id if self.failed else decision_id in self.ids


class TimedBot:
    """Does as planned. What it knows of limits and banks was decoded from the bytes it got."""

    def __init__(
        self,
        hello: bytes,
        plan: Plan,
        *,
        max_batch: int = 8,
        failing_starts: frozenset[int] = frozenset(),
    ) -> None:
        self.told: Limits = decode_hello(pb.HelloRequest.FromString(hello)).limits
        self.introduction = Introduction("timed", "1", 1, max_batch, 64, wants_results=False)
        self.calls: list[Call] = []
        self.starts = 0
        self._plan = plan
        self._failing_starts = failing_starts

    async def start(self) -> Introduction:
        self.starts += 1
        await trio.sleep(5)
        if self.starts in self._failing_starts:
            raise StartError(BotError(Fault.START_FAILED, "as planned"), "")
        return self.introduction

    async def stop(self) -> None:
        await trio.sleep(1)

    async def decide(self, questions: Sequence[Question], cut_off_ms: int) -> Batch:
        heard = tuple(_through_the_wire(question) for question in questions)
        deed = self._plan(heard)
        call = Call(self.starts, heard, cut_off_ms, deed)
        self.calls.append(call)
        asked_s = trio.current_time()
        fault: Fault | None = Fault.STALLED
        with trio.move_on_after(cut_off_ms / 1000):
            await trio.sleep(deed.wall_ms / 1000)
            fault = deed.fault
        call.wall_ms = round((trio.current_time() - asked_s) * 1000)
        if fault:
            call.failed = True
            raise CallFailedError(BotError(fault, "as planned"), call.wall_ms, deed.cpu_ms)
        answers = [
            BotError(Fault.MALFORMED, "as planned")
            if place in deed.bad_answers
            else seeded_action(question.observation, question.bot_seed)
            for place, question in enumerate(heard)
        ]
        return Batch(tuple(answers), call.wall_ms, deed.cpu_ms)


class TimedPlayer:
    """The bot as a sitting's player, behind the real pump."""

    wants_results = False
    output_over_limit = False

    def __init__(self, bot: TimedBot, policy: FaultPolicy) -> None:
        self.bot = bot
        self._policy = policy
        self._pump = Pump(bot, bot.introduction, policy)
        self._pumping = trio.CancelScope()
        self._lives = trio.Event()
        self.asked: list[tuple[int, Question, Reply]] = []
        """Deal, question as the sitting put it, and the reply it got; in the order of replies."""

    async def run(self) -> None:
        """Pump to one process after another."""
        while True:
            with trio.CancelScope() as self._pumping:
                await self._pump.run()
            await self._lives.wait()

    async def begin_anew(self) -> None:
        self._lives = trio.Event()
        self._pumping.cancel()
        await self.bot.stop()
        self.bot.starts += 1
        await trio.sleep(5)
        self._pump = Pump(self.bot, self.bot.introduction, self._policy)
        self._lives.set()

    async def ask(self, question: Question, order: int) -> Reply:
        reply = await self._pump.ask(question, order)
        self.asked.append((order, question, reply))
        return reply

    async def tell(self, summary: DealSummary) -> None:
        raise AssertionError("not wanted")

    def take_notes(self) -> Sequence[str]:
        return ()


async def play_timed(
    table: Variant, policy: FaultPolicy, seed: int, *, deals: int = 12, concurrent: int = 6
) -> list[TimedPlayer]:
    """A sitting among bots that do all kinds of wrong, each with its own chance."""
    control = TimeControl(1000, 100)
    bots = [
        TimedBot(
            hello_of(table, control, policy),
            WildPlan(random.Random(f"{seed} {entry}")),
            max_batch=1 + 3 * entry,
            failing_starts=frozenset({1, 4}),
        )
        for entry in range(table.players)
    ]
    players = [TimedPlayer(bot, policy) for bot in bots]
    terms = Terms(table, tuple(range(table.players)), control, reads_cpu=True, policy=policy)
    secret = random.Random(seed).randbytes(32)
    plan = SittingPlan(terms, 1, 0, secret, 0, deals, frozenset(), concurrent)
    lines: list[Line] = []

    async def settled(playing: Playing) -> None:
        """Nobody counts."""

    async with trio.open_nursery() as nursery:
        for player in players:
            nursery.start_soon(player.run)
        await play_sitting(plan, players, Progress.after(table.players, []), lines.extend, settled)
        nursery.cancel_scope.cancel()
    return players


class WildPlan:
    """Mostly in time and right; else late, stalled, failed or malformed."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def __call__(self, questions: Sequence[Question]) -> Deed:
        rng, size = self._rng, len(questions)
        wall_left_ms = min(question.wall_left_ms for question in questions)
        cpu_left_ms = min(question.cpu_left_ms or 0 for question in questions)
        longest_ms = wall_left_ms * rng.choice([0.1, 0.1, 0.5, 1.0, 1.2])
        return Deed(
            wall_ms=size * rng.randint(0, round(longest_ms)) + 300 * (rng.random() < 0.03),
            cpu_ms=size * rng.randint(0, round(cpu_left_ms * rng.choice([0.1, 0.5, 1.1]))),
            fault=rng.choice(FAULTS) if rng.random() < 0.1 else None,
            bad_answers=frozenset(place for place in range(size) if rng.random() < 0.05),
        )


def hello_of(
    table: Variant, control: TimeControl, policy: FaultPolicy, *, reads_cpu: bool = True
) -> bytes:
    """Hello as a bot gets it."""
    limits = limits_of(control, policy, reads_cpu=reads_cpu)
    return encode_hello("0.1", limits, table).SerializeToString()


def _through_the_wire(question: Question) -> Question:
    sent = encode_question(question, KEY).SerializeToString()
    return decode_question(pb.Observation.FromString(sent))
