"""What a cage promises of one life: what is seen in it, how its end is told, what it leaves."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import trio

from arena.errors import BotError, ConfigError, Fault, InfrastructureError
from arena.host.bot import Bot
from arena.host.command import BotCommand, environment_of
from arena.host.descendants import below
from arena.host.output import Output
from arena.host.proc import all_facts
from arena.host.process import ExecError, describe_exit, start_process
from arena.host.sandbox.cage import Confinement
from arena.host.sandbox.cgroup import Cgroups
from arena.host.sandbox.cgroup_probe import find_cgroups
from arena.host.sandbox.make import make_cage
from arena.host.sandbox.readiness import leaves_our_root
from arena.host.sandbox.view import view_of_host
from arena.host.sandbox.walled import WalledCage, open_way_to
from arena.referee.confinement import Level, SandboxLimits, SandboxPolicy
from arena.run.confining import best_level
from tests.host.scripted import SCRIPT, command_of, terms

pytestmark = [pytest.mark.process, pytest.mark.slow]

PATIENCE_S = 20
BUBBLED = (Level.FULL, Level.STRONG)
HOG = """
import os
for _ in range(4):
    if os.fork() == 0:
        held = bytearray(b"x") * (80 << 20)
        os.read(os.pipe()[0], 1)
os.wait()
"""


@pytest.fixture(scope="module", params=[*BUBBLED, Level.PARTIAL], ids=lambda level: level.value)
def confinement(request: pytest.FixtureRequest) -> Confinement:
    """Each level that can be had here."""
    return _had(request.param)


@pytest.fixture(scope="module", params=BUBBLED, ids=lambda level: level.value)
def bubbled(request: pytest.FixtureRequest) -> Confinement:
    """Each of bubblewrap's."""
    return _had(request.param)


def _had(level: Level) -> Confinement:
    try:
        return best_level(SandboxPolicy(level=level)).confinement
    except ConfigError as error:
        pytest.skip(str(error))


@dataclass(frozen=True)
class Ran:
    """One life that is over."""

    output: str
    returncode: int | None
    killed_for: BotError | None


def python(private: Path, program: str, **env: str) -> BotCommand:
    """*program* as a submission's command."""
    (private / "bot").mkdir(exist_ok=True)
    return BotCommand((sys.executable, "-I", "-B", "-c", program), private / "bot", env, "none")


async def run(private: Path, confinement: Confinement, command: BotCommand) -> Ran:
    """One life of *command*, until it ends by itself."""
    os.chmod(private, 0o711)  # noqa: PTH101
    scratch = private / "scratch"
    scratch.mkdir(exist_ok=True)
    (private / "run").mkdir(exist_ok=True)
    output = Output(private / "output", kept_bytes=10_000, limit_bytes=10_000)
    output.open()
    try:
        cage = make_cage(confinement, command, private / "run" / "sock", scratch)
        try:
            env = environment_of(command, cage.address, cage.home)
            process = await start_process(cage, command.argv, env, output, grace_s=0)
            try:
                with trio.fail_after(PATIENCE_S):
                    await process.ended.wait()
            finally:
                await process.end()
            killed_for = cage.killed_for()
        finally:
            cage.close()
            cage.close()  # as when a start fails twice over: it is harmless
    finally:
        output.close()
    return Ran((private / "output").read_text(), process.returncode, killed_for)


async def test_the_environment_behind_walls_is_the_contracts_and_no_more(
    private: Path, confinement: Confinement
) -> None:
    command = python(private, "import os; print(*sorted(os.environ))", GREETING="hi")

    ran = await run(private, confinement, command)

    assert ran.output.split() == [
        "ARENA_BOT_ADDRESS",
        "ARENA_PROTOCOL_VERSIONS",
        "GREETING",
        "HOME",
        "LANG",
        "OMP_NUM_THREADS",
        "OPENBLAS_NUM_THREADS",
        "PATH",
        "PYTHONHASHSEED",
        "TMPDIR",
    ]


@pytest.mark.parametrize(
    ("program", "told"),
    [
        pytest.param("import os; os.kill(os.getpid(), 11)", "signal SIGSEGV", id="crashes"),
        pytest.param("import os; os.kill(os.getpid(), 9)", "signal SIGKILL", id="kills-itself"),
        pytest.param("raise SystemExit(3)", "exit code 3", id="gives-up"),
        pytest.param("pass", "exit code 0", id="has-done"),
    ],
)
async def test_an_end_behind_walls_is_told_as_the_bots_own(
    private: Path, confinement: Confinement, program: str, told: str
) -> None:
    ran = await run(private, confinement, python(private, program))

    assert ran.returncode is not None
    assert describe_exit(ran.returncode) == told


