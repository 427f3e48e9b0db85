"""Answers find their questions, and a bad one spoils no other."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import BotError, Fault
from arena.host.answers import match_answers
from arena.referee.question import Question
from arena.rules.actions import PASS, PICK, Action
from arena.v1 import bot_pb2 as pb
from arena.wire.answer import encode_answer
from tests.host.scripted import question, questions


def replied(*answers: pb.Answer) -> bytes:
    return pb.DecideResponse(answers=answers).SerializeToString()


def to(number: int, action: Action = PASS) -> pb.Answer:
    """*action* as the answer to question *number*."""
    return encode_answer(question(number).decision_id, action)


def without_action(number: int) -> pb.Answer:
    return pb.Answer(decision_id=question(number).decision_id)


def spelt(matched: Sequence[Action | BotError]) -> list[str]:
    """Each answer's word or fault."""
    return [m.fault.value if isinstance(m, BotError) else m.word.value for m in matched]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        pytest.param([to(0), to(1, PICK), to(2)], ["pass", "pick", "pass"], id="in-order"),
        pytest.param([to(2), to(0, PICK), to(1)], ["pick", "pass", "pass"], id="in-any-order"),
        pytest.param([to(0), to(2)], ["pass", "malformed", "pass"], id="one-missing"),
        pytest.param([], ["malformed"] * 3, id="none"),
        pytest.param([to(0), to(1), to(1), to(2)], ["pass", "malformed", "pass"], id="one-twice"),
        pytest.param(
            [to(0), without_action(1), to(2)], ["pass", "malformed", "pass"], id="no-action"
        ),
        pytest.param(
            [to(0), to(9), to(2)], ["pass", "wrong-decision", "pass"], id="id-of-another-decision"
        ),
        pytest.param(
            [to(9)], ["wrong-decision", "malformed", "malformed"], id="a-stranger-stands-for-one"
        ),
        pytest.param(
            [pb.Answer(), to(1), to(2)], ["wrong-decision", "pass", "pass"], id="without-an-id"
        ),
    ],
)
def test_each_question_gets_its_own_answer_or_error(
    answers: list[pb.Answer], expected: list[str]
) -> None:
    assert spelt(match_answers(questions(3), replied(*answers))) == expected


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\xff\xff\xff", id="no-message"),
        pytest.param(replied(to(0), to(1), to(2), to(9)), id="an-answer-too-many"),
        pytest.param(replied(*[to(0)] * 65), id="more-answers-than-any-call-asks-for"),
    ],
)
def test_a_reply_that_is_bad_as_a_whole_is_malformed(data: bytes) -> None:
    with pytest.raises(BotError) as caught:
        match_answers(questions(3), data)

    assert caught.value.fault is Fault.MALFORMED


def test_the_detail_of_a_wrong_decision_names_both_ids() -> None:
    (error,) = match_answers([question(1)], replied(to(9)))

    assert isinstance(error, BotError)
    assert error.detail == "asked 0000000000000001, answered 0000000000000009"


@given(st.binary(max_size=200))
def test_no_bytes_are_anything_but_answers_or_a_fault(data: bytes) -> None:
    asked: list[Question] = questions(2)

    try:
        outcome: Sequence[object] | Fault = match_answers(asked, data)
    except BotError as error:
        outcome = error.fault

    assert outcome is Fault.MALFORMED or (isinstance(outcome, tuple) and len(outcome) == 2)
