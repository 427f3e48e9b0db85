"""The ladder on paper."""

from __future__ import annotations

import json
from fractions import Fraction

from arena.ratings.ladder import Rung
from arena.report.ladder import format_ladder, ladder_data

RUNGS = (
    Rung(1, "greedy@1.2.0", 1562.4, 18.2, 120, 600, Fraction(3, 8), 0, is_house=False),
    Rung(2, "rule-of-thumb@1.0.0", 1500.0, None, 120, 600, Fraction(0), 0, is_house=True),
    Rung(3, "random-legal@1.0.0", 1288.9, 31.5, 120, 600, Fraction(-19, 16), 2, is_house=False),
)


def test_the_ladder_is_one_line_a_bot() -> None:
    table = format_ladder(RUNGS).split("\n\n")[0]

    assert table.splitlines() == [
        "Rank  Bot                  Rating    ±  Playings  Score/playing  Faults",
        "   1  greedy@1.2.0           1562  ±18       600          +0.38       0",
        "   2  rule-of-thumb@1.0.0    1500            600              0       0  house",
        "   3  random-legal@1.0.0     1289  ±32       600          -1.19       2",
    ]


def test_no_line_is_wider_than_a_hundred_columns() -> None:
    name = "a" * 32 + "@" + "1" * 32
    wide = Rung(1000, name, -1000.0, 1000.0, 10**6, 5 * 10**6, Fraction(-12), 10**5, is_house=True)

    assert max(map(len, format_ladder((wide,)).splitlines())) <= 100


def test_an_empty_ladder_says_so() -> None:
    assert format_ladder(()) == "No match of this ladder is complete yet."


def test_the_ladder_for_json_holds_every_figure() -> None:
    data = json.loads(json.dumps(ladder_data(RUNGS)))

    assert data[0] == {
        "rank": 1,
        "bot": "greedy@1.2.0",
        "rating": 1562.4,
        "error": 18.2,
        "blocks": 120,
        "playings": 600,
        "score_per_playing": 0.375,
        "faults": 0,
        "house": False,
    }
    assert data[1]["error"] is None
