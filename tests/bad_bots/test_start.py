"""Bots that do not start: nothing is registered or played, and the message says why."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.errors import Fault
from arena.host.command import BotCommand
from tests.bad_bots.crew import alive
from tests.bad_bots.sittings import BAD, PATIENT, Table, assert_scored, sit
from tests.bad_bots.submissions import assert_nothing_played, stored, submission, unconfined
from tests.cli.commands import Arena
from tests.host.scripted import SCRIPT, command_of

pytestmark = [pytest.mark.process, pytest.mark.slow]

START_MS = 10_000
NOT_READY = f"not ready in {START_MS} ms: it made no socket at its address"


# ------------------------------------------------------------ at submit


@pytest.fixture(scope="module")
def empty(initial: Arena, tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """A data folder in which no bot of a test is ever registered."""
    return initial.copied(tmp_path_factory.mktemp("empty"))


def script(text: str, mode: int = 0o755) -> Callable[[Path], None]:
    """Puts *text* in place of the program."""

    def put(program: Path) -> None:
        program.write_text(text)
        program.chmod(mode)

    return put


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param("exits=0", "ended with exit code 0 before it was ready", id="exits-with-0"),
        pytest.param("exits=1", "ended with exit code 1 before it was ready", id="exits-with-1"),
        pytest.param("hello-nothing", "without a message", id="ends-hello-without-an-answer"),
        pytest.param("hello-status=INTERNAL", "INTERNAL not with you", id="hello-refused"),
        pytest.param("versions=2,3", "speaks 1, the bot speaks 2,3", id="no-common-version"),
    ],
)
def test_a_bot_that_does_not_start_is_not_registered(
    empty: Arena, tmp_path: Path, words: str, says: str
) -> None:
    ran = empty("submit", submission(tmp_path / "bot", "failing", words), code=3)

    assert "failing@1: " in ran.err
    assert says in ran.err
    assert_nothing_is_there(empty)


def test_what_a_bot_last_wrote_is_quoted(empty: Arena, tmp_path: Path) -> None:
    ran = empty("submit", submission(tmp_path / "bot", "failing", "exits=1"), code=3)

    assert "its last output: this bot has nothing to say" in ran.err


@pytest.mark.parametrize(
    ("program", "says"),
    [
        pytest.param(
            script("#!/no/such/python\n"),
            ["start/program", "names the interpreter '/no/such/python', which is not there"],
            id="bad-shebang",
        ),
        pytest.param(
            script("play cards\n"), ["program", "nor a script with a #! line"], id="no-program"
        ),
        pytest.param(
            script("#!/bin/sh\n", 0o644),
            ["start/program", "expected an executable (chmod +x)"],
            id="not-executable",
        ),
        pytest.param(
            Path.unlink,
            ["cannot execute './start/program'", "No such file or directory"],
            id="missing-file",
        ),
    ],
)
def test_a_program_that_cannot_be_executed_is_not_registered(
    empty: Arena, tmp_path: Path, program: Callable[[Path], None], says: list[str]
) -> None:
    folder = submission(tmp_path / "bot", "failing", command=["./start/program"], runtime="none")
    (folder / "start").mkdir()
    (folder / "start" / "program").touch()
    program(folder / "start" / "program")

    ran = empty("submit", folder, code=3)

    assert all(part in ran.err for part in says), ran.err
    assert_nothing_is_there(empty)


@pytest.mark.parametrize(
    ("runtime", "command"),
    [
        pytest.param("none", ["python9", "bot.py"], id="a-program-that-is-nowhere"),
        pytest.param("python", ["python", "python9.py"], id="a-script-that-is-not-there"),
    ],
)
def test_what_is_not_there_is_named(
    empty: Arena, tmp_path: Path, runtime: str, command: list[str]
) -> None:
    folder = submission(tmp_path / "bot", "failing", command=command, runtime=runtime)

    ran = empty("submit", folder, code=3)

    assert "python9" in ran.err
    assert_nothing_is_there(empty)


def test_a_word_that_no_runtime_has_is_a_mistake_in_bot_toml(empty: Arena, tmp_path: Path) -> None:
    folder = submission(tmp_path / "bot", "failing", command=["python9", "x"], runtime="python")

    ran = empty("submit", folder, code=2)

    assert "bot.toml:5:1: run.command" in ran.err
    assert "expected python or python3" in ran.err


def assert_nothing_is_there(arena: Arena) -> None:
    """No such bot, no event, no process and no scratch."""
    assert "failing" not in stored(arena, "select name from bots")
    assert_nothing_played(arena)
    assert alive(arena.data.parent) == ()
    assert list((arena.data.parent / "tmp").iterdir()) == []


# ------------------------------------------------------------ at the start of an event


class Lent:
    """A bot whose program lies outside its submission: registered, and then it changes."""

    def __init__(self, initial: Arena, base: Path) -> None:
        self.folder = base / "lent"
        self.program = self.folder / "program"
        self.folder.mkdir()
        self.mend()
        self.arena = initial.copied(base)
        unconfined(base / "ladder.toml")  # which would not see the program
        path = f"{self.folder}:/usr/bin:/bin"
        lent = submission(
            base / "bot", "lent", command=["program"], runtime="none", env={"PATH": path}
        )
        self.arena("submit", lent)

    def mend(self) -> None:
        """The scripted bot as the program."""
        script(f"#!{sys.executable}\n{SCRIPT.read_text()}")(self.program)

    def event(self) -> tuple[str, ...]:
        """The command that plays an event with it and four house bots."""
        return ("tournament", "round-robin", "lent", "--deals", "1", "--time", PATIENT)


@pytest.fixture(scope="module")
def lent(initial: Arena, tmp_path_factory: pytest.TempPathFactory) -> Lent:
    """Registered with its program in place."""
    return Lent(initial, tmp_path_factory.mktemp("lent"))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        pytest.param(Path.unlink, "cannot execute 'program'", id="missing-file"),
        pytest.param(
            script("#!/bin/sh\n", 0o644), "lent/program has mode 0644", id="not-executable"
        ),
        pytest.param(
            script("#!/no/such/python\n"),
            "lent/program names the interpreter '/no/such/python'",
            id="bad-shebang",
        ),
        pytest.param(script("play cards\n"), "lent/program is neither a program", id="no-program"),
        pytest.param(script("#!/bin/sh\n"), "ended with exit code 0 before", id="exits-with-0"),
        pytest.param(
            script("#!/bin/sh\necho no weights >&2; exit 1\n"),
            "ended with exit code 1 before it was ready; its last output: no weights",
            id="exits-with-1",
        ),
        pytest.param(
            script("#!/bin/sh\nkill -SEGV $$\n"), "ended with signal SIGSEGV", id="crashes"
        ),
    ],
)
def test_an_event_with_a_bot_that_does_not_start_does_not_exist(
    lent: Lent, change: Callable[[Path], None], says: str
) -> None:
    lent.mend()
    change(lent.program)

    ran = lent.arena(*lent.event(), "--event", "same", code=3)

    assert "lent@1: " in ran.err
    assert says in ran.err
    assert_nothing_played(lent.arena)
    assert alive(lent.arena.data.parent) == ()


def test_a_bot_that_never_listens_is_given_up_at_submit_and_at_the_start_of_an_event(
    lent: Lent, empty: Arena, tmp_path: Path
) -> None:
    script("#!/bin/sh\nexec sleep 60\n")(lent.program)

    waiting = [
        empty.start("submit", submission(tmp_path / "bot", "failing", "never-listens")),
        lent.arena.start(*lent.event()),
    ]
    ended = [process.communicate(timeout=60)[1] for process in waiting]

    assert [process.returncode for process in waiting] == [3, 3]
    assert all(NOT_READY in err for err in ended)
    assert_nothing_is_there(empty)
    assert_nothing_played(lent.arena)
    assert alive(lent.arena.data.parent) == ()


# ------------------------------------------------------------ in a later sitting


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param("exits=0", id="exits-with-0"),
        pytest.param("exits=1", id="exits-with-1"),
        pytest.param("hello-status=INTERNAL", id="hello-refused"),
        pytest.param("versions=2", id="no-common-version"),
        pytest.param("hello-nothing", id="ends-hello-without-an-answer"),
        pytest.param(command_of("./no-such-program"), id="missing-file"),
        pytest.param(command_of("no-such-interpreter", SCRIPT.name), id="wrong-interpreter"),
        pytest.param("never-listens", id="never-listens", marks=pytest.mark.nightly),
    ],
)
def test_a_bot_that_does_not_start_fails_to_for_each_deal_until_it_is_out(
    table: Table, bad: str | BotCommand
) -> None:
    sat = sit(table, bad, deals=5)

    assert_scored(sat)
    assert sat.faults == [(BAD, Fault.START_FAILED)] * 3
    assert [playing.faults for playing in sat.playings[3:]] == [(), ()]
    assert [playing.penalties[BAD] for playing in sat.playings] == [3, 3, 3, 3, 3]


def test_a_bot_that_starts_at_the_second_try_misses_no_deal(table: Table) -> None:
    sat = sit(table, "exits first-life")

    assert_scored(sat)
    assert sat.faults == []
    assert sat.notes == [f"entry {BAD}: started again"]


def test_an_output_in_a_failed_start_stays_out_of_the_log_of_the_sitting(table: Table) -> None:
    sat = sit(table, "exits=1")

    assert all("nothing to say" not in line.detail for line in sat.decisions)
    assert "this bot has nothing to say" in sat.said()
