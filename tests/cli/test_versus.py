"""Two bots compared with real processes: decided early, killed and resumed, looked at."""

from __future__ import annotations

import random
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from arena.store.folder import open_data
from arena.store.logs import open_log_lines
from arena.store.schema import events
from tests.cli.commands import SECRET, Arena, Ran
from tests.cli.small import small_arena

pytestmark = [pytest.mark.process, pytest.mark.slow]
TABLE = ("--variant", "picker-alone-3")
TEST = (*TABLE, "--secret", SECRET, "--delta1", "1", "--deals", "50", "--max-deals", "400")
STRONG = ("versus", "rule-of-thumb", "random-legal", *TEST)


@pytest.fixture(scope="module")
def arena(initial: Arena, tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """Three bots at one table, and `whole`: one of them proved stronger, and a panel after it."""
    arena = small_arena(initial, tmp_path_factory.mktemp("versus"), "picker-alone-3")
    plot = ("--plot", arena.data.parent / "whole.svg")
    arena(*STRONG, "--event", "whole", "--panel", "high-card", "--concurrency", "1", *plot)
    return arena


def report(arena: Arena, event: str) -> Any:
    return arena.look("crosstable", event, "--json").json


def found(arena: Arena, event: str) -> dict[str, Any]:
    """All of the report of *event* but what it is called."""
    made: dict[str, Any] = report(arena, event)
    follower = made.pop("panel_event", None) or {}
    follower.pop("event", None)
    del made["event"]
    return {**made, "follower": follower}


def test_the_stronger_bot_is_told_before_all_deals_are_played(arena: Arena) -> None:
    versus = report(arena, "whole")

    assert (versus["verdict"], versus["a"][:13], versus["b"][:12]) == (
        *("H1", "rule-of-thumb", "random-legal"),
    )
    assert versus["score_per_playing"] > versus["low"] > 0
    assert 50 <= versus["blocks"] < 400
    assert versus["playings"] == 2 * versus["blocks"]
    assert versus["separate_playings"] > versus["playings"]
    (event,) = (one for one in arena.look("events", "--json").json if one["event"] == "whole")
    assert (event["kind"], event["status"]) == ("versus", "complete")
    assert event["sittings"] == 2 * event["matches"] < 16


def test_the_stronger_bot_is_then_tried_in_a_panel(arena: Arena) -> None:
    panel = report(arena, "whole")["panel_event"]

    assert panel["event"] == "whole_panel"
    assert (panel["delta0"], panel["delta1"]) == (-1, 0)
    assert panel["panel"] == ["high-card@1.1.0"]
    assert panel["verdict"] == "H1"
    alone = report(arena, "whole_panel")
    assert {key: alone[key] for key in panel} == panel


def test_nothing_of_it_is_rated_and_all_of_it_is_true(arena: Arena) -> None:
    assert arena.look("ladder", "--ladder", "picker-alone-3", "--json").json == []
    for event in ("whole", "whole_panel"):
        verified = arena.look("verify", arena.data / "logs" / event)
        assert ", 0 differences" in verified.out
        assert "not checked" not in verified.out


def test_the_report_is_the_same_whatever_runs_at_once(arena: Arena) -> None:
    arena(*STRONG, "--event", "at_once", "--no-panel", "--concurrency", "4")

    made = found(arena, "at_once")

    assert made == {**found(arena, "whole"), "follower": {}}
    reasons = {one["reason"] for one in arena.look("events", "at_once", "--json").json["attempts"]}
    assert reasons == {None, "the event was decided without it"}
    assert ", 0 differences" in arena.look("verify", arena.data / "logs" / "at_once").out


def test_a_verdict_that_was_not_written_down_is_found_again(
    arena: Arena, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """As after a power cut between the deciding sitting and the end of the event."""
    forgetful = arena.copied(tmp_path_factory.mktemp("forgot"))
    with open_data(forgetful.data) as data, data.writing() as connection:
        connection.execute(update(events).values(ended_with=None))
    assert report(forgetful, "whole")["sittings"] == 16

    forgetful("resume", "whole")

    assert found(forgetful, "whole") == found(arena, "whole")


def results_in(logs: Path) -> int:
    """How many deals stand in the logs of an event."""
    with suppress(FileNotFoundError):
        texts = (line for log in logs.rglob("*.jsonl*") for line in open_log_lines(log))
        return sum(line.startswith(b'{"kind":"result"') for line in texts)
    return 0


def stopped(arena: Arena, command: tuple[str, ...], logs: Path, deals: int, number: int) -> Ran:
    """How *command* ended that was sent signal *number* once *deals* stood in *logs*."""
    process = arena.start(*command)
    until_s = time.monotonic() + 120
    while results_in(logs) < deals and process.poll() is None and time.monotonic() < until_s:
        time.sleep(0.02)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    return Ran(process.returncode, out, err)


def test_interrupted_and_killed_it_ends_as_if_nothing_had_happened(arena: Arena) -> None:
    moments = random.Random(7)
    logs = arena.data / "logs"
    command = (*STRONG, "--event", "cut", "--panel", "high-card", "--concurrency", "2")

    interrupted = stopped(arena, command, logs / "cut", 5, signal.SIGINT)
    so_far = report(arena, "cut")
    again = ("resume", "cut", "--concurrency", "2")
    for event, deals in (("cut", moments.randint(20, 90)), ("cut_panel", moments.randint(5, 90))):
        killed = stopped(arena, again, logs / event, deals, signal.SIGKILL)
        assert killed.code == -signal.SIGKILL
    arena(*again)

    assert interrupted.code == 4
    assert "to go on: arena resume cut" in interrupted.err
    assert (so_far["verdict"], so_far["panel_event"]) == ("undecided", None)
    assert found(arena, "cut") == found(arena, "whole")
    for event in ("cut", "cut_panel"):
        assert ", 0 differences" in arena.look("verify", logs / event).out


def test_interrupted_between_verdict_and_panel_it_says_how_to_go_on(arena: Arena) -> None:
    process = arena.start(*STRONG, "--event", "between", "--panel", "high-card")
    assert process.stderr is not None
    for line in process.stderr:
        if "one seat of a panel" in line:
            break
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    shown, outstanding = arena.look("crosstable", "between").out, report(arena, "between")
    arena("resume", "between")

    assert process.returncode == 4
    assert "Traceback" not in said
    assert "panel event between_panel: not begun" in said
    assert "to go on: arena resume between" in said
    assert "panel event between_panel: not begun; arena resume between" in shown
    assert outstanding["panel_outstanding"] == "between_panel"
    assert report(arena, "between")["panel_outstanding"] is None
    assert found(arena, "between") == found(arena, "whole")


def test_a_bot_against_itself_differs_by_exactly_0_in_every_block(arena: Arena) -> None:
    arena(
        *("versus", "random-legal", "random-legal", *TABLE, "--max-deals", "60"),
        *("--event", "self", "--no-panel"),
    )

    made = report(arena, "self")

    assert made["differences"] == [{"difference": "0", "blocks": 60}]
    assert made["verdict"] == "inconclusive"
    assert made["standard_error"] is None
    text = arena.look("crosstable", "self").out
    assert "60 (100%) are exactly 0" in text
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(
    "command",
    [
        "crosstable EVENT",
        "roles EVENT",
        "roles EVENT --json",
        "events",
        "events EVENT",
        "events EVENT --json",
        "show EVENT-0001",
        "show EVENT-0001/1 --json",
        "show EVENT-0001/1/3",
        "show EVENT-0001/0/3 --seat 1",
        "show EVENT-0001 --worst 5",
        "show EVENT-0001/0 --notation",
        "traveller EVENT-0001/3",
        "traveller EVENT-0001/3 --json",
        "ladder",
    ],
)
@pytest.mark.parametrize("event", ["whole", "whole_panel"])
def test_every_view_shows_it_in_100_columns(arena: Arena, command: str, event: str) -> None:
    shown = arena.look(*command.replace("EVENT", event).split()).out

    assert shown
    if "json" not in command and "notation" not in command:
        assert max(map(len, shown.splitlines())) <= 100, shown


def test_a_traveller_has_both_bots_with_the_same_hand(arena: Arena) -> None:
    made = arena.look("traveller", "whole-0001/3", "--json").json

    for hand in made["hands"]:
        assert {holder["bot"] for holder in hand["holders"]} == {
            "rule-of-thumb@1.1.0",
            "random-legal@1.1.0",
        }


@pytest.mark.parametrize(
    ("args", "said"),
    [
        pytest.param(("timidd", "random-legal"), "timidd", id="unknown-bot"),
        pytest.param(("high-card", "random-legal", "--event", "whole"), "of that name", id="taken"),
        pytest.param(
            ("high-card", "random-legal", *TABLE, "--delta0", "1", "--delta1", "0.5"),
            "--delta1: expected more than delta0 (1), got 0.5",
            id="delta-order",
        ),
        pytest.param(
            ("high-card", "random-legal", *TABLE, "--alpha", "0.5"), "--alpha", id="alpha"
        ),
        pytest.param(
            ("high-card", "random-legal", *TABLE, "--delta1", "50"),
            "--delta1: expected less than 9",
            id="more-than-a-table-can-give",
        ),
        pytest.param(
            ("high-card", "random-legal", "--variant", "called-ace"),
            "does not play called-ace",
            id="a-table-it-does-not-play",
        ),
        pytest.param(
            ("high-card", "random-legal", *TABLE, "--no-panel", "--panel", "high-card"),
            "--panel and --no-panel",
            id="panel-and-none",
        ),
        pytest.param(
            ("high-card", "random-legal", *TABLE, "--panel", "nobody"), "nobody", id="panel-bot"
        ),
    ],
)
def test_what_cannot_be_compared_is_said_and_nothing_is_stored(
    arena: Arena, args: tuple[str, ...], said: str
) -> None:
    before = arena.look("events", "--json").json

    assert said in arena.look("versus", *args, code=2).err

    assert arena.look("events", "--json").json == before


def test_the_picture_of_a_test_can_be_drawn_again(arena: Arena) -> None:
    drawn = arena.data.parent / "whole.svg"
    again = arena.data.parent / "again.svg"

    arena.look("crosstable", "whole", "--plot", again)

    assert drawn.read_bytes().startswith(b"<?xml")
    assert again.read_bytes() == drawn.read_bytes()
