"""Strengths from fractional wins, with the choix package as a second opinion."""

from __future__ import annotations

from math import log

import choix
import numpy as np
import pytest

from arena.ratings.bradley_terry import expectations, strengths
from arena.ratings.pair_table import Floats

ELO = 400 / log(10)


def fractional_wins(seed: int, bots: int) -> Floats:
    """Sums of 20 pair scores a pair, every one somewhere between 0 and 1."""
    random = np.random.default_rng(seed)
    won = np.zeros((bots, bots))
    for low in range(bots):
        for high in range(low + 1, bots):
            scores = random.uniform(0, 1, 20) ** random.uniform(0.5, 2)
            won[low, high], won[high, low] = scores.sum(), (1 - scores).sum()
    return won


@pytest.mark.parametrize("seed", range(5))
def test_choix_finds_the_same_ratings(seed: int) -> None:
    won = fractional_wins(seed, bots=12)

    ours = strengths(won, anchor=3, prior=0.0)
    theirs = choix.ilsr_pairwise_dense(won, alpha=1e-9, max_iter=1000)

    assert ELO * ours == pytest.approx(ELO * (theirs - theirs[3]), abs=0.001)


def test_three_wins_in_four_are_the_odds_of_three() -> None:
    found = strengths(np.array([[0.0, 3.0], [1.0, 0.0]]), anchor=1, prior=0.0)

    assert found == pytest.approx([log(3), 0])


@pytest.mark.parametrize("games", [1, 100, 100_000])
def test_who_lost_everything_has_a_finite_strength(games: int) -> None:
    found = strengths(np.array([[0.0, 0.0], [float(games), 0.0]]), anchor=1, prior=1.0)

    # At the maximum the losses pull down as much as the prior pulls up.
    assert games / (1 + np.exp(-found[0])) == pytest.approx(-found[0])


@pytest.mark.parametrize("anchor", [0, None])
def test_a_lopsided_table_is_solved_from_afar(anchor: int | None) -> None:
    won = np.array([[0.0, 1e6, 1.0], [1e-3, 0.0, 1e5], [1e-3, 1e-3, 0.0]])

    found = strengths(won, anchor, prior=0.75)

    surplus = (won - (won + won.T) * expectations(found)).sum(axis=1) - 0.75 * found
    assert surplus[1:] == pytest.approx(0, abs=1e-6)
