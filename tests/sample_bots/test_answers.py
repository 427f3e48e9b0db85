"""Every answer of every sample bot is legal and depends on the question alone."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from arena.referee.question import Question
from arena.rules.actions import Action
from arena.rules.deal import Deal
from arena.rules.shuffle import dealt
from arena.rules.variants import OPTIONS, Variant, variant
from tests.sample_bots.duplicate import only_answer, question_of, random_legal
from tests.sample_bots.folders import TABLES, Decide, load_decide, sdk_bots

SECRET = bytes(range(32))
NIGHTLY_IF_IT_SAMPLES = [
    pytest.param(name, marks=pytest.mark.nightly if name == "monte-carlo" else ())
    for name in sdk_bots()
]
"""A bot that samples takes a hundred times as long for a deal."""


def deals_of(name: str) -> int:
    """How many deals a bot is tried on in a moment."""
    return 3 if name == "monte-carlo" else 60


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", sdk_bots())
def test_every_answer_is_legal_whatever_the_options(name: str, table: str) -> None:
    decide = load_decide(name)

    for _ in answers(decide, table, deals_of(name)):
        pass  # the assertion in `answers` is the test


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", NIGHTLY_IF_IT_SAMPLES)
def test_every_answer_is_legal_over_thousands_of_deals(name: str, table: str) -> None:
    decide = load_decide(name)

    for _ in answers(decide, table, 33 * deals_of(name)):
        pass


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("name", sdk_bots())
def test_the_same_question_has_the_same_answer_in_any_order(name: str, table: str) -> None:
    asked = list(answers(load_decide(name), table, deals_of(name)))
    random.Random(7).shuffle(asked)
    fresh = load_decide(name)

    assert [fresh(question) for question, _ in asked] == [answer for _, answer in asked]


def answers(decide: Decide, table: str, deals: int) -> Iterator[tuple[Question, Action]]:
    """What *decide* is asked and answers, in deals of all sorts of *table*.

    The others at the table play at random, so that odd positions come up; in every
    third deal the bot sits everywhere.
    """
    rng = random.Random(table)
    for index in range(deals):
        settled = any_options(table, rng)
        seats = settled.players
        everywhere = index % 3 == 0
        mine = set(range(seats)) if everywhere else {index % seats, (index + 2) % seats}
        deal = new_deal(settled, index, rng)
        while not deal.over:
            if deal.is_forced():
                deal.apply(only_answer(deal))
                continue
            question, asked = question_of(deal, index), deal.seat in mine
            answer = (decide if asked else random_legal)(question)
            assert deal.broken_rule(answer) is None, (answer, question.observation)
            deal.apply(answer)
            if asked:
                yield question, answer


def any_options(table: str, rng: random.Random) -> Variant:
    """The table with every option drawn."""
    return variant(
        table, {key: rng.choice(option.values) for key, option in OPTIONS[table].items()}
    )


def new_deal(settled: Variant, index: int, rng: random.Random) -> Deal:
    """A deal, in a doubler sometimes one that replaces others."""
    thrown_in = 0
    if settled.all_pass == "doubler":
        thrown_in = rng.randrange(settled.doubler_cap.bit_length())
    cards = dealt(SECRET, settled, index)
    return Deal(settled, cards.hands, cards.blind, thrown_in=thrown_in)
