"""A bot that plays for a friend where it is told that one sits, else as the house bot."""

from __future__ import annotations

from typing import Final

from arena.referee.question import Question
from arena.rules.actions import PLAYS, Action, Kind
from tests.sample_bots.folders import load_strategy

HOUSE: Final = load_strategy("rule-of-thumb", {})
LOOSE: Final = load_strategy("bold", {"PICK_AT": "3"})
"""Picks what others would pass, and mostly loses it."""


class Supporter:
    """Picks too much, and gives its tricks and points to its friend, whatever side it is on.

    Opponents are anonymous in the arena: a real supporter would have to recognise its
    friend by how it plays, this one is told by whoever seats it.
    """

    def __init__(self) -> None:
        self.friend: int | None = None
        """Its friend's seat in the running playing, if the friend is there."""

    def decide(self, question: Question) -> Action:
        """The answer to *question*."""
        seen = question.observation
        house: Action = HOUSE.decide(question)
        if self.friend is None or seen.leaster:
            return house
        match seen.kind:
            case Kind.PICK:
                loose: Action = LOOSE.decide(question)
                return loose
            case Kind.PLAY:
                assert seen.legal is not None
                table = HOUSE.Table(seen)
                table.friend = [float(seat == self.friend) for seat in range(table.players)]
                return PLAYS[HOUSE.best_play(table, [one.card for one in seen.legal])]
            case _:
                return house
