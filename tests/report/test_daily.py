"""A day's table and a session's order, as text and for JSON."""

from __future__ import annotations

from arena.ratings.sessions import daily_table, session_table
from arena.report.crosstable import crosstable_data, format_crosstable
from arena.report.daily import daily_data, format_daily
from tests.ratings.test_sessions import by_entry, session


def test_a_day_is_one_line_a_bot_with_its_score_of_each_deal() -> None:
    ann = session(
        by_entry(0, (4, -2, -2), picker=0, outcome="won-1"),
        by_entry(1, (-12, 6, 6), penalties=(3, 0, 0)),
        bots=("ann@1", "h", "h"),
    )
    bob = session(by_entry(0, (-11, 0, 0)), by_entry(1, (0, 0, 0)), bots=("bob@1", "h", "h"))
    cy = session(by_entry(0, (1, 0, 0)), by_entry(1, (-12, 0, 0)), bots=("cy@1", "h", "h"))

    assert format_daily(daily_table([cy, bob, ann])).splitlines() == [
        " #  Bot    Total  Won/picked  Faults    0    1",
        " 1  ann@1    -11         1/1       0   +4  -15",
        "2=  bob@1    -11         0/0       0  -11    0",
        "2=  cy@1     -11         0/0       0   +1  -12",
    ]


def test_a_day_for_json_holds_every_figure() -> None:
    ann = session(by_entry(0, (4, -2, -2), picker=0, outcome="won-1"), bots=("ann@1", "h", "h"))

    assert daily_data(daily_table([ann])) == [
        {
            "rank": 1,
            "shared": False,
            "bot": "ann@1",
            "total": 4,
            "score_per_playing": 4.0,
            "scores": [4],
            "picked": 1,
            "picked_and_won": 1,
            "faults": {},
            "penalties": 0,
        }
    ]


def test_a_day_that_nobody_played_is_said() -> None:
    assert format_daily([]) == "Nobody has played these deals yet."


def test_a_session_has_a_dash_for_its_error_and_null_in_json() -> None:
    table = session_table([session(by_entry(0, (2, -1, -1)))])

    text = format_crosstable(table)
    assert text.splitlines()[:2] == [
        "#  Rank  Bot  Score/playing  ±  Total  Playings  Won/picked  Faults  Penalty",
        "1     1  ann          +2.00  -      2         1         0/0       0        0",
    ]
    assert "less the column's" not in text
    standings = crosstable_data(table)["standings"]
    assert isinstance(standings, list)
    assert {standing["error"] for standing in standings} == {None}
