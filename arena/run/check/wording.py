"""What was sent and what came back, in words that are short and printable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.errors import BotError
from arena.host.output import printable
from arena.referee.question import Question
from arena.rules.actions import Action, format_action
from arena.rules.cards import cards_of, format_cards
from arena.rules.variants import OPTIONS, Variant

_MOST_CHARS: Final = 700
_MOST_LISTED: Final = 4
"""Of a batch."""


def short(text: str) -> str:
    """*text* printable and bounded."""
    text = printable(" ".join(text.split()))
    return text if len(text) <= _MOST_CHARS else text[: _MOST_CHARS - 1] + "…"


def table_words(table: Variant) -> str:
    """The table, with the options that are not its defaults."""
    defaults = {name: option.default for name, option in OPTIONS[table.name].items()}
    others = [f"{k} {v}" for k, v in table.options().items() if defaults[k] != v]
    return f"{table.name} ({', '.join(others)})" if others else table.name


def asked_words(questions: Sequence[Question]) -> str:
    """A Decide with *questions*."""
    listed = "; ".join(question_words(one) for one in questions[:_MOST_LISTED])
    more = len(questions) - _MOST_LISTED
    counted = f"{len(questions)} observations: " if len(questions) > 1 else ""
    return short(f"Decide: {counted}{listed}" + (f"; and {more} more" if more > 0 else ""))


def question_words(question: Question) -> str:
    """One observation: table, seat, what is asked, hand, legal answers, time left, id."""
    seen = question.observation
    legal = (
        "any cards of the hand" if seen.legal is None else ", ".join(map(format_action, seen.legal))
    )
    cpu = "" if question.cpu_left_ms is None else f"{question.cpu_left_ms} ms CPU and "
    return (
        f"{table_words(seen.variant)}, seat {seen.seat}, {seen.kind.value}, "
        f"hand {format_cards(cards_of(seen.hand))}, legal: {legal}, "
        f"{cpu}{question.wall_left_ms} ms wall left, id {question.decision_id.hex()}"
    )


def answer_words(answers: Sequence[Action | BotError]) -> str:
    """The answers of one call."""
    listed = ", ".join(_one_answer(one) for one in answers[: 4 * _MOST_LISTED])
    more = len(answers) - 4 * _MOST_LISTED
    return short(listed + (f" and {more} more" if more > 0 else ""))


def _one_answer(answer: Action | BotError) -> str:
    return str(answer) if isinstance(answer, BotError) else format_action(answer)
