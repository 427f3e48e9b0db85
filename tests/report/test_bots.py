"""The list of bots on paper."""

from __future__ import annotations

from dataclasses import replace

from arena.report.bots import BotLine, bots_data, format_bots

GREEDY = BotLine(
    bot="greedy@1.2.0",
    owner="ann",
    author="Ann herself",
    variants=("called-ace", "jack-of-diamonds"),
    digest="sha256:0123456789abcdef" + "0" * 48,
    successor_of="greedy@1.1.0",
    submitted="2026-11-29 20:11",
    retired=False,
    origin="archive",
)


def test_a_bot_is_one_line() -> None:
    retired = replace(
        GREEDY, bot="old@1", variants=("called-ace",), successor_of=None, retired=True
    )

    assert format_bots([GREEDY, retired]).splitlines() == [
        "Bot           Owner  Variants       Digest        After  Submitted",
        "greedy@1.2.0  ann    called-ace +1  0123456789ab  1.1.0  2026-11-29 20:11",
        "old@1         ann    called-ace     0123456789ab         2026-11-29 20:11  retired",
    ]


def test_no_line_is_wider_than_a_hundred_columns() -> None:
    wide = replace(
        GREEDY, bot="b" * 32 + "@" + "1" * 32, owner="o" * 200, successor_of="b@" + "0" * 32
    )

    assert max(map(len, format_bots([wide]).splitlines())) <= 100


def test_no_bots_are_said() -> None:
    assert format_bots([]) == "No bots yet."


def test_bots_for_json_hold_the_whole_digest() -> None:
    assert bots_data([GREEDY])[0]["digest"] == GREEDY.digest
    assert bots_data([GREEDY])[0]["origin"] == "archive"
    assert bots_data([GREEDY])[0]["variants"] == ["called-ace", "jack-of-diamonds"]
