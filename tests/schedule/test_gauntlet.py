"""Gauntlets: seeds against a panel, counted from the line-ups."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.schedule.gauntlet import gauntlet
from tests.schedule.counting import LineUp, appearances, spread

SEED = b"a secret"


def seeds_at(line_up: LineUp, seeds: int) -> list[int]:
    return [bot for bot in line_up if bot is not None and bot < seeds]


def panel_at(line_up: LineUp, seeds: int) -> list[int]:
    return sorted(bot for bot in line_up if bot is not None and bot >= seeds)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_one_seed_and_three_others_make_three_pairings_not_six(seats: int) -> None:
    """The seed meets each of the three equally often, and they never play without it."""
    matches = gauntlet(1, 3, seats, SEED)

    met = Counter(bot for line_up in matches for bot in panel_at(line_up, 1) if 0 in line_up)
    assert all(line_up.count(0) == 1 for line_up in matches)
    assert set(met) == {1, 2, 3}
    assert spread(met) == 0


@settings(max_examples=30)
@given(
    seeds=st.integers(1, 3),
    panel=st.integers(1, 9),
    seats=st.integers(3, 5),
    rounds=st.integers(1, 2),
    seed=st.binary(max_size=8),
)
def test_every_table_has_one_seed_which_meets_all_of_the_panel_equally_often(
    seeds: int, panel: int, seats: int, rounds: int, seed: bytes
) -> None:
    matches = gauntlet(seeds, panel, seats, seed, rounds)

    met = Counter(
        (one, bot)
        for line_up in matches
        for one in seeds_at(line_up, seeds)
        for bot in panel_at(line_up, seeds)
    )
    assert all(len(seeds_at(line_up, seeds)) == 1 for line_up in matches)
    assert all(len(line_up) == seats for line_up in matches)
    assert all(line_up.count(None) == max(0, seats - 1 - panel) for line_up in matches)
    assert len(met) == seeds * panel
    assert len(set(met.values())) == 1
    assert len({appearances(matches)[one] for one in range(seeds)}) == 1


@pytest.mark.parametrize(
    ("seeds", "panel", "seats"),
    [
        pytest.param(1, 5, 5, id="1-against-5-at-tables-of-5"),
        pytest.param(1, 12, 5, id="1-against-12-at-tables-of-5"),
        pytest.param(1, 20, 4, id="1-against-20-at-tables-of-4"),
        pytest.param(1, 50, 5, id="1-against-50-at-tables-of-5"),
        pytest.param(1, 50, 3, id="1-against-50-at-tables-of-3"),
        pytest.param(2, 8, 4, id="2-against-8-at-tables-of-4"),
        pytest.param(3, 12, 5, marks=pytest.mark.slow, id="3-against-12-at-tables-of-5"),
    ],
)
def test_the_panel_is_balanced_around_the_seeds(seeds: int, panel: int, seats: int) -> None:
    matches = gauntlet(seeds, panel, seats, SEED)

    members = range(seeds, seeds + panel)
    pairs = Counter(dict.fromkeys(combinations(members, 2), 0))
    sat = Counter(
        {(one, bot, away): 0 for one in range(seeds) for bot in members for away in range(1, seats)}
    )
    for line_up in matches:
        pairs.update(combinations(panel_at(line_up, seeds), 2))
        (one,) = seeds_at(line_up, seeds)
        for bot in panel_at(line_up, seeds):
            sat[one, bot, (line_up.index(bot) - line_up.index(one)) % seats] += 1
    assert len(matches) == seeds * panel
    assert {appearances(matches)[bot] for bot in members} == {seeds * (seats - 1)}
    assert max(pairs.values()) - min(pairs.values()) <= 2
    assert max(sat.values()) - min(sat.values()) <= 2


def test_panel_bots_of_one_owner_never_meet() -> None:
    owners = ["ann", *["bob"] * 3, *(None for _ in range(9))]

    matches = gauntlet(1, 12, 5, SEED, owners=owners)

    assert {appearances(matches)[bot] for bot in range(1, 13)} == {4}
    assert all(len({1, 2, 3} & set(line_up)) <= 1 for line_up in matches)


def test_one_secret_gives_one_gauntlet() -> None:
    assert gauntlet(2, 6, 4, SEED) == gauntlet(2, 6, 4, SEED)
    assert gauntlet(2, 6, 4, SEED) != gauntlet(2, 6, 4, b"another")


@pytest.mark.parametrize(
    ("seeds", "panel", "seats", "owners"),
    [
        pytest.param(0, 4, 5, None, id="no-seeds"),
        pytest.param(2, 0, 5, None, id="no-panel"),
        pytest.param(1, 4, 6, None, id="a-table-of-six"),
        pytest.param(1, 2, 3, ["ann", "ann", None], id="a-seed-that-can-never-meet-one"),
        pytest.param(1, 7, 5, [None, *["ann"] * 2, *[None] * 5], id="an-owner-too-many"),
    ],
)
def test_what_is_no_gauntlet_is_refused(
    seeds: int, panel: int, seats: int, owners: list[str | None] | None
) -> None:
    with pytest.raises(ValueError, match="no gauntlet"):
        gauntlet(seeds, panel, seats, SEED, owners=owners)
