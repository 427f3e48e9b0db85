"""A bot that now and then plays at random: what a small fault in a program looks like.

This file is copied into a submission, so it imports what a bot may import and nothing more.
"""

from __future__ import annotations

from collections.abc import Callable

from arena.referee.question import Question
from arena.rules.actions import Action, bury
from arena.rules.cards import cards_of, mask_of
from arena.sdk.chance import random_for


def blundering(decide: Callable[[Question], Action], chance: float) -> Callable[[Question], Action]:
    """*decide*, but at a share *chance* of its questions any legal answer.

    Which ones they are is drawn from the bot seed, so that the same deal is played the same
    way again.
    """

    def answer(question: Question) -> Action:
        draws = random_for(question)
        if draws.random() >= chance:
            return decide(question)
        seen = question.observation
        if seen.legal is not None:
            return draws.choice(seen.legal)
        return bury(mask_of(draws.sample(cards_of(seen.hand), seen.variant.blind_size)))

    return answer
