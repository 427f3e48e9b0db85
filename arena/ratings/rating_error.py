"""How far off a live rating may be: half its 95 % interval, from block to block.

A published rating is a difference to the house bot, so the error is that difference's:
both ratings are let move, everybody else's held where it is. Of a bot i, with the house
bot h, and over blocks b:

    g_b(i)   the pair scores of i in b less what the ratings expect, summed over opponents
    s(i)     how fast the expectation of all these sums grows with i's rating, and
    s(i,h)   the part of s(i) from pairs of i and h

    i's influence  u_b = ((s(h) − s(i,h))·g_b(i) − (s(i) − s(i,h))·g_b(h)) / (s(i)·s(h) − s(i,h)²)
    half width     1.96·√(m/(m−1)·Σ u_b²)      over the m blocks in which i or h played

Blocks are independent, the pairs and playings within one are not, so nothing smaller
than a block is ever squared. In a balanced round-robin this equals the error of a joint
fit of all ratings; where opponents are themselves little known it is too small.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import log, sqrt
from typing import Final

from arena.ratings.blocks import Block, Match, complete_blocks, is_complete
from arena.ratings.elo_package import expected
from arena.ratings.pair_score import block_pair_scores
from arena.ratings.sample import NORMAL_95

_SLOPE: Final = log(10) / 400
"""The expectation's growth per rating point is this times E(1 − E)."""


class RatingErrors:
    """Residuals and slopes of all bots, gathered block by block."""

    def __init__(self, ratings: Mapping[str, float], margin: float, house: str) -> None:
        self._ratings = ratings
        self._margin = margin
        self._house = house
        self._blocks: defaultdict[str, int] = defaultdict(int)
        self._blocks_with_house: defaultdict[str, int] = defaultdict(int)
        self._squares: defaultdict[str, float] = defaultdict(float)
        self._with_house: defaultdict[str, float] = defaultdict(float)
        self._slope_others: defaultdict[str, float] = defaultdict(float)
        self._slope_house: defaultdict[str, float] = defaultdict(float)

    def add(self, match: Match) -> None:
        """Gather a complete match."""
        blocks = complete_blocks(match)
        expectations = self._expectations(match)
        for (entry, other), share in expectations.items():
            slopes = self._slope_house if match.bots[other] == self._house else self._slope_others
            slopes[match.bots[entry]] += len(blocks) * _SLOPE * share * (1 - share)
        for block in blocks:
            residuals = self._residuals(match, block, expectations)
            for bot, residual in residuals.items():
                self._blocks[bot] += 1
                self._squares[bot] += residual * residual
                if self._house in residuals:
                    self._blocks_with_house[bot] += 1
                    self._with_house[bot] += residual * residuals[self._house]

    def half_width(self, bot: str) -> float | None:
        """Half the 95 % interval of *bot*'s rating; None for the house bot, or too few blocks."""
        weights = self._weights(bot)
        blocks = self._blocks[bot] + self._blocks[self._house] - self._blocks_with_house[bot]
        if weights is None or blocks < 2:
            return None
        own, houses = weights
        squares = (
            own * own * self._squares[bot]
            + 2 * own * houses * self._with_house[bot]
            + houses * houses * self._squares[self._house]
        )
        return NORMAL_95 * sqrt(max(0.0, squares) * blocks / (blocks - 1))

    def _weights(self, bot: str) -> tuple[float, float] | None:
        """What a residual of the bot's, and one of the house's, moves their difference by."""
        shared, free = self._slope_house[bot], self._slope_others[bot]
        houses_free = max(0.0, self._slope_others[self._house] - shared)
        if bot == self._house or not shared + free:
            return None
        if not free or not shared + houses_free:
            return 1 / (shared + free), 0.0
        determinant = free * houses_free + shared * (free + houses_free)
        return houses_free / determinant, -free / determinant

    def _expectations(self, match: Match) -> dict[tuple[int, int], float]:
        ratings = [self._ratings[bot] for bot in match.bots]
        entries = range(len(ratings))
        return {
            (entry, other): expected(ratings[entry], ratings[other])
            for entry in entries
            for other in entries
            if not match.are_copies(entry, other)
        }

    def _residuals(
        self, match: Match, block: Block, expectations: Mapping[tuple[int, int], float]
    ) -> dict[str, float]:
        residuals = dict.fromkeys(match.bots, 0.0)
        for (entry, other), score in block_pair_scores(match, block, self._margin).items():
            residuals[match.bots[entry]] += score - expectations[entry, other]
        return residuals


def rating_errors(
    matches: Iterable[Match], ratings: Mapping[str, float], margin: float, house: str
) -> dict[str, float | None]:
    """Half the 95 % interval of every rating, in rating points, over the complete matches."""
    errors = RatingErrors(ratings, margin, house)
    for match in matches:
        if is_complete(match):
            errors.add(match)
    return {bot: errors.half_width(bot) for bot in ratings}
