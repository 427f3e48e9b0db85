"""What two bots at one table are worth to each other beyond what each is worth to everybody.

A block score of bot i at a table T is taken as

    x = a_i + Σ_j f_j + what is left,    j over the other seats of T

with a_i what i makes and f_j what j leaves to each opponent: strength and its mirror, free
of each other, since no table need sum to 0. A weak bot has a large f and is no interaction.
Then one interaction at a time is added: a column d that is 1 (or a number of seats) where it
would show. With d̃ what the main effects do not explain of d, and e what they do not explain
of x (Frisch, Waugh and Lovell), its size and its variance from block to block are

    g = Σ d̃·x / Σ d̃²,    v = m/(m−1)·Σ_b (Σ_{i in b} d̃·e)² / (Σ d̃²)²

for m blocks in which both bots sat. It is the relationship effect of the social relations
model. Matches enter by their moments alone, so the number of blocks costs nothing.

Source: Warner, Kenny and Stoto 1979 for the model; Liang and Zeger 1986 for the errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final

import numpy as np

from arena.ratings.pair_table import Floats

_NOTHING_LEFT: Final = 1e-9
"""Below this share of d nothing is left of it: presence and absence cannot be compared."""


@dataclass(frozen=True, slots=True)
class TableMoments:
    """A line-up and what its blocks came to."""

    bots: tuple[str, ...]
    """By entry; a filler's copies have one name."""
    blocks: int
    mean: Floats
    """Score per playing by entry."""
    scatter: Floats
    """By entry and entry, the products of deviations from *mean* summed over the blocks."""


@dataclass(frozen=True, slots=True)
class Interaction:
    """One estimate."""

    gain: float
    """In score per playing."""
    deviation: float
    """Its standard error, from block to block."""
    blocks: int
    """In how many both bots sat."""


def table_moments(bots: Sequence[str], totals: Floats) -> TableMoments:
    """The moments of a line-up of one match.

    Args:
        bots: names by entry.
        totals: what each entry scored in each block's rotations together, blocks by entries.
    """
    scores = totals / len(bots)
    mean = scores.mean(axis=0)
    apart = scores - mean
    return TableMoments(tuple(bots), len(scores), mean, apart.T @ apart)


class MainEffects:
    """The fit without any interaction, and the interactions that could be added to it."""

    def __init__(self, tables: Sequence[TableMoments]) -> None:
        """Fit *tables*: one or more, all of as many seats."""
        self.bots = tuple(sorted({bot for table in tables for bot in table.bots}))
        places = {bot: place for place, bot in enumerate(self.bots)}
        seated = np.array([[places[bot] for bot in table.bots] for table in tables])
        self._blocks = np.array([table.blocks for table in tables])
        self._mean = np.array([table.mean for table in tables])
        own = np.eye(len(self.bots))[seated]
        self._own: Floats = own
        """1 where an entry (table, seat) is a bot."""
        self._others: Floats = own.sum(axis=1, keepdims=True) - own
        """How many other entries of its table are a bot."""
        self._columns = np.concatenate([self._own, self._others], axis=2)
        weighed = self._columns * self._blocks[:, None, None]
        self._inverse = np.linalg.pinv(_product(weighed, self._columns), hermitian=True)
        residual = self._mean - self._columns @ (self._inverse @ _product(weighed, self._mean))
        self._spread = np.array([table.scatter for table in tables]) + self._blocks[
            :, None, None
        ] * (residual[:, :, None] * residual[:, None, :])

    def gains(self) -> Iterator[tuple[tuple[str, str], Interaction]]:
        """What the first of two bots scores more with the second at its table, all ordered pairs.

        Pairs for which nothing can be said are left out: they never met, or always did.
        """
        for one, other in permutations(range(len(self.bots)), 2):
            shows = self._own[:, :, one] * self._others[:, :, other]
            yield from self._named(one, other, self._added(shows), 1)

    def joint_gains(self) -> Iterator[tuple[tuple[str, str], Interaction]]:
        """What two bots together score more when they meet, from all others; each pair once."""
        for one, other in combinations(range(len(self.bots)), 2):
            shows = self._own[:, :, one] * self._others[:, :, other]
            mirrored = self._own[:, :, other] * self._others[:, :, one]
            yield from self._named(one, other, self._added(shows + mirrored), 2)

    def _named(
        self, one: int, other: int, found: Interaction | None, times: int
    ) -> Iterator[tuple[tuple[str, str], Interaction]]:
        if found is not None:
            sized = Interaction(times * found.gain, times * found.deviation, found.blocks)
            yield (self.bots[one], self.bots[other]), sized

    def _added(self, shows: Floats) -> Interaction | None:
        """The interaction that shows where *shows* is not 0, by table and seat."""
        met = int(self._blocks @ shows.any(axis=1))
        weighed = shows * self._blocks[:, None]
        along = self._inverse @ _product(self._columns, weighed)
        left = shows - self._columns @ along
        size = float(np.sum(self._blocks[:, None] * left**2))
        if met < 2 or size < _NOTHING_LEFT * float(np.sum(weighed * shows)):
            return None
        gain = float(np.sum(self._blocks[:, None] * left * self._mean)) / size
        squares = float(np.einsum("ti,tij,tj->", left, self._spread, left))
        return Interaction(gain, float(np.sqrt(squares * met / (met - 1))) / size, met)


def _product(one: Floats, other: Floats) -> Floats:
    """Σ over tables and seats of *one*'s column times *other* (a column, or columns)."""
    product: Floats = np.tensordot(one, other, axes=([0, 1], [0, 1]))
    return product
