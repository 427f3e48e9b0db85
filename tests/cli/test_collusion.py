"""`arena collusion` takes a ladder or an event, and says when it can say nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.cli.main import run
from arena.referee.form import Form
from arena.store.folder import create_data
from tests.cli.commands import Arena
from tests.store.situations import schedule


@pytest.mark.process
@pytest.mark.slow
def test_of_as_many_bots_as_seats_nothing_is_said(played: Arena) -> None:
    event = played.look("collusion", "first").out
    ladder = played.look("collusion", "called-ace").out
    known = played.look("collusion", "first", "--json").json

    assert event.startswith("first: round-robin, called-ace, 1+0.1\n\nNothing can be said of 5")
    assert ladder.startswith("Ladder called-ace: called-ace, 1+0.1\n\nNothing can be said of 5")
    assert (known["tests"], known["untested_pairs"], known["blocks"]) == (0, 10, 12)


def test_an_event_without_blocks_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_data(tmp_path / "data") as data:
        schedule(data, form=Form.SESSION)

    assert run(["collusion", "e1", "--data", str(tmp_path / "data")]) == 2

    assert "event e1: its form is session; collusion needs blocks" in capsys.readouterr().err


def test_an_event_that_is_not_begun_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_data(tmp_path / "data") as data:
        schedule(data)

    assert run(["collusion", "e1", "--data", str(tmp_path / "data")]) == 0

    assert "No block of these matches is complete yet." in capsys.readouterr().out


def test_a_ladder_that_nothing_was_played_for_is_said_to_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    create_data(tmp_path / "data").close()

    assert run(["collusion", "hoyle-3", "--data", str(tmp_path / "data")]) == 2

    assert "ladder hoyle-3: nothing played yet" in capsys.readouterr().err


@pytest.mark.parametrize("rate", ["0", "1", "-0.1", "many", "nan"])
def test_a_rate_that_is_none_is_a_usage_error(rate: str) -> None:
    assert run(["collusion", "e1", "--fdr", rate]) == 2
