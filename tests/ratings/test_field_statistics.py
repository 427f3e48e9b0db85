"""The figures that chess testing has published, from its own data.

The data and most figures come from public threads and tests of cutechess and fastchess; the
figures were derived again from the formulas, apart from the code under test.
"""

from __future__ import annotations

from fractions import Fraction
from math import log, sqrt

import numpy as np
import pytest

from arena.ratings.field_statistics import Scores, block_scores, field_statistics
from arena.ratings.likelihood import UNSEEN, log_likelihood_ratio, tilt
from arena.ratings.pair_table import Floats
from arena.ratings.sequential import Hypotheses


def classes(*counts: int) -> Scores:
    """Losses, draws and wins of games; or of pairs of games 0, ½, 1, 1½ and 2 points."""
    last = len(counts) - 1
    return Scores({place / last: count for place, count in enumerate(counts)}, last // 2)


def seen(scores: Scores) -> tuple[Floats, Floats]:
    """The values and weights of *scores*, where no class has a weight of 0."""
    weights = [count or UNSEEN for count in scores.counts.values()]
    return np.array(list(scores.counts)), np.array(weights)


def logistic_llr(scores: Scores, elo: tuple[float, float]) -> float:
    """The LLR of the second Elo over the first."""
    means = [1 / (1 + 10 ** (-rating / 400)) for rating in elo]
    return log_likelihood_ratio(*seen(scores), *means)


def normalized_llr(scores: Scores, nelo: tuple[float, float]) -> float:
    """The LLR of the second normalised Elo over the first."""
    values, weights = seen(scores)
    leads = [rating * sqrt(scores.games) * log(10) / 800 for rating in nelo]
    best = [likeliest_lead(values, weights, lead) for lead in leads]
    return float(weights @ np.log(best[1] / best[0]))


def likeliest_lead(values: Floats, weights: Floats, lead: float) -> Floats:
    """The likeliest probabilities with a mean *lead* of their own deviations above ½.

    The condition is made linear around the last probabilities, again and again.
    """
    probabilities: Floats = np.full(len(values), 1 / len(values))
    for _ in range(200):
        mean = probabilities @ values
        deviation = sqrt(probabilities @ (values - mean) ** 2)
        curved = lead * deviation * (1 + ((values - mean) / deviation) ** 2) / 2
        offsets = values - 0.5 - curved
        probabilities = weights / (1 + tilt(offsets, weights) * offsets) / weights.sum()
    mean = probabilities @ values
    assert (mean - 0.5) / sqrt(probabilities @ (values - mean) ** 2) == pytest.approx(lead)
    return probabilities


@pytest.mark.parametrize(
    ("scores", "elo", "normalized", "superiority"),
    [
        pytest.param(
            classes(759, 1863, 880), (12.01, 7.87), (17.57, 11.51), 99.86, id="cutechess-543"
        ),
        pytest.param(
            classes(379, 10170, 21828, 10640, 343),
            (1.59, 1.21),
            (3.05, 2.31),
            99.51,
            id="fastchess-783",
        ),
        pytest.param(
            classes(30, 6, 18, 0, 6), (-168.40, 73.37), (-170.08, 62.16), 0.0, id="fastchess-807"
        ),
        pytest.param(
            classes(34, 54, 63, 64, 75),
            (55.58, 27.65),
            (57.94, 28.28),
            100.0,
            id="fastchess-elo-test-ahead",
        ),
        pytest.param(
            classes(332, 433, 498, 333, 334),
            (-8.64, 10.33),
            (-9.17, 10.96),
            5.05,
            id="fastchess-elo-test-behind",
        ),
    ],
)
def test_published_ratings_are_reached(
    scores: Scores,
    elo: tuple[float, float],
    normalized: tuple[float, float],
    superiority: float,
) -> None:
    found = field_statistics(scores)

    assert (found.elo, found.elo_error) == pytest.approx(elo, abs=0.0051)
    assert (found.normalized_elo, found.normalized_elo_error) == pytest.approx(
        normalized, abs=0.0051
    )
    assert found.superiority == pytest.approx(superiority / 100, abs=0.000051)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        pytest.param(classes(759, 1863, 880), 0.5173, id="cutechess-543"),
        pytest.param(classes(30, 6, 18, 0, 6), 0.275, id="fastchess-807"),
    ],
)
def test_published_scores_are_reached(scores: Scores, expected: float) -> None:
    assert field_statistics(scores).score == pytest.approx(expected, abs=0.00005)


@pytest.mark.parametrize(
    ("scores", "elo", "expected"),
    [
        pytest.param(classes(759, 1863, 880), (0, 5), 2.95, id="cutechess-543"),
        pytest.param(
            classes(223, 9863, 21279, 10037, 246), (0.5, 2.5), -3.07, id="fastchess-sprt-test"
        ),
    ],
)
def test_published_ratios_of_elo_are_reached(
    scores: Scores, elo: tuple[float, float], expected: float
) -> None:
    assert logistic_llr(scores, elo) == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize(
    ("scores", "nelo", "expected", "within"),
    [
        pytest.param(
            classes(379, 10170, 21828, 10640, 343), (0, 2), 2.946, 0.001, id="fastchess-783"
        ),
        pytest.param(
            classes(365, 16618, 36229, 16974, 390), (0, 2), 2.25, 0.02, id="fastchess-sprt-test"
        ),
        # 111.82 in fastchess, which stops after ten rounds of the iteration.
        pytest.param(classes(0, 0, 0, 0, 5550), (0, 5), 111.80, 0.006, id="fastchess-all-won"),
    ],
)
def test_published_ratios_of_normalized_elo_are_reached(
    scores: Scores, nelo: tuple[float, float], expected: float, within: float
) -> None:
    assert normalized_llr(scores, nelo) == pytest.approx(expected, abs=within)


def test_published_bounds_are_reached() -> None:
    hypotheses = Hypotheses(0.0, 5.0)

    assert (hypotheses.lower, hypotheses.upper) == pytest.approx((-2.94, 2.94), abs=0.005)


def test_differences_score_as_on_a_ladder() -> None:
    scores = block_scores(dict.fromkeys(map(Fraction, (1, -1, 0, 9)), 1), 4.0, games=2)

    assert scores.counts == {0.625: 1, 0.375: 1, 0.5: 1, 1.0: 1}


@pytest.mark.parametrize("count", [1, 1000])
def test_who_won_everything_has_a_finite_rating(count: int) -> None:
    found = field_statistics(classes(0, 0, count))

    assert (found.score, found.elo) == (1.0, pytest.approx(1199.83, abs=0.01))
    assert (found.elo_error, found.normalized_elo, found.superiority) == (None, None, None)


def test_equal_play_is_worth_nothing() -> None:
    found = field_statistics(block_scores({Fraction(0): 100}, 4.0, games=2))

    assert (found.score, found.elo, found.superiority) == (0.5, 0.0, None)
