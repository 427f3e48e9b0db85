"""What a question costs to encode and decode, in microseconds of CPU."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import pytest

from arena.referee.question import Question
from arena.rules.observe import observe
from arena.rules.variants import PLAYABLE, variant
from arena.wire.observation import decode_question, encode_question
from tests.wire.deals import decisions

KEY = bytes(32)


def cost_us(action: Callable[[], object], times: int) -> float:
    started = time.process_time()
    action()
    return (time.process_time() - started) / times * 1e6


@pytest.mark.bench
@pytest.mark.parametrize("name", PLAYABLE)
def test_cost_of_a_question(name: str) -> None:
    questions = [
        Question(bytes(8), observe(deal, deal.seat), 2**63, 4000, 1000)
        for seed in range(100)
        for deal in decisions(variant(name), Random(seed))
    ]
    messages = [encode_question(question, KEY) for question in questions]

    encoding = cost_us(lambda: [encode_question(each, KEY) for each in questions], len(questions))
    decoding = cost_us(lambda: [decode_question(each) for each in messages], len(messages))

    size = sum(message.ByteSize() for message in messages) / len(messages)
    print(f"\n{name}: encode {encoding:.0f} µs, decode {decoding:.0f} µs, {size:.0f} bytes")
