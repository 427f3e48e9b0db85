"""The published ratings: all complete blocks fitted at once, with errors from block to block.

The ratings are Bradley–Terry strengths of the pair scores, 400/ln 10 rating points each,
the house bot at 1500. A weak prior, normal around the house bot with a deviation of 200
points, weighs less than one block; it keeps finite what has won or lost everything.

The errors are a sandwich: with g_b(i) the pair scores of bot i in block b less their
expectations, H the information of the fit and P the prior's part of it, all without the
house bot's row and column,

    V = H⁻¹·(Σ_b g_b·g_bᵀ + P)·H⁻¹,    g_b(i) enlarged by √(m/(m−1)) for i's m blocks

Blocks are independent; the pairs and playings within one are not, so nothing smaller than
a block is ever squared. The error of a difference of two bots is √(V_ii + V_jj − 2·V_ij).

Source: Huber 1967 and White 1980 for the sandwich, Liang and Zeger 1986 for clusters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erf, log, sqrt
from typing import Final

import numpy as np

from arena.ratings.blocks import Match, is_complete
from arena.ratings.bradley_terry import expectations, information, strengths
from arena.ratings.pair_table import (
    Floats,
    TableScores,
    Wins,
    match_scores,
    seating_matrix,
    wins,
)
from arena.ratings.pools import pools
from arena.ratings.sample import NORMAL_95

HOUSE_RATING: Final = 1500.0
_POINTS: Final = 400 / log(10)
"""Rating points of one unit of strength."""
PRIOR_DEVIATION: Final = 200.0
"""Rating points: what is known of a bot before it plays."""
_PRIOR: Final = (_POINTS / PRIOR_DEVIATION) ** 2
"""1/τ² for that."""


@dataclass(frozen=True, slots=True)
class Refit:
    """The ratings of a ladder and how far off their differences may be."""

    house: str
    ratings: Mapping[str, float]
    """By bot."""
    pools: tuple[frozenset[str], ...]
    """Bots joined by comparisons, the house bot's pool first; one if all are."""
    _deviations: Floats
    """Of differences in rating, by bot and other bot, in the order of *ratings*."""
    _blocks: Mapping[str, int]

    def deviation(self, bot: str, other: str) -> float | None:
        """The standard error of the difference of two bots, in rating points.

        None where nothing can be said: no chain of comparisons joins the two, or one
        was compared in fewer than two blocks.
        """
        if bot == other:
            return 0.0
        joined = any(bot in pool and other in pool for pool in self.pools)
        if not joined or min(self._blocks[bot], self._blocks[other]) < 2:
            return None
        places = list(self.ratings)
        return float(self._deviations[places.index(bot), places.index(other)])

    def error(self, bot: str) -> float | None:
        """Half the 95 % interval of *bot*'s difference to the house bot; None for that."""
        if bot == self.house or self.house not in self.ratings:
            return None
        deviation = self.deviation(bot, self.house)
        return None if deviation is None else NORMAL_95 * deviation

    def superiority(self, bot: str, other: str) -> float | None:
        """How likely *bot* is the stronger one (LOS), 0..1; None where nothing can be said."""
        deviation = self.deviation(bot, other)
        if deviation is None:
            return None
        if not deviation:
            return 0.5
        lead = self.ratings[bot] - self.ratings[other]
        return (1 + erf(lead / deviation / sqrt(2))) / 2

    def rank(self, bot: str) -> int:
        """One more than the bots whose lead over *bot* is outside its 95 % interval."""
        return 1 + sum(self._leads(other, bot) for other in self.ratings)

    def _leads(self, bot: str, other: str) -> bool:
        deviation = self.deviation(bot, other)
        lead = self.ratings[bot] - self.ratings[other]
        return deviation is not None and lead > NORMAL_95 * deviation


def refit(matches: Sequence[Match], margin: float, house: str) -> Refit:
    """The ratings after *matches*, in any order; those that are not complete do not count.

    Args:
        margin: M of the pair score, in score per playing.
        house: the bot that stands at 1500, named as in the matches.
    """
    counted = [match for match in matches if is_complete(match)]
    return refit_tables([match_scores(match, margin) for match in counted], house)


def refit_tables(tables: Sequence[TableScores], house: str) -> Refit:
    """The ratings from pair scores."""
    sums = wins(tables)
    anchor = sums.bots.index(house) if house in sums.bots else None
    strength = strengths(sums.won, anchor, _PRIOR)
    covariance = _covariance(tables, sums, strength, anchor)
    own = np.diag(covariance)
    squares = own[:, None] + own[None, :] - 2 * covariance
    return Refit(
        house=house,
        ratings={
            bot: HOUSE_RATING + _POINTS * float(value)
            for bot, value in zip(sums.bots, strength, strict=True)
        },
        pools=pools(sums, house),
        _deviations=_POINTS * np.sqrt(np.maximum(0.0, squares)),
        _blocks={bot: int(count) for bot, count in zip(sums.bots, sums.blocks, strict=True)},
    )


def _covariance(
    tables: Sequence[TableScores], sums: Wins, strength: Floats, anchor: int | None
) -> Floats:
    """V of the strengths; 0 in the anchor's row and column."""
    count = np.maximum(2, sums.blocks)
    enlarged = np.sqrt(count / (count - 1))
    spread = _spread(tables, sums.bots, strength) * enlarged[:, None] * enlarged[None, :]
    spread += _PRIOR * np.eye(len(spread))
    free = [place for place in range(len(sums.bots)) if place != anchor]
    inner = np.ix_(free, free)
    inverse = np.linalg.inv(information(sums.won, strength, _PRIOR)[inner])
    covariance: Floats = np.zeros_like(spread)
    covariance[inner] = inverse @ spread[inner] @ inverse
    return covariance


def _spread(tables: Sequence[TableScores], bots: Sequence[str], strength: Floats) -> Floats:
    """Σ_b g_b·g_bᵀ over the blocks of all tables."""
    places = {bot: place for place, bot in enumerate(bots)}
    expected = expectations(strength)
    total: Floats = np.zeros((len(bots), len(bots)))
    for table in tables:
        seats = seating_matrix(table, places)
        due = (seats @ expected @ seats.T) * table.compares
        residuals = (table.scores - due).sum(axis=2) @ seats
        total += residuals.T @ residuals
    return total
