"""The pair scores of a ladder as arrays: what the refit sums over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena.ratings.blocks import Match, complete_blocks

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TableScores:
    """The pair scores of one match, block by block."""

    bots: tuple[str, ...]
    """By entry; a filler's copies have one name."""
    scores: Floats
    """Of block, entry and other entry; 0 where the two are copies of one bot."""
    compares: Floats
    """1 for every entry and other entry whose scores count, else 0."""


def table_scores(
    bots: Sequence[str], digests: Sequence[str], totals: Floats, full: float
) -> TableScores:
    """The pair scores of a line-up: linear in the margin, clipped to 0..1.

    Args:
        totals: what each entry scored in each block's rotations together, blocks by entries.
        full: M of the pair score, in score per playing.
    """
    seats = len(bots)
    compares = np.array([[float(one != other) for other in digests] for one in digests])
    margins = (totals[:, :, None] - totals[:, None, :]) / seats
    scores = np.clip(0.5 + margins / (2 * full), 0.0, 1.0) * compares
    return TableScores(tuple(bots), scores, compares)


def match_scores(match: Match, full: float) -> TableScores:
    """The pair scores of the complete blocks of *match*."""
    blocks = [block.totals for block in complete_blocks(match)]
    totals = np.array(blocks, dtype=np.float64).reshape(len(blocks), len(match.bots))
    return table_scores(match.bots, match.digests, totals, full)


@dataclass(frozen=True, slots=True)
class Wins:
    """Pair scores summed: as if each were that share of a won game."""

    bots: tuple[str, ...]
    """In the order of their names, which is the order of rows and columns."""
    won: Floats
    """By bot and other bot."""
    blocks: NDArray[np.int64]
    """In how many each bot was compared with another."""

    @property
    def games(self) -> Floats:
        """How many pair scores two bots share; symmetric."""
        total: Floats = self.won + self.won.T
        return total


def wins(tables: Sequence[TableScores]) -> Wins:
    """The sums over all of *tables*."""
    bots = tuple(sorted({bot for table in tables for bot in table.bots}))
    places = {bot: place for place, bot in enumerate(bots)}
    won = np.zeros((len(bots), len(bots)))
    blocks = np.zeros(len(bots), dtype=np.int64)
    for table in tables:
        seats = seating_matrix(table, places)
        won += seats.T @ table.scores.sum(axis=0) @ seats
        compared = (table.compares.sum(axis=1) @ seats) > 0
        blocks += len(table.scores) * compared
    return Wins(bots, won, blocks)


def seating_matrix(table: TableScores, places: Mapping[str, int]) -> Floats:
    """1 where an entry (row) is a bot (column, by *places*)."""
    matrix = np.zeros((len(table.bots), len(places)))
    for entry, bot in enumerate(table.bots):
        matrix[entry, places[bot]] = 1.0
    return matrix
