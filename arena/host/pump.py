"""What waits for one bot: asked one call at a time, several decisions in it where it can.

Questions of many deals come in by `ask`; `run` takes out what waits, up to the bot's
`max_batch`, and asks it in one call. The lowest order, which is the earliest deal, goes
first, so that an early deal is never held up by later ones: it may put the bot out of all
of them. No clock runs in the queue: a decision's time is its call's, divided by the call's
size.

A failed call is one fault, its first question's, which is answered with it and never asked
again. The others go back to the queue and are asked one by one. After a fault that costs
the bot its process (RESTARTING) it is stopped at once, and started again when the next
question comes; a start that fails is that question's fault. Once `max_faults` starts in a
row have failed nothing more is tried: the entry is out of the sitting by then.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from typing import Protocol

import trio

from arena.errors import RESTARTING, BotError, Fault, InfrastructureError
from arena.host.bot import Batch, CallFailedError, StartError
from arena.referee.policy import MAX_BATCH, FaultPolicy, cut_off_ms
from arena.referee.question import Question, Reply
from arena.rules.actions import Action
from arena.wire.hello import Introduction


class AskedBot(Protocol):
    """What a pump needs of a bot; `Bot` has it."""

    async def start(self) -> Introduction:
        """Start it, or StartError."""

    async def stop(self) -> None:
        """End it."""

    async def decide(self, questions: Sequence[Question], cut_off_ms: int) -> Batch:
        """Ask it, or CallFailedError."""


class _Ask:
    """A question that waits, and the reply it gets."""

    def __init__(self, question: Question, place: tuple[int, int]) -> None:
        self.question = question
        self.place = place
        """Its order, then when it came: the queue is sorted by it."""
        self.alone = False
        """It was in a failed call, and goes into none with others."""
        self.reply: Reply | None = None
        self.done = trio.Event()

    def answer(self, reply: Reply) -> None:
        self.reply = reply
        self.done.set()


class Pump:
    """The questions to one started bot. Run `run` beside whoever asks."""

    def __init__(
        self,
        bot: AskedBot,
        introduction: Introduction | None,
        policy: FaultPolicy,
        *,
        note: Callable[[str], None] | None = None,
    ) -> None:
        """A pump for *bot*, which has said *introduction*.

        Args:
            introduction: None for a bot that did not start: it is tried again when asked.
            note: told, in words for the log, when the bot is started again.
        """
        self._bot = bot
        self._introduction = introduction
        self._policy = policy
        self._note = note or _say_nothing
        self._waiting: list[_Ask] = []
        self._sent: list[_Ask] = []
        self._came = trio.Event()
        self._up = introduction is not None
        self._failed_starts = 0
        self._asked = 0

    @property
    def introduction(self) -> Introduction | None:
        """What its latest process said of itself; None if none has started yet."""
        return self._introduction

    async def ask(self, question: Question, order: int = 0) -> Reply:
        """The bot's reply to *question*, a fault in its place if need be.

        Args:
            order: what waits goes out lowest order first, else as it came.

        Raises:
            InfrastructureError: the pump has ended.
        """
        self._asked += 1
        ask = _Ask(question, (order, self._asked))
        self._enqueue(ask)
        self._came.set()
        try:
            await ask.done.wait()
        except trio.Cancelled:
            if ask in self._waiting:
                self._waiting.remove(ask)
            raise
        if ask.reply is None:
            raise InfrastructureError("the bot's pump has ended")
        return ask.reply

    async def run(self) -> None:
        """Ask the bot what comes in, until cancelled. Leaves the bot as it is."""
        try:
            while True:
                while not self._waiting:
                    self._came = trio.Event()
                    await self._came.wait()
                if (self._up or await self._start()) and self._waiting:
                    await self._send(self._take())
        finally:  # nobody may wait for ever
            for ask in (*self._sent, *self._waiting):
                ask.done.set()

    def _take(self) -> list[_Ask]:
        """The next call's questions, out of the queue."""
        assert self._introduction is not None, "it is up"
        size = min(max(1, self._introduction.max_batch), MAX_BATCH)
        if self._waiting[0].alone:
            size = 1
        together = 1
        while together < min(size, len(self._waiting)) and not self._waiting[together].alone:
            together += 1
        taken, self._waiting = self._waiting[:together], self._waiting[together:]
        return taken

    def _enqueue(self, ask: _Ask) -> None:
        insort(self._waiting, ask, key=lambda other: other.place)

    async def _send(self, asks: list[_Ask]) -> None:
        """One call: every question gets its reply, or goes back to the queue."""
        self._sent = asks
        questions = [ask.question for ask in asks]
        least_ms = min(question.wall_left_ms for question in questions)
        limit_ms = cut_off_ms(least_ms, len(asks), self._policy.margin_ms)
        try:
            batch = await self._bot.decide(questions, limit_ms)
        except CallFailedError as error:
            await self._settle_failure(asks, error)
        else:
            for ask, answer in zip(asks, batch.answers, strict=True):
                ask.answer(_reply(answer, batch, len(asks)))
        self._sent = []

    async def _settle_failure(self, asks: list[_Ask], error: CallFailedError) -> None:
        first, *others = asks
        for ask in others:
            ask.alone = True
            self._enqueue(ask)
        self._sent = [first]
        if error.fault in RESTARTING:
            self._up = False
            await self._bot.stop()
        fault = BotError(error.fault, error.detail)
        first.answer(_reply(fault, error, len(asks)))

    async def _start(self) -> bool:
        """Start the bot again; if it fails, that is the first waiting question's fault."""
        if self._failed_starts >= self._policy.max_faults:
            fault = BotError(Fault.START_FAILED, f"{self._failed_starts} starts have failed")
        else:
            try:
                self._introduction = await self._bot.start()
            except StartError as error:
                self._failed_starts += 1
                fault = BotError(Fault.START_FAILED, error.cause)
            else:
                self._up, self._failed_starts = True, 0
                self._note("started again")
                return True
        if self._waiting:  # who asked may have been cancelled meanwhile
            self._waiting.pop(0).answer(Reply(fault, wall_ms=0, cpu_ms=None))
        return False


def _reply(answer: Action | BotError, call: Batch | CallFailedError, size: int) -> Reply:
    """*answer*, charged with its part of a *call* of *size* questions."""
    cpu_ms = None if call.cpu_ms is None else round(call.cpu_ms / size)
    return Reply(answer, round(call.wall_ms / size), cpu_ms, call.stall_ms)


def _say_nothing(_: str) -> None:
    """No notes are wanted."""
