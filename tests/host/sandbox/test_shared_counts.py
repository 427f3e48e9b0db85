"""A bot of an ordinary user finds used up what that user's other bots could change."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.hostile.ordinary_user import as_ordinary_user, why_not

pytestmark = pytest.mark.process

REPOSITORY = Path(__file__).parents[3]
BOT = """
import array, fcntl, json, os, resource, socket, sys
if sys.argv[1] == "after":
    from arena.host.sandbox.shared_counts import use_up_what_users_share
    for _ in range(3):
        use_up_what_users_share(256)
before = len(os.listdir("/proc/self/fd"))
resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
pipe, _ = os.pipe()
def outcome(deed):
    try:
        deed()
    except OSError as error:
        return error.errno
one, other = socket.socketpair()
rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [pipe]))]
print(json.dumps({
    "open": before,
    "size": fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ),
    "growing": outcome(lambda: fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, 4 * 4096)),
    "sending": outcome(lambda: one.sendmsg([b"-"], rights)),
}))
"""
EPERM, ETOOMANYREFS = 1, 109


def found(when: str, folder: Path) -> Mapping[str, int | None]:
    """What a process finds of it, before or after the arena took its share."""
    user: list[str] = []
    if os.geteuid() == 0:
        if reason := why_not():
            pytest.skip(reason)
        folder.chmod(0o755)
        user = as_ordinary_user(folder)
    told = subprocess.run(
        [*user, sys.executable, "-B", "-c", BOT, when],
        cwd=REPOSITORY,
        capture_output=True,
        check=True,
        timeout=20,
    )
    return dict(json.loads(told.stdout))


def test_pipes_are_small_and_no_descriptor_can_be_sent_once_the_arena_has_all(
    private: Path,
) -> None:
    bot = found("after", private)

    assert (bot["size"], bot["growing"], bot["sending"]) == (2 * 4096, EPERM, ETOOMANYREFS)


def test_what_the_arena_holds_takes_up_no_descriptors_of_its_own(private: Path) -> None:
    without, holding = found("before", private)["open"], found("after", private)["open"]

    assert without
    assert holding == without + 2


def test_without_the_arenas_share_pipes_grow_and_descriptors_are_sent(private: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("other tests of this process may have taken it already")

    bot = found("before", private)

    assert (bot["size"], bot["growing"], bot["sending"]) == (16 * 4096, None, None)
