"""Is A stronger than B? What the exchanged deals of an event say, in the order of the schedule.

Blocks count in schedule order as far as they are complete without a gap, and up to the look
at which the test decides: so the verdict, and every figure with it, is the same however many
sittings ran at once and however often it was interrupted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from operator import sub
from statistics import NormalDist
from typing import Final

from arena.ratings.blocks import Match, blocks_of
from arena.ratings.confidence import Estimate, estimate
from arena.ratings.exchange import differences, largest_difference
from arena.ratings.results_digest import results_digest
from arena.ratings.sequential import Hypotheses, Look, SequentialTest, Verdict
from arena.referee.form import Form, Side
from arena.referee.playing import Playing
from arena.rules.variants import Variant

PLAYINGS: Final = 2
"""Of a block."""
_VARIANCE: Final = 1.2
"""Of a block's difference, as the cap supposes it: of versions of one bot it is less, of
different bots more; `arena plan` says how much from what was played."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a test stands after some blocks."""

    hypotheses: Hypotheses
    blocks: int
    llr: float
    verdict: Verdict | None
    estimate: Estimate | None
    """None before the first block."""


@dataclass(frozen=True, slots=True)
class VersusResult:
    """What a test has found, over the blocks that counted."""

    standing: Standing
    path: tuple[Look, ...]
    counts: tuple[tuple[Fraction, int], ...]
    """How often each difference occurred, smallest first."""
    zeros: int
    """Blocks in which A and B made exactly the same."""
    saving: float | None
    """How many times as many playings separate deals take for the same error; None where the
    blocks do not tell, or where all of them are 0."""
    faults: tuple[int, int]
    """Of A and of B, in these playings."""
    digest: str
    """The results digest of these playings."""

    @property
    def playings(self) -> int:
        """As many as counted."""
        return self.standing.blocks * PLAYINGS


class VersusCourse:
    """A test that is given matches as they are complete, in any order."""

    def __init__(self, form: Form, variant: Variant, hypotheses: Hypotheses) -> None:
        """A test that has seen nothing.

        Raises:
            ValueError: a hypothesis is larger than a difference can be.
        """
        self._test = SequentialTest(hypotheses, float(largest_difference(form, variant)))
        self._waiting: dict[int, Match] = {}
        self._next = 1
        self._seen: list[Fraction] = []
        self._counted: list[Playing] = []
        self._faults: Counter[Side | None] = Counter()
        self._scores: dict[Side, Counter[int]] = {side: Counter() for side in Side}
        """How often a seat of A, or of B, scored so much, penalties subtracted."""
        self.decided_with: int | None = None
        """The number of the match that brought the verdict."""

    def add(self, match: Match) -> bool:
        """Take in a complete match; whether that brought new blocks into the test."""
        self._waiting[match.number] = match
        before = self._test.blocks
        while self.decided_with is None and self._next in self._waiting:
            self._count(self._waiting.pop(self._next))
            self._next += 1
        return self._test.blocks > before

    @property
    def standing(self) -> Standing:
        """How it stands now."""
        test = self._test
        return Standing(test.hypotheses, test.blocks, test.llr, test.verdict, estimate(self._seen))

    @property
    def result(self) -> VersusResult:
        """All that it has found."""
        standing = self.standing
        counts = Counter(self._seen)
        return VersusResult(
            standing=standing,
            path=self._test.path,
            counts=tuple(sorted(counts.items())),
            zeros=counts[Fraction(0)],
            saving=self._saving(standing.estimate),
            faults=(self._faults[Side.A], self._faults[Side.B]),
            digest=results_digest(self._counted),
        )

    def _count(self, match: Match) -> None:
        for difference, playings in zip(differences(match), blocks_of(match), strict=True):
            self._test.add(difference)
            self._seen.append(difference)
            self._counted += playings
            for playing in playings:
                self._note(match, playing)
            if self._test.verdict is not None:
                self.decided_with = match.number
                return

    def _note(self, match: Match, playing: Playing) -> None:
        sides = [match.form.side(entry, match.seats) for entry in playing.seating]
        net = map(sub, playing.scores, playing.penalties)
        for side, score in zip(sides, net, strict=True):
            if side is not None:
                self._scores[side][score] += 1
        self._faults.update(match.form.side(entry, match.seats) for entry, _ in playing.faults)

    def _saving(self, found: Estimate | None) -> float | None:
        """The variance of separate deals by that of these, for as many playings.

        Separate deals give each playing to one of the two: half of n playings are A's, so the
        difference of the means has the variance 2 (σ²A + σ²B)/n, with σ² that of what a seat
        of A's and of B's scores. What others at the table score is no matter.
        """
        if found is None or not found.error:
            return None
        separate = 2 * sum(map(_variance, self._scores.values())) / len(self._counted)
        return float(separate) / (found.error * found.error)


def _variance(scores: Counter[int]) -> Fraction:
    mean = Fraction(sum(score * times for score, times in scores.items()), scores.total())
    squares = sum(score * score * times for score, times in scores.items())
    return Fraction(squares, scores.total()) - mean * mean


def default_cap(hypotheses: Hypotheses) -> int:
    """After so many deals an undecided test ends: twice what a test of fixed length takes."""
    reach = sum(NormalDist().inv_cdf(1 - rate) for rate in (hypotheses.alpha, hypotheses.beta))
    fixed = _VARIANCE * (reach / (hypotheses.delta1 - hypotheses.delta0)) ** 2
    return ceil(2 * fixed / 100) * 100


def versus_result(
    form: Form, variant: Variant, hypotheses: Hypotheses, matches: Iterable[Match]
) -> VersusResult:
    """What the complete matches of an event have found."""
    course = VersusCourse(form, variant, hypotheses)
    for match in matches:
        course.add(match)
    return course.result
