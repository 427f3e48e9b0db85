"""A program of the arena's that reads what a stranger made can harm nothing but its folder."""

from __future__ import annotations

import json
import signal
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.host.sandbox.cage import Confinement
from arena.host.sandbox.errand import CONFINING, Done, Errand, run_errand
from arena.referee.confinement import Level, SandboxPolicy
from arena.run.confining import best_level

pytestmark = [pytest.mark.process, pytest.mark.slow]

PATIENCE_S = 20
LOOK_ABOUT = """
import json, os, socket, sys
folder, secret, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
def fails(deed):
    try:
        deed()
    except OSError:
        return True
    return False
def write(place):
    with open(place + "/made", "x") as file:
        file.write("by it")
print(json.dumps({
    "reads its input": sys.stdin.read() == "an archive",
    "writes its folder": not fails(lambda: write(folder)),
    "unread": fails(lambda: open(secret).read()),
    "unwritten": all(fails(lambda: write(place)) for place in ("/", "/usr", "/tmp", "/etc")),
    "offline": fails(lambda: socket.create_connection(("127.0.0.1", port), 2)),
    "not root": os.getuid() != 0,
}))
"""


@pytest.fixture(scope="module", params=[*Level][:3], ids=lambda level: level.value)
def confinement(request: pytest.FixtureRequest) -> Confinement:
    """Each level that confines, as far as it can be had here."""
    assert request.param in CONFINING
    try:
        return best_level(SandboxPolicy(level=request.param)).confinement
    except ConfigError as error:
        pytest.skip(str(error))


def run(
    private: Path, confinement: Confinement, program: str, *words: str, wall_s: float = PATIENCE_S
) -> Done | None:
    """What comes of *program* with an input, for a folder of its own."""
    folder = private / "folder"
    folder.mkdir(mode=0o700)
    (private / "input").write_text("an archive")
    argv: Sequence[str] = (sys.executable, "-I", "-B", "-c", program, str(folder), *words)
    with (private / "input").open("rb") as stdin:
        return run_errand(Errand(argv, stdin, folder, wall_s), confinement)


def test_it_writes_its_folder_and_reaches_nothing_else(
    private: Path, confinement: Confinement
) -> None:
    secret = private / "secret"
    secret.write_text("nobody's business")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])

        done = run(private, confinement, LOOK_ABOUT, str(secret), port)

    assert done
    found = json.loads(done.said)
    assert found == dict.fromkeys(found, True)
    assert (private / "folder" / "made").read_text() == "by it"


@pytest.mark.parametrize(
    ("program", "ended"),
    [
        pytest.param(
            "import sys; print('so'); print('but', file=sys.stderr); sys.exit(3)",
            Done(3, "so\n", "but\n"),
            id="code-and-output",
        ),
        pytest.param(
            "import os, signal; os.kill(os.getpid(), signal.SIGXCPU)",
            Done(-signal.SIGXCPU, "", ""),
            id="signal",
        ),
    ],
)
def test_how_it_ends_is_told_as_its_own(
    private: Path, confinement: Confinement, program: str, ended: Done
) -> None:
    assert run(private, confinement, program) == ended


def test_it_is_ended_at_its_time_with_what_it_started(
    private: Path, confinement: Confinement
) -> None:
    program = "import os, time; os.fork(); time.sleep(600)"

    done = run(private, confinement, program, wall_s=1)

    assert done is None
    assert not living_with(str(private / "folder"))


def living_with(word: str) -> list[str]:
    """Command lines with *word* in them, once there is none or after all patience."""
    for _ in range(PATIENCE_S * 20):
        if not (found := [line for line in command_lines() if word in line]):
            break
        time.sleep(0.05)
    return found


def command_lines() -> Iterator[str]:
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            yield place.read_bytes().decode(errors="replace")
