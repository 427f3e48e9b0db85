"""A bot that uses more than its limits is ended, and it is said by how much."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio
import trio.testing

from arena.errors import InfrastructureError
from arena.host.descendants import become_subreaper
from arena.host.proc import all_facts
from arena.host.sandbox.cgroup import BotGroup, Cgroups
from arena.host.sandbox.excess import PERIOD_S, Excess, Resource, Usage, excess_of, pause_s
from arena.host.sandbox.watch import Watch
from arena.host.sandbox.watchdog import Watchdog
from arena.host.sandbox.watchdog_meters import GroupMeter, Look, Meter, TreeMeter
from arena.host.sandbox.watchdog_scratch import Folder, Tmpfs
from arena.host.sandbox.watchdog_sockets import (
    buffer_bytes,
    bytes_in_network_of,
    bytes_of_descriptors,
)
from arena.host.sandbox.watchdog_tree import members_of, memory_bytes_of, tasks_of
from arena.referee.confinement import MIB, SandboxLimits

PATIENCE_S = 20.0
LIMITS = SandboxLimits()

HOLD = """
import os, sys
def hold(mib): return bytearray(b"x") * (mib << 20)
def say(text="ready"): print(text, flush=True)
def fork(*work):
    if os.fork() == 0:
        held = [do() for do in work]
        say()
        sys.stdin.read()
        os._exit(0)
