"""Requests as a later version of the contract would send them: with fields nobody knows yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.referee.policy import Limits
from arena.referee.question import Question
from arena.rules.variants import Variant
from arena.v1 import bot_pb2 as pb
from arena.wire.hello import encode_hello
from arena.wire.observation import encode_question

_UNKNOWN: Final = b"\xc0\x3e\x07" + b"\xca\x3e\x05later"
"""Field 1000, the number 7, and field 1001, a text."""


def hello_of_versions(
    arena_version: str, versions: Sequence[int], limits: Limits, variant: Variant
) -> bytes:
    """A HelloRequest that offers *versions*, which this arena need not speak."""
    message = encode_hello(arena_version, limits, variant)
    message.protocol_versions[:] = versions
    return message.SerializeToString()


def extended_hello(arena_version: str, limits: Limits, variant: Variant) -> bytes:
    """A HelloRequest with fields that are in no version."""
    return encode_hello(arena_version, limits, variant).SerializeToString() + _UNKNOWN


def extended_decide(questions: Sequence[Question], proof_key: bytes) -> bytes:
    """A DecideRequest with fields that are in no version, in it and in each observation."""
    request = pb.DecideRequest()
    for question in questions:
        data = encode_question(question, proof_key).SerializeToString() + _UNKNOWN
        request.observations.append(pb.Observation.FromString(data))
    return request.SerializeToString() + _UNKNOWN
