"""What a decision of each sample bot costs in CPU time."""

from __future__ import annotations

import time

import pytest

from tests.sample_bots.folders import TABLES, load_decide, sdk_bots
from tests.sample_bots.test_answers import answers

MOST_US = {"monte-carlo": 20_000.0}
"""Micro-seconds of CPU time a decision, mean; 200 where nothing is said."""


@pytest.mark.bench
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", sdk_bots())
def test_a_decision_is_cheap(name: str, table: str) -> None:
    decide = load_decide(name)
    deals = 10 if name == "monte-carlo" else 200
    questions = [question for question, _ in answers(decide, table, deals)]

    start = time.process_time_ns()
    for question in questions:
        decide(question)
    spent_us = (time.process_time_ns() - start) / 1_000 / len(questions)

    print(f"{name} at {table}: {spent_us:.0f} µs a decision, {len(questions)} decisions")
    assert spent_us < MOST_US.get(name, 200.0)