"""


class Tree:
    """A Python program with some helpers, and whatever it forks."""

    def __init__(self, program: str, *argv: str, lines: int = 1) -> None:
        """Started, and past so many lines of output."""
        self.process = subprocess.Popen(
            [sys.executable, "-c", HOLD + program + "\nsys.stdin.read()", *argv],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout
        self.said = [self.process.stdout.readline().strip() for _ in range(lines)]

    @property
    def pid(self) -> int:
        return self.process.pid

    def close(self) -> None:
        for facts in all_facts():
            if facts.session == self.pid:
                os.kill(facts.pid, signal.SIGKILL)
        self.process.communicate()


@pytest.fixture
def trees() -> Iterator[list[Tree]]:
    trees: list[Tree] = []
    yield trees
    for tree in trees:
        tree.close()


def ended_pid() -> int:
    """The number of a process that has been waited for."""
    with subprocess.Popen(["true"]) as process:
        return process.pid


async def watched(tree: Tree, meter: Meter) -> Excess | None:
    """What a watchdog finds until *tree* ends."""
    watchdog = Watchdog(tree.pid, meter)
    await watch(watchdog)
    return watchdog.excess


async def watch(watchdog: Watchdog) -> None:
    """Until the bot ends."""
    with trio.fail_after(PATIENCE_S):
        await trio.to_thread.run_sync(watchdog.watch, abandon_on_cancel=True)


@pytest.mark.parametrize(
    ("usage", "resource", "detail"),
    [
        pytest.param(
            Usage(memory_bytes=620 * MIB),
            Resource.MEMORY,
            "620 MiB of memory, more than 512",
            id="memory",
        ),
        pytest.param(
            Usage(memory_bytes=512 * MIB + 1),
            Resource.MEMORY,
            "513 MiB of memory, more than 512",
            id="memory-by-one-byte",
        ),
        pytest.param(
            Usage(memory_bytes=400 * MIB, socket_bytes=200 * MIB),
            Resource.MEMORY,
            "600 MiB of memory with what its sockets may hold, more than 512",
            id="memory-with-sockets",
        ),
        pytest.param(
            Usage(processes=66),
            Resource.PROCESSES,
            "66 processes and threads, more than 64",
            id="processes-beside-the-sandboxs-own",
        ),
        pytest.param(
            Usage(scratch_bytes=65 * MIB),
            Resource.DISK,
            "65 MiB of files, more than 64",
            id="scratch",
        ),
        pytest.param(
            Usage(scratch_files=10_001), Resource.DISK, "10001 files, more than 10000", id="files"
        ),
        pytest.param(
            Usage(has_hidden_files=True),
            Resource.DISK,
            "folders that cannot be counted: too deep, or not readable",
            id="hidden-files",
        ),
        pytest.param(
            Usage(600 * MIB, 0, 70, 70 * MIB, 20_000),
            Resource.MEMORY,
            "600 MiB of memory, more than 512",
            id="memory-is-the-gravest",
        ),
    ],
)
def test_an_excess_is_named(usage: Usage, resource: Resource, detail: str) -> None:
    assert excess_of(usage, LIMITS) == Excess(resource, detail)


def test_all_limits_reached_are_no_excess() -> None:
    assert excess_of(Usage(412 * MIB, 100 * MIB, 65, 64 * MIB, 10_000), LIMITS) is None


@pytest.mark.parametrize(
    ("usage", "share"),
    [
        pytest.param(Usage(), 1, id="at-nothing"),
        pytest.param(Usage(memory_bytes=256 * MIB), 0.5, id="at-half-its-memory"),
        pytest.param(Usage(128 * MIB, 256 * MIB), 0.25, id="at-sockets-too"),
        pytest.param(Usage(processes=52), 0.2, id="at-most-of-its-processes"),
        pytest.param(Usage(scratch_bytes=48 * MIB), 0.25, id="at-most-of-its-scratch"),
        pytest.param(Usage(scratch_files=9_000), 0.1, id="at-nearly-all-its-files"),
        pytest.param(Usage(memory_bytes=512 * MIB), 0.05, id="never-at-once"),
    ],
)
def test_the_less_is_left_the_sooner_it_is_looked_again(usage: Usage, share: float) -> None:
    assert pause_s(usage, LIMITS) == pytest.approx(PERIOD_S * share)


@pytest.mark.process
@pytest.mark.slow
async def test_a_tree_over_its_memory_is_killed(trees: list[Tree]) -> None:
    limits = SandboxLimits(memory_mib=150)
    tree = Tree("for _ in range(4): fork(lambda: hold(50))", lines=4)
    trees.append(tree)

    excess = await watched(tree, TreeMeter(tree.pid, limits))

    assert excess is not None
    assert excess.resource is Resource.MEMORY
    assert excess.detail.endswith(" MiB of memory, more than 150")
    assert 200 <= int(excess.detail.split()[0]) < 300
    assert tree.process.wait(PATIENCE_S) == -signal.SIGKILL


@pytest.mark.process
def test_memory_that_forks_share_counts_once(trees: list[Tree]) -> None:
    tree = Tree("held = hold(100)\nfor _ in range(4): fork()", lines=4)
    trees.append(tree)

    shared_bytes = memory_bytes_of(members_of(tree.pid), enough_bytes=0)

    assert 100 * MIB < shared_bytes < 180 * MIB
    assert TreeMeter(tree.pid, SandboxLimits(memory_mib=180)).look().excess is None


@pytest.mark.process
def test_tables_of_pages_that_were_only_read_count(trees: list[Tree]) -> None:
    program = (
        "import mmap\n"
        "pages = mmap.mmap(-1, 16 << 30, mmap.MAP_PRIVATE, mmap.PROT_READ)\n"
        "pages.madvise(mmap.MADV_NOHUGEPAGE)\n"
        "for at in range(0, 16 << 30, 2 << 20): pages[at]\n"
        "say()"
    )
    tree, without = Tree(program), Tree("say()")
    trees += [tree, without]

    held_bytes, usual_bytes = (memory_bytes_of([one.pid], 0) for one in (tree, without))

    assert held_bytes - usual_bytes > 30 * MIB


@pytest.mark.process
def test_maps_count_though_they_have_no_pages(trees: list[Tree]) -> None:
    program = (
        "import mmap\n"
        "held = [mmap.mmap(-1, 4096, prot=1 + number % 2 * 2) for number in range(30000)]\n"
        "say()"
    )
    tree = Tree(program)
    trees.append(tree)

    maps = Path(f"/proc/{tree.pid}/maps").read_text().count("\n")
    resident = Path(f"/proc/{tree.pid}/statm").read_text().split()[1]

    assert maps > 29_000
    held_bytes = memory_bytes_of([tree.pid], enough_bytes=1 << 40)
    assert held_bytes > int(resident) * 4096 + maps * 200


SOCKETS = "import socket\nheld = [socket.socketpair() for _ in range(50)]\nsay()"


@pytest.mark.process
def test_sockets_count_as_full_where_they_share_a_network(trees: list[Tree]) -> None:
    tree = Tree(SOCKETS)
    trees.append(tree)

    held_bytes = bytes_of_descriptors(members_of(tree.pid), enough_bytes=0, most=256)

    assert held_bytes == 100 * buffer_bytes()
    assert buffer_bytes() > 100_000
    usage = TreeMeter(tree.pid, SandboxLimits(memory_mib=28)).look()
    assert usage.excess is not None
    assert "with what its sockets may hold" in usage.excess.detail


@pytest.mark.process
def test_sockets_in_a_network_of_its_own_count_though_no_process_has_them_open() -> None:
    program = (
        "import array, socket, sys\n"
        "held = [socket.socketpair() for _ in range(20)]\n"
        "carrier, _ = held[0]\n"
        "fds = array.array('i', [end.fileno() for pair in held[1:] for end in pair])\n"
        "carrier.sendmsg([b'x'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, fds)])\n"
        "del held[1:]\n"
        "print('ready', flush=True); sys.stdin.read()"
    )
    own = ["unshare", "--net", "--map-root-user"]
    with subprocess.Popen(
        [*own, sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        if process.stdout.readline() != "ready\n":
            pytest.skip("no network of its own can be had here")

        held_bytes = bytes_in_network_of(process.pid)
        process.stdin.close()

    assert held_bytes == 40 * buffer_bytes()


@pytest.mark.process
async def test_too_many_threads_are_killed(trees: list[Tree]) -> None:
    threads = "import threading, time\nfor _ in range(30):\n threading.Thread(target=input).start()"
    tree = Tree(threads + "\nsay()")
    trees.append(tree)

    excess = await watched(tree, TreeMeter(tree.pid, SandboxLimits(processes=20)))

    assert excess == Excess(Resource.PROCESSES, "31 processes and threads, more than 20")


@pytest.mark.process
def test_an_orphan_of_the_bots_session_is_counted(trees: list[Tree]) -> None:
    become_subreaper()
    tree = Tree("if os.fork() == 0: fork(lambda: hold(50)); os._exit(0)\nos.wait()")
    trees.append(tree)

    members = members_of(tree.pid)

    assert len(members) == 2
    assert memory_bytes_of(members, enough_bytes=LIMITS.memory_mib * MIB) > 50 * MIB


@pytest.mark.process
async def test_a_bot_within_its_limits_is_watched_until_it_ends(trees: list[Tree]) -> None:
    tree = Tree("say()")
    trees.append(tree)
    watchdog = Watchdog(tree.pid, TreeMeter(tree.pid, LIMITS))

    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch, watchdog)
            await trio.sleep(0.35)
            assert tree.process.poll() is None
            assert tree.process.stdin
            tree.process.stdin.close()

    assert watchdog.excess is None
    tree.process.stdin = None
    assert tree.process.wait(PATIENCE_S) == 0


@pytest.mark.process
async def test_a_bot_that_is_gone_already_has_no_excess() -> None:
    pid = ended_pid()
    watchdog = Watchdog(pid, TreeMeter(pid, LIMITS))

    await watch(watchdog)

    assert watchdog.excess is None
    assert tasks_of(pid) == 0


@pytest.mark.process
async def test_what_the_kernel_left_of_a_group_over_its_memory_is_ended(
    cgroups: Cgroups, trees: list[Tree]
) -> None:
    limits = SandboxLimits(memory_mib=100)
    group = BotGroup.make(cgroups, limits)
    tree = Tree("say(); sys.stdin.readline(); fork(lambda: hold(150)); os.wait(); say()")
    trees.append(tree)
    group.add(tree.pid)
    assert tree.process.stdin
    tree.process.stdin.write("go\n")
    tree.process.stdin.flush()

    excess = await watched(tree, GroupMeter(group, limits))

    assert tree.process.wait(PATIENCE_S) == -signal.SIGKILL
    assert group.remove(PATIENCE_S)
    if cgroups.files.version == 1:  # in version 2 the kernel takes all, and the watchdog is late
        assert excess == Excess(Resource.MEMORY, "killed at its limit of 100 MiB of memory")


def test_files_of_a_folder_are_counted_at_any_depth(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "big").write_bytes(b"x" * MIB)
    (tmp_path / "small").write_bytes(b"x")

    use = Folder(tmp_path).use(most_files=100)

    assert use.files == 4
    assert MIB <= use.held_bytes < MIB + 64 * 1024
    assert not use.is_hidden


def test_links_out_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "big").write_bytes(b"x" * MIB)
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link").symlink_to(outside)

    use = Folder(inside).use(most_files=100)

    assert use.files == 1
    assert use.held_bytes < MIB


def test_a_sparse_file_counts_what_it_takes(tmp_path: Path) -> None:
    with (tmp_path / "sparse").open("wb") as file:
        file.truncate(1 << 40)

    assert Folder(tmp_path).use(most_files=100).held_bytes < MIB


def test_counting_stops_just_beyond_the_limit(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / str(number)).touch()

    assert Folder(tmp_path).use(most_files=10).files == 11


def test_folders_too_deep_to_count_are_hidden(tmp_path: Path) -> None:
    tmp_path.joinpath(*("d" for _ in range(17))).mkdir(parents=True)

    assert Folder(tmp_path).use(most_files=100).is_hidden


def test_a_scratch_that_is_gone_holds_nothing(tmp_path: Path) -> None:
    assert Folder(tmp_path / "gone").use(most_files=100).files == 0
    assert Tmpfs(tmp_path / "gone").use(most_files=100).files == 0


@pytest.fixture
def tmpfs(tmp_path: Path) -> Iterator[Path]:
    """A mounted one."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64m", "none", folder]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("nothing can be mounted here")
    yield folder
    subprocess.run(["umount", folder], check=True)


