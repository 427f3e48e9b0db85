"""What an event that was decided early shows of the matches that it was decided without."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.cli.main import run
from arena.ratings.sequential import Hypotheses
from arena.referee.form import Form
from arena.store.events import (
    VersusTerms,
    begin_attempt,
    create_event,
    end_event,
    record_sitting,
)
from arena.store.folder import create_data
from arena.store.logs import log_path
from tests.store.situations import a_match, an_event, played, register


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A data folder with `e1`, decided by its first match when half of its second was played."""
    with create_data(tmp_path / "data") as data:
        ann, bob = register(data, "ann", "bob")
        line_up = (ann,) * 5 + (bob,) * 5
        terms = VersusTerms(Hypotheses(0.0, 0.05))
        event = an_event(form=Form.VERSUS, versus=terms)
        create_event(data, event, [a_match(number, line_up) for number in (1, 2)])
        for match, rotation in ((1, 0), (1, 1), (2, 0)):
            attempt = begin_attempt(data, "e1", match, rotation)
            log = log_path(data, "e1", match, rotation, attempt)
            playings = played(rotation, match)
            record_sitting(data, "e1", match, rotation, attempt, log, "0" * 16, "none", playings)
        end_event(data, "e1", 1, "decided")
    return tmp_path / "data"


def test_an_attempt_that_does_not_count_is_not_listed_as_complete(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["events", "e1", "--data", str(place), "--json"]) == 0

    attempts = json.loads(capsys.readouterr().out)["attempts"]
    assert [(one["match"], one["rotation"], one["status"]) for one in attempts] == [
        *((1, 0, "complete"), (1, 1, "complete"), (2, 0, "dropped")),
    ]


def test_a_sitting_that_will_never_be_played_is_said_to_be_dropped(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["show", "e1-0002/1/1", "--data", str(place)]) == 2

    assert "rotation 1 of match 2: dropped" in capsys.readouterr().err
