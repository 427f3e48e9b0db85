"""`arena plan`: what was played counts, and measured defaults where nothing was."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.cli.main import run
from arena.ratings.sequential import Hypotheses
from arena.referee.form import Form
from arena.rules.variants import variant
from arena.store.events import begin_attempt, create_event, record_sitting
from arena.store.folder import DataFolder, create_data
from arena.store.ladders import ensure_ladder
from arena.store.logs import log_path
from arena.store.versus_terms import VersusTerms
from tests.store.situations import (
    Terms,
    a_match,
    a_playing,
    an_event,
    played,
    register,
    schedule,
)

DEALS = 60
NOBODY = (0, 0, 0, 0, 0)


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without a data folder, and the command in it."""
    monkeypatch.delenv("ARENA_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def planned(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    assert run(["plan", *args, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def play_versus(data: DataFolder, name: str, **changes: object) -> None:
    """A versus event in whose blocks A leads and trails in turn by 5/12 of 5 a playing."""
    bot, other = register(data, f"{name}-a", f"{name}-b")
    terms = VersusTerms(Hypotheses(0.0, 0.05))
    event = an_event(name, DEALS, kind="versus", form=Form.VERSUS, versus=terms, **changes)
    create_event(data, event, [a_match(1, (bot,) * 5 + (other,) * 5, DEALS)])
    for rotation in (0, 1):
        begin_attempt(data, name, 1, rotation)
        # Seats 0 and 1 are A's in rotation 0, B's in rotation 1; the first gains or pays 4.
        seating = (0, 1, 7, 8, 9) if rotation == 0 else (5, 6, 2, 3, 4)
        playings = [
            replace(
                a_playing(1, rotation, deal),
                seating=seating,
                faults=(),
                penalties=NOBODY,
                scores=NOBODY if rotation else ((4, -1, -1, -1, -1), (-4, 1, 1, 1, 1))[deal % 2],
            )
            for deal in range(DEALS)
        ]
        log = log_path(data, name, 1, rotation, 1)
        record_sitting(data, name, 1, rotation, 1, log, "0" * 16, "none", playings)


def play_ladder(data: DataFolder, ladder: str) -> None:
    """A rated match in whose two deals the first bot gains and pays in turn."""
    schedule(data, "rated", ladder=ladder, rated=True)
    for rotation in range(5):
        begin_attempt(data, "rated", 1, rotation)
        playings = [
            replace(
                playing,
                faults=(),
                penalties=NOBODY,
                scores=NOBODY if rotation else ((4, -1, -1, -1, -1), (-4, 1, 1, 1, 1))[deal],
            )
            for deal, playing in enumerate(played(rotation))
        ]
        log = log_path(data, "rated", 1, rotation, 1)
        record_sitting(data, "rated", 1, rotation, 1, log, "0" * 16, "none", playings)


def test_without_a_data_folder_it_goes_by_measured_defaults(
    nowhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["plan"]) == 0

    text = capsys.readouterr().out
    assert "measured defaults" in text
    assert max(map(len, text.splitlines())) <= 100


def test_versus_events_of_the_table_count_before_defaults_newest_first(
    nowhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_data(nowhere / "arena-data") as data:
        play_versus(data, "old")
        play_versus(data, "new")

    newest, oldest = planned(capsys)["versus"]

    assert (newest["event"], oldest["event"]) == ("new", "old")
    assert newest["bots"] == "new-a@1.0.0, new-b@1.0.0"
    # A's mean is 1.5 or -1.5, B's -1 or 1, in one of two playings: differences of ±1.25.
    assert newest["blocks_seen"] == DEALS
    assert newest["variance"] == pytest.approx(1.25**2 * DEALS / (DEALS - 1), abs=1e-6)
    assert run(["plan"]) == 0
    assert "measured defaults" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "option",
    [("--variant", "picker-alone-3"), ("--option", "all_pass=forced-pick")],
    ids=["another-table", "another-option"],
)
def test_events_of_another_table_do_not_count(
    nowhere: Path, capsys: pytest.CaptureFixture[str], option: tuple[str, str]
) -> None:
    with create_data(nowhere / "arena-data") as data:
        play_versus(data, "e1")

    assert {one["event"] for one in planned(capsys, *option)["versus"]} == {None}


def test_a_ladder_on_which_nothing_is_played_is_said_to_be_so(
    nowhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    create_data(nowhere / "arena-data").close()

    assert planned(capsys)["ladder"] is None
    assert run(["plan"]) == 0
    assert "Ladder called-ace: too little was played on it" in capsys.readouterr().out


def test_what_was_played_on_the_ladder_is_planned_by(
    nowhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_data(nowhere / "arena-data") as data:
        ensure_ladder(data, Terms(name="called-ace", variant=variant("called-ace")), None)
        play_ladder(data, "called-ace")

    ladder = planned(capsys, "--effect", "1")["ladder"]

    # The first bot gains or pays 4 in one of five playings: it is 1 ahead of each other and then 1
    # behind, a variance of 2. In the other six of ten pairs nothing differs.
    assert (ladder["pairs"], ladder["blocks_seen"]) == (10, 20)
    assert ladder["variance"] == pytest.approx(4 * 2 / 10)
    assert ladder["playings"] == 5 * ladder["blocks"]
    assert run(["plan"]) == 0
    assert "Ladder called-ace: 10 pairs of bots shared 20 blocks" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        pytest.param(("--effect", "0"), "--effect: expected more than 0, got 0", id="no-effect"),
        pytest.param(("--effect", "nan"), "--effect: expected more than 0, got nan", id="nan"),
        pytest.param(
            ("--effect", "inf"), "--effect: expected a number up to 1e+06, got inf", id="infinite"
        ),
        pytest.param(
            ("--beta", "0.5"), "--beta: expected at least 1e-09 and less than 0.5", id="coin"
        ),
        pytest.param(("--data", "none"), "there is none: make one", id="no-such-folder"),
    ],
)
def test_what_cannot_be_planned_is_refused(
    nowhere: Path, capsys: pytest.CaptureFixture[str], args: tuple[str, ...], message: str
) -> None:
    assert run(["plan", *args]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--effect", "1e-300"),
        ("--effect", "1e300"),
        ("--effect", "nan"),
        ("--alpha", "1e-17"),
        ("--alpha", "1e-300"),
        ("--beta", "1e-320"),
    ],
)
def test_a_value_beyond_all_use_is_refused_by_its_option(
    nowhere: Path, capsys: pytest.CaptureFixture[str], option: str, value: str
) -> None:
    assert run(["plan", option, value]) == 2

    assert f"{option}: expected" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("delta1", "said"), [("1e-200", "--delta1: expected"), ("1e-6", "say --max-deals")]
)
def test_a_test_that_would_never_end_is_refused(
    nowhere: Path, capsys: pytest.CaptureFixture[str], delta1: str, said: str
) -> None:
    assert run(["versus", "timid", "bold", "--delta1", delta1]) == 2

    assert said in capsys.readouterr().err
