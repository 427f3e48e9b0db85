"""How near ratings come to the truth, and how well they foretell, in a simulated field of twelve.

Tournaments of 240 matches of 8 deals: 9,600 playings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import log, sqrt
from random import Random

import numpy as np
import pytest

from arena.ratings.blocks import Match
from arena.ratings.bradley_terry import strengths
from arena.ratings.elo_package import rated
from arena.ratings.live_elo import live_elo, mean_pair_scores
from arena.ratings.pair_table import Floats, TableScores, match_scores, wins
from arena.ratings.refit import refit, refit_tables
from tests.ratings.fields import TWELVE, M

HOUSE = TWELVE.bots[0]
REPLAYS = 1500
WEAKEST = TWELVE.bots[-1]
"""So much weaker than the others that it would decide every mean."""
MIDDLE = slice(1, -1)
"""The octiles without those of the weakest: the start at 1500 still holds back its live rating."""


@cache
def line_ups() -> tuple[tuple[int, ...], ...]:
    """The tables of a tournament: 48 that are balanced, five times."""
    return TWELVE.line_ups(48) * 5


def tournament(seed: int, matches: int = 240) -> list[Match]:
    """The first *matches* of a tournament, of 8 deals each."""
    random = np.random.default_rng(seed)
    return [
        TWELVE.match(random, places, 8, number)
        for number, places in enumerate(line_ups()[:matches], start=1)
    ]


@cache
def truth() -> Mapping[str, float]:
    """The ratings that the line-ups come to after very many blocks."""
    random = np.random.default_rng(0)
    tables = [TWELVE.table(random, places, 5_000) for places in sorted(set(line_ups()))]
    return refit_tables(tables, HOUSE).ratings


def off(ratings: Mapping[str, float]) -> float:
    """The root mean square error of *ratings* but the weakest's, whatever all are moved by."""
    errors = np.array([ratings[bot] - truth()[bot] for bot in TWELVE.bots if bot != WEAKEST])
    return float(errors.std())


def live(matches: Sequence[Match]) -> Mapping[str, float]:
    return live_elo(matches, M).ratings


@dataclass(frozen=True)
class Accuracy:
    """Means over tournaments, in rating points."""

    order_effect: float
    """How far apart a bot's live ratings are on average after two orders of the same matches."""
    live: float
    """The error of live ratings."""
    fitted: float
    """The error of published ratings."""

    @classmethod
    def of(cls, seeds: Sequence[int]) -> Accuracy:
        effects, squares, fitted = [], [], []
        for seed in seeds:
            matches = tournament(seed)
            shuffled = Random(seed).sample(matches, len(matches))
            first, second = live(matches), live(shuffled)
            effects.append(np.mean([abs(first[bot] - second[bot]) for bot in TWELVE.bots]))
            squares.append(off(first) ** 2)
            fitted.append(off(refit(matches, M, HOUSE).ratings) ** 2)
        found = cls(float(np.mean(effects)), sqrt(np.mean(squares)), sqrt(np.mean(fitted)))
        print(f"{len(seeds)} tournaments of 9,600 playings: {found}")
        return found

    def __str__(self) -> str:
        return (
            f"another order moves the live rating by {self.order_effect:.2f} on average; "
            f"its error is {self.live:.2f}, that of the fit {self.fitted:.2f}"
        )


@pytest.mark.slow
def test_live_ratings_hardly_depend_on_the_order_of_matches() -> None:
    found = Accuracy.of([1, 2])

    assert found.order_effect < 1
    assert found.live <= 1.15 * found.fitted


@pytest.mark.nightly
def test_live_ratings_are_as_accurate_as_the_fit_within_five_percent() -> None:
    found = Accuracy.of(range(1, 21))

    assert found.order_effect < 1
    assert found.live <= 1.05 * found.fitted


