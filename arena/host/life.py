"""One life of a bot: from the start of its process to the last of its children's end.

Theory. What happens outside becomes one of two things here: an answer, or a `BotError` that
says which fault it was. Three observers tell faults apart. Trio's clock says that time is up
(stalled). The process says that it has ended (crashed), which is seen a moment before or
after its connection breaks, so each waits for the other: long enough for a busy machine, as
no clock runs and the fault must not depend on the machine. The connection says whether
a call without an answer ended with it (disconnected) or the bot itself ended the call
(refused).
"""

from __future__ import annotations

import contextlib
import os
from typing import Final

import trio

from arena.errors import BotError, Fault, InfrastructureError
from arena.host.brake import Brake
from arena.host.command import BotCommand, argv_of, environment_of
from arena.host.cpu import CpuClock
from arena.host.diagnosis import explain_exec
from arena.host.output import Output
from arena.host.process import BotProcess, ExecError, describe_exit, start_process
from arena.host.sandbox.cage import Cage
from arena.host.transport import CallError, Connection, Failure, Method, SocketError
from arena.referee.policy import Limits

_GRACE_S: Final = 0.1
"""From a process's end until calls are given up that somebody else holds open."""
_BREAK_S: Final = 0.1
"""After a call that ended with a status its connection's end is seen within this."""
_DYING_S: Final = 1.0
"""The same where the status is the one grpc gives a broken connection; and from that to the
end of the process, which needs the processor for it."""
_POLL_S: Final = 0.005
_SETTLE_S: Final = 1.0
"""From its being there a socket has this long until something takes connections on it."""
_LONGEST_ADDRESS: Final = 107
"""Bytes in the path of a unix socket."""
BACKSTOP_S: Final = 60.0
"""grpc, whose clock runs on while the host stalls, gives a call up so long after trio would."""


