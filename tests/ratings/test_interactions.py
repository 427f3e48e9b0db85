"""What a pair gains beyond main effects, on scores whose make-up is known."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np
import pytest

from arena.ratings.interactions import MainEffects, TableMoments, table_moments
from tests.ratings.pools import Pool

BOTS = ("ann", "bob", "cy", "dot", "eve", "fay")
MAKES = dict(zip(BOTS, (1.0, 0.5, 0.0, -0.25, -0.5, -3.0), strict=True))
LEAVES = dict(zip(BOTS, (-0.3, 0.1, 0.0, 0.2, 0.0, 0.9), strict=True))


def exact_tables(
    seats: int, extra: Mapping[tuple[str, str], float], bots: tuple[str, ...] = BOTS
) -> list[TableMoments]:
    """Every line-up, two blocks each, exactly as main effects and *extra* make them."""
    tables = []
    for line_up in combinations(bots, seats):
        scores = [
            MAKES[bot]
            + sum(LEAVES[other] + extra.get((bot, other), 0.0) for other in line_up if other != bot)
            for bot in line_up
        ]
        tables.append(table_moments(line_up, seats * np.array([scores, scores])))
    return tables


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_strength_and_weakness_are_no_interaction(seats: int) -> None:
    effects = MainEffects(exact_tables(seats, {}))

    gains = [one.gain for _, one in [*effects.gains(), *effects.joint_gains()]]

    assert len(gains) == 30 + 15
    assert gains == pytest.approx([0.0] * 45, abs=1e-9)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_one_bot_gains_by_another_is_found_exactly(seats: int) -> None:
    effects = MainEffects(exact_tables(seats, {("bob", "dot"): 0.5}))

    gains = dict(effects.gains())

    assert gains["bob", "dot"].gain == pytest.approx(0.5)
    assert max(gains, key=lambda pair: gains[pair].gain) == ("bob", "dot")


def test_what_two_bots_gain_together_is_found_exactly() -> None:
    effects = MainEffects(exact_tables(4, {("bob", "dot"): 0.25, ("dot", "bob"): 0.25}))

    assert dict(effects.joint_gains())["bob", "dot"].gain == pytest.approx(0.5)


def test_what_goes_from_one_bot_to_the_other_is_no_joint_gain() -> None:
    effects = MainEffects(exact_tables(4, {("bob", "dot"): 0.5, ("dot", "bob"): -0.5}))

    assert dict(effects.joint_gains())["bob", "dot"].gain == pytest.approx(0.0, abs=1e-9)


def test_blocks_are_counted_where_both_sat() -> None:
    gains = dict(MainEffects(exact_tables(4, {})).gains())

    assert {one.blocks for one in gains.values()} == {2 * 6}  # of 15 line-ups, 6 have a pair


def test_of_bots_that_always_meet_nothing_is_said() -> None:
    effects = MainEffects(exact_tables(5, {}, BOTS[:5]))

    assert list(effects.gains()) == []
    assert list(effects.joint_gains()) == []


def test_of_bots_that_never_met_nothing_is_said() -> None:
    tables = [table for table in exact_tables(3, {}) if not {"ann", "bob"} <= set(table.bots)]

    gains = dict(MainEffects(tables).gains())

    assert ("ann", "bob") not in gains
    assert ("ann", "cy") in gains


def test_copies_of_a_bot_in_several_seats_are_one_bot() -> None:
    line_ups = [
        ("ann", "bob", "cy"),
        ("ann", "cy", "cy"),
        ("bob", "cy", "cy"),
        ("ann", "ann", "cy"),
    ]
    tables = []
    for line_up in line_ups:
        scores = [
            MAKES[bot] + sum(LEAVES[other] for other in line_up) - LEAVES[bot] for bot in line_up
        ]
        tables.append(table_moments(line_up, 3 * np.array([scores, scores])))

    effects = MainEffects(tables)

    assert effects.bots == ("ann", "bob", "cy")
    assert [one.gain for _, one in effects.gains()] == pytest.approx(
        [0.0] * len(list(effects.gains())), abs=1e-9
    )


@pytest.mark.slow
def test_intervals_of_gains_hold_the_truth_about_95_times_in_100() -> None:
    random = np.random.default_rng(3)
    held = []
    for _ in range(60):
        effects = MainEffects(list(Pool(8).tables(random)))
        held += [abs(one.gain) <= 1.96 * one.deviation for _, one in effects.gains()]

    print(f"8 honest bots, 80 shared blocks: 95 % intervals hold {np.mean(held):.3f}")
    assert 0.93 <= np.mean(held) <= 0.97
