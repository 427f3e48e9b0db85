"""The kernel takes the filter, does what it says, and a real bot lives under it."""

from __future__ import annotations

import json
import platform
import signal
import subprocess
import sys
from collections.abc import Sequence
from errno import EAFNOSUPPORT, EBADF, ENOSYS, EOPNOTSUPP, EPERM
from pathlib import Path

import pytest

from arena.host.sandbox.seccomp import FilterTraits, filter_program
from arena.rules.actions import Action
from tests.host.sandbox.sample import answer_of_sample_bot

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(platform.machine() != "x86_64", reason="calls are numbered for x86_64"),
]

CONFINED = FilterTraits(pid_namespace=True, counts_memory=True, may_connect=True)
BARE = FilterTraits(pid_namespace=False, counts_memory=False, may_connect=False)
SCRIPT = Path(__file__).with_name("under_filter.py")
HIGH = 1 << 32

# Harmless by their arguments, should a filter let them pass.
REFUSED = {
    "unshare nothing": (272, 0),
    "setns of no descriptor": (308, -1, 0),
    "clone with two flags that exclude each other": (56, 0x10000000 | 0x200),
    "mount nowhere": (165, 0, 0, 0, 0, 0),
    "ptrace of nobody": (101, 16, 0x7FFFFFFF, 0, 0),
    "process_vm_readv of nobody": (310, 0x7FFFFFFF, 0, 0, 0, 0, 0),
    "bpf without a command": (321, -1, 0, 0),
    "perf_event_open of nothing": (298, 0, 0, -1, -1, 0),
    "userfaultfd with unknown flags": (323, -1),
    "keyctl without a command": (250, -1),
    "shmget of nothing": (29, 0, 0, 0),
    "msgget of what is not there": (68, 0x7ABCDEF1, 0),
    "mq_open of nothing": (240, 0, 0, 0, 0),
    "sched_setaffinity to nothing": (203, 0, 0, 0),
    "setpriority of nothing": (141, 99, 0, 0),
    "flock of no descriptor": (73, -1, 2),
    "fcntl F_SETLK": (72, 0, 6, 0),
    "fcntl F_OFD_SETLK with a high bit": (72, 0, HIGH | 37, 0),
    "fcntl F_SETLEASE of no descriptor": (72, -1, 1024, 1),
    "ioctl TIOCSTI with a high bit": (16, -1, HIGH | 0x5412, 0),
    "inotify_init1 with unknown flags": (294, -1),
    "chmod set-uid of nothing": (90, 0, 0o4755),
    "fchmod set-gid of no descriptor": (91, -1, 0o2755),
    "openat of a new set-uid file nowhere": (257, -1, 0, 0o101, 0o4755),
    "memfd_secret with unknown flags": (447, -1),
    "cachestat of no descriptor": (451, -1, 0, 0, 0),
    "mincore of nothing": (27, 1, 1, 0),
    "fadvise64 of no descriptor": (221, -1, 0, 0, 4),
    "madvise of nothing": (28, 1, 1, 21),
}
REFUSED_WITHOUT_NAMESPACES = {
    "memfd_create of nothing": (319, 0, -1),
    "mmap of nothing, to share": (9, 0, 0, 3, 0x21, -1, 0),
    "setpgid of nobody": (109, 0x7FFFFFFF, 0),
    "connect of no descriptor": (42, -1, 0, 0),
    "socket of datagrams": (41, 1, 2, 0),
    "sendto an address": (44, -1, 0, 0, 0, 1, 16),
    "truncate of nothing": (76, 0, 0),
    "fchmod of no descriptor": (91, -1, 0o600),
    "clone of a brother, with two flags that exclude each other": (56, 0x8000 | 0x10200),
}


def errnos(program: bytes, calls: Sequence[tuple[int, ...]]) -> list[int]:
    """What *calls* fail with in a process under *program*."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), program.hex(), "calls", json.dumps(calls)],
        capture_output=True,
        check=True,
        timeout=20,
    )
    return list(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("traits", "calls"),
    [
        pytest.param(CONFINED, REFUSED, id="in-namespaces"),
        pytest.param(BARE, REFUSED | REFUSED_WITHOUT_NAMESPACES, id="without-namespaces"),
    ],
)
def test_the_kernel_refuses_what_the_filter_says(
    traits: FilterTraits, calls: dict[str, tuple[int, ...]]
) -> None:
    found = dict(zip(calls, errnos(filter_program(traits), list(calls.values())), strict=True))

    assert found == dict.fromkeys(calls, EPERM)


def test_most_of_what_is_refused_would_not_be_refused_without() -> None:
    calls = REFUSED | REFUSED_WITHOUT_NAMESPACES

    found = dict(zip(calls, errnos(b"", list(calls.values())), strict=True))

    # A host may itself refuse its users some: containers do.
    assert sum(errno != EPERM for errno in found.values()) > len(calls) / 2, found


@pytest.mark.parametrize(
    ("call", "errno"),
    [
        pytest.param((435, 0, 0), ENOSYS, id="clone3"),
        pytest.param((437, -1, 0, 0, 0), ENOSYS, id="openat2"),
        pytest.param((425, 0, 0), ENOSYS, id="io_uring_setup"),
        pytest.param((41, 2, 1, 0), EAFNOSUPPORT, id="an-internet-socket"),
        pytest.param((41, 16, 3, 0), EAFNOSUPPORT, id="netlink"),
        pytest.param((41, HIGH | 2, 1, 0), EAFNOSUPPORT, id="an-internet-socket-with-a-high-bit"),
        pytest.param((327, -1, 0, 0, 0, 0, 8), EOPNOTSUPP, id="preadv2-of-what-is-in-memory"),
        pytest.param((41, 1, 1, 0), 0, id="a-unix-socket"),
        pytest.param((39,), 0, id="getpid"),
    ],
)
def test_the_kernel_answers_as_the_filter_says(call: tuple[int, ...], errno: int) -> None:
    assert errnos(filter_program(CONFINED), [call]) == [errno]


@pytest.mark.parametrize(
    ("traits", "errno"),
    [pytest.param(BARE, 0, id="seems-done"), pytest.param(CONFINED, EBADF, id="is-tried")],
)
def test_setting_the_buffer_of_no_descriptor(traits: FilterTraits, errno: int) -> None:
    assert errnos(filter_program(traits), [(54, -1, 1, 7, 0, 4)]) == [errno]


def test_a_call_by_the_x32_table_kills() -> None:
    with pytest.raises(subprocess.CalledProcessError) as caught:
        errnos(filter_program(CONFINED), [(0x40000000 | 39,)])

    assert caught.value.returncode == -signal.SIGSYS


@pytest.mark.parametrize("traits", [CONFINED, BARE], ids=["in-namespaces", "without-namespaces"])
async def test_a_sample_bot_plays_under_the_filter(private: Path, traits: FilterTraits) -> None:
    starter = (sys.executable, "-I", "-S", str(SCRIPT), filter_program(traits).hex(), "exec")

    answer = await answer_of_sample_bot(private, starter)

    assert isinstance(answer, Action)
