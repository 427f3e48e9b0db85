"""A bot's control group holds its whole tree to the limits, and knows what it has used."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from arena.errors import InfrastructureError
from arena.host.proc import facts_of
from arena.host.sandbox.cgroup import BotGroup, Cgroups, sweep
from arena.host.sandbox.cgroup_files import OWN_PROCESSES, Files, Version1, Version2
from arena.referee.confinement import MIB, SandboxLimits

pytestmark = pytest.mark.process

LIMITS = SandboxLimits(memory_mib=256, processes=20)
PATIENCE_S = 20.0

WAIT = "import sys; sys.stdin.readline()\n"
"""A member first waits until it is in its group."""
HOLD_A_GIGABYTE = (
    WAIT
    + """
import os
for _ in range(10):
    if os.fork() == 0:
        held = bytearray(b"x") * (100 << 20)
        sys.stdin.read()
        os._exit(0)
statuses = [os.wait()[1] for _ in range(10)]
print(sum(os.WIFSIGNALED(status) for status in statuses))
"""
)
FORK_FOR_EVER = (
    WAIT
    + """
import os, time
made = 0
try:
    while made < 200:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        made += 1
except BlockingIOError:
    print(made, flush=True)
sys.stdin.read()
"""
)
BURN_IN_A_CHILD = (
    WAIT
    + """
import os, time
if os.fork() == 0:
    while time.process_time() < 0.3: pass
    os._exit(0)
