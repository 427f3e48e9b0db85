"""gRPC seen from trio: a connection to one bot's socket, and calls that can be awaited.

The only file of the host that imports grpc, so that what must be in the environment before
the first import is in one place: gRPC's fork handlers stall or kill a process that starts
others (they are switched off), and its C core writes to stderr, which is the command line's.

A call is a grpc future whose completion, in a thread of grpc's, wakes the waiting task. No
thread is made for it here. Bodies are bytes: what a bot sent is decoded by the caller, who
can say what was wrong with it, and not by grpc, which logs a traceback.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final, Protocol

import trio

from arena.host.output import printable

os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "false")
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

import grpc

_OPTIONS: Final = (
    ("grpc.enable_retries", 0),
    ("grpc.enable_http_proxy", 0),
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 20),
    ("grpc.max_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 1000),  # which is the time that connecting may take
    ("grpc.http2.ping_timeout_ms", 24 * 3600 * 1000),  # a bot may be stopped between its calls
)
_EARLY_S: Final = 0.1
"""A status of time-out is grpc's own from so much before the backstop on."""


class Method(Enum):
    """What can be called; the value is its path."""

    HELLO = "/arena.v1.Bot/Hello"
    DECIDE = "/arena.v1.Bot/Decide"
    DEAL_OVER = "/arena.v1.Bot/DealOver"
    BYE = "/arena.v1.Bot/Bye"


@dataclass(frozen=True, slots=True)
class Response:
    """A call's answer."""

    data: bytes
    """The body."""
    at_s: float
    """When it arrived, on trio's clock: not when trio came round to it."""


class Failure(Enum):
    """Why a call has no answer, as far as the call itself tells."""

    NO_ANSWER = "no answer"
    """The backstop fell, or the call was abandoned."""
    NO_MESSAGE = "no message"
    """It ended well and without a body, as no generated server lets a call end."""
    TOO_LARGE = "too large"
    UNAVAILABLE = "unavailable"
    """As STATUS, and what grpc says where nothing takes the connection."""
    STATUS = "status"
    """The other side, or grpc on a broken connection, ended it with a status."""


class CallError(Exception):
    """A call without an answer."""

    def __init__(self, failure: Failure, detail: str) -> None:
        super().__init__(f"{failure.value}: {detail}")
        self.failure = failure
        self.detail = detail
        """The status and its text, short."""


class SocketError(Exception):
    """What stands at the bot's address is not its socket."""


class _Call(Protocol):
    """grpc's future of a call: a class of many bases, of which this is used."""

    def add_done_callback(self, fn: Callable[[Any], None]) -> None: ...
    def done(self) -> bool: ...
    def cancel(self) -> bool: ...
    def cancelled(self) -> bool: ...
    def code(self) -> grpc.StatusCode: ...
    def details(self) -> str: ...
    def result(self) -> bytes | None: ...


