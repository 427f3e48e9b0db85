"""What a round-robin, random tables, a Swiss and a gauntlet find out with as many playings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import mean, stdev

import numpy as np
import pytest

from arena.ratings.pair_table import Floats, TableScores
from arena.ratings.refit import HOUSE_RATING, refit_tables
from arena.schedule.draws import Draws
from arena.schedule.gauntlet import gauntlet
from arena.schedule.meetings import Meetings
from arena.schedule.round_robin import LineUp
from arena.schedule.swiss import Standing, swiss_round, tables_of
from tests.ratings.simulated import M, SimulatedField
from tests.ratings.test_placing import BOTS, STRENGTHS, bots_of

DEALS = 4
SEATS = 5
FIELD = SimulatedField(STRENGTHS)
FAR_BEHIND = 4
"""The first bots of the field, which play like no others."""
Play = Callable[[Sequence[int]], TableScores]


@dataclass(frozen=True)
class Found:
    """How the ratings after an event compare with the truth."""

    rmse: float
    """In score per playing."""
    tau: float
    """Kendall's: pairs in the right order less pairs in the wrong one."""
    regret: float
    """By how much the five best fall short of the true five, on average."""
    ends: float
    """Rating points from the ten worst to the ten best, for each point of score per playing."""


def found(tables: Sequence[TableScores]) -> Found:
    """Over the bots that are not far behind, after the affine map that fits best."""
    fit = refit_tables(tables, FIELD.names[20])
    names = FIELD.names[FAR_BEHIND:]
    rated = np.array([fit.ratings.get(name, HOUSE_RATING) for name in names])
    true = np.array(STRENGTHS[FAR_BEHIND:])
    slope, start = np.polyfit(rated, true, 1)
    off = slope * rated + start - true
    pairs = combinations(range(len(names)), 2)
    order = [np.sign((rated[i] - rated[j]) * (true[i] - true[j])) for i, j in pairs]
    best, chosen = np.sort(true)[-5:], true[np.argsort(rated)[-5:]]
    return Found(
        rmse=float(np.sqrt((off**2).mean())),
        tau=float(np.mean(order)),
        regret=float(best.mean() - chosen.mean()),
        ends=float(_ends(rated) / _ends(true)),
    )


def _ends(values: Floats) -> float:
    """From the ten worst to the ten best, in truth: the field is sorted."""
    return float(values[-10:].mean() - values[:10].mean())


def balanced(tables: int, seed: int, play: Play) -> list[TableScores]:
    draws = Draws(seed.to_bytes(4, "big"))
    return [play(one) for one in Meetings(BOTS, SEATS, draws).draw_round(tables * SEATS // BOTS)]


def at_random(tables: int, seed: int, play: Play) -> list[TableScores]:
    draws = Draws(seed.to_bytes(4, "big"))
    return [play(draws.shuffled(range(BOTS))[:SEATS]) for _ in range(tables)]


def swiss(tables: int, seed: int, play: Play) -> list[TableScores]:
    line_ups: list[LineUp] = []
    played: list[TableScores] = []
    for _ in range(tables // tables_of(BOTS, SEATS)):
        line_ups += swiss_round(standings(played), SEATS, seed.to_bytes(4, "big"), line_ups)
        played += [play(bots_of(line_up)) for line_up in line_ups[len(played) :]]
    return played


def standings(played: Sequence[TableScores]) -> list[Standing]:
    """By the mean difference to the others in each block."""
    scores: defaultdict[str, list[float]] = defaultdict(list)
    for table in played:
        of_blocks = 2 * M * (table.scores.sum(axis=2) / (SEATS - 1) - 0.5)
        for entry, bot in enumerate(table.bots):
            scores[bot] += of_blocks[:, entry].tolist()
    if not played:
        return [Standing(0.0, 0.0)] * BOTS
    return [
        Standing(mean(scores[bot]), stdev(scores[bot]) / sqrt(len(scores[bot])))
        for bot in FIELD.names
    ]


def compared(tables: int, runs: int) -> dict[str, Found]:
    """The mean of what *runs* events of each kind find, printed."""
    means = {}
    for kind in (balanced, at_random, swiss):
        outcomes = []
        for run in range(runs):
            random = np.random.default_rng(run)
            played = kind(tables, run, lambda places: FIELD.table(random, places, DEALS))  # noqa: B023
            outcomes.append(found(played))
        name = kind.__name__
        means[name] = Found(*(mean(values) for values in zip(*map(parts, outcomes), strict=True)))
        print(f"{tables * DEALS * SEATS} playings, {name}: {means[name]}")
    return means


def parts(one: Found) -> tuple[float, float, float, float]:
    return one.rmse, one.tau, one.regret, one.ends


@pytest.mark.nightly
def test_a_swiss_of_few_rounds_ruins_the_scale_and_balance_costs_nothing() -> None:
    means = compared(tables=50, runs=12)

    assert means["swiss"].ends > 1.1 * means["balanced"].ends
    assert means["balanced"].rmse < 1.05 * means["at_random"].rmse


@pytest.mark.nightly
def test_in_many_rounds_who_has_met_brings_a_swiss_back_to_the_scale() -> None:
    """The ends of one event vary by a tenth, so five leave the ratio uncertain by a twentieth."""
    means = compared(tables=250, runs=5)

    assert 0.9 < means["swiss"].ends / means["balanced"].ends < 1.1
    assert means["balanced"].rmse < 1.05 * means["at_random"].rmse


@pytest.mark.nightly
def test_a_gauntlet_against_a_panel_places_its_seeds_nearly_as_a_round_robin_does() -> None:
    panel = range(2, BOTS, 6)
    seeds = [bot for bot in range(4, BOTS) if bot not in panel]
    places = [*seeds, *panel]
    random = np.random.default_rng(7)
    line_ups = gauntlet(len(seeds), len(panel), SEATS, b"panel", rounds=4)
    tables = [
        FIELD.table(random, [places[bot] for bot in bots_of(line_up)], 20) for line_up in line_ups
    ]

    fit = refit_tables(tables, FIELD.names[20])
    rated = np.array([fit.ratings[FIELD.names[bot]] for bot in seeds])
    true = np.array([STRENGTHS[bot] for bot in seeds])
    slope, start = np.polyfit(rated, true, 1)
    off = slope * rated + start - true
    correlation = float(np.corrcoef(rated, true)[0, 1])
    blocks = 20 * len(line_ups) // len(seeds)
    print(f"gauntlet, {blocks} blocks a seed: correlation {correlation:.3f}, off {off.std():.3f}")
    assert correlation > 0.95
