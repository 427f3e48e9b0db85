"""The ladder on paper."""

from __future__ import annotations

import json
from fractions import Fraction

from arena.ratings.ladder import Rung
from arena.report.ladder import format_ladder, ladder_data

GREEDY, HOUSE, RANDOM = "greedy@1.2.0", "rule-of-thumb@1.0.0", "random-legal@1.0.0"


def rung(bot: str, rank: int, rating: float, **changes: object) -> Rung:
    """A row of three bots, of which the second is the house bot."""
    known: dict[str, object] = {
        "rank": rank,
        "shared": False,
        "bot": bot,
        "rating": rating,
        "error": 18.2,
        "live": rating + 2,
        "blocks": 120,
        "playings": 600,
        "score": Fraction(3, 8),
        "faults": 0,
        "is_house": False,
        "pool": 1,
        "superiority": dict.fromkeys((GREEDY, HOUSE, RANDOM), 0.9996),
    }
    return Rung(**{**known, **changes})  # type: ignore[arg-type]


RUNGS = (
    rung(GREEDY, 1, 1512.4, shared=True, superiority={HOUSE: 0.912, RANDOM: 1.0}),
    rung(HOUSE, 1, 1500.0, shared=True, error=None, live=1500.0, is_house=True, score=Fraction(0)),
    rung(
        RANDOM, 3, 1288.9, error=31.5, score=Fraction(-19, 16), faults=2, superiority={GREEDY: 0.0}
    ),
)


def test_the_ladder_is_one_line_a_bot() -> None:
    table = format_ladder(RUNGS).split("\n\n")[0]

    assert table.splitlines() == [
        "Rank  Bot                  Rating    ±  LOS   Elo  Playings  Score/playing  Faults",
        "  1=  greedy@1.2.0           1512  ±18  91%  1514       600          +0.38       0",
        "  1=  rule-of-thumb@1.0.0    1500       99%  1500       600              0       0  house",
        "   3  random-legal@1.0.0     1289  ±32       1291       600          -1.19       2",
    ]


def test_no_line_is_wider_than_a_hundred_columns() -> None:
    names = [letter * 32 + "@" + "1" * 32 for letter in "abc"]
    wide = tuple(
        rung(
            name,
            1000,
            -1000.0,
            shared=True,
            error=1000.0,
            playings=5 * 10**6,
            score=Fraction(-12),
            faults=10**5,
            is_house=True,
            pool=pool,
            superiority=dict.fromkeys(names, 1.0),
        )
        for name, pool in zip(names, (1, 2, 2), strict=True)
    )

    text = format_ladder(wide)

    assert names[2] in text
    assert max(map(len, text.splitlines())) <= 100


def test_pools_that_never_met_are_named() -> None:
    apart = (RUNGS[0], RUNGS[1], rung(RANDOM, 1, 1500.0, error=None, pool=2))

    assert format_ladder(apart).split("\n\n")[1].splitlines() == [
        "No chain of tables joins these pools, so their ratings say nothing about each other:",
        "  1: greedy@1.2.0, rule-of-thumb@1.0.0",
        "  2: random-legal@1.0.0",
    ]


def test_one_pool_needs_no_word() -> None:
    assert "pools" not in format_ladder(RUNGS)


def test_an_empty_ladder_says_so() -> None:
    assert format_ladder(()) == "No match of this ladder is complete yet."


def test_the_ladder_for_json_holds_every_figure() -> None:
    data = json.loads(json.dumps(ladder_data(RUNGS)))

    assert data[0] == {
        "rank": 1,
        "rank_shared": True,
        "bot": GREEDY,
        "rating": 1512.4,
        "error": 18.2,
        "live_elo": 1514.4,
        "blocks": 120,
        "playings": 600,
        "score_per_playing": 0.375,
        "faults": 0,
        "house": False,
        "pool": 1,
        "los": {HOUSE: 0.912, RANDOM: 1.0},
    }
    assert data[1]["error"] is None
