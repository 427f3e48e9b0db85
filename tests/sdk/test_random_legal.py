"""The smallest bot, in the bare protocol: legal always, the same for the same question."""

from __future__ import annotations

import ast
from random import Random

import pytest

from arena.referee.question import Question
from arena.rules.actions import Action
from arena.rules.observe import observe
from arena.rules.variants import PLAYABLE, variant
from tests.sdk.serving import REPOSITORY, ServedBot, served
from tests.wire.deals import decisions

SCRIPT = REPOSITORY / "sample_bots" / "random-legal" / "bot.py"


def test_it_imports_nothing_of_the_arena_but_the_messages() -> None:
    imports = [
        node for node in ast.walk(ast.parse(SCRIPT.read_text())) if isinstance(node, ast.ImportFrom)
    ]

    modules = {node.module for node in imports if (node.module or "").startswith("arena")}
    assert modules == {"arena.v1"}


def answers_to_a_deal(running: ServedBot, name: str) -> list[tuple[Action, str | None]]:
    """Its answer to each question of one deal, with the rule that it breaks."""
    answers = []
    for deal in decisions(variant(name), Random(5)):
        question = Question(bytes(8), observe(deal, deal.seat), 99, 4000, 1000)
        action = running.decide(question)[bytes(8)]
        assert isinstance(action, Action)
        answers.append((action, deal.broken_rule(action)))
    return answers


@pytest.mark.process
@pytest.mark.parametrize("name", PLAYABLE)
def test_every_answer_is_legal_and_given_again_after_a_restart(name: str) -> None:
    with served(SCRIPT) as running:
        assert running.hello().name == "random-legal"
        answers = answers_to_a_deal(running, name)
    with served(SCRIPT) as restarted:
        again = answers_to_a_deal(restarted, name)

    assert [rule for _, rule in answers if rule] == []
    assert again == answers
    assert len({action for action, _ in answers}) > 10


@pytest.mark.process
def test_it_leaves_at_bye() -> None:
    with served(SCRIPT) as running:
        assert running.bye() == 0
