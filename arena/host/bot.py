"""One bot of a sitting: started, asked, told, stopped; what it does wrong is a `BotError`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

from arena.errors import RESTARTING, BotError, Fault, InfrastructureError
from arena.host.answers import match_answers
from arena.host.command import BotCommand
from arena.host.cpu import CpuClock, reads_cpu
from arena.host.life import BACKSTOP_S, Life, begin_life
from arena.host.output import Output
from arena.host.proc import all_facts
from arena.host.sandbox.cage import OPEN, Confinement
from arena.host.sandbox.make import make_cage
from arena.host.stall_clock import stalled_ms
from arena.host.transport import CallError, Method, Response
from arena.referee.policy import Limits
from arena.referee.question import DealSummary, Question
from arena.rules.actions import Action
from arena.rules.variants import Variant
from arena.v1 import bot_pb2 as pb
from arena.wire.error import WireError
from arena.wire.hello import (
    Introduction,
    decode_introduction,
    encode_hello,
    parse_hello_response,
)
from arena.wire.observation import encode_question
from arena.wire.summary import encode_summary

_LONG_CALL_MS: Final = 10
"""After calls this long new processes of the bot are looked for (see cpu)."""
_LOSING_STALL_MS: Final = 10_000
"""From here on grpc, on either side, may have given up for want of a sign of life."""
_FAULTS_OF_LONG_STALLS: Final = frozenset({Fault.STALLED, Fault.DISCONNECTED, Fault.REFUSED})
"""As what it is seen that grpc has given up."""
_OUTPUT_CHARS: Final = 240
"""How much of a bot's output a failed start quotes."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a bot is told in Hello. The limits told are the limits enforced here."""

    arena_version: str
    limits: Limits
    variant: Variant


@dataclass(frozen=True, slots=True)
class Batch:
    """What came back from one call."""

    answers: tuple[Action | BotError, ...]
    """In the order asked; an error is the fault of its own question."""
    wall_ms: int
    """Of the whole call."""
    cpu_ms: int | None
    """Of the bot's process tree in the whole call; None where it cannot be read."""
    stall_ms: int = 0
    """How long the host stalled in the call. The wall time is without it."""


@dataclass(frozen=True, slots=True)
class Farewell:
    """What a bot did when it heard Bye."""

    answered: bool
    returncode: int | None
    """As in subprocess; None where it has not ended in its time."""
    children: int
    """Processes of its session that live on."""


class CallFailedError(BotError):
    """A call that brought no answers: one fault, and the time it took, as in a batch."""

    def __init__(
        self, error: BotError, wall_ms: int, cpu_ms: int | None, stall_ms: int = 0
    ) -> None:
        super().__init__(error.fault, error.detail)
        self.wall_ms = wall_ms
        self.cpu_ms = cpu_ms
        self.stall_ms = stall_ms


class StartError(BotError):
    """A bot that did not start, with what it last wrote."""

    def __init__(self, cause: BotError, output: str) -> None:
        said = f"its last output: {output}" if output else "it wrote no output"
        super().__init__(cause.fault, f"{cause.detail}; {said}")
        self.cause = cause.detail
        """The detail without the output, which is its author's business alone."""


