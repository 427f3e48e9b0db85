"""Bots of known strength, and block scores as heavy-tailed as cards give them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arena.ratings.pair_table import Floats, TableScores, table_scores

M = 4.0
"""Of the pair score, in score per playing."""
LIKE = 0.78
"""The standard deviation, at a table of like bots, of a bot's block score less the others' mean.

Measured on real bots, as is that of bots drawn from everywhere, 1.16, which `table` gives
with the strengths of 50 bots of which a few are far behind.
"""


@dataclass(frozen=True)
class SimulatedField:
    """Bots whose luck grows with how unlike the bots of a table are, as was measured."""

    strengths: Sequence[float]
    """In score per playing."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"bot-{place:02}" for place in range(len(self.strengths)))

    def table(self, random: np.random.Generator, places: Sequence[int], deals: int) -> TableScores:
        """*deals* blocks of the bots at *places*, whose scores add up to 0."""
        seats = len(places)
        means = np.array([self.strengths[place] for place in places])
        unlike = 2.8 * means.var()
        swing = random.choice([1.0, 3.0, 7.0], size=(deals, 1), p=[0.5, 0.4, 0.1]) / 3.0
        deviation = np.sqrt((LIKE**2 + unlike) * (seats - 1) / seats) * swing
        scores = means + deviation * random.standard_normal((deals, seats))
        totals: Floats = np.rint(seats * scores) - seats * scores.mean(axis=1, keepdims=True)
        names = [self.names[place] for place in places]
        return table_scores(names, names, totals, M)