@pytest.mark.process
def test_scratch_in_memory_counts_as_memory(tmpfs: Path, trees: list[Tree]) -> None:
    (tmpfs / "big").write_bytes(b"x" * 60 * MIB)
    (tmpfs / "small").write_bytes(b"x")
    tree = Tree("held = hold(100); say()")
    trees.append(tree)

    use = Tmpfs(tmpfs).use(most_files=100)
    assert use.files == 2
    assert 60 * MIB < use.held_bytes < 61 * MIB

    limits = SandboxLimits(memory_mib=150)
    assert TreeMeter(tree.pid, limits).look().excess is None
    excess = TreeMeter(tree.pid, limits, [Tmpfs(tmpfs)]).look().excess
    assert excess is not None
    assert excess.resource is Resource.MEMORY


class BlindMeter:
    """Cannot look."""

    def __init__(self, error: OSError | InfrastructureError) -> None:
        self._error = error

    def look(self) -> Look:
        raise self._error


@pytest.mark.process
@pytest.mark.parametrize(
    "error",
    [
        pytest.param(OSError(24, "Too many open files"), id="no-descriptor"),
        pytest.param(InfrastructureError("memory.oom_control: No such device"), id="no-group"),
    ],
)
async def test_a_bot_that_cannot_be_watched_is_ended_and_no_fault_is_its_own(
    trees: list[Tree], error: OSError | InfrastructureError
) -> None:
    tree = Tree("say()")
    trees.append(tree)
    watch = Watch()

    watch.begin(tree.pid, BlindMeter(error))

    with trio.fail_after(PATIENCE_S):
        await trio.to_thread.run_sync(tree.process.wait)
    assert tree.process.returncode == -signal.SIGKILL
    with pytest.raises(InfrastructureError, match=f"watchdog: .*{error.args[-1]}"):
        watch.killed_for()


@pytest.mark.process
async def test_a_look_that_fails_as_the_watch_ends_harms_nobody(trees: list[Tree]) -> None:
    looking, gone = threading.Event(), threading.Event()

    class LateMeter:
        def look(self) -> Look:
            looking.set()
            gone.wait(PATIENCE_S)
            raise InfrastructureError("memory.oom_control: No such file or directory")

    tree = Tree("say()")
    trees.append(tree)
    watch = Watch()
    watch.begin(tree.pid, LateMeter())
    await trio.to_thread.run_sync(looking.wait, PATIENCE_S)

    watch.end()
    gone.set()

    await trio.testing.wait_all_tasks_blocked()
    assert tree.process.poll() is None