class Bot:
    """A bot that can be started, asked, stopped, and started again with the same scratch."""

    def __init__(
        self,
        command: BotCommand,
        terms: Terms,
        *,
        proof_key: bytes,
        folder: Path,
        scratch: Path,
        output: Path,
        confinement: Confinement = OPEN,
    ) -> None:
        """Nothing runs yet.

        Args:
            folder: for its socket; made if missing, private to this bot, its path short.
            scratch: its home; made if missing.
            output: the file for what it writes.
            confinement: how its processes are confined. In a sandbox scratch and socket are
                the sandbox's own and end with a process; else they are in the folders given.
        """
        self._command = command
        self._confinement = confinement
        self._terms = terms
        self._proof_key = proof_key
        self._folder = folder
        self._scratch = scratch
        self._output = Output(
            output,
            kept_bytes=terms.limits.output_kept_bytes,
            limit_bytes=terms.limits.output_limit_bytes,
        )
        self._lives = 0
        self._life: Life | None = None
        self.hello_answer = b""
        """The body of its latest answer to Hello, whatever it is."""
        self.decide_answer = b""
        """The body of its latest answer to Decide; empty if the call brought none."""
        self.reads_cpu = reads_cpu()
        """CPU time is measured; else every `cpu_ms` is None."""

    @property
    def output_over_limit(self) -> bool:
        """It wrote more than a bot may, at any time of this sitting."""
        return self._output.over_limit

    @property
    def output_bytes(self) -> int:
        """How much it wrote in this sitting, kept or not."""
        return self._output.total_bytes

    @property
    def pid(self) -> int | None:
        """Its process; None while it is stopped."""
        return self._life.process.pid if self._life else None

    async def start(self, hello: bytes | None = None) -> Introduction:
        """Start it and hear its answer to Hello, in `start_ms` in all; no clock runs.

        Args:
            hello: what is said in place of the arena's own HelloRequest, by a check.

        Raises:
            StartError: START_FAILED, or REFUSED for a gRPC error status and where no
                version of the contract is common. The detail says why and quotes its
                output. Nothing of it runs any more.
            InfrastructureError: it could not even be tried.
        """
        assert self._life is None, "already started"
        start_ms = self._terms.limits.start_ms
        try:
            with trio.move_on_after(start_ms / 1000):
                return await self._begin(self._hello() if hello is None else hello)
            cause = self._late_start()
        except BotError as error:
            fault = error.fault if error.fault is Fault.REFUSED else Fault.START_FAILED
            cause = BotError(fault, error.detail)
        except BaseException:
            await self._end()
            raise
        raise StartError(cause, await self._end()) from cause

    async def stop(self) -> None:
        """Bye, at most a second, then SIGKILL to everything of it. Not to be cancelled.

        Raises:
            InfrastructureError: its output could not be written.
        """
        with trio.CancelScope(shield=True):
            try:
                if self._life:
                    await self._life.brake.thaw()
                    await self._life.say_bye()
            finally:
                await self._end()

    async def decide(
        self, questions: Sequence[Question], cut_off_ms: int, request: bytes | None = None
    ) -> Batch:
        """Ask all of *questions* in one call.

        Args:
            cut_off_ms: when the call is given up, from its sending on.
            request: what is sent in place of the arena's own DecideRequest, by a check.

        Raises:
            CallFailedError: no answers; a `BotError` with the time it took.
            InfrastructureError: its output could not be written, or the host stalled for
                so long that the call was lost.
        """
        life = self._living()
        if request is None:
            request = pb.DecideRequest(
                observations=[encode_question(question, self._proof_key) for question in questions]
            ).SerializeToString()
        response: Response | None = None
        failed: CallError | None = None
        await life.brake.thaw()
        cpu = _CpuSpan(life.clock)
        stalled_before_ms, sent_s = stalled_ms(), trio.current_time()
        with trio.move_on_after(cut_off_ms / 1000):
            try:
                response = await life.connection.call(
                    Method.DECIDE, request, backstop_s=cut_off_ms / 1000 + BACKSTOP_S
                )
            except CallError as error:
                failed = error
        wall_ms = round(((response.at_s if response else trio.current_time()) - sent_s) * 1000)
        if response:
            await self._hold(life)
        cpu_ms, stall_ms = cpu.end_ms(wall_ms), stalled_ms() - stalled_before_ms
        self.decide_answer = response.data if response else b""
        try:
            life.sound = response is not None
            if response is None:
                fault = await life.fault_of(failed, cut_off_ms)
                if failed and not _has_overdrawn(questions, cpu_ms):
                    _check_host(fault, stall_ms)
                raise fault
            return Batch(match_answers(questions, response.data), wall_ms, cpu_ms, stall_ms)
        except BotError as error:
            if error.fault not in RESTARTING:
                await self._hold(life)
            raise CallFailedError(error, wall_ms, cpu_ms, stall_ms) from error

    async def deal_over(self, summary: DealSummary) -> bool:
        """Tell it how a deal ended: at most `notice_ms`, and never a fault; whether it answered."""
        if self._life is None or self._life.process.ended.is_set():
            return False
        await self._life.brake.thaw()
        message = encode_summary(summary).SerializeToString()
        heard = await self._life.tell(Method.DEAL_OVER, message)
        await self._hold(self._life)
        return heard

    async def say_bye(self) -> Farewell:
        """Say Bye and see what comes of it in `notice_ms`. What is left is for `stop`."""
        life = self._living()
        await life.brake.thaw()
        life.sound = False
        answered = False
        with trio.move_on_after(self._terms.limits.notice_ms / 1000):
            answered = await life.tell(Method.BYE, b"")
            await life.process.ended.wait()
        left = [facts for facts in all_facts() if facts.session == life.process.pid]
        children = sum(facts.pid != life.process.pid and facts.state != "Z" for facts in left)
        return Farewell(answered, life.process.returncode, children)

    def _late_start(self) -> BotError:
        """What it is that a start took too long: the bot's doing, once its command runs."""
        start_ms = self._terms.limits.start_ms
        if self._life is None:
            raise InfrastructureError(f"not at the bot's command in {start_ms} ms")
        return BotError(Fault.START_FAILED, f"not ready in {start_ms} ms: {self._life.stage}")

    def _hello(self) -> bytes:
        terms = self._terms
        return encode_hello(terms.arena_version, terms.limits, terms.variant).SerializeToString()

    async def _begin(self, hello: bytes) -> Introduction:
        terms = self._terms
        self._lives += 1
        for folder in (self._folder, self._scratch):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._output.open()
        cage = make_cage(
            self._confinement,
            self._command,
            self._folder / f"{self._lives}.sock",
            self._scratch,
        )
        self._life = life = await begin_life(
            self._command, cage, self._output, terms.limits, reads_cpu=self.reads_cpu
        )
        self.hello_answer = b""
        self.hello_answer = answer = await life.greet(hello)
        if life.clock:
            life.clock.look_for_members(since_s=_since_boot_s())
        introduction = _introduction(answer)
        await self._hold(life)
        return introduction

    async def _hold(self, life: Life) -> None:
        """It is not its turn: stop it, where bots may not think then."""
        if self._terms.limits.stopped_between_calls:
            await life.brake.freeze()

    def _living(self) -> Life:
        assert self._life, "not started"
        if self._life.process.failure:
            raise self._life.process.failure
        return self._life

    async def _end(self) -> str:
        """Leave nothing of it; the last of its output."""
        with trio.CancelScope(shield=True):
            life, self._life = self._life, None
            if life:
                await life.end()
            quoted = self._output.last_lines(_OUTPUT_CHARS)
            self._output.close()
        return quoted


