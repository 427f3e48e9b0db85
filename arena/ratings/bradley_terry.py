"""Strengths from fractional wins: Bradley–Terry by Newton's method, with a weak prior.

A bot of strength a (natural logarithm of its odds) is expected to score
E = 1/(1 + exp(b − a)) against one of strength b. With W_ij the sum of i's pair scores
against j, N_ij = W_ij + W_ji and the anchor's strength held at 0, the strengths s maximise

    Σ_ij W_ij·ln E_ij − Σ_i s_i²/(2τ²)

which is concave, so there is one maximum, whatever the order of the blocks. The prior
(τ, in these units) gives bots that won or lost everything a finite strength.

Source: Bradley and Terry 1952; Hunter, MM algorithms for generalized Bradley–Terry models, 2004.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from arena.ratings.pair_table import Floats

_ENOUGH: Final = 1e-9
"""Below it a step is the last: the next one would be its square."""
_STEPS: Final = 200


def strengths(won: Floats, anchor: int | None, prior: float) -> Floats:
    """The strengths that explain *won* best.

    Args:
        won: pair scores summed, by bot and other bot.
        anchor: whose strength is 0; None if only the prior holds the middle.
        prior: 1/τ², positive unless every bot has won and lost against the rest.
    """
    free = [place for place in range(len(won)) if place != anchor]
    found = np.zeros(len(won))
    for _ in range(_STEPS):
        gradient = _gradient(won, found, prior)[free]
        hessian = information(won, found, prior)[np.ix_(free, free)]
        step = np.zeros(len(won))
        step[free] = np.linalg.solve(hessian, gradient)
        if np.abs(step).max(initial=0.0) < _ENOUGH:
            return found + step
        found = found + _no_worse(won, found, step, prior) * step
    raise AssertionError(f"no maximum after {_STEPS} steps")


def expectations(strength: Floats) -> Floats:
    """What each bot should score against each other one, 0..1."""
    shares: Floats = np.exp(-np.logaddexp(0.0, strength[None, :] - strength[:, None]))
    return shares


def information(won: Floats, strength: Floats, prior: float) -> Floats:
    """Minus the second derivatives: how sharply the maximum stands out, all bots free."""
    share = expectations(strength)
    curvature = (won + won.T) * share * (1.0 - share)
    matrix: Floats = np.diag(curvature.sum(axis=1) + prior) - curvature
    return matrix


def _gradient(won: Floats, strength: Floats, prior: float) -> Floats:
    surplus = won - (won + won.T) * expectations(strength)
    slope: Floats = surplus.sum(axis=1) - prior * strength
    return slope


def _no_worse(won: Floats, strength: Floats, step: Floats, prior: float) -> float:
    """The part of *step* to take: halved until it does not lead downhill."""
    before = _merit(won, strength, prior)
    part = 1.0
    while part > 1e-9 and _merit(won, strength + part * step, prior) < before - 1e-9:
        part /= 2
    return part


def _merit(won: Floats, strength: Floats, prior: float) -> float:
    losses = won * np.logaddexp(0.0, strength[None, :] - strength[:, None])
    return float(-losses.sum() - prior * (strength @ strength) / 2)
