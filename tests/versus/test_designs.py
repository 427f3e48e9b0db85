"""How many playings a comparison takes: far fewer where the two are exchanged in every seat."""

from __future__ import annotations

import pytest

from arena.rules.variants import variant
from tests.sample_bots.folders import load_decide
from tests.versus.figures import (
    SECRET,
    TWEAKED,
    UNLIKE,
    Figure,
    designs,
    figure,
    pairs,
    printed,
)
from tests.versus.in_process import rotated, versus

FEWER = 20
FULL = 4000
"""Deals. About 10 ms each and design."""


def compared(name: str, table: str, deals: int, rotations: int = 0) -> dict[str, Figure]:
    """The designs for a pair, printed."""
    bot, other = pairs()[name]
    made = designs(variant(table), bot, other, deals, rotations=rotations)
    print(f"\n{printed(name, variant(table), made)}")
    return made


def fewer(made: dict[str, Figure], design: str) -> float:
    """How many times fewer playings than separate deals."""
    return made["separate deals"].variance / made[design].variance


@pytest.mark.slow
def test_versus_deals_take_20_times_fewer_playings_for_a_version_with_2_percent_blunders() -> None:
    made = compared(TWEAKED, "called-ace", 300)

    assert fewer(made, "versus") >= FEWER


@pytest.mark.slow
def test_rotations_among_house_bots_tell_a_bot_from_itself_where_versus_deals_are_exactly_0() -> (
    None
):
    table, timid, house = variant("called-ace"), load_decide("timid"), load_decide("rule-of-thumb")

    exact = figure(versus(table, SECRET, range(60), timid, timid), 2)
    noise = figure(rotated(table, SECRET, range(60), (timid, timid), house), table.players)

    print(f"\ntimid against itself: versus {exact}, rotated among house bots {noise}")
    assert (exact.mean, exact.variance, exact.zeros) == (0, 0, 1)
    assert noise.variance > 1


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("table", "least", "most"),
    [
        pytest.param("called-ace", 20, 1.0, id="five-seats"),
        pytest.param("picker-alone-4", 20, 0.8, id="four-seats"),
        pytest.param("picker-alone-3", 14, 0.9, id="three-seats"),
    ],
)
def test_what_a_playing_is_worth_in_versus_form(table: str, least: float, most: float) -> None:
    made = compared(TWEAKED, table, FULL)

    assert fewer(made, "versus") >= least
    assert made["versus"].variance <= most


@pytest.mark.nightly
def test_the_rotation_design_has_a_floor_however_alike_the_two_are() -> None:
    made = compared(UNLIKE, "called-ace", FULL, rotations=FULL // 3)

    rotations = made["rotations with house bots"]
    assert fewer(made, "rotations with house bots") < 10
    assert rotations.variance > 4
    assert made["versus"].variance < rotations.variance / 5


@pytest.mark.nightly
@pytest.mark.parametrize("name", [name for name in pairs() if name not in (TWEAKED, UNLIKE)])
def test_for_bots_that_differ_versus_deals_still_take_the_fewest_playings(name: str) -> None:
    made = compared(name, "called-ace", FULL // 2, rotations=FULL // 4)

    assert made["versus"].variance == min(one.variance for one in made.values())
    assert fewer(made, "versus") > 2
