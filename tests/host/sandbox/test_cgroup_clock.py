"""A control group's CPU time serves where the clocks of a tree's processes do."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from arena.host.cpu import CpuClock, TreeClock
from arena.host.sandbox.cgroup import BotGroup, Cgroups
from arena.host.sandbox.cgroup_clock import GroupClock
from arena.referee.confinement import SandboxLimits

pytestmark = pytest.mark.process

BURN = """
import os, sys, time
def burn(ms):
    until = time.process_time() + ms / 1000
    while time.process_time() < until: pass
for line in sys.stdin:
    if line == "child\\n":
        if os.fork() == 0:
            burn(200)
            os._exit(0)
        os.wait()
    else:
        burn(200)
    print(flush=True)
"""


class Burner:
    """A process in a group of its own that burns 200 ms when told to."""

    def __init__(self, cgroups: Cgroups) -> None:
        self.group = BotGroup.make(cgroups, SandboxLimits())
        self.process = subprocess.Popen(
            [sys.executable, "-c", BURN],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.group.add(self.process.pid)

    def burn(self, where: str) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(where + "\n")
        self.process.stdin.flush()
        self.process.stdout.readline()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        self.group.remove()


@pytest.fixture
def burner(cgroups: Cgroups) -> Iterator[Burner]:
    burner = Burner(cgroups)
    burner.burn("itself")
    yield burner
    burner.close()


def used_ms(clock: CpuClock, burner: Burner, where: str) -> float:
    before_ns = clock.read_ns()
    burner.burn(where)
    clock.look_for_members(since_s=0)
    return (clock.read_ns() - before_ns) / 1e6


@pytest.mark.parametrize("where", ["itself", "child"])
def test_work_counts_wherever_it_is_done(burner: Burner, where: str) -> None:
    clock = GroupClock(burner.group)

    assert 199 <= used_ms(clock, burner, where) < 300
    clock.close()


def test_both_clocks_tell_the_same(burner: Burner) -> None:
    by_group, by_tree = GroupClock(burner.group), TreeClock(burner.process.pid)

    before = by_group.read_ns(), by_tree.read_ns()
    burner.burn("itself")
    after = by_group.read_ns(), by_tree.read_ns()
    by_tree.close()

    group_ns, tree_ns = (end - begin for begin, end in zip(before, after, strict=True))
    assert group_ns == pytest.approx(tree_ns, rel=0.05)