class Life:
    """A bot's process, its clock and its connection. Made by `begin_life`; `end` it."""

    def __init__(
        self, process: BotProcess, cage: Cage, clock: CpuClock | None, limits: Limits
    ) -> None:
        self.process = process
        self.clock = clock
        """None where CPU time cannot be read."""
        self.brake: Brake = cage.brake(process.pid)
        self.sound = True
        """Its last call came back: it is worth saying Bye to."""
        self.stage = "it made no socket at its address"
        """What a bot that is not ready keeps one waiting for."""
        self._cage = cage
        self._limits = limits
        self._connection: Connection | None = None
        process.on_end = self._abandon

    @property
    def connection(self) -> Connection:
        """The way to the bot, once `greet` has found it."""
        assert self._connection, "not connected"
        return self._connection

    async def greet(self, hello: bytes) -> bytes:
        """Say *hello* as soon as something listens; the body of the answer.

        Raises:
            BotError: there is no answer.
        """
        there_s: float | None = None
        while True:
            self.check_alive()
            try:
                self._connection = Connection(
                    self.process.socket,
                    owner=self._cage.owner,
                    reply_bytes=self._limits.reply_bytes,
                )
            except (FileNotFoundError, ProcessLookupError):
                await trio.sleep(_POLL_S)
                continue
            except SocketError as error:
                raise BotError(Fault.START_FAILED, str(error)) from error
            there_s = there_s or trio.current_time()
            self.stage = "no answer to Hello"
            try:
                backstop_s = self._limits.start_ms / 1000 + BACKSTOP_S
                answer = await self._connection.call(Method.HELLO, hello, backstop_s=backstop_s)
            except CallError as error:
                if error.failure is Failure.UNAVAILABLE and (
                    trio.current_time() < there_s + _SETTLE_S
                ):  # it is about to listen, or about to be seen to have ended
                    await self._disconnect()
                    await trio.sleep(_POLL_S)
                    continue
                fault = await self.fault_of(error)
                self.check_alive()
                raise fault from error
            self.check_alive()
            return answer.data

    def check_alive(self) -> None:
        """Nothing, while the process runs.

        Raises:
            BotError: START_FAILED, with how it ended.
        """
        if self.process.returncode is not None:
            killed = self._cage.killed_for()
            ended = f"ended with {describe_exit(self.process.returncode)}"
            ending = f"was {killed.detail}" if killed else ended
            raise BotError(Fault.START_FAILED, f"{ending} before it was ready")

    async def fault_of(self, failed: CallError | None, cut_off_ms: int | None = None) -> BotError:
        """Which fault it is that a call brought no answer.

        Args:
            failed: how the call failed; None when it was cut off.
            cut_off_ms: when that is, or would have been; None in a start.
        """
        dying_s = _BREAK_S if cut_off_ms is None else _DYING_S  # a start has failed in any case
        broken = False
        if failed is not None and failed.failure in (Failure.STATUS, Failure.UNAVAILABLE):
            within_s = dying_s if failed.failure is Failure.UNAVAILABLE else _BREAK_S
            broken = await self.connection.breaks(within_s)
        if broken:
            with trio.move_on_after(dying_s):
                await self.process.ended.wait()
        if self.process.returncode is not None:
            ending = BotError(Fault.CRASHED, describe_exit(self.process.returncode))
            return self._cage.killed_for() or ending
        if failed is None or failed.failure is Failure.NO_ANSWER:
            after = "at the cut-off" if cut_off_ms is None else f"within {cut_off_ms} ms"
            return BotError(Fault.STALLED, f"no answer {after}")
        if failed.failure is Failure.NO_MESSAGE:
            return BotError(Fault.MALFORMED, failed.detail)
        if failed.failure is Failure.TOO_LARGE:
            return BotError(Fault.OVERSIZED, failed.detail)
        return BotError(Fault.DISCONNECTED if broken else Fault.REFUSED, failed.detail)

    async def say_bye(self) -> None:
        """Bye, and time to leave, bounded as in `tell`."""
        if self._connection is None or not self.sound or self.process.ended.is_set():
            return
        notice_s = self._limits.notice_ms / 1000
        with trio.move_on_after(notice_s):
            if await self.tell(Method.BYE, b""):
                await self.process.ended.wait()

    async def tell(self, method: Method, message: bytes) -> bool:
        """Whether *method* came back within the time for notices."""
        notice_s = self._limits.notice_ms / 1000
        with trio.move_on_after(notice_s), contextlib.suppress(CallError):
            await self.connection.call(method, message, backstop_s=notice_s + BACKSTOP_S)
            return True
        return False

    async def end(self) -> None:
        """Kill what is left of it. Bounded; the caller shields."""
        with contextlib.suppress(InfrastructureError):
            await self.brake.thaw()  # what a control group of version 1 stops cannot even die
        await self.process.end()
        if self._connection:
            await self._disconnect()
        if self.clock:
            self.clock.close()
        self._cage.close()

    async def _disconnect(self) -> None:
        connection, self._connection = self.connection, None
        await connection.close()

    def _abandon(self) -> None:
        if self._connection:
            self._connection.abandon()


async def begin_life(
    command: BotCommand, cage: Cage, output: Output, limits: Limits, *, reads_cpu: bool
) -> Life:
    """Start *command* in *cage*, which is the life's from now on; it writes to *output*.

    Raises:
        BotError: START_FAILED, the command cannot be executed.
        InfrastructureError: it could not even be tried.
    """
    try:
        if len(os.fsencode(cage.address)) > _LONGEST_ADDRESS:
            long = f"expected a path of at most {_LONGEST_ADDRESS} bytes"
            raise InfrastructureError(f"{cage.address}: {long}")
        argv, env = argv_of(command), environment_of(command, cage.address, cage.home)
        try:
            process = await start_process(cage, argv, env, output, grace_s=_GRACE_S)
        except ExecError as error:
            path = env["PATH"]
            why = explain_exec(argv, command.folder, path, error.errno, sees=cage.sees)
            raise BotError(Fault.START_FAILED, why) from error
    except BaseException:
        cage.close()
        raise
    return Life(process, cage, cage.clock() if reads_cpu else None, limits)
