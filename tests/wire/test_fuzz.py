"""Decoders of both sides under thousands of broken messages: a value or a named error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

import pytest
from google.protobuf.message import DecodeError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.errors import BotError
from arena.host.answers import match_answers
from arena.referee.clock import parse_time_control
from arena.referee.policy import FaultPolicy, limits_of
from arena.referee.question import DealSummary, Question
from arena.rules.actions import PLAYS, Action
from arena.rules.observe import observe
from arena.rules.variants import PLAYABLE, variant
from arena.v1 import bot_pb2 as pb
from arena.wire.answer import encode_answer
from arena.wire.error import WireError
from arena.wire.hello import (
    Introduction,
    decode_hello,
    decode_introduction,
    encode_hello,
    encode_introduction,
    parse_hello_response,
)
from arena.wire.observation import decode_question, encode_question
from arena.wire.summary import decode_summary, encode_summary
from tests.wire.deals import decisions
from tests.wire.test_hostile_answers import mutated

LONGEST_COMPLAINT = 400
FEW, MANY = 800, 15_000
"""Examples of each decoder: a quarter of a minute for all of them together, and some minutes."""


@cache
def questions() -> tuple[Question, ...]:
    """Those of a deal at each table."""
    return tuple(
        Question(bytes([number]) * 8, observe(deal, deal.seat), number, 4000, 1000)
        for number, name in enumerate(PLAYABLE)
        for deal in decisions(variant(name), Random(number))
    )


def summary() -> DealSummary:
    """A finished deal."""
    return DealSummary(
        seat=2,
        hands=tuple(0x3F << 6 * seat for seat in range(5)),
        blind=0b11 << 30,
        bury=0b11,
        actions=tuple(PLAYS),
        points=(60, 60, 0, 0, 0),
        tricks=(3, 3, 0, 0, 0),
        outcome="lost-1",
        scores=(-4, -2, 2, 2, 2),
        picker=0,
        partner=1,
    )


def answers() -> Iterator[bytes]:
    for first in range(0, 30, 3):
        some = [
            encode_answer(question.decision_id, PLAYS[first + at])
            for at, question in enumerate(questions()[:3])
        ]
        yield pb.DecideResponse(answers=some).SerializeToString()


def introductions() -> Iterator[bytes]:
    for deals in (1, 64):
        said = Introduction("greedy", "1.2.0", 1, 64, deals, wants_results=deals == 1)
        yield encode_introduction(said).SerializeToString()


def greetings() -> Iterator[bytes]:
    limits = limits_of(parse_time_control("1+0.1"), FaultPolicy(), reads_cpu=True)
    for name in PLAYABLE:
        yield encode_hello("0.1.0", limits, variant(name)).SerializeToString()


def calls() -> Iterator[bytes]:
    for question in questions():
        one = encode_question(question, b"key")
        yield pb.DecideRequest(observations=[one]).SerializeToString()


def endings() -> Iterator[bytes]:
    yield encode_summary(summary()).SerializeToString()


def match(data: bytes) -> None:
    for answer in match_answers(questions()[:3], data):
        assert isinstance(answer, Action) or len(str(answer)) <= LONGEST_COMPLAINT


def introduce(data: bytes) -> None:
    decode_introduction(parse_hello_response(data))


def greet(data: bytes) -> None:
    decode_hello(pb.HelloRequest.FromString(data))


def ask(data: bytes) -> None:
    for one in pb.DecideRequest.FromString(data).observations:
        decode_question(one)


def tell(data: bytes) -> None:
    decode_summary(pb.DealOverRequest.FromString(data))


Read = Callable[[bytes], None]
SIDES = [
    pytest.param(answers, match, (BotError,), id="answers-as-the-arena-reads-them"),
    pytest.param(introductions, introduce, (BotError, WireError), id="an-answer-to-hello"),
    pytest.param(greetings, greet, (DecodeError, WireError), id="hello-as-a-bot-reads-it"),
    pytest.param(calls, ask, (DecodeError, WireError), id="questions-as-a-bot-reads-them"),
    pytest.param(endings, tell, (DecodeError, WireError), id="results-as-a-bot-reads-them"),
]


@st.composite
def broken(draw: st.DrawFn, good: tuple[bytes, ...]) -> bytes:
    """A message that is cut, changed, repeated, run into another, or nothing of the kind."""
    if draw(st.integers(0, 7)) == 0:
        return draw(st.binary(max_size=120))
    message = draw(st.sampled_from(good))
    if draw(st.integers(0, 3)) == 0:
        message += draw(st.sampled_from(good))
    return draw(mutated(message))


def fuzz(
    good: Callable[[], Iterator[bytes]], read: Read, known: tuple[type[Exception], ...], many: int
) -> None:
    """Let *read* read *many* broken messages; whatever is not *known* escapes."""
    messages = tuple(good())
    for message in messages:
        read(message)

    @settings(max_examples=many, deadline=None, suppress_health_check=list(HealthCheck))
    @given(broken(messages))
    def read_all(data: bytes) -> None:
        try:
            read(data)
        except known as error:
            complaint = str(error)
        else:
            complaint = ""
        assert len(complaint) <= LONGEST_COMPLAINT

    read_all()


@pytest.mark.slow
@pytest.mark.parametrize(("good", "read", "known"), SIDES)
def test_a_broken_message_is_read_or_named(
    good: Callable[[], Iterator[bytes]], read: Read, known: tuple[type[Exception], ...]
) -> None:
    fuzz(good, read, known, FEW)


@pytest.mark.nightly
@pytest.mark.parametrize(("good", "read", "known"), SIDES)
def test_any_broken_message_is_read_or_named(
    good: Callable[[], Iterator[bytes]], read: Read, known: tuple[type[Exception], ...]
) -> None:
    fuzz(good, read, known, MANY)
