"""Whatever a bot sends becomes a value or a WireError, and its neighbours stay readable."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arena.errors import BotError
from arena.rules.actions import PASS, Action
from arena.v1 import bot_pb2 as pb
from arena.wire.answer import (
    decode_answer,
    decode_answers,
    encode_answer,
    parse_decide_response,
)
from arena.wire.error import WireError
from arena.wire.hello import (
    Introduction,
    decode_introduction,
    encode_introduction,
    parse_hello_response,
)
from tests.wire.questions import actions

LONGEST_COMPLAINT = 400


def complaints_about(data: bytes) -> list[str]:
    """What is wrong with *data* read as a reply; anything but a WireError escapes."""
    try:
        answers = decode_answers(parse_decide_response(data))
    except WireError as error:
        return [str(error)]
    assert all(isinstance(action, Action | WireError) for _, action in answers)
    return [str(action) for _, action in answers if isinstance(action, WireError)]


def introduction_in(data: bytes) -> Introduction | WireError | BotError:
    """*data* read as an answer to Hello; no other error may escape."""
    try:
        return decode_introduction(parse_hello_response(data))
    except (WireError, BotError) as error:
        return error


@st.composite
def mutated(draw: st.DrawFn, message: bytes) -> bytes:
    """*message* with some bytes changed, cut off, doubled or put in."""
    data = bytearray(message)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 3))] = draw(st.binary(max_size=4))
    return bytes(data)


@given(st.binary(max_size=300))
def test_random_bytes_are_answers_or_a_wire_error(data: bytes) -> None:
    complaints = complaints_about(data)

    assert all(len(complaint) <= LONGEST_COMPLAINT for complaint in complaints)


@given(st.data(), st.lists(actions(), min_size=1, max_size=3))
def test_mutated_answers_are_answers_or_a_wire_error(
    data: st.DataObject, given_actions: list[Action]
) -> None:
    answers = [encode_answer(b"decision", action) for action in given_actions]
    sent = pb.DecideResponse(answers=answers).SerializeToString()

    complaints = complaints_about(data.draw(mutated(sent)))

    assert all(len(complaint) <= LONGEST_COMPLAINT for complaint in complaints)


@given(st.binary(max_size=300))
@example(b"\x0a\x02\xff\xfe")
def test_random_bytes_are_an_introduction_or_a_named_error(data: bytes) -> None:
    met = introduction_in(data)

    assert isinstance(met, Introduction) or len(str(met)) <= LONGEST_COMPLAINT


@given(st.data())
def test_a_mutated_introduction_is_one_or_a_named_error(data: st.DataObject) -> None:
    introduction = Introduction("greedy", "1.2.0", 1, 64, 64, wants_results=False)
    sent = encode_introduction(introduction).SerializeToString()

    met = introduction_in(data.draw(mutated(sent)))

    assert isinstance(met, Introduction) or len(str(met)) <= LONGEST_COMPLAINT


@pytest.mark.parametrize(
    ("action", "complaint"),
    [
        pytest.param(pb.Action(), "no action", id="nothing-at-all"),
        pytest.param(pb.Action(play=pb.CARD_UNSPECIFIED), "play: card 0", id="play-of-no-card"),
        pytest.param(pb.Action(play=pb.CARD_HIDDEN), "play: card 33", id="play-of-a-hidden-card"),
        pytest.param(pb.Action(play=-1), "play: card -1", id="play-of-a-negative-card"),
        pytest.param(pb.Action(word=pb.WORD_UNSPECIFIED), "word 0", id="no-word"),
        pytest.param(pb.Action(word=99), "word 99", id="a-word-of-the-future"),
        pytest.param(pb.Action(bury=pb.Bury()), "bury: no cards", id="bury-of-nothing"),
        pytest.param(
            pb.Action(bury=pb.Bury(cards=[5, 5])), "each card once", id="bury-of-one-card-twice"
        ),
        pytest.param(
            pb.Action(bury=pb.Bury(cards=[5, 33])), "bury: card 33", id="bury-of-a-hidden-card"
        ),
        pytest.param(
            pb.Action(bury=pb.Bury(cards=[7] * 100_000)), "100000 cards", id="bury-without-end"
        ),
        pytest.param(pb.Action(call=pb.Call()), "call: card 0", id="call-of-nothing"),
        pytest.param(
            pb.Action(call=pb.Call(card=15, unknown=33)), "unknown: card 33", id="hidden-unknown"
        ),
        pytest.param(
            pb.Action(call=pb.Call(card=15, unknown=15)), "also the unknown", id="called-unknown"
        ),
    ],
)
def test_an_answer_without_a_readable_action(action: pb.Action, complaint: str) -> None:
    with pytest.raises(WireError, match=complaint):
        decode_answer(pb.Answer(decision_id=b"decision", action=action))


def test_a_bad_answer_does_not_spoil_the_others_of_its_batch() -> None:
    good, bad = encode_answer(b"a", PASS), pb.Answer(decision_id=b"b")

    read = dict(decode_answers(pb.DecideResponse(answers=[bad, good])))

    assert read[b"a"] == PASS
    assert isinstance(read[b"b"], WireError)


def test_more_answers_than_any_call_asks_for_are_not_read() -> None:
    with pytest.raises(WireError, match="65 answers"):
        decode_answers(pb.DecideResponse(answers=[encode_answer(b"a", PASS)] * 65))
