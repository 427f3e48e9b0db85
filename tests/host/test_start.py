"""A start that fails says why, and a bot that starts gets nothing of the arena's own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import BotError, Fault, InfrastructureError
from arena.host.bot import Bot, StartError
from arena.host.command import BotCommand, argv_of, environment_of
from arena.wire.hello import Introduction
from tests.host.scripted import (
    SCRIPT,
    bot_of,
    command_of,
    leftovers,
    output_of,
    running,
    scripted,
    terms,
)

pytestmark = [pytest.mark.process, pytest.mark.slow]


async def failure_of(bot: Bot) -> StartError:
    """Why *bot* does not start."""
    with pytest.raises(StartError) as caught:
        await bot.start()
    return caught.value


async def test_a_bot_introduces_itself(private: Path) -> None:
    bot = scripted(private, "max-batch=8", "concurrent-deals=4")

    async with running(bot) as introduction:
        pass

    assert introduction == Introduction("scripted", "1", 1, 8, 4, wants_results=False)


@pytest.mark.parametrize(
    ("words", "fault", "says"),
    [
        pytest.param(
            "exits",
            Fault.START_FAILED,
            "ended with exit code 4 before it was ready; "
            "its last output: this bot has nothing to say",
            id="exits-at-once",
        ),
        pytest.param(
            "hello-exits", Fault.START_FAILED, "ended with exit code 5", id="exits-in-hello"
        ),
        pytest.param("socket-elsewhere", Fault.START_FAILED, "is a link", id="links-elsewhere"),
        pytest.param("file-for-socket", Fault.START_FAILED, "expected a socket", id="makes-a-file"),
        pytest.param(
            "hello-undecodable", Fault.START_FAILED, "answer to Hello", id="hello-unreadable"
        ),
        pytest.param(
            "hello-nothing", Fault.START_FAILED, "without a message", id="hello-ends-empty"
        ),
        pytest.param("hello-huge", Fault.START_FAILED, "larger than max", id="hello-too-large"),
        pytest.param("max-batch=65", Fault.START_FAILED, "max_batch 65", id="batch-too-large"),
        pytest.param(
            "wants-results concurrent-deals=2",
            Fault.START_FAILED,
            "wants_results",
            id="wants-results-of-several-deals",
        ),
        pytest.param("hello-status", Fault.REFUSED, "PERMISSION_DENIED", id="hello-refused"),
        pytest.param("without-hello", Fault.REFUSED, "UNIMPLEMENTED", id="has-no-hello"),
        pytest.param(
            "versions=2,3", Fault.REFUSED, "speaks 1, the bot speaks 2,3", id="no-common-version"
        ),
    ],
)
async def test_a_failed_start_is_diagnosed(
    private: Path, words: str, fault: Fault, says: str
) -> None:
    error = await failure_of(scripted(private, *words.split()))

    assert error.fault is fault
    assert says in error.detail
    assert not leftovers(private)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param("never-listens", "it made no socket at its address", id="never-listens"),
        pytest.param("hello-stall", "no answer to Hello", id="never-answers-hello"),
        pytest.param("garbage-on-socket", "HTTP/2", id="speaks-no-grpc"),
    ],
)
async def test_a_bot_that_does_not_get_ready_is_given_up(
    private: Path, words: str, says: str
) -> None:
    error = await failure_of(scripted(private, words, told=terms(start_ms=2_000)))

    assert error.fault is Fault.START_FAILED
    assert says in error.detail
    assert not leftovers(private)


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        pytest.param(
            ["python9", "bot.py"], 'say runtime = "python" in bot.toml', id="no-python-on-the-path"
        ),
        pytest.param(["no-such-program"], "no such command in PATH", id="not-on-the-path"),
        pytest.param(["./missing"], "no such command in", id="no-such-file"),
        pytest.param(["./plain"], "has mode 0644: expected an executable", id="not-executable"),
        pytest.param(["./lost"], "names the interpreter '/no/such/python'", id="no-interpreter"),
        pytest.param(["./text"], "nor a script with a #! line", id="no-program"),
        pytest.param(["./folder"], "is a folder", id="a-folder"),
    ],
)
async def test_a_command_that_cannot_be_executed_is_diagnosed(
    private: Path, argv: list[str], says: str
) -> None:
    submission = private / "submission"
    (submission / "folder").mkdir(parents=True)
    for name, text, mode in (
        ("plain", "#!/bin/sh\n", 0o644),
        ("lost", "#!/no/such/python\n", 0o755),
        ("text", "hello\n", 0o755),
    ):
        (submission / name).write_text(text)
        (submission / name).chmod(mode)
    bot = bot_of(replace(command_of(*argv, folder=submission), runtime="none"), private)

    error = await failure_of(bot)

    assert error.fault is Fault.START_FAILED
    assert says in error.detail


async def test_a_start_that_failed_keeps_the_output_out_of_the_cause(private: Path) -> None:
    error = await failure_of(scripted(private, "exits"))

    assert isinstance(error, BotError)
    assert "nothing to say" in error.detail
    assert "nothing to say" not in error.cause


async def test_a_bot_can_be_started_after_a_failed_start(private: Path) -> None:
    bot = scripted(private, "exits", "first-life")
    await failure_of(bot)

    async with running(bot) as introduction:
        pass

    assert introduction.name == "scripted"


async def test_a_path_too_long_for_a_socket_is_the_arenas_fault(private: Path) -> None:
    bot = bot_of(command_of("python", SCRIPT.name), private / ("x" * 100))

    with pytest.raises(InfrastructureError, match="at most 107 bytes"):
        await bot.start()


async def test_a_missing_submission_is_the_arenas_fault(private: Path) -> None:
    bot = bot_of(command_of("python", "bot.py", folder=private / "gone"), private)

    with pytest.raises(InfrastructureError, match="cannot start a process"):
        await bot.start()


async def test_the_environment_holds_what_the_contract_says_and_no_more(
    private: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_PASSWORD", "secret")
    bot = scripted(private, "show-environment")

    async with running(bot):
        pass

    shown = next(line for line in output_of(private).read_text().splitlines() if "envi" in line)
    names = [
        "ARENA_BOT_ADDRESS",
        "ARENA_PROTOCOL_VERSIONS",
        "HOME",
        "LANG",
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "PATH",
        "PYTHONHASHSEED",
        "PYTHONPATH",  # of this test's own bot.toml
        "TMPDIR",
    ]
    assert shown == f"environment {names} in {SCRIPT.parent}"


def test_the_environment_is_that_of_the_contract(private: Path) -> None:
    command = BotCommand(("./bot",), private, {"LEVEL": "3", "ARENA_BOT_ADDRESS": "x"}, "none")

    env = environment_of(command, "/run/a/1.sock", "/scratch")

    assert env == {
        "ARENA_BOT_ADDRESS": "unix:/run/a/1.sock",
        "ARENA_PROTOCOL_VERSIONS": "1",
        "HOME": "/scratch",
        "LANG": "C.UTF-8",
        "LEVEL": "3",
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "PYTHONHASHSEED": "0",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "TMPDIR": "/scratch",
    }


@pytest.mark.parametrize("word", ["python", "python3"])
def test_the_word_python_is_the_arenas_interpreter(word: str) -> None:
    assert argv_of(command_of(word, "bot.py")) == (sys.executable, "-B", "bot.py")


def test_another_runtimes_python_is_left_alone(private: Path) -> None:
    command = BotCommand(("python", "bot.py"), private, {}, "none")

    assert argv_of(command) == ("python", "bot.py")


PROBE = """
import os, resource, sys
print("fds", sorted(int(name) for name in os.listdir("/proc/self/fd"))[:-1])
print("core", resource.getrlimit(resource.RLIMIT_CORE))
print("leader", os.getsid(0) == os.getpid())
print("umask", os.umask(0))
lines = dict(line.split(":") for line in open("/proc/self/status") if line.startswith("Sig"))
print("blocked", int(lines["SigBlk"], 16))
print("stdin", sys.stdin.read() == "")
"""


async def test_a_bot_starts_with_limits_and_without_descriptors(private: Path) -> None:
    (private / "probe.py").write_text(PROBE)
    keep = socket.socket()  # something the arena has open, and one made to be inherited
    os.set_inheritable(keep.fileno(), True)

    error = await failure_of(bot_of(command_of("python", "probe.py", folder=private), private))
    keep.close()

    shown = output_of(private).read_text()
    assert error.fault is Fault.START_FAILED
    assert "fds [0, 1, 2]" in shown
    assert "core (0, 0)" in shown
    assert "leader True" in shown
    assert f"umask {0o077}" in shown
    assert "blocked 0" in shown
    assert "stdin True" in shown


async def test_signals_that_the_arena_ignores_are_not_ignored_by_the_bot(private: Path) -> None:
    (private / "bot.sh").write_text("#!/bin/sh\ngrep SigIgn /proc/self/status\n")
    (private / "bot.sh").chmod(0o755)
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as under nohup

    await failure_of(bot_of(command_of("./bot.sh", folder=private), private))
    signal.signal(signal.SIGHUP, before)

    ignored = int(output_of(private).read_text().split()[1], 16)
    libc_own = 0b11 << 31  # signals 32 and 33 are glibc's: whoever make starts has them ignored
    assert ignored & ~libc_own == 0


PARENT = """
import sys, trio
from pathlib import Path
from tests.host.scripted import scripted

async def main():
    bot = scripted(Path(sys.argv[1]), "ignores-sigterm")
    await bot.start()
    print(bot.pid, flush=True)
    await trio.sleep_forever()

trio.run(main)
"""


def test_a_bot_dies_with_the_arena(private: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(private)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout
    bot_pid = int(parent.stdout.readline())
    parent.kill()
    parent.communicate()

    until_s = time.monotonic() + 10
    while leftovers(private) and time.monotonic() < until_s:
        time.sleep(0.01)
    assert bot_pid not in leftovers(private)
