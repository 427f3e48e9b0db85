"""How much likelier what was seen is with one mean than with another, whatever its distribution.

Values a_i seen w_i times each are likeliest, among all distributions on those values whose
mean is s, where value a_i has a probability in proportion to

    w_i / (1 + θ·(a_i − s)),    θ such that Σ w_i·(a_i − s)/(1 + θ·(a_i − s)) = 0

So nothing is assumed of the distribution but that no other values occur. Of two means the
logarithm of the likelihood ratio is Σ w_i·ln((1 + θ0·(a_i − s0))/(1 + θ1·(a_i − s1))).

Source: Owen, Empirical Likelihood, 2001, chapter 2; in chess testing, fishtest's LLRcalc.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from arena.ratings.pair_table import Floats

UNSEEN: Final = 1e-3
"""The weight of a value that may occur and did not."""
_STEPS: Final = 200
_PRECISION: Final = 1e-13


def log_likelihood_ratio(values: Floats, weights: Floats, mean0: float, mean1: float) -> float:
    """ln of the likelihood with *mean1* over that with *mean0*.

    Args:
        values: what can occur; both means lie between the least and the largest of them.
        weights: how often each was seen, all above 0.
    """
    return _cost(values - mean0, weights) - _cost(values - mean1, weights)


def _cost(offsets: Floats, weights: Floats) -> float:
    """What a mean of 0 costs in ln of the likelihood, against the frequencies as seen."""
    return float(weights @ np.log1p(tilt(offsets, weights) * offsets))


def tilt(offsets: Floats, weights: Floats) -> float:
    """θ for values whose *offsets* from s are some below and some above 0.

    Newton's steps, halving the bracket where one would leave it: between the poles the sum
    falls from +∞ to −∞, so there is one root.
    """
    low, high = -1 / float(offsets.max()), -1 / float(offsets.min())
    assert low < 0 < high, "the mean is outside the values"
    closest = _PRECISION * (high - low)
    theta = 0.0
    for _ in range(_STEPS):
        terms = offsets / (1 + theta * offsets)
        slope = float(weights @ terms)
        if slope > 0:
            low = theta
        else:
            high = theta
        step = slope / float(weights @ (terms * terms))
        moved = theta + step if low < theta + step < high else (low + high) / 2
        if abs(moved - theta) <= closest:
            return moved
        theta = moved
    return theta
