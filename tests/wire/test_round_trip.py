"""What is encoded comes back as it was."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from arena.referee.clock import parse_time_control
from arena.referee.policy import FaultPolicy, limits_of
from arena.referee.question import DealSummary, Question
from arena.rules.actions import Action
from arena.rules.variants import OPTIONS, variant
from arena.v1 import bot_pb2 as pb
from arena.wire.action import decode_action, encode_action
from arena.wire.answer import decode_answer, decode_answers, encode_answer
from arena.wire.hello import PROTOCOL_VERSIONS, Hello, decode_hello, encode_hello
from arena.wire.observation import decode_question, encode_question
from arena.wire.summary import decode_summary, encode_summary
from arena.wire.variant import decode_variant, encode_variant
from tests.wire.questions import actions, questions, summaries

KEY = bytes(32)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_table_with_every_option_survives_the_wire(name: str) -> None:
    options = OPTIONS[name]

    for values in product(*[option.values for option in options.values()]):
        table = variant(name, dict(zip(options, values, strict=True)))
        sent = encode_variant(table).SerializeToString()
        assert decode_variant(pb.Variant.FromString(sent)) == table


@given(actions())
def test_an_action_survives_the_wire(action: Action) -> None:
    sent = encode_action(action).SerializeToString()

    assert decode_action(pb.Action.FromString(sent)) == action


@given(questions())
def test_a_question_survives_the_wire(question: Question) -> None:
    sent = encode_question(question, KEY).SerializeToString()

    assert decode_question(pb.Observation.FromString(sent)) == question


@given(summaries())
def test_a_finished_deal_survives_the_wire(summary: DealSummary) -> None:
    sent = encode_summary(summary).SerializeToString()

    assert decode_summary(pb.DealOverRequest.FromString(sent)) == summary


@given(actions())
def test_an_answer_keeps_its_decision(action: Action) -> None:
    answer = encode_answer(b"decision", action)

    assert decode_answer(answer) == (b"decision", action)
    assert decode_answers(pb.DecideResponse(answers=[answer])) == ((b"decision", action),)


@pytest.mark.parametrize("reads_cpu", [True, False])
def test_hello_tells_the_limits_and_the_table(reads_cpu: bool) -> None:
    limits = limits_of(parse_time_control("1+0.1"), FaultPolicy(), reads_cpu=reads_cpu)
    table = variant("jack-of-diamonds", {"crack": "crack"})

    sent = encode_hello("0.1.0", limits, table).SerializeToString()

    told = decode_hello(pb.HelloRequest.FromString(sent))
    assert told == Hello("0.1.0", PROTOCOL_VERSIONS, limits, table)