class _CpuSpan:
    """The CPU time of a bot's processes between two moments."""

    def __init__(self, clock: CpuClock | None) -> None:
        self._clock = clock
        self._start_ns = clock.read_ns() if clock else 0
        self._start_s = _since_boot_s()

    def end_ms(self, wall_ms: int) -> int | None:
        """The time used since the start, which was *wall_ms* ago."""
        if self._clock is None:
            return None
        if wall_ms >= _LONG_CALL_MS:
            self._clock.look_for_members(since_s=self._start_s)
        return max(0, round((self._clock.read_ns() - self._start_ns) / 1_000_000))


def _has_overdrawn(questions: Sequence[Question], cpu_ms: int | None) -> bool:
    """Whether a call has cost so much CPU time that a bank fell: no stall is an excuse for that."""
    banks_ms = [question.cpu_left_ms for question in questions if question.cpu_left_ms is not None]
    return bool(banks_ms) and cpu_ms is not None and cpu_ms > len(questions) * min(banks_ms)


def _check_host(fault: BotError, stall_ms: int) -> None:
    """Nothing, unless the host stalled for so long that it may be why the call failed."""
    if stall_ms >= _LOSING_STALL_MS and fault.fault in _FAULTS_OF_LONG_STALLS:
        raise InfrastructureError(f"host stall: {stall_ms} ms within a call, which was lost")


def _introduction(answer: bytes) -> Introduction:
    """What a bot says in *answer* to Hello."""
    try:
        return decode_introduction(parse_hello_response(answer))
    except WireError as error:
        raise BotError(Fault.MALFORMED, f"its answer to Hello: {error}") from error


def _since_boot_s() -> float:
    return time.clock_gettime(time.CLOCK_BOOTTIME)
