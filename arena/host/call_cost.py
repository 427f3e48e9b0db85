"""What asking a bot costs: Decide over the real path beside the same messages on a socket pair.

Both sides parse what they get and serialise what they send, from messages that were built
before. What differs is the transport alone, so the ratio is what gRPC costs.
"""

from __future__ import annotations

import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

from arena.host.transport import Connection, Method, SocketError
from arena.referee.policy import REPLY_BYTES
from arena.referee.question import Question
from arena.v1 import bot_pb2 as pb
from arena.wire.observation import encode_question

Roundtrip = Callable[[bytes], Awaitable[bytes]]
_LENGTH: Final = struct.Struct("<I")
_START_S: Final = 10
_PATIENCE_S: Final = 60


@dataclass(frozen=True, slots=True)
class CallCost:
    """One transport at one batch size, over both processes."""

    batch: int
    cpu_us: float
    """CPU time of both sides for one decision."""
    wall_us: float
    """Wall time for one decision."""


async def over_grpc(questions: Sequence[Question], batch: int, seconds: float) -> CallCost:
    """Decide as the arena asks it, through a bot that answers at once."""
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as folder:
        path = Path(folder) / "bot.sock"
        peer = _start(["grpc", str(path)], ())
        try:
            async with _connected(path) as connection:

                async def call(request: bytes) -> bytes:
                    response = await connection.call(Method.DECIDE, request, backstop_s=_PATIENCE_S)
                    return response.data

                return await _measure(call, peer.pid, questions, batch, seconds)
        finally:
            _end(peer)


async def over_a_socket_pair(questions: Sequence[Question], batch: int, seconds: float) -> CallCost:
    """The floor: the same messages, with their length before them."""
    ours, theirs = socket.socketpair()
    with theirs:
        peer = _start(["pair", str(theirs.fileno())], (theirs.fileno(),))
    try:
        async with trio.SocketStream(trio.socket.from_stdlib_socket(ours)) as stream:

            async def call(request: bytes) -> bytes:
                await stream.send_all(_LENGTH.pack(len(request)) + request)
                received = await stream.receive_some(REPLY_BYTES)
                (length,) = _LENGTH.unpack_from(received)
                while len(received) < _LENGTH.size + length:
                    received += await stream.receive_some(REPLY_BYTES)
                return bytes(received[_LENGTH.size :])

            return await _measure(call, peer.pid, questions, batch, seconds)
    finally:
        _end(peer)


async def _measure(
    call: Roundtrip, peer: int, questions: Sequence[Question], batch: int, seconds: float
) -> CallCost:
    observations = [encode_question(question, b"key") for question in questions[:batch]]
    request = pb.DecideRequest(observations=observations)
    calls = 0
    for _ in range(20):
        await _once(call, request)
    clock = (~peer << 3) | 2  # the peer's CPU clock, see arena.host.cpu
    cpu_ns = time.process_time_ns() + time.clock_gettime_ns(clock)
    began_ns = time.monotonic_ns()
    while time.monotonic_ns() - began_ns < seconds * 1e9:
        await _once(call, request)
        calls += 1
    wall_ns = time.monotonic_ns() - began_ns
    cpu_ns = time.process_time_ns() + time.clock_gettime_ns(clock) - cpu_ns
    decisions = calls * batch
    return CallCost(batch, cpu_ns / decisions / 1000, wall_ns / decisions / 1000)


async def _once(call: Roundtrip, request: pb.DecideRequest) -> None:
    response = pb.DecideResponse.FromString(await call(request.SerializeToString()))
    assert len(response.answers) == len(request.observations), "the peer answers every question"


@asynccontextmanager
async def _connected(path: Path) -> AsyncIterator[Connection]:
    with trio.fail_after(_START_S):
        while True:
            try:
                connection = Connection(path, owner=os.getuid(), reply_bytes=REPLY_BYTES)
                break
            except (FileNotFoundError, SocketError):
                await trio.sleep(0.01)
    try:
        yield connection
    finally:
        with trio.CancelScope(shield=True):
            await connection.close()


def _start(words: Sequence[str], descriptors: Sequence[int]) -> subprocess.Popen[bytes]:
    argv = [sys.executable, "-P", "-m", "arena.host.call_cost", *words]
    return subprocess.Popen(argv, pass_fds=descriptors, stdin=subprocess.DEVNULL)


def _end(peer: subprocess.Popen[bytes]) -> None:
    peer.send_signal(signal.SIGKILL)
    peer.wait()


# ---------------------------------------------------------------- the peer


def _answer(body: bytes) -> bytes:
    """The first legal answer to everything, a pass where there is none to choose from."""
    request = pb.DecideRequest.FromString(body)
    nothing = pb.Action(word=pb.WORD_PASS)
    answers = [
        pb.Answer(decision_id=asked.decision_id, action=asked.legal[0] if asked.legal else nothing)
        for asked in request.observations
    ]
    return pb.DecideResponse(answers=answers).SerializeToString()


def _serve_grpc(path: str) -> None:
    import grpc

    def decide(body: bytes, _: grpc.ServicerContext) -> bytes:
        return _answer(body)

    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(decide)
    service = grpc.method_handlers_generic_handler("arena.v1.Bot", {"Decide": handler})
    server = grpc.server(ThreadPoolExecutor(4))
    server.add_generic_rpc_handlers((service,))
    server.add_insecure_port(f"unix:{path}")
    server.start()
    server.wait_for_termination()


def _serve_pair(descriptor: int) -> None:
    with socket.socket(fileno=descriptor) as pair, pair.makefile("rb") as requests:
        while head := requests.read(_LENGTH.size):
            reply = _answer(requests.read(_LENGTH.unpack(head)[0]))
            pair.sendall(_LENGTH.pack(len(reply)) + reply)


if __name__ == "__main__":
    if sys.argv[1] == "grpc":
        _serve_grpc(sys.argv[2])
    else:
        _serve_pair(int(sys.argv[2]))
