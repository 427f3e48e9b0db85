"""Nothing that ever came from a process outlives its kill_descendants."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from arena.host.descendants import Family, below
from arena.host.proc import ProcessFacts, facts_of

PREAMBLE = """
import os, subprocess, sys, time
from arena.host.descendants import become_subreaper, kill_descendants

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]
DAEMON = '''
import os, subprocess, sys
os.environ.clear()
subprocess.Popen(sys.argv[1:], start_new_session=True, env={})
'''
STUBBORN = [sys.executable, "-c", '''
import os, signal, time
for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
os.fork(), os.fork()
time.sleep(60)
''']

become_subreaper()
"""


def outcome_of(program: str) -> list[str]:
    """The words that *program*, a process that may kill all below itself, prints."""
    argv = [sys.executable, "-c", PREAMBLE + program]
    return subprocess.run(argv, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.process
def test_daemons_stubborn_ones_and_grandchildren_all_go() -> None:
    program = """
subprocess.Popen(SLEEP)
subprocess.Popen(STUBBORN, start_new_session=True)
subprocess.run([sys.executable, "-c", DAEMON, *SLEEP])
time.sleep(0.5)
print(len(kill_descendants()))
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    print("childless")
"""

    assert outcome_of(program) == ["0", "childless"]


@pytest.mark.process
def test_the_spared_live_on_with_their_children() -> None:
    program = """
spared = subprocess.Popen(STUBBORN)
subprocess.run([sys.executable, "-c", DAEMON, *SLEEP])
time.sleep(0.5)
print(len(kill_descendants(spare=[spared.pid])))
children = open(f"/proc/{spared.pid}/task/{spared.pid}/children").read().split()
print(spared.poll(), len(children))
spared.kill()
spared.wait()
print(len(kill_descendants()))
"""

    assert outcome_of(program) == ["0", "None", "2", "0"]


@pytest.mark.process
def test_a_process_without_descendants_has_nothing_to_do() -> None:
    assert outcome_of("print(len(kill_descendants()))") == ["0"]


FORK_AWAY = """
import os, time
print("forking", flush=True)
end = time.monotonic() + 10
while time.monotonic() < end:
    if os.fork():
        os._exit(0)
print("outlived it")
"""


@pytest.mark.process
def test_one_blow_ends_what_forks_faster_than_it_could_be_found() -> None:
    forking = [sys.executable, "-S", "-c", FORK_AWAY]
    with subprocess.Popen(
        forking, stdout=subprocess.PIPE, start_new_session=True, text=True
    ) as first:
        assert first.stdout
        assert first.stdout.readline() == "forking\n"

        Family(first.pid, mark=None).kill()

        assert first.stdout.read() == ""  # its end: nobody has it open any more


def test_below_finds_every_generation_and_no_neighbour() -> None:
    parents = {2: 1, 3: 2, 4: 3, 5: 1, 6: 5}
    processes = [ProcessFacts(pid, "S", parent, 0, 0, 0) for pid, parent in parents.items()]

    assert below([2], processes) == {3, 4}


def test_facts_of_a_process_that_is_not_there_are_none() -> None:
    child = subprocess.Popen(["sleep", "60"])
    os.kill(child.pid, signal.SIGKILL)
    child.wait()

    assert facts_of(child.pid) is None


def test_facts_of_this_process() -> None:
    facts = facts_of(os.getpid())

    assert facts
    assert (facts.parent, facts.session) == (os.getppid(), os.getsid(0))
    assert facts.started_ticks / os.sysconf("SC_CLK_TCK") <= time.clock_gettime(time.CLOCK_BOOTTIME)
