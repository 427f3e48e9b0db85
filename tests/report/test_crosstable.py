"""The crosstable on paper."""

from __future__ import annotations

import json
from random import Random

import pytest

from arena.ratings.blocks import Match
from arena.ratings.crosstable import Crosstable, crosstable
from arena.report.crosstable import crosstable_data, format_crosstable
from tests.ratings.tables import match_of, playing, random_totals


def three_bots() -> Crosstable:
    return crosstable([match_of("ann@1 bob@1 cy@1", [(6, -3, -3), (0, 3, -3)])])


def many_bots(bots: int) -> Crosstable:
    names = [f"a-bot-with-a-rather-long-name-{bot:02}@2026.11.{bot}-alpha" for bot in range(bots)]
    matches = [
        match_of(
            [names[(first + place) % bots] for place in range(5)],
            random_totals(Random(first), [0.0] * 5, 2),
            number=first + 1,
        )
        for first in range(bots)
    ]
    return crosstable(matches)


def test_the_crosstable_gives_order_then_pairs_then_digest() -> None:
    order, legend, pairs, digest = format_crosstable(three_bots()).split("\n\n")

    # Deviations of ann's block scores 2 and 0, bob's −1 and 1, and of their difference 3 and −1.
    assert order.splitlines() == [
        "#  Bot    Score/playing      ±  Total  Playings  Won/picked  Faults  Penalty",
        "1  ann@1          +1.00  ±1.96      6         6         0/0       0        0",
        "2  bob@1              0  ±1.96      0         6         0/0       0        0",
        "3  cy@1           -1.00     ±0     -6         6         0/0       0        0",
    ]
    assert "(2 blocks a pair)" in legend
    assert pairs.splitlines() == [
        "  # Bot                            1      2      3",
        "  1 ann@1                          *  +1.00  +2.00",
        "                                      ±3.92  ±1.96",
        "  2 bob@1                      -1.00      *  +1.00",
        "                               ±3.92         ±1.96",
        "  3 cy@1                       -2.00  -1.00      *",
        "                               ±1.96  ±1.96",
    ]
    assert digest == f"Results digest {three_bots().digest}\nof 6 playings."


def test_a_shared_place_shows_as_one() -> None:
    order = format_crosstable(crosstable([match_of("ann bob cy", [(2, -1, -1)])])).split("\n\n")[0]

    assert [line.split()[:3] for line in order.splitlines()] == [
        ["#", "Rank", "Bot"],
        ["1", "1", "ann"],
        ["2", "2=", "bob"],
        ["3", "2=", "cy"],
    ]


def test_why_a_score_is_not_total_by_playings_is_said_where_it_is_so() -> None:
    fillers = [
        match_of("ann house house", [(18, -9, -9)]),
        match_of("bob cy house", [(-12, 0, 12)], number=2),
    ]

    text = format_crosstable(crosstable(fillers))

    assert "for house it is not Total/Playings." in text
    assert "Total/Playings" not in format_crosstable(three_bots())


def test_copies_that_play_alike_show_an_exact_nothing() -> None:
    match = match_of(
        "ann bob cy", [(1, 1, -2), (3, 3, -6)], digests=dict.fromkeys(("ann", "bob"), "same")
    )

    pairs = format_crosstable(crosstable([match])).split("\n\n")[2]

    assert pairs.splitlines()[1].split() == ["1", "ann", "*", "0", "+2.00"]
    assert pairs.splitlines()[2].split() == ["±0", "±1.96"]


def test_faults_are_listed_by_kind() -> None:
    bots = ("ann", "bob", "cy")
    late = [(0, "late"), (0, "late"), (0, "illegal")]
    playings = (
        playing(0, (0, 0, 0), penalties=(9, 0, 0), faults=late),
        playing(1, (0, 0, 0)),
        playing(2, (0, 0, 0)),
    )

    parts = format_crosstable(crosstable([Match(1, bots, bots, playings)])).split("\n\n")

    assert parts[1].splitlines() == [
        "Faults of  Kind     Times",
        "ann        illegal      1",
        "ann        late         2",
    ]


@pytest.mark.parametrize("bots", [6, 10, 12, 23])
def test_no_line_is_wider_than_a_hundred_columns(bots: int) -> None:
    assert max(map(len, format_crosstable(many_bots(bots)).splitlines())) <= 100


def test_many_bots_get_one_line_each_in_panels_of_ten() -> None:
    panels = format_crosstable(many_bots(12)).split("\n\n")[2:-1]

    assert [panel.splitlines()[0].split()[2:] for panel in panels] == [
        [str(place) for place in range(1, 11)],
        ["11", "12"],
    ]
    assert all(len(panel.splitlines()) == 13 for panel in panels)


def test_nothing_complete_is_said() -> None:
    assert format_crosstable(crosstable([])) == "No match of this event is complete yet."


def test_the_crosstable_for_json_holds_every_figure() -> None:
    data = json.loads(json.dumps(crosstable_data(three_bots())))

    assert data["playings"] == 6
    assert data["results_digest"] == three_bots().digest
    assert [row["bot"] for row in data["standings"]] == ["ann@1", "bob@1", "cy@1"]
    assert len(data["differences"]) == 6
    assert data["differences"][0] == {
        "bot": "ann@1",
        "other": "bob@1",
        "score_per_playing": 1.0,
        "error": 3.92,
        "blocks": 2,
    }