os.wait()
print("done", flush=True)
sys.stdin.read()
"""
)
COUNT = (
    WAIT + "import time\nfor number in range(10**6): print(number, flush=True); time.sleep(.002)"
)


class Member:
    """A Python process that is moved into a group before it does anything."""

    def __init__(self, group: BotGroup, program: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        group.add(self.process.pid)
        self.tell("go")

    def tell(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def group(cgroups: Cgroups) -> Iterator[BotGroup]:
    group = BotGroup.make(cgroups, LIMITS)
    yield group
    assert group.remove(PATIENCE_S)


@pytest.fixture
def member(group: BotGroup) -> Iterator[Callable[[str], Member]]:
    members = []

    def start(program: str) -> Member:
        members.append(Member(group, program))
        return members[-1]

    yield start
    for member in members:
        while group.kill():
            time.sleep(0.01)
        member.close()


def eventually(holds: Callable[[], bool]) -> bool:
    until_s = time.monotonic() + PATIENCE_S
    while not holds() and time.monotonic() < until_s:
        time.sleep(0.01)
    return holds()


def folders(cgroups: Cgroups, name: str) -> set[Path]:
    return {base / name for base in cgroups.bases.values()}


@pytest.mark.slow
def test_a_tree_over_its_memory_is_killed_for_it(
    group: BotGroup, member: Callable[[str], Member]
) -> None:
    assert not group.killed_for_memory()

    starter = member(HOLD_A_GIGABYTE)
    assert eventually(group.killed_for_memory)

    peak = group.memory_peak_bytes()
    assert peak is None or 200 * MIB < peak <= LIMITS.memory_mib * MIB
    starter.close()


def test_a_bot_killed_by_somebody_else_was_not_killed_for_memory(
    group: BotGroup, member: Callable[[str], Member]
) -> None:
    waiting = member(WAIT + "print('there', flush=True); sys.stdin.read()")
    assert waiting.line() == "there"

    waiting.process.kill()
    waiting.process.wait()

    assert not group.killed_for_memory()


@pytest.fixture
def crowded(cgroups: Cgroups) -> Iterator[BotGroup]:
    """A group in one that may hold less, as a container may."""
    outer = cgroups.bases["memory"] / f"test-outer-{os.getpid()}"
    outer.mkdir()
    if cgroups.files.version == 1:
        limit = outer / "memory.limit_in_bytes"
        bases = {**cgroups.bases, "memory": outer}
    else:
        (outer / "cgroup.subtree_control").write_text("+pids +memory +cpu")
        limit = outer / "memory.max"
        bases = dict.fromkeys(cgroups.bases, outer)
    limit.write_text(str(100 * MIB))
    group = BotGroup.make(Cgroups(cgroups.files, bases), LIMITS)
    try:
        yield group
    finally:
        group.remove()
        outer.rmdir()


@pytest.mark.slow
def test_a_bot_killed_for_the_hosts_lack_of_memory_is_told_from_one_killed_for_its_own(
    crowded: BotGroup,
) -> None:
    assert not crowded.killed_for_the_hosts_memory()

    starter = Member(crowded, HOLD_A_GIGABYTE)
    assert eventually(crowded.killed_for_the_hosts_memory)
    assert not crowded.killed_for_memory()
    starter.close()


def test_a_fork_bomb_stops_at_the_limit(group: BotGroup, member: Callable[[str], Member]) -> None:
    made = int(member(FORK_FOR_EVER).line())

    assert made + 1 == LIMITS.processes + OWN_PROCESSES
    assert len(group.pids()) == made + 1


def test_cpu_time_of_a_forked_child_that_has_ended_counts(
    group: BotGroup, member: Callable[[str], Member]
) -> None:
    starter = member(BURN_IN_A_CHILD)
    assert starter.line() == "done"

    used_ms = group.cpu_ns() / 1e6

    assert 300 <= used_ms < 1300  # and what forking and starting took


def test_frozen_members_stop_and_thawed_ones_continue(
    group: BotGroup, member: Callable[[str], Member]
) -> None:
    counting = member(COUNT)
    assert counting.line() == "0"

    group.freeze()
    frozen_ns = eventually_still(group)
    time.sleep(0.1)
    assert group.cpu_ns() == frozen_ns
    group.thaw()

    assert eventually(lambda: group.cpu_ns() > frozen_ns)


def eventually_still(group: BotGroup) -> int:
    """Its CPU time once it has stood still for a moment."""
    seen = [group.cpu_ns()]

    def stands() -> bool:
        time.sleep(0.05)
        seen.append(group.cpu_ns())
        return seen[-1] == seen[-2]

    assert eventually(stands)
    return seen[-1]


def test_a_frozen_group_can_be_killed(group: BotGroup, member: Callable[[str], Member]) -> None:
    counting = member(COUNT)
    group.freeze()

    assert group.kill()

    assert counting.process.wait(PATIENCE_S) == -signal.SIGKILL
    assert eventually(lambda: not group.kill())


def test_removing_ends_what_is_left_and_leaves_no_folder(cgroups: Cgroups) -> None:
    group = BotGroup.make(cgroups, LIMITS)
    forking = Member(group, FORK_FOR_EVER)
    forking.line()

    assert group.remove(PATIENCE_S)

    forking.close()
    assert not any(folder.exists() for folder in folders(cgroups, group.name))
    assert group.pids() == ()
    assert group.remove()


def test_sweeping_removes_a_dead_makers_group_and_leaves_a_living_ones(
    cgroups: Cgroups, group: BotGroup, member: Callable[[str], Member]
) -> None:
    mine = member(COUNT)
    dead = subprocess.Popen(["true"])
    dead.wait()
    left = f"arena-{dead.pid}-1"
    for folder in folders(cgroups, left):
        folder.mkdir()
    stray = Member(BotGroup(cgroups, left), COUNT)

    swept = sweep(cgroups)

    assert left in swept
    assert group.name not in swept
    assert stray.process.wait(PATIENCE_S) == -signal.SIGKILL
    stray.close()
    assert not any(folder.exists() for folder in folders(cgroups, left))
    assert mine.process.pid in group.pids()


def test_a_process_that_is_gone_cannot_be_added(group: BotGroup) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()

    with pytest.raises(InfrastructureError, match=r"cgroup\.procs: writing .*: No such process"):
        group.add(gone.pid)


def test_a_group_that_cannot_be_made_names_the_folder(tmp_path: Path) -> None:
    nowhere = Cgroups(Version2(), dict.fromkeys(Version2.controllers, tmp_path / "missing"))

    with pytest.raises(InfrastructureError, match=f"{tmp_path}/missing/arena-.*: No such file"):
        BotGroup.make(nowhere, LIMITS)


def test_version_2_limits_are_written_where_the_kernel_reads_them(tmp_path: Path) -> None:
    cgroups = Cgroups(Version2(), dict.fromkeys(Version2.controllers, tmp_path))

    group = BotGroup.make(cgroups, SandboxLimits(memory_mib=512, processes=64))

    written = {path.name: path.read_text() for path in (tmp_path / group.name).iterdir()}
    assert written == {
        "memory.max": "536870912",
        "memory.oom.group": "1",
        "pids.max": "65",
        "cpu.max": "100000 100000",
    }


@pytest.mark.parametrize(
    ("files", "texts", "killed"),
    [
        pytest.param(Version2(), {"events": "oom 1\noom_kill 3\n"}, True, id="2-own-limit"),
        pytest.param(Version2(), {"events": "oom 0\noom_kill 3\n"}, False, id="2-whole-machine"),
        pytest.param(Version2(), {"events": "oom 4\noom_kill 0\n"}, False, id="2-nobody-killed"),
        pytest.param(Version1(), {"max_usage_in_bytes": "99999744\n"}, True, id="1-own-limit"),
        pytest.param(Version1(), {}, False, id="1-whole-machine"),
        pytest.param(
            Version1(), {"memsw.max_usage_in_bytes": "99999744\n"}, True, id="1-limit-with-swap"
        ),
        pytest.param(
            Version1(),
            {"max_usage_in_bytes": "99999744\n", "oom_control": "oom_kill 0\n"},
            False,
            id="1-nobody-killed",
        ),
    ],
)
def test_only_the_groups_own_limit_counts_as_killed_for_memory(
    tmp_path: Path, files: Files, texts: Mapping[str, str], killed: bool
) -> None:
    usual = {
        "oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n",
        "limit_in_bytes": "100000000\n",
        "max_usage_in_bytes": "70000000\n",
    }
    for name, text in {**usual, **texts}.items():
        (tmp_path / f"memory.{name}").write_text(text)

    assert files.killed_for_memory({"memory": tmp_path}) is killed


def unified() -> Path | None:
    """Version 2's folder for us on a machine that has it without our controllers."""
    path = Path("/sys/fs/cgroup/unified")
    return path if os.access(path / "cgroup.procs", os.W_OK) else None


@pytest.fixture
def core_group() -> Iterator[BotGroup]:
    """A group of version 2 with what it has without any controller."""
    base = unified()
    if base is None:
        pytest.skip("no hierarchy of version 2 beside one of version 1 can be written here")
    cgroups = Cgroups(Version2(), dict.fromkeys(Version2.controllers, base))
    group = BotGroup(cgroups, f"arena-{os.getpid()}-0")
    (base / group.name).mkdir()
    yield group
    assert group.remove(PATIENCE_S)
    assert not (base / group.name).exists()


def test_version_2_counts_freezes_and_kills(core_group: BotGroup) -> None:
    counting = Member(core_group, COUNT)
    assert counting.line() == "0"
    assert core_group.pids() == (counting.process.pid,)

    core_group.freeze()
    frozen_ns = eventually_still(core_group)
    assert frozen_ns > 0
    core_group.thaw()
    assert eventually(lambda: core_group.cpu_ns() > frozen_ns)
    core_group.freeze()
    assert core_group.kill()

    assert counting.process.wait(PATIENCE_S) == -signal.SIGKILL
    assert facts_of(counting.process.pid) is None
    counting.close()
    assert eventually(lambda: core_group.pids() == ())
