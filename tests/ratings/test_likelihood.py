"""The likeliest distributions with a given mean, with scipy's optimiser as a second opinion."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize

from arena.ratings.likelihood import log_likelihood_ratio, tilt
from arena.ratings.pair_table import Floats


def best_log_likelihood(values: Floats, weights: Floats, mean: float) -> float:
    """Σ w·ln p at its largest, over all probabilities with *mean*, by a general optimiser."""
    limits = [
        {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": np.ones_like},
        {"type": "eq", "fun": lambda p: p @ values - mean, "jac": lambda _: values},
    ]
    share = weights / weights.sum()
    found = optimize.minimize(
        lambda p: -share @ np.log(p),
        np.full(len(values), 1 / len(values)),
        jac=lambda p: -share / p,
        bounds=[(1e-9, 1.0)] * len(values),
        constraints=limits,
        method="SLSQP",
        options={"ftol": 1e-13, "maxiter": 500},
    )
    assert found.success
    return -float(found.fun) * float(weights.sum())


@pytest.mark.parametrize("seed", range(6))
def test_the_ratio_is_that_of_the_best_distributions_with_either_mean(seed: int) -> None:
    random = np.random.default_rng(seed)
    values = np.sort(random.normal(0, 2, size=3 + 2 * seed))
    values[[0, -1]] = -6, 6
    weights = random.integers(1, 60, size=len(values)).astype(float)

    ratio = log_likelihood_ratio(values, weights, -0.4, 0.7)

    best = [best_log_likelihood(values, weights, mean) for mean in (-0.4, 0.7)]
    assert ratio == pytest.approx(best[1] - best[0], abs=1e-4)


def test_of_two_values_the_mean_says_all() -> None:
    ratio = log_likelihood_ratio(np.array([-1.0, 1.0]), np.array([40.0, 60.0]), 0.0, 0.5)

    # Heads with 1/2 or with 3/4, seen 60 times in 100.
    assert ratio == pytest.approx(60 * np.log(0.75 / 0.5) + 40 * np.log(0.25 / 0.5))


def test_a_mean_as_seen_is_likeliest_as_seen() -> None:
    values, weights = np.array([-1.0, 0.0, 2.0]), np.array([2.0, 5.0, 1.0])

    assert tilt(values - values @ weights / 8, weights) == pytest.approx(0.0)


def test_what_is_likeliest_has_the_mean_asked_for() -> None:
    values, weights = (
        np.array([0.0, 0.25, 0.5, 0.75, 1.0]),
        np.array([1e-3, 1e-3, 1e-3, 1e-3, 5550]),
    )

    probabilities = weights / (1 + tilt(values - 0.5, weights) * (values - 0.5)) / weights.sum()

    assert [probabilities.sum(), probabilities @ values] == pytest.approx([1.0, 0.5])


@pytest.mark.parametrize("rare", [1e-9, 1e-3])
def test_a_mean_next_to_the_rarest_value_is_no_trouble(rare: float) -> None:
    values, weights = np.array([-1.0, 1.0]), np.array([1e6, rare])

    ratio = log_likelihood_ratio(values, weights, -0.999999, 0.999999)

    assert ratio == pytest.approx((1e6 - rare) * np.log(5e-7 / (1 - 5e-7)))