class Connection:
    """A channel to the socket at *path*, by descriptor: what is at the path later is no matter.

    Raises:
        FileNotFoundError: there is nothing yet.
        SocketError: a link, another kind of file, or somebody else's.
    """

    def __init__(self, path: Path, *, owner: int, reply_bytes: int) -> None:
        """Connects with the first call.

        Args:
            owner: the uid that must own the socket.
            reply_bytes: a larger body is TOO_LARGE, and not taken into memory.
        """
        self._fd = _open_socket(path, owner)
        limit = ("grpc.max_receive_message_length", reply_bytes)
        target = f"unix:/proc/self/fd/{self._fd}"
        self._channel = grpc.insecure_channel(target, options=(limit, *_OPTIONS))
        self._methods: dict[Method, grpc.UnaryUnaryMultiCallable[bytes, bytes]] = {
            method: self._channel.unary_unary(method.value, None, None) for method in Method
        }
        self._in_flight: set[_Call] = set()

    async def call(self, method: Method, request: bytes, *, backstop_s: float) -> Response:
        """Make one call. Cancelling it returns at once and tells the bot.

        Args:
            backstop_s: when grpc gives up, some ms late. The caller's own cut-off, a
                cancel scope, comes before.

        Raises:
            CallError: there is no answer.
        """
        task, token = trio.lowlevel.current_task(), trio.lowlevel.current_trio_token()
        clock = trio.lowlevel.current_clock()
        # grpc's own time: trio's may stand still while the host does
        last_s = time.monotonic() + backstop_s
        waiting = True
        done_s = 0.0
        timed_out = False

        def wake() -> None:
            nonlocal waiting
            if waiting:
                waiting = False
                trio.lowlevel.reschedule(task)

        def on_done(_: object) -> None:  # in a thread of grpc's, or here if it is over already
            nonlocal done_s, timed_out
            done_s = clock.current_time()
            timed_out = time.monotonic() > last_s - _EARLY_S
            with contextlib.suppress(trio.RunFinishedError):
                token.run_sync_soon(wake)

        def abort(_: object) -> trio.lowlevel.Abort:
            nonlocal waiting
            if future.done():  # it came in time, and trio was late: wake() is on its way
                return trio.lowlevel.Abort.FAILED
            waiting = False
            future.cancel()
            return trio.lowlevel.Abort.SUCCEEDED

        future: _Call = self._methods[method].future(request, timeout=backstop_s)
        self._in_flight.add(future)
        try:
            future.add_done_callback(on_done)
            await trio.lowlevel.wait_task_rescheduled(abort)
        finally:
            self._in_flight.discard(future)
        return Response(_body_of(future, timed_out=timed_out), done_s)

    def abandon(self) -> None:
        """End every call in flight with NO_ANSWER: the bot's process is gone."""
        for future in tuple(self._in_flight):
            future.cancel()

    async def breaks(self, within_s: float) -> bool:
        """Whether the connection is down, or goes down *within_s*; takes that long if not.

        For after a failed call, which can be back before the connection's end is known.
        """
        token, down = trio.lowlevel.current_trio_token(), trio.Event()

        def on_state(state: grpc.ChannelConnectivity) -> None:  # in a thread of grpc's
            if state is not grpc.ChannelConnectivity.READY:
                with contextlib.suppress(trio.RunFinishedError):
                    token.run_sync_soon(down.set)

        self._channel.subscribe(on_state)
        with trio.move_on_after(within_s):
            await down.wait()
        self._channel.unsubscribe(on_state)
        return down.is_set()

    async def close(self) -> None:
        """End the connection, cancelled or not; in a thread, for grpc can take 0.2 s over it."""
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(self._channel.close)
        os.close(self._fd)


def _open_socket(path: Path, owner: int) -> int:
    fd = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
    found = os.fstat(fd)
    if stat.S_ISSOCK(found.st_mode) and found.st_uid == owner:
        return fd
    os.close(fd)
    if not stat.S_ISSOCK(found.st_mode):
        kind = "a link" if stat.S_ISLNK(found.st_mode) else f"a file of type {found.st_mode:o}"
        raise SocketError(f"{path} is {kind}: expected a socket")
    raise SocketError(f"{path} belongs to uid {found.st_uid}: expected {owner}")


def _body_of(future: _Call, *, timed_out: bool) -> bytes:
    """The body of a call that is over. Its own exception is not raised: it would grow."""
    if future.cancelled():
        raise CallError(Failure.NO_ANSWER, "abandoned")
    status = future.code()
    if status is grpc.StatusCode.OK:
        body = future.result()
        if body is None:
            raise CallError(Failure.NO_MESSAGE, "the call ended with OK and without a message")
        return body
    text = printable(" ".join((future.details() or "").split())[:200])
    detail = f"{status.name} {text}".strip()
    if status is grpc.StatusCode.DEADLINE_EXCEEDED and timed_out:  # a bot can say it too
        raise CallError(Failure.NO_ANSWER, detail)
    # both limits, that on the message and grpc's own on metadata, come as this status
    if status is grpc.StatusCode.RESOURCE_EXHAUSTED and (
        "larger than max" in text or "exceeds hard limit" in text
    ):
        raise CallError(Failure.TOO_LARGE, detail)
    if status is grpc.StatusCode.UNAVAILABLE:
        raise CallError(Failure.UNAVAILABLE, detail)
    raise CallError(Failure.STATUS, detail)
