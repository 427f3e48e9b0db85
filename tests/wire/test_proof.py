"""A question's proof can be checked from the bytes alone, in any language."""

from __future__ import annotations

import hashlib
import hmac

from hypothesis import given

from arena.referee.question import Question
from arena.wire.observation import encode_question
from tests.wire.questions import questions

KEY = bytes(range(32))
PROOF = 25
"""The proof's field number."""


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def fields_of(data: bytes) -> list[tuple[int, bytes]]:
    """Number and whole record of each field of an encoded message, in its order."""
    fields, at = [], 0
    while at < len(data):
        start = at
        tag, at = read_varint(data, at)
        match tag & 7:
            case 0:
                _, at = read_varint(data, at)
            case 1:
                at += 8
            case 2:
                length, at = read_varint(data, at)
                at += length
            case wire_type:
                raise AssertionError(f"wire type {wire_type}")
        fields.append((tag >> 3, data[start:at]))
    return fields


@given(questions())
def test_the_proof_is_the_hmac_of_all_other_fields(question: Question) -> None:
    data = encode_question(question, KEY).SerializeToString()

    fields = fields_of(data)
    proof = next(record[-8:] for number, record in fields if number == PROOF)
    rest = b"".join(record for number, record in fields if number != PROOF)

    assert proof == hmac.new(KEY, rest, hashlib.sha256).digest()[:8]


@given(questions())
def test_fields_stand_in_the_order_of_their_numbers(question: Question) -> None:
    numbers = [
        number for number, _ in fields_of(encode_question(question, KEY).SerializeToString())
    ]

    assert numbers == sorted(numbers)


@given(questions())
def test_another_key_gives_another_proof(question: Question) -> None:
    assert encode_question(question, KEY).proof != encode_question(question, bytes(32)).proof
