"""The sequential test: is one bot stronger than another, decided as soon as the blocks tell?

Each block gives a difference in score per playing. Of its mean there are two hypotheses, and
after every tenth block the logarithm of their likelihood ratio (LLR) is held against Wald's
bounds. The ratio is that of the likeliest distributions with either mean (`likelihood`), not
of normal ones with the variance seen so far: when nearly all differences are 0 that variance
is near 0 for a while, and a test that believes it errs far more often than it promises.

Values that no block has shown yet may still occur. They stand in the ratio as one unseen
difference either way, as large as the largest seen. Below 20 differences other than 0 little
can be said of how large they are; then it is as large as a difference can be at all. So
bots that always decide alike are told to be no better than each other, only late.

The ratio jumps over a bound rather than meeting it. What it overshoots by is estimated from
its records so far, and the bounds are moved in by that.

Source: Wald 1945; Siegmund, Sequential Analysis, 1985, corollary 8.33, as in fishtest.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import inf, isfinite, log
from typing import Final

import numpy as np

from arena.ratings.likelihood import UNSEEN, log_likelihood_ratio

LOOK_EVERY: Final = 10
"""Blocks from look to look."""
FIRST_LOOK: Final = 50
"""The first block that a verdict may follow."""
_LARGEST: Final = 1e6
"""No hypothesis is farther from 0."""
_NARROWEST: Final = 1e-6
"""No two hypotheses are nearer to each other."""
_SURE: Final = 1e-9
"""No error rate is less."""
TELLING: Final = 20
"""Differences other than 0 that show how large differences are."""


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """What is tested: the mean difference in score per playing, and how often to err.

    Raises:
        ValueError: the means are not in order, or an error rate is not above 0 and below ½.
    """

    delta0: float
    """The mean under H0."""
    delta1: float
    """The mean under H1, the larger one."""
    alpha: float = 0.05
    """How often H1 may be accepted where H0 is true."""
    beta: float = 0.05
    """How often H0 may be accepted where H1 is true."""

    def __post_init__(self) -> None:
        for name, delta in (("delta0", self.delta0), ("delta1", self.delta1)):
            if not isfinite(delta) or abs(delta) > _LARGEST:
                raise ValueError(f"{name}: expected a number up to {_LARGEST:g}, got {delta:g}")
        if self.delta0 >= self.delta1:
            raise ValueError(
                f"delta1: expected more than delta0 ({self.delta0:g}), got {self.delta1:g}"
            )
        if self.delta1 - self.delta0 < _NARROWEST:
            raise ValueError(
                f"delta1: expected {_NARROWEST:g} more than delta0 ({self.delta0:g}) at least, "
                f"got {self.delta1:g}"
            )
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not _SURE <= rate < 0.5:
                raise ValueError(
                    f"{name}: expected at least {_SURE:g} and less than 0.5, got {rate:g}"
                )

    @property
    def lower(self) -> float:
        """The LLR at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)


class Verdict(Enum):
    """The hypothesis that was accepted. Reports hold the values."""

    H0 = "H0"
    H1 = "H1"


@dataclass(frozen=True, slots=True)
class Look:
    """The test as it stood after some block."""

    block: int
    llr: float


class SequentialTest:
    """The test as it goes. The same differences in the same order give the same verdict."""

    def __init__(self, hypotheses: Hypotheses, scale: float) -> None:
        """A test that has seen nothing.

        Args:
            scale: the largest difference, either way, that a block can have; one that penalties
                make larger takes its place.

        Raises:
            ValueError: a hypothesis is not possible within *scale*.
        """
        for name, delta in (("delta0", hypotheses.delta0), ("delta1", hypotheses.delta1)):
            if not abs(delta) < scale < inf:
                raise ValueError(
                    f"{name}: expected less than {scale:g}, the largest difference "
                    f"a block can have, got {delta:g}"
                )
        self.hypotheses = hypotheses
        self.blocks = 0
        """How many were looked at or wait for the next look; none after the verdict."""
        self.llr = 0.0
        """At the last look."""
        self.verdict: Verdict | None = None
        """None while undecided."""
        self._scale = scale
        self._seen: Counter[Fraction] = Counter()
        self._path: list[Look] = []
        self._rises: _Records | None = None
        self._falls: _Records | None = None

    @property
    def path(self) -> tuple[Look, ...]:
        """All looks so far."""
        return tuple(self._path)

    def add(self, difference: Fraction) -> None:
        """Count the next block of the schedule; after the verdict, nothing."""
        if self.verdict is not None:
            return
        self.blocks += 1
        self._seen[difference] += 1
        if self.blocks >= FIRST_LOOK and self.blocks % LOOK_EVERY == 0:
            self._look()

    def _look(self) -> None:
        tells = self.blocks - self._seen[Fraction(0)] >= TELLING
        self.llr = self._ratio(tells=tells)
        self._path.append(Look(self.blocks, self.llr))
        if tells:
            self._rises = _extended(self._rises, self.llr)
            self._falls = _extended(self._falls, -self.llr)
        above = self._rises.overshoot if self._rises else 0.0
        below = self._falls.overshoot if self._falls else 0.0
        # However far a single step has overshot, no verdict goes against the ratio's sign.
        if self.llr > max(0.0, self.hypotheses.upper - above):
            self.verdict = Verdict.H1
        elif self.llr < min(0.0, self.hypotheses.lower + below):
            self.verdict = Verdict.H0

    def _ratio(self, *, tells: bool) -> float:
        h0, h1 = self.hypotheses.delta0, self.hypotheses.delta1
        largest = float(max(abs(value) for value in self._seen))
        possible = tells and largest > max(abs(h0), abs(h1))
        reach = largest if possible else max(largest, self._scale)
        values = np.array([*map(float, self._seen), -reach, reach])
        weights = np.array([*self._seen.values(), UNSEEN, UNSEEN])
        return log_likelihood_ratio(values, weights, h0, h1)


@dataclass(frozen=True, slots=True)
class _Records:
    """By how much each new maximum of a sequence exceeded the one before."""

    highest: float
    sum: float = 0.0
    squares: float = 0.0

    @property
    def overshoot(self) -> float:
        """By how much the sequence is expected to pass a level where it first passes it."""
        return self.squares / (2 * self.sum) if self.sum else 0.0


def _extended(records: _Records | None, value: float) -> _Records:
    """*records* with the next value of the sequence, which starts at 0."""
    if records is None:
        # The first look came after several steps, so how far it got is no record's excess.
        return _Records(max(0.0, value))
    excess = value - records.highest
    if excess <= 0:
        return records
    return _Records(value, records.sum + excess, records.squares + excess * excess)
