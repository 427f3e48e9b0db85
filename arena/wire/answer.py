"""Answers as messages: the decision they answer and the action they carry."""

from __future__ import annotations

from typing import Final

from google.protobuf.message import DecodeError

from arena.referee.policy import MAX_BATCH
from arena.rules.actions import Action
from arena.v1 import bot_pb2 as pb
from arena.wire.action import decode_action, encode_action
from arena.wire.error import WireError

_LONGEST_ERROR: Final = 300
"""Of a bot's own error, in characters."""


def encode_answer(decision_id: bytes, action: Action) -> pb.Answer:
    """*action* as the answer to the decision *decision_id*."""
    return pb.Answer(decision_id=decision_id, action=encode_action(action))


def encode_error(decision_id: bytes, text: str) -> pb.Answer:
    """That the bot has no answer to the decision *decision_id*, and why, for the log."""
    return pb.Answer(decision_id=decision_id, error=text[:_LONGEST_ERROR])


def decode_answer(message: pb.Answer) -> tuple[bytes, Action]:
    """The decision that *message* answers, which may be anything, and its action.

    Raises:
        WireError: there is no action in it that can be read, or the bot's own error.
    """
    if message.error and not message.HasField("action"):
        text = "".join(one if one.isprintable() else " " for one in message.error)
        raise WireError(f"the bot's own error: {text[:_LONGEST_ERROR]}")
    return message.decision_id, decode_action(message.action)


def decode_answers(
    response: pb.DecideResponse,
) -> tuple[tuple[bytes, Action | WireError], ...]:
    """Each answer's decision with its action, or with why there is none to read.

    Raises:
        WireError: more answers than any call asks for.
    """
    if len(response.answers) > MAX_BATCH:
        raise WireError(f"{len(response.answers)} answers: expected at most {MAX_BATCH}")
    return tuple([_decode_one(answer) for answer in response.answers])


def parse_decide_response(data: bytes) -> pb.DecideResponse:
    """The response in *data*, the body of a reply.

    Raises:
        WireError: *data* is no such message.
    """
    try:
        return pb.DecideResponse.FromString(data)
    except DecodeError:
        raise WireError(f"DecideResponse: {len(data)} bytes that are no such message") from None


def _decode_one(message: pb.Answer) -> tuple[bytes, Action | WireError]:
    try:
        return decode_answer(message)
    except WireError as error:
        return message.decision_id, error
