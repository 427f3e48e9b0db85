"""A bot's randomness: the same for the same deal played again, another at each decision."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given

from arena.referee.question import Question
from arena.rules.observe import observe
from arena.rules.variants import Variant
from arena.sdk.chance import random_for
from tests.wire.deals import decisions, seeds, tables
from tests.wire.questions import questions


@given(questions())
def test_what_differs_when_a_deal_is_played_again_changes_no_draw(question: Question) -> None:
    again = replace(question, decision_id=b"another1", wall_left_ms=1, cpu_left_ms=None)

    assert random_for(again).random() == random_for(question).random()


@given(questions())
def test_another_bot_seed_changes_the_draw(question: Question) -> None:
    other = replace(question, bot_seed=question.bot_seed ^ 1)

    assert random_for(other).random() != random_for(question).random()


@given(tables(), seeds)
def test_each_decision_of_a_seat_draws_anew(table: Variant, chance: Random) -> None:
    draws = [
        (deal.seat, random_for(Question(b"", observe(deal, deal.seat), 7, 0, None)).random())
        for deal in decisions(table, chance)
    ]

    assert len(set(draws)) == len(draws)
