"""Whether the errors of published ratings mean what they say, in simulated ladders."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pytest

from arena.ratings.pair_table import Floats, TableScores, table_scores
from arena.ratings.refit import Refit, refit_tables
from arena.schedule.round_robin import round_robin

M = 4.0


@dataclass(frozen=True)
class Field:
    """Bots of known strength, and tables of five of them; the first is the house bot."""

    strengths: tuple[float, ...]
    """In score per playing."""

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(f"bot-{place:02}" for place in range(len(self.strengths)))

    def line_ups(self, most: int) -> tuple[tuple[int, ...], ...]:
        """The first *most* tables of a round-robin."""
        return tuple(
            tuple(place for place in order if place is not None)
            for order in round_robin(len(self.strengths), 5, b"field")[:most]
        )

    def table(
        self, random: np.random.Generator, places: tuple[int, ...], deals: int
    ) -> TableScores:
        """Heavy-tailed block scores whose sum over the table is 0, as cards give them."""
        means = 5 * np.array([self.strengths[place] for place in places])
        swing = random.choice([2.0, 6.0, 14.0], size=(deals, 1), p=[0.5, 0.4, 0.1])
        raw = means + swing * random.standard_normal((deals, 5))
        totals: Floats = np.rint(raw) - raw.mean(axis=1, keepdims=True)
        names = [self.bots[place] for place in places]
        return table_scores(names, names, totals, M)


@dataclass
class Coverage:
    """How often intervals held the truth."""

    held: int = 0
    given: int = 0

    def add(self, fit: Refit, truth: Refit, bots: tuple[str, ...]) -> None:
        for bot, other in combinations(bots, 2):
            deviation = fit.deviation(bot, other)
            assert deviation is not None
            lead = fit.ratings[bot] - fit.ratings[other]
            true_lead = truth.ratings[bot] - truth.ratings[other]
            self.given += 1
            self.held += abs(lead - true_lead) <= 1.96 * deviation

    @property
    def share(self) -> float:
        return self.held / self.given


def coverage(field: Field, *, runs: int, deals: int, most: int, seed: int) -> float:
    """Of *runs* ladders, the share of all pairs' 95 % intervals that hold the true difference.

    What is true is what the same tables come to after very many blocks.
    """
    random = np.random.default_rng(seed)
    house = field.bots[0]
    line_ups = field.line_ups(most)
    truth = refit_tables([field.table(random, places, 5_000) for places in line_ups], house)
    counted = Coverage()
    for _ in range(runs):
        fit = refit_tables([field.table(random, places, deals) for places in line_ups], house)
        counted.add(fit, truth, field.bots)
    return counted.share


SIX = Field((0.0, 0.5, 0.3, 0.1, -0.2, -2.0))
TWELVE = Field((0.0, 0.54, 0.38, 0.37, 0.35, 0.3, 0.27, 0.22, 0.2, 0.07, -0.08, -2.37))


@pytest.mark.slow
def test_intervals_hold_the_true_difference_about_95_times_in_100() -> None:
    share = coverage(SIX, runs=150, deals=25, most=6, seed=1)

    print(f"six bots, 125 blocks each: 95 % intervals hold {share:.3f}")
    assert 0.92 <= share <= 0.97


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("field", "deals", "most"),
    [
        pytest.param(SIX, 4, 6, id="six-bots-20-blocks"),
        pytest.param(SIX, 100, 6, id="six-bots-500-blocks"),
        pytest.param(TWELVE, 4, 48, id="twelve-bots-80-blocks"),
        pytest.param(TWELVE, 16, 48, id="twelve-bots-320-blocks"),
    ],
)
def test_intervals_hold_at_every_size_of_ladder(field: Field, deals: int, most: int) -> None:
    share = coverage(field, runs=500, deals=deals, most=most, seed=2)

    print(f"{len(field.bots)} bots, {most}x{deals} blocks: 95 % intervals hold {share:.3f}")
    assert 0.92 <= share <= 0.97
