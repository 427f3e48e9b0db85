"""All legal answers to a question, buries spelled out."""

from __future__ import annotations

from itertools import combinations

from arena.rules.actions import Action, bury
from arena.rules.cards import cards_of, mask_of
from arena.rules.observation import Observation


def legal_answers(observation: Observation) -> tuple[Action, ...]:
    """Every action the seat may answer, in a fixed order.

    A bury's are all choices of as many cards as the blind has: 28 from eight cards,
    330 where four of eleven are buried.
    """
    if observation.legal is not None:
        return observation.legal
    choices = combinations(cards_of(observation.hand), observation.variant.blind_size)
    return tuple([bury(mask_of(choice)) for choice in choices])