async def test_a_tree_with_too_much_memory_is_killed_for_that(
    private: Path, confinement: Confinement
) -> None:
    small = replace(confinement, limits=SandboxLimits(memory_mib=200))

    ran = await run(private, small, python(private, HOG))

    assert ran.killed_for
    assert ran.killed_for.fault is Fault.MEMORY_LIMIT


FILLER = """
import errno, os
def fill(place):
    os.mkdir(place + "/many")
    for number in range(1, 400):
        try:
            os.close(os.open(f"{place}/many/{number}", os.O_CREAT, 0o600))
        except OSError as error:
            return number, errno.errorcode[error.errno]
print([fill(place) for place in (os.environ["HOME"], "/dev/shm", "/run/arena")])
"""


async def test_the_kernel_refuses_more_files_than_the_limit(
    private: Path, bubbled: Confinement
) -> None:
    limits = replace(bubbled.limits, scratch_files=300)

    ran = await run(private, replace(bubbled, limits=limits), python(private, FILLER))

    assert ran.output == f"{[(300, 'ENOSPC')] * 3}\n"  # the folder is one of them
    assert ran.killed_for is None


async def test_scratch_is_empty_in_the_next_life(private: Path, confinement: Confinement) -> None:
    program = "import os; os.chdir(os.environ['HOME']); print(os.listdir()); open('left', 'w')"
    command = python(private, program)

    first = await run(private, confinement, command)
    second = await run(private, confinement, command)

    assert (first.output, second.output) == ("[]\n", "[]\n")


async def test_a_bot_inherits_no_descriptor_but_its_output(
    private: Path, confinement: Confinement
) -> None:
    program = (
        "import os\n"
        "for fd in range(256):\n"
        "    try: os.fstat(fd)\n"
        "    except OSError: continue\n"
        "    print(fd)\n"
    )

    ran = await run(private, confinement, python(private, program))

    assert ran.output.split() == ["0", "1", "2"]


@pytest.mark.parametrize("through_a_link", [False, True], ids=["itself", "through-a-link"])
async def test_a_data_folder_among_what_is_shown_is_not_seen(
    private: Path, bubbled: Confinement, *, through_a_link: bool
) -> None:
    tool = private / "prefix" / "bin" / "tool"
    data = private / "prefix" / "lib" / "data"
    for folder in (tool.parent, data, private / "bot"):
        folder.mkdir(parents=True)
    (data / "secret").touch()
    (data.parent / "library").touch()
    tool.write_text(f"#!/bin/sh\nls -R {data.parent}\n")
    tool.chmod(0o755)
    link = private / "link"
    link.symlink_to(data)
    hiding = replace(bubbled, hidden=(link if through_a_link else data,))

    ran = await run(private, hiding, BotCommand((str(tool),), private / "bot", {}, "none"))

    assert "library" in ran.output
    assert "secret" not in ran.output


# ------------------------------------------------------------ what is left


@dataclass(frozen=True)
class Held:
    """What this process holds of the host."""

    fds: tuple[str, ...]
    processes: frozenset[int]
    groups: tuple[str, ...]


def held() -> Held:
    """Locks on uids are among the descriptors."""
    links = []
    for fd in Path("/proc/self/fd").iterdir():
        try:
            links.append(str(fd.readlink()))
        except OSError:  # that of the listing
            continue
    kinds = sorted(link.partition(":")[0] for link in links if "anon_inode" not in link)
    living = frozenset(facts.pid for facts in all_facts() if facts.state != "Z")
    return Held(tuple(kinds), living & below([os.getpid()], all_facts()), tuple(_groups()))


def _groups() -> Iterator[str]:
    found = find_cgroups()
    for base in found.bases.values() if isinstance(found, Cgroups) else ():
        yield from sorted(str(folder) for folder in base.glob(f"arena-{os.getpid()}-*"))


async def lives(private: Path, confinement: Confinement) -> None:
    """A whole life."""
    await run(private, confinement, python(private, "pass"))


async def is_not_there(private: Path, confinement: Confinement) -> None:
    """The command is no file."""
    command = BotCommand(("./missing",), python(private, "").folder, {}, "none")
    with pytest.raises(ExecError):
        await run(private, confinement, command)


