"""A bot's process for a test, and what the arena would say to it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc

from arena.referee.clock import parse_time_control
from arena.referee.policy import FaultPolicy, limits_of
from arena.referee.question import Question
from arena.rules.variants import variant
from arena.v1 import bot_pb2 as pb
from arena.v1 import bot_pb2_grpc
from arena.wire.answer import decode_answer
from arena.wire.hello import Introduction, decode_introduction, encode_hello
from arena.wire.observation import encode_question

REPOSITORY = Path(__file__).parents[2]
PATIENCE_S = 20
_QUICK_RETRIES = [(f"grpc.{name}_reconnect_backoff_ms", 50) for name in ("initial", "min", "max")]


class ServedBot:
    """A running bot and the four calls, with values in and out."""

    def __init__(
        self, process: subprocess.Popen[bytes], stub: bot_pb2_grpc.BotStub, output: Path
    ) -> None:
        self.process = process
        self.stub = stub
        self._output = output

    def hello(self) -> Introduction:
        """What it answers to a Hello for a called-ace table."""
        limits = limits_of(parse_time_control("1+0.1"), FaultPolicy(), reads_cpu=True)
        request = encode_hello("0.0.0", limits, variant("called-ace"))
        return decode_introduction(self.stub.Hello(request, timeout=PATIENCE_S))

    def decide(self, *questions: Question) -> dict[bytes, object]:
        """Its answers by decision."""
        observations = [encode_question(question, bytes(32)) for question in questions]
        request = pb.DecideRequest(observations=observations)
        response = self.stub.Decide(request, timeout=PATIENCE_S)
        return dict(decode_answer(answer) for answer in response.answers)

    def bye(self) -> int:
        """Its exit code after Bye."""
        self.stub.Bye(pb.ByeRequest(), timeout=PATIENCE_S)
        return self.process.wait(PATIENCE_S)

    def output(self) -> str:
        """What it has printed."""
        return self._output.read_text()


@contextmanager
def served(script: Path) -> Iterator[ServedBot]:
    """*script* running as the arena runs a Python bot, killed at the end."""
    with tempfile.TemporaryDirectory(prefix="bot") as name:
        folder = Path(name)
        address, output = f"unix:{folder / 'bot.sock'}", folder / "output"
        environment = {
            "ARENA_BOT_ADDRESS": address,
            "ARENA_PROTOCOL_VERSIONS": "1",
            "PYTHONPATH": str(REPOSITORY),
            "PYTHONHASHSEED": "0",
        }
        with (
            output.open("wb") as written,
            subprocess.Popen(
                [sys.executable, script], env=environment, stdout=written, stderr=written
            ) as process,
            grpc.insecure_channel(address, _QUICK_RETRIES) as channel,
        ):
            try:
                grpc.channel_ready_future(channel).result(PATIENCE_S)
                yield ServedBot(process, bot_pb2_grpc.BotStub(channel), output)
            finally:
                process.kill()
