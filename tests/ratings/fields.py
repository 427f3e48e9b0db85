"""Simulated fields of bots of known strength, and the tables they sit at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from arena.ratings.blocks import Match
from arena.ratings.pair_table import Floats, TableScores, table_scores
from arena.schedule.round_robin import round_robin
from tests.ratings.tables import match_of

M: Final = 4.0


@dataclass(frozen=True)
class Field:
    """Bots of known strength, and tables of five of them; the first is the house bot."""

    strengths: tuple[float, ...]
    """In score per playing."""

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(f"bot-{place:02}" for place in range(len(self.strengths)))

    def line_ups(self, most: int) -> tuple[tuple[int, ...], ...]:
        """The first *most* tables of a round-robin of as many rounds as they are in."""
        bots = len(self.strengths)
        rounds = -(-most // len(round_robin(bots, 5, b"field")))
        return tuple(
            tuple(place for place in order if place is not None)
            for order in round_robin(bots, 5, b"field", rounds)[:most]
        )

    def table(self, random: np.random.Generator, places: Sequence[int], deals: int) -> TableScores:
        """Heavy-tailed block scores whose sum over the table is 0, as cards give them."""
        raw = self._raw(random, places, deals)
        totals: Floats = np.rint(raw) - raw.mean(axis=1, keepdims=True)
        names = [self.bots[place] for place in places]
        return table_scores(names, names, totals, M)

    def match(
        self, random: np.random.Generator, places: Sequence[int], deals: int, number: int
    ) -> Match:
        """The like as a match, whose totals are whole numbers."""
        raw = self._raw(random, places, deals)
        totals = np.rint(raw - raw.mean(axis=1, keepdims=True)).astype(int)
        return match_of([self.bots[place] for place in places], totals.tolist(), number=number)

    def _raw(self, random: np.random.Generator, places: Sequence[int], deals: int) -> Floats:
        means = 5 * np.array([self.strengths[place] for place in places])
        swing = random.choice([2.0, 6.0, 14.0], size=(deals, 1), p=[0.5, 0.4, 0.1])
        raw: Floats = means + swing * random.standard_normal((deals, 5))
        return raw


SIX: Final = Field((0.0, 0.5, 0.3, 0.1, -0.2, -2.0))
TWELVE: Final = Field((0.0, 0.54, 0.38, 0.37, 0.35, 0.3, 0.27, 0.22, 0.2, 0.07, -0.08, -2.37))
