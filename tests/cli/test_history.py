"""`arena ladder history`: the ladder at the end of each event, and whose it shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.cli.main import run
from arena.store.folder import create_data
from tests.cli.commands import Arena


@pytest.mark.process
@pytest.mark.slow
def test_it_ends_where_the_ladder_stands(played: Arena) -> None:
    rungs = played.look("ladder", "--json").json
    text = played.look("ladder", "history").out
    moments = played.look("ladder", "history", "--steps", "2", "--json").json["moments"]

    assert [one["match"] for one in moments] == [2, 4]
    assert moments[-1]["ratings"] == {
        rung["bot"]: {key: rung[key] for key in ("rating", "error", "live_elo")} for rung in rungs
    }
    assert max(map(len, text.splitlines())) <= 100
    assert text.count("first") == len(rungs)


@pytest.mark.process
@pytest.mark.slow
def test_it_shows_the_bots_it_is_asked_for(played: Arena) -> None:
    shown = played.look("ladder", "history", "bold", "timid@1.1.0").out
    refused = played.look("ladder", "history", "bald", code=2).err

    assert ("bold@1.1.0" in shown, "timid@1.1.0" in shown, "high-card" in shown) == (
        True,
        True,
        False,
    )
    assert "bot 'bald': not on ladder called-ace; did you mean 'bold'?" in refused


def test_a_ladder_that_nothing_was_played_for_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    create_data(tmp_path / "data").close()

    assert run(["ladder", "history", "--data", str(tmp_path / "data")]) == 2

    assert "ladder called-ace: nothing played yet" in capsys.readouterr().err


def test_a_ladder_that_there_is_not_is_named_with_those_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    create_data(tmp_path / "data").close()

    assert run(["ladder", "history", "--ladder", "foo", "--data", str(tmp_path / "data")]) == 2

    said = capsys.readouterr().err
    assert "called-ace" in said
    assert "'foo'" in said
    assert "nothing played" not in said
