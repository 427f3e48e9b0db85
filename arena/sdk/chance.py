"""Where a bot takes its randomness from, so that the same deal is played the same way."""

from __future__ import annotations

from random import Random

from arena.referee.question import Question


def random_for(question: Question) -> Random:
    """A generator of its own for this decision of this seat in this deal.

    The seat's hand differs at all its questions of one kind, so seed, kind and hand
    name the decision. Time left and the decision's id are left out: they differ
    when the same deal is played again.
    """
    seen = question.observation
    return Random(f"{question.bot_seed}:{seen.kind.value}:{seen.hand}")
