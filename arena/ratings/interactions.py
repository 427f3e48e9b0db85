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
        own = np.eye(len(self.bots))[seated]
        others = own.sum(axis=1, keepdims=True) - own
        self._tables, self._seats = seated.shape
        self._blocks = np.array([table.blocks for table in tables])
        self._weights = np.repeat(self._blocks, self._seats)
        """By entry: all below have one row for each entry of each table."""
        self._own: Floats = own.reshape(-1, len(self.bots))
        """1 where an entry is a bot."""
        self._others: Floats = others.reshape(-1, len(self.bots))
        """How many other entries of its table are a bot."""
        self._columns: Floats = np.concatenate([self._own, self._others], axis=1)
        self._inverse: Floats = np.linalg.pinv(
            self._columns.T @ (self._columns * self._weights[:, None]), hermitian=True
        )
        self._mean: Floats = np.concatenate([table.mean for table in tables])
        residual = self._unexplained(self._mean[:, None]).reshape(seated.shape)
        squares = self._blocks[:, None, None] * residual[:, :, None] * residual[:, None, :]
        self._spread: Floats = np.array([table.scatter for table in tables]) + squares
        """Σ e·eᵀ over the blocks of each table."""

    def gains(self) -> Iterator[tuple[tuple[str, str], Interaction]]:
        """What the first of two bots scores more with the second at its table, all ordered pairs.

        Pairs for which nothing can be said are left out: they never met, or always did.
        """
        for one in range(len(self.bots)):
            others = [other for other in range(len(self.bots)) if other != one]
            shows = self._own[:, [one]] * self._others[:, others]
            yield from self._named(one, others, self._added(shows, 1))

    def joint_gains(self) -> Iterator[tuple[tuple[str, str], Interaction]]:
        """What two bots together score more when they meet, from all others; each pair once."""
        for one in range(len(self.bots) - 1):
            others = list(range(one + 1, len(self.bots)))
            shows = self._own[:, [one]] * self._others[:, others]
            mirrored = self._own[:, others] * self._others[:, [one]]
            yield from self._named(one, others, self._added(shows + mirrored, 2))

    def _named(
        self, one: int, others: Sequence[int], found: Sequence[Interaction | None]
    ) -> Iterator[tuple[tuple[str, str], Interaction]]:
        for other, interaction in zip(others, found, strict=True):
            if interaction is not None:
                yield (self.bots[one], self.bots[other]), interaction

    def _unexplained(self, columns: Floats) -> Floats:
        """What the main effects leave of each of *columns*."""
        along = self._inverse @ (self._columns.T @ (columns * self._weights[:, None]))
        left: Floats = columns - self._columns @ along
        return left

    def _added(self, shows: Floats, gainers: int) -> list[Interaction | None]:
        """For each column of *shows* the interaction that shows where it is not 0, added alone.

        Args:
            shows: by entry and interaction.
            gainers: how many bots the gain is that of.
        """
        left = self._unexplained(shows)
        sizes = self._weights @ left**2
        possible = sizes > _NOTHING_LEFT * (self._weights @ shows**2)
        sums = (self._weights * self._mean) @ left
        by_table = left.reshape(self._tables, self._seats, -1)
        squares = np.sum(by_table * (self._spread @ by_table), axis=(0, 1))
        met = self._blocks @ shows.reshape(self._tables, self._seats, -1).any(axis=1)
        return [
            Interaction(
                gain=gainers * float(total / size),
                deviation=gainers * float(np.sqrt(square * blocks / (blocks - 1)) / size),
                blocks=int(blocks),
            )
            if sound and blocks > 1
            else None
            for size, total, square, blocks, sound in zip(
                sizes, sums, squares, met, possible, strict=True
            )
        ]
