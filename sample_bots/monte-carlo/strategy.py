"""Plays each card by playing the deal on, many times, from hands the others may hold.

Every world is sampled from what the seat saw, with the bot seed as the only
source of chance, and every legal card is tried in each world. The work per card
is bounded by counting, never by a clock, so that an answer can be reproduced.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from announcing import announce
from arena.referee.question import Question
from arena.rules.actions import PLAYS, Action, Kind
from arena.rules.cards import Card
from arena.sdk.chance import random_for
from playout import Playout
from position import Position
from worlds import sample_world

PLAYOUTS: Final = 120
"""Worlds times legal cards at one decision, at most."""


def decide(question: Question) -> Action:
    """The answer to *question*."""
    seen = question.observation
    if seen.kind is not Kind.PLAY:
        return announce(seen)
    assert seen.legal is not None
    cards = [action.card for action in seen.legal]
    if len(cards) == 1:
        return PLAYS[cards[0]]
    return PLAYS[_best_card(question, cards)]


def _best_card(question: Question, cards: Sequence[Card]) -> Card:
    """The card with the best mean score; of equals the lowest."""
    seen = question.observation
    rng = random_for(question)
    position = Position(seen)
    totals = dict.fromkeys(cards, 0.0)
    for _ in range(max(1, PLAYOUTS // len(cards))):
        world = sample_world(position, rng)
        for card in cards:
            totals[card] += Playout(position, world).scores(card)[seen.seat]
    return max(cards, key=lambda card: (totals[card], card))
