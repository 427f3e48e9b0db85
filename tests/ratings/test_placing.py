"""A new bot among fifty: how soon its rating is known, and whether it is then where it belongs.

The chooser and the fit are the ladder's own; only the cards are simulated. The new bot is as
strong as one that is known well, so that it belongs exactly where that one stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, mean

import numpy as np
import pytest

from arena.ratings.pair_score import rating_points
from arena.ratings.refit import Refit, refit_tables
from arena.schedule.next_match import Known, next_matches, variance_of_likes
from arena.schedule.round_robin import LineUp, round_robin
from tests.ratings.simulated import M, SimulatedField

BOTS = 50
NEW = BOTS
GOAL = 0.05
"""The standard error to reach, in score per playing."""
MOST_PLAYINGS = 1400
POINT = rating_points(M)
LADDER = [NormalDist(0.3, 0.3).inv_cdf((place + 0.5) / BOTS) for place in range(4, BOTS)]
STRENGTHS = (-2.4, -1.5, -1.0, -0.6, *LADDER)
HOUSE = "bot-20"


@dataclass(frozen=True)
class Placed:
    """How the placing of a new bot ended."""

    playings: int
    error: float
    """In score per playing."""
    off: float
    """How far from its like, in standard errors of that difference."""


def waits(line_ups: Sequence[LineUp]) -> list[int]:
    last = {bot: place for place, line_up in enumerate(line_ups, 1) for bot in line_up}
    return [len(line_ups) - last.get(bot, 0) for bot in range(BOTS + 1)]


def known(
    field: SimulatedField, fit: Refit, line_ups: Sequence[LineUp], blocks: int
) -> list[Known]:
    waited = waits(line_ups)
    states = []
    for bot, name in enumerate(field.names):
        deviation = fit.deviation(name, HOUSE) if name in fit.ratings else None
        states.append(
            Known(
                rating=fit.ratings.get(name, 1500.0) / POINT,
                error=(200.0 if deviation is None else deviation) / POINT,
                blocks=blocks if bot == NEW else 1000,
                waited=waited[bot],
            )
        )
    return states


def place(like: int, seed: int, *, deals: int, at_once: int, ladder_deals: int) -> Placed:
    """Let a bot as strong as *like* in, until its error is small enough.

    Args:
        deals: of a match.
        at_once: matches chosen before the ladder is fitted anew.
        ladder_deals: of the matches before it came.
    """
    field = SimulatedField((*STRENGTHS, STRENGTHS[like]))
    random = np.random.default_rng(seed)
    line_ups = list(round_robin(BOTS, 5, b"ladder"))
    tables = [field.table(random, bots_of(line_up), ladder_deals) for line_up in line_ups]
    name, blocks = field.names[NEW], 0
    while True:
        fit = refit_tables(tables, HOUSE)
        deviation = fit.deviation(name, HOUSE) if name in fit.ratings else None
        if deviation is not None and deviation <= GOAL * POINT:
            break
        chosen = next_matches(
            at_once,
            known(field, fit, line_ups, blocks),
            5,
            deals,
            variance_of_likes(M / 2.35, 5),
            seed.to_bytes(4, "big") + len(line_ups).to_bytes(4, "big"),
            line_ups,
        )
        line_ups += chosen
        tables += [field.table(random, bots_of(line_up), deals) for line_up in chosen]
        blocks += deals * sum(NEW in line_up for line_up in chosen)
    twin = field.names[like]
    spread = fit.deviation(name, twin)
    assert spread is not None
    off = abs(fit.ratings[name] - fit.ratings[twin])
    return Placed(5 * blocks, deviation / POINT, off / spread)


def bots_of(line_up: LineUp) -> list[int]:
    return [bot for bot in line_up if bot is not None]


@pytest.mark.slow
def test_a_new_bot_among_fifty_is_placed_within_1400_playings() -> None:
    placed = place(25, 3, deals=10, at_once=2, ladder_deals=400)

    print(f"a new bot among {BOTS}: {told(placed)}")
    assert placed.error <= GOAL
    assert placed.playings <= MOST_PLAYINGS
    assert placed.off <= 2


@pytest.mark.nightly
@pytest.mark.parametrize("deals", [4, 20])
def test_new_bots_of_any_strength_are_placed_within_1400_playings_on_average(deals: int) -> None:
    """The error is estimated from heavy-tailed blocks, so that single bots take more or less."""
    likes = range(6, BOTS, 4)
    outcomes = [
        place(like, like, deals=deals, at_once=max(1, 20 // deals), ladder_deals=1000)
        for like in likes
    ]

    for like, placed in zip(likes, outcomes, strict=True):
        print(f"{deals} deals a match, like bot {like}: {told(placed)}")
    playings = mean(placed.playings for placed in outcomes)
    within = mean(placed.off <= 2 for placed in outcomes)
    print(f"{deals} deals a match: {playings:.0f} playings, within 2 errors: {within:.0%}")
    assert playings <= MOST_PLAYINGS
    assert within >= 0.85


def told(placed: Placed) -> str:
    return (
        f"error {placed.error:.3f} after {placed.playings} playings, "
        f"{placed.off:.1f} errors off its like"
    )
