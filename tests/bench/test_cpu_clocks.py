"""What reading a bot's CPU time costs by its control group, as a ratio to its process's clock."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from statistics import median

import pytest

from arena.host.cpu import TreeClock
from arena.host.sandbox.cgroup import BotGroup
from arena.host.sandbox.cgroup_clock import GroupClock
from arena.host.sandbox.cgroup_probe import Missing, find_cgroups
from arena.referee.confinement import SandboxLimits

pytestmark = [pytest.mark.bench, pytest.mark.process]

READS = 2000
ROUNDS = 15


def cost_ns(read: Callable[[], int]) -> float:
    began_ns = time.perf_counter_ns()
    for _ in range(READS):
        read()
    return (time.perf_counter_ns() - began_ns) / READS


def test_cost_of_a_group_reading_beside_a_tree_reading() -> None:
    cgroups = find_cgroups()
    if isinstance(cgroups, Missing):
        pytest.skip(cgroups.reason)
    group = BotGroup.make(cgroups, SandboxLimits())
    process = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
    group.add(process.pid)
    by_group, by_tree = GroupClock(group), TreeClock(process.pid)

    ratios = [cost_ns(by_group.read_ns) / cost_ns(by_tree.read_ns) for _ in range(ROUNDS)]
    by_tree.close()
    process.communicate()

    assert group.remove()
    print(f"\ngroup reading over tree reading: {median(ratios):.2f} of {ROUNDS} rounds")
    print(f"from {min(ratios):.2f} to {max(ratios):.2f}, one process, {cgroups}")
