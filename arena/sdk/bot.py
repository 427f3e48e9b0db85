"""Serves a bot written as one function from a question to an action."""
# ruff: noqa: ARG002  the signatures of the four calls are gRPC's

from __future__ import annotations

import io
import os
import sys
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Final

import grpc

from arena.referee.question import DealSummary, Question
from arena.rules.actions import Action
from arena.v1 import bot_pb2 as pb
from arena.v1 import bot_pb2_grpc
from arena.wire.answer import encode_answer, encode_error
from arena.wire.hello import (
    MOST_DEALS,
    PROTOCOL_VERSIONS,
    Introduction,
    decode_introduction,
    encode_introduction,
    newest_common,
)
from arena.wire.observation import decode_question
from arena.wire.summary import decode_summary

__all__ = ["Action", "DealSummary", "Question", "serve"]

_STOP_GRACE_S: Final = 0.1
"""For the answer to Bye to leave before the socket closes."""


def serve(
    decide: Callable[[Question], Action],
    *,
    name: str,
    version: str,
    max_batch: int = 64,
    concurrent_deals: int | None = None,
    on_result: Callable[[DealSummary], None] | None = None,
) -> None:
    """Answer the arena with *decide* until it says Bye.

    *decide* and *on_result* are called one at a time, always in the same thread. An
    exception in *decide* is shown on stderr and costs the bot one fault, at that decision.

    Args:
        name: what the bot calls itself, for logs.
        version: likewise.
        max_batch: the most questions in one call, 1 to 64; *decide* gets them singly.
        concurrent_deals: how many deals may run at the same time, 1 to 64; questions
            of different deals then come in any order. Default 64, or 1 with *on_result*.
        on_result: told the end of each deal, all cards open; needs one deal at a time.

    Raises:
        SystemExit: no ARENA_BOT_ADDRESS, so nobody to serve.
        BotError: a value that the arena would not take.
    """
    address = os.environ.get("ARENA_BOT_ADDRESS")
    if not address:
        sys.exit("ARENA_BOT_ADDRESS is not set: the arena starts this bot (arena submit DIR)")
    if concurrent_deals is None:
        concurrent_deals = MOST_DEALS if on_result is None else 1
    introduction = Introduction(
        name=name,
        version=version,
        protocol_version=PROTOCOL_VERSIONS[-1],
        max_batch=max_batch,
        concurrent_deals=concurrent_deals,
        wants_results=on_result is not None,
    )
    decode_introduction(encode_introduction(introduction))
    _print_at_once()
    _serve(address, _Bot(decide, introduction, on_result))


def _serve(address: str, bot: _Bot) -> None:
    # One worker: calls come one at a time anyway, and authors need think of no threads.
    server = grpc.server(ThreadPoolExecutor(max_workers=1))
    bot_pb2_grpc.add_BotServicer_to_server(bot, server)
    server.add_insecure_port(address)
    server.start()
    bot.over.wait()
    server.stop(_STOP_GRACE_S).wait()


def _print_at_once() -> None:
    """Let each printed line reach the bot's log even if the process is killed."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)


def _described(error: Exception) -> str:
    """*error* with the deepest line of the bot's own files that it came through."""
    said = f"{type(error).__name__}: {error}"
    program = getattr(sys.modules["__main__"], "__file__", None)
    folder = Path(program).absolute().parent if program else Path.cwd()
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename).absolute()
        if path.is_relative_to(folder):
            return f"{said} ({path.relative_to(folder)}, line {frame.lineno})"
    return said


class _Bot(bot_pb2_grpc.BotServicer):
    """The four calls of the contract."""

    def __init__(
        self,
        decide: Callable[[Question], Action],
        introduction: Introduction,
        on_result: Callable[[DealSummary], None] | None,
    ) -> None:
        self._decide = decide
        self._introduction = introduction
        self._on_result = on_result
        self.over = threading.Event()
        """Set by Bye."""

    def Hello(self, request: pb.HelloRequest, context: object) -> pb.HelloResponse:
        chosen = newest_common(request.protocol_versions)
        return encode_introduction(replace(self._introduction, protocol_version=chosen))

    def Decide(self, request: pb.DecideRequest, context: grpc.ServicerContext) -> pb.DecideResponse:
        return pb.DecideResponse(answers=map(self._answer, request.observations))

    def DealOver(
        self, request: pb.DealOverRequest, context: grpc.ServicerContext
    ) -> pb.DealOverResponse:
        if self._on_result is not None:
            try:
                self._on_result(decode_summary(request))
            except Exception:  # noqa: BLE001 - whatever an author's mistake raises
                traceback.print_exc()  # no fault: gRPC alone would be silent here
        return pb.DealOverResponse()

    def Bye(self, request: pb.ByeRequest, context: object) -> pb.ByeResponse:
        self.over.set()
        return pb.ByeResponse()

    def _answer(self, observation: pb.Observation) -> pb.Answer:
        """The answer of *decide*; a mistake in it spoils no other answer of the call."""
        question = decode_question(observation)
        try:
            action = self._decide(question)
            if not isinstance(action, Action):
                raise TypeError(f"decide returned {action!r}: expected an Action")
            return encode_answer(question.decision_id, action)
        except Exception as error:  # noqa: BLE001 - whatever an author's mistake raises
            traceback.print_exc()
            return encode_error(question.decision_id, _described(error))
