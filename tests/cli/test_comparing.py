"""A deal side by side and the dearest playings, of a real event."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.cli.main import run
from arena.referee.form import Form
from arena.rules.variants import variant
from arena.store.events import begin_attempt, record_sitting
from arena.store.folder import create_data
from arena.store.logs import log_path
from tests.cli.commands import Arena
from tests.store.situations import played as playings_of
from tests.store.situations import schedule


@pytest.mark.process
@pytest.mark.slow
def test_a_traveller_has_the_cards_and_scores_of_every_rotation(played: Arena) -> None:
    text = played.look("traveller", "first-0002/4").out
    made = played.look("traveller", "first-0002/4", "--json").json
    shown = [
        played.look("show", f"first-0002/{rotation}/4", "--json").json for rotation in range(5)
    ]

    assert max(map(len, text.splitlines())) <= 100
    assert len(made["playings"]) == 5
    for rotation, one in enumerate(shown):
        for seat, hand in enumerate(made["hands"]):
            (holder,) = [held for held in hand["holders"] if held["rotation"] == rotation]
            assert hand["cards"] == one["seats"][seat]["hand"]
            assert holder["bot"] == one["seats"][seat]["bot"]
            assert holder["score"] == one["seats"][seat]["score"] - one["seats"][seat]["penalty"]
        assert made["playings"][rotation]["bury"] == (one["picking"]["bury"] or None)
        assert made["playings"][rotation]["called"] == one["picking"]["called"]
        assert made["playings"][rotation]["stake"] == one["picking"]["stake"]


@pytest.mark.process
@pytest.mark.slow
def test_the_worst_playings_of_a_bot_are_those_of_its_travellers(played: Arena) -> None:
    text = played.look("show", "first-0001", "--worst", "15", "--bot", "bold").out
    listed = played.look("show", "first-0001", "--worst", "15", "--bot", "bold", "--json").json
    costs = [
        (held["against"], f"first-0001/{held['rotation']}/{deal}")
        for deal in range(3)
        for hand in played.look("traveller", f"first-0001/{deal}", "--json").json["hands"]
        for held in hand["holders"]
        if held["bot"] == "bold@1.1.0" and held["against"] < 0
    ]

    assert max(map(len, text.splitlines())) <= 100
    assert sorted((one["against"], one["place"]) for one in listed["worst"]) == sorted(costs)
    assert [one["against"] for one in listed["worst"]] == sorted(cost for cost, _ in costs)


@pytest.mark.process
@pytest.mark.slow
def test_the_worst_of_a_rotation_are_held_against_all_rotations(played: Arena) -> None:
    match = played.look("show", "first-0001", "--worst", "99", "--json").json["worst"]
    rotation = played.look("show", "first-0001/2", "--worst", "99", "--json").json["worst"]

    assert rotation == [one for one in match if one["rotation"] == 2]


def test_an_unfinished_match_has_what_is_complete_and_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_data(tmp_path / "data") as data:
        schedule(data)
        for rotation in (0, 1):
            attempt = begin_attempt(data, "e1", 1, rotation)
            log = log_path(data, "e1", 1, rotation, attempt)
            record_sitting(
                data, "e1", 1, rotation, attempt, log, "0", "none", playings_of(rotation)
            )

    assert run(["show", "e1-0001", "--worst", "1", "--data", str(tmp_path / "data")]) == 0

    out = capsys.readouterr().out
    assert "Not finished: 2 of 5 rotations are complete.\n" in out
    # Seat 3, with a penalty of 3, is dear to nobody: both holders paid it.
    assert "No playing cost anything" in out


@pytest.mark.parametrize(
    "argv", [["show", "e1-0001", "--worst", "2"], ["traveller", "e1-0001/0"]], ids=" ".join
)
def test_a_session_has_nothing_to_compare(
    argv: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_data(tmp_path / "data") as data:
        schedule(data, kind="session", form=Form.SESSION, variant=variant("called-ace"))

    assert run([*argv, "--data", str(tmp_path / "data")]) == 2

    said = "e1-0001 is a session: its deals are played once"
    assert said in capsys.readouterr().err


def test_before_a_rotation_is_complete_there_is_nothing_to_compare(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_data(tmp_path / "data") as data:
        schedule(data)

    assert run(["traveller", "e1-0001/0", "--data", str(tmp_path / "data")]) == 2

    assert capsys.readouterr().err == "arena: e1-0001: no rotation is complete yet\n"