async def has_no_submission(private: Path, confinement: Confinement) -> None:
    """bubblewrap fails."""
    command = BotCommand(("./bot",), private / "nowhere", {}, "none")
    fresh = private / "fresh"
    fresh.mkdir()
    with pytest.raises(InfrastructureError):
        await run(fresh, confinement, command)


async def is_cancelled(private: Path, confinement: Confinement) -> None:
    """At several moments of a start."""
    for moment_ms in (0, 1, 3, 6, 10, 20, 40):
        with trio.move_on_after(moment_ms / 1000) as scope:
            await run(private, confinement, python(private, "import time; time.sleep(60)"))
        assert scope.cancelled_caught


async def leaves_children(private: Path, confinement: Confinement) -> None:
    """In a session of their own, as far as that can be."""
    program = "import os, time\nif os.fork() == 0:\n try: os.setsid()\n finally: time.sleep(60)"
    await run(private, confinement, python(private, program))


@pytest.mark.parametrize(
    "happens", [lives, is_not_there, has_no_submission, is_cancelled, leaves_children]
)
async def test_nothing_is_left_of_a_life(
    private: Path,
    confinement: Confinement,
    happens: Callable[[Path, Confinement], Awaitable[None]],
) -> None:
    await run(private, confinement, python(private, "pass"))  # what is cached is opened now
    before = held()

    await happens(private, confinement)

    assert held() == before


async def test_a_bot_that_is_stopped_can_be_ended_and_started_again(
    private: Path, confinement: Confinement
) -> None:
    bot = _bot(private, confinement, start_ms=PATIENCE_S * 1000)
    before = held().processes
    for _ in range(2):
        await bot.start()
        assert bot._life
        await bot._life.brake.freeze()

        await bot._end()

        assert held().processes == before


async def test_a_start_that_does_not_come_to_the_command_is_the_hosts(
    private: Path, confinement: Confinement
) -> None:
    bot = _bot(private, confinement, start_ms=1)
    before = held().processes

    with pytest.raises(InfrastructureError, match="not at the bot's command in 1 ms"):
        await bot.start()

    assert held().processes == before


def _bot(private: Path, confinement: Confinement, *, start_ms: int) -> Bot:
    private.chmod(0o711)
    return Bot(
        command_of("python", SCRIPT.name),
        terms(start_ms=start_ms),
        proof_key=bytes(32),
        folder=private / "run",
        scratch=private / "scratch",
        output=private / "output",
        confinement=confinement,
    )


# ------------------------------------------------------------ single steps


async def test_a_process_in_the_hosts_root_is_not_watched_yet(
    autojump_clock: trio.testing.MockClock,
) -> None:
    with trio.move_on_after(1) as scope:
        await leaves_our_root(os.getpid())

    assert scope.cancelled_caught


def test_only_temporary_folders_of_the_arena_are_opened_to_other_users(
    private: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = private / "home" / "tmp"
    place = closed / "run" / "worker" / "0"
    place.mkdir(parents=True)
    for folder in (*place.parents[:2], closed.parent):
        folder.chmod(0o700)
    monkeypatch.setattr("tempfile.tempdir", str(closed))
    private.chmod(0o755)

    with pytest.raises(InfrastructureError, match="home lets no other user in: set TMPDIR"):
        open_way_to(place)
    closed.parent.chmod(0o755)
    open_way_to(place)

    assert [folder.stat().st_mode & 0o777 for folder in place.parents[:2]] == [0o711, 0o711]


def test_a_program_that_is_a_link_is_shown_by_all_names_on_the_way(private: Path) -> None:
    real, middle, link = (private / place / "node" for place in ("node-20/bin", "current", "bin"))
    for file in (real, middle, link):
        file.parent.mkdir(parents=True)
    real.touch()
    middle.symlink_to(real)
    link.symlink_to("../current/node")

    view = view_of_host(str(link), ())

    assert {link, middle, real.parent} <= set(view.shown)


def test_an_ordinary_users_other_processes_do_not_count_against_his_bots(private: Path) -> None:
    limits = SandboxLimits(processes=64)
    wanted = Confinement(Level.PARTIAL, limits)
    command = python(private, "pass")
    (private / "scratch").mkdir()
    cage = WalledCage(command, wanted, private / "sock", private / "scratch", setpriv=None)

    launch = cage.launch(command.argv, {}, 1)
    cage.close()

    (rlimits,) = (word for word in launch.argv if word.startswith("as="))
    assert "nproc=4096" in rlimits.split(",")