@pytest.mark.slow
def test_replayed_with_ever_smaller_steps_the_live_rating_becomes_the_fit() -> None:
    matches = tournament(1, matches=48)
    scores = [(match.bots, mean_pair_scores(match, M)) for match in matches]
    ratings = dict.fromkeys(TWELVE.bots, 1500.0)

    for replay in range(REPLAYS):
        for bots, means in scores:
            before = dict(ratings)
            for entry, bot in enumerate(bots):
                series = [
                    (score, before[bots[other]])
                    for (own, other), score in means.items()
                    if own == entry
                ]
                ratings[bot] = rated(before[bot], series, 16 * 0.995**replay)

    sums = wins([match_scores(match, M) for match in matches])
    fitted = strengths(sums.won, anchor=0, prior=0.0) * 400 / log(10)
    shown = np.array([ratings[bot] - ratings[HOUSE] for bot in sums.bots])
    furthest = float(np.abs(shown - fitted).max())
    print(f"replayed {REPLAYS} times with shrinking K: at most {furthest:.4f} points from the fit")
    assert furthest <= 0.05
    assert sum(ratings.values()) == pytest.approx(12 * 1500, abs=1e-6)


@dataclass(frozen=True)
class Foretold:
    """What ratings said of pair scores that they had not seen."""

    excess: float
    """Log-loss above that of somebody who knows every pair's mean."""
    octiles: tuple[tuple[float, float], ...]
    """In eight parts by what was foretold: its mean, and the mean of what came."""

    @classmethod
    def by(cls, ratings: Mapping[str, float], seed: int, deals: int) -> Foretold:
        tables = unseen(seed, deals)
        values = np.array([ratings[bot] for bot in TWELVE.bots])
        expected = 1 / (1 + 10 ** ((values[None, :] - values[:, None]) / 400))
        foretold = np.concatenate([pairs(table, expected)[0] for table in tables])
        known = np.concatenate([pairs(table, pair_means())[0] for table in tables])
        came = np.concatenate([pairs(table, expected)[1] for table in tables])
        parts = np.array_split(np.argsort(foretold, kind="stable"), 8)
        octiles = tuple((float(foretold[part].mean()), float(came[part].mean())) for part in parts)
        return cls(loss(foretold, came) - loss(known, came), octiles)

    def furthest(self, octiles: slice = slice(None)) -> float:
        """The worst difference of these octiles."""
        return max(abs(said - came) for said, came in self.octiles[octiles])

    def __str__(self) -> str:
        octiles = ", ".join(f"{said:.3f}→{came:.3f}" for said, came in self.octiles)
        return f"{self.excess:.4f} above the log-loss of the pair means; octiles {octiles}"


def unseen(seed: int, deals: int) -> list[TableScores]:
    """New blocks at the same tables."""
    random = np.random.default_rng(1000 + seed)
    return [TWELVE.table(random, places, deals) for places in line_ups()]


@cache
def pair_means() -> Floats:
    """Every pair's mean pair score, over very many blocks."""
    random = np.random.default_rng(7)
    sums = wins([TWELVE.table(random, places, 10_000) for places in sorted(set(line_ups()))])
    means: Floats = sums.won / np.where(sums.games > 0, sums.games, 1)
    return means


def pairs(table: TableScores, expected: Floats) -> tuple[Floats, Floats]:
    """What is expected of every ordered pair of a table, and what came, block by block."""
    places = [TWELVE.bots.index(bot) for bot in table.bots]
    seats = list(permutations(range(5), 2))
    said = np.array([expected[places[one], places[other]] for one, other in seats])
    came = np.stack([table.scores[:, one, other] for one, other in seats])
    return np.repeat(said, len(table.scores)), came.ravel()


def loss(said: Floats, came: Floats) -> float:
    return float(-(came * np.log(said) + (1 - came) * np.log(1 - said)).mean())


@pytest.mark.slow
def test_ratings_foretell_pair_scores_nearly_as_well_as_their_means() -> None:
    matches = tournament(1)

    fitted = Foretold.by(refit(matches, M, HOUSE).ratings, seed=1, deals=25)
    alive = Foretold.by(live(matches), seed=1, deals=25)

    print(f"the fit: {fitted}\nthe live rating: {alive}")
    assert max(fitted.excess, alive.excess) <= 0.002
    assert max(fitted.furthest(), alive.furthest(MIDDLE)) <= 0.02


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_ratings_foretell_pair_scores_within_a_hundredth(seed: int) -> None:
    matches = tournament(seed)

    fitted = Foretold.by(refit(matches, M, HOUSE).ratings, seed=seed, deals=250)
    alive = Foretold.by(live(matches), seed=seed, deals=250)

    print(f"the fit: {fitted}\nthe live rating: {alive}")
    assert max(fitted.excess, alive.excess) <= 0.002
    assert max(fitted.furthest(), alive.furthest(MIDDLE)) <= 0.01
    assert alive.furthest() <= 0.025
