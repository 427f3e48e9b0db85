"""`arena replay`: a bot asked again at what a log recorded."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.commands import SAMPLES, Arena

pytestmark = [pytest.mark.process, pytest.mark.slow]


@pytest.mark.parametrize("bot", ["random-legal", "rule-of-thumb"])
def test_a_bot_that_draws_on_its_seed_alone_answers_again_as_it_did(
    played: Arena, bot: str
) -> None:
    again = played("replay", "first-0002/1", "--bot", bot, "--json").json

    assert again["same"] == again["asked"] >= 3 * 5
    assert {answer["by"] for answer in again["answers"]} == {again["bot"]}
    assert all(answer["now_fault"] is None for answer in again["answers"])


def test_another_bot_is_shown_where_it_differs(played: Arena) -> None:
    done = played("replay", "first-0001/1", "--bot", f"{SAMPLES}/bold", "--seat", "all", code=1)

    rows = [row.split() for row in done.out.splitlines() if row[:5].strip().isdecimal()]
    differing = [row for row in rows if row[-1] == "differs"]
    assert 0 < len(differing) < len(rows)
    assert {row[2] for row in rows} == {"0", "1", "2", "3", "4"}
    assert f"{len(rows)} asked again: {len(rows) - len(differing)} same" in done.out
    assert f"{len(differing)} of {len(rows)} answers differ" in done.err


def test_one_decision_is_asked_alone(played: Arena) -> None:
    seat = played("replay", "first-0003/2/7", "--bot", "bold", "--seat", "3", "--json", code=1).json
    first = seat["answers"][0]

    alone = played(
        *("replay", f"first-0003/2/7/{first['decision']}", "--bot", "bold", "--seat", "3"),
        "--json",
        code=0 if first["same"] else 1,
    ).json

    assert {answer["seat"] for answer in seat["answers"]} == {3}
    assert [answer["decision"] for answer in alone["answers"]] == [first["decision"]]
    assert alone["answers"][0]["recorded"] == first["recorded"]


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        pytest.param(
            ("first-0001", "--bot", "bold"),
            "'first-0001': expected MATCH/ROTATION[/DEAL[/DECISION]]",
            id="no-rotation",
        ),
        pytest.param(
            ("first-0001/0/0/31", "--bot", "bold", "--seat", "0"),
            "decision 31: not asked of that seat; its decisions are ",
            id="what-nobody-was-asked",
        ),
        pytest.param(
            ("first-0001/0/0", "--bot", "bold", "--seat", "5"),
            "'5': expected 0 to 4, or all",
            id="a-seat-too-many",
        ),
        pytest.param(("first-0001/0", "--bot", "./nobody"), "nobody: no such folder", id="nobody"),
    ],
)
def test_what_cannot_be_asked_is_said(played: Arena, argv: tuple[str, ...], complaint: str) -> None:
    assert complaint in played("replay", *argv, code=2).err


def test_a_bot_that_does_not_start_is_said(played: Arena, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(SAMPLES / "bold", broken)
    (broken / "bot.py").write_text("raise SystemExit('no table for me')\n")

    said = played("replay", "first-0001/0/0", "--bot", str(broken), code=3).err

    assert "bold@" in said
    assert "no table for me" in said
