"""Whether the errors of published ratings mean what they say, in simulated ladders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log

import numpy as np
import pytest

from arena.ratings.bradley_terry import expectations, information, strengths
from arena.ratings.pair_table import Floats, TableScores, seating_matrix, wins
from arena.ratings.refit import Refit, refit_tables
from tests.ratings.fields import SIX, TWELVE, Field


@dataclass
class Coverage:
    """How often intervals held the truth."""

    held: int = 0
    held_naively: int = 0
    """By intervals that take the pair scores of a block for independent."""
    given: int = 0

    def add(self, fit: Refit, truth: Refit, naive: Floats) -> None:
        """Count the intervals of all pairs of *fit*.

        Args:
            naive: standard errors of differences, by bot and other bot.
        """
        for (place, bot), (at, other) in combinations(enumerate(fit.ratings), 2):
            deviation = fit.deviation(bot, other)
            assert deviation is not None
            lead = fit.ratings[bot] - fit.ratings[other]
            off = abs(lead - (truth.ratings[bot] - truth.ratings[other]))
            self.given += 1
            self.held += off <= 1.96 * deviation
            self.held_naively += off <= 1.96 * float(naive[place, at])


@dataclass(frozen=True)
class Shares:
    """Of all intervals, those that hold the true difference."""

    sandwich: float
    naive: float
    name: str

    def __str__(self) -> str:
        return (
            f"{self.name}: 95 % intervals hold {self.sandwich:.3f}, "
            f"with pairs taken for independent {self.naive:.3f}"
        )


def naive_deviations(tables: Sequence[TableScores]) -> Floats:
    """Standard errors of rating differences as if each pair of each block stood alone."""
    sums = wins(tables)
    places = {bot: place for place, bot in enumerate(sums.bots)}
    strength = strengths(sums.won, 0, 0.0)
    expected = expectations(strength)
    spread: Floats = np.zeros_like(sums.won)
    for table in tables:
        seats = seating_matrix(table, places)
        due = (seats @ expected @ seats.T) * table.compares
        squares = seats.T @ ((table.scores - due) ** 2).sum(axis=0) @ seats
        spread += np.diag(squares.sum(axis=1)) - squares
    inverse = np.linalg.inv(information(sums.won, strength, 0.0)[1:, 1:])
    covariance: Floats = np.zeros_like(spread)
    covariance[1:, 1:] = inverse @ spread[1:, 1:] @ inverse
    own = np.diag(covariance)
    deviations: Floats = np.sqrt(own[:, None] + own[None, :] - 2 * covariance) * 400 / log(10)
    return deviations


def coverage(bots: Field, *, runs: int, deals: int, most: int, seed: int) -> Shares:
    """Of *runs* ladders, the shares of all pairs' 95 % intervals that hold the true difference.

    What is true is what the same tables come to after very many blocks.
    """
    random = np.random.default_rng(seed)
    house = bots.bots[0]
    line_ups = bots.line_ups(most)
    truth = refit_tables([bots.table(random, places, 5_000) for places in line_ups], house)
    counted = Coverage()
    for _ in range(runs):
        tables = [bots.table(random, places, deals) for places in line_ups]
        counted.add(refit_tables(tables, house), truth, naive_deviations(tables))
    return Shares(
        counted.held / counted.given,
        counted.held_naively / counted.given,
        f"{len(bots.bots)} bots, {most}x{deals} blocks",
    )


@pytest.mark.slow
def test_intervals_hold_the_true_difference_about_95_times_in_100() -> None:
    share = coverage(SIX, runs=150, deals=25, most=6, seed=1)

    print(share)
    assert 0.92 <= share.sandwich <= 0.97
    assert share.naive < 0.90


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("bots", "deals", "most"),
    [
        pytest.param(SIX, 4, 6, id="six-bots-20-blocks"),
        pytest.param(SIX, 100, 6, id="six-bots-500-blocks"),
        pytest.param(TWELVE, 4, 48, id="twelve-bots-80-blocks"),
        pytest.param(TWELVE, 16, 48, id="twelve-bots-320-blocks"),
    ],
)
def test_intervals_hold_at_every_size_of_ladder(bots: Field, deals: int, most: int) -> None:
    share = coverage(bots, runs=500, deals=deals, most=most, seed=2)

    print(share)
    assert 0.92 <= share.sandwich <= 0.97
    assert share.naive < 0.90
