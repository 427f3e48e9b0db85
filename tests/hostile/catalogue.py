"""Every attack: what it needs around it, what it may get at most, and where it gets through."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from arena.host.sandbox.landlock import landlock_abi
from arena.referee.confinement import MIB, Level, SandboxLimits

ATTACKS = Path(__file__).with_name("attacks")
CONTROL = "nothing"
LIMITS = SandboxLimits()
_BYTES_OF_A_MAP = 200
_ON_DISK = LIMITS.scratch_mib + LIMITS.shm_mib + 1
"""Scratch, shared memory, and the folder of the socket."""


FIELDS: Mapping[str, frozenset[str]] = {
    field: frozenset(names.split())
    for field, names in {
        "files": """change_metadata environment file_handles inherited_descriptors overwrite_arena
            overwrite_interpreter overwrite_submission proc_paths read_database read_shadow
            socket_link stat_arena symlink_out terminal_in_output write_outside""",
        "other bots": """dial_sibling kill_sibling list_processes ptrace_sibling read_sibling_files
            read_sibling_memory steal_descriptor""",
        "the arena": "abstract_socket pathname_socket signal_arena signal_everybody",
        "network": """many_sockets netlink rare_sockets raw_packets tcp_bind tcp_connect
            udp_send""",
        "processes": """affinity daemonise deep_fork_bomb fork_away fork_bomb ignore_signals renice
            scheduler spin thread_bomb""",
        "memory": """every_tmpfs heap huge_map locked_memory memory_files memory_maps memory_tree
            pipes shared_map shared_memory socket_buffers system_v_memory""",
        "disk": """big_file files_beside_scratch fill_dev fill_scratch flood_output many_files
            sparse_file""",
        "the kernel": """bpf devices dump_core foreign_calls io_uring kernel_settings keyrings
            leave_group make_device make_set_id mount other_corners perf_events raise_limits
            run_set_id terminals the_machine type_for_others user_namespaces userfaultfd""",
        "whispers": " ".join(path.stem for path in ATTACKS.glob("*_whispers.py")),
    }.items()
}
"""What the attacks are on; whispers are from one sitting of a bot to another."""


class Other(Enum):
    """Who is there besides the attacker."""

    NOBODY = "nobody"
    VICTIM = "victim"
    """A bot of somebody else's."""
    ACCOMPLICE = "accomplice"
    """The same bot in another sitting, first at the same time, then before."""


@dataclass(frozen=True)
class Attack:
    """One file of the folder, and how it is staged."""

    name: str
    other: Other = Other.NOBODY
    measured: bool = False
    """Its processes and their memory are counted from outside while it runs."""
    alone: bool = False
    """It takes what others of the same user would need, so it is staged by itself."""
    killed: bool = False
    """It may be killed for what it does, before it can report."""
    open_to_root: bool = False
    """With no walls at all it gets through on any machine, when bots run as root."""
    open_to_user: bool = False
    """The same, when they run as an ordinary user."""


def _staged() -> dict[str, Attack]:
    """By name; one that is not told of here needs nothing and is contained everywhere."""
    names = sorted(path.stem for path in ATTACKS.glob("*.py"))
    return {
        name: Attack(
            name,
            other=Other.ACCOMPLICE
            if name.endswith("_whispers")
            else _OTHERS.get(name, Other.NOBODY),
            measured=name in _MEASURED,
            alone=name in _ALONE or (os.geteuid() != 0 and name in _ALONE_FOR_ITS_USER),
            killed=name in _KILLED,
            open_to_root=name in _OPEN_TO_ALL or name in _OPEN_TO_ROOT,
            open_to_user=name in _OPEN_TO_ALL,
        )
        for name in names
        if name != CONTROL
    }


_OTHERS: Mapping[str, Other] = {
    "dial_sibling": Other.VICTIM,
    "kill_sibling": Other.VICTIM,
    "list_processes": Other.VICTIM,
    "ptrace_sibling": Other.VICTIM,
    "read_sibling_files": Other.VICTIM,
    "read_sibling_memory": Other.VICTIM,
    "steal_descriptor": Other.VICTIM,
}
_ALONE = frozenset("deep_fork_bomb fork_away fork_bomb thread_bomb".split())
_ALONE_FOR_ITS_USER = frozenset("inflight_whispers pipe_whispers pipes timer_whispers".split())
"""The same where all have one user: as root each bot has its own."""
_MEASURED = frozenset("deep_fork_bomb fork_away fork_bomb heap memory_tree spin".split())
_KILLED = frozenset(
    """deep_fork_bomb every_tmpfs fill_scratch fork_away fork_bomb heap many_files memory_files
    memory_maps memory_tree pipes shared_map socket_buffers shared_memory thread_bomb""".split()
)
_OPEN_TO_ALL = frozenset(
    """abstract_socket abstract_whispers big_file change_metadata dial_sibling file_whispers
    huge_map kill_sibling list_processes lock_whispers netlink pathname_socket
    pathname_whispers process_whispers read_database read_sibling_files
    signal_arena signal_everybody stat_arena symlink_out tcp_bind
    tcp_connect udp_send watch_whispers write_outside""".split()
)
_OPEN_TO_ROOT = frozenset(
    """kernel_settings overwrite_interpreter overwrite_submission ptrace_sibling raw_packets
    read_shadow read_sibling_memory run_set_id""".split()
)

STAGED: Mapping[str, Attack] = _staged()


def attacks_at(level: Level) -> list[Attack]:
    """What is played at *level*: without walls only what harms no machine."""
    everything = [Attack(CONTROL), *STAGED.values()]
    if level in (Level.WEAK, Level.NONE):
        return [attack for attack in everything if attack.open_to_root or attack.name == CONTROL]
    return everything


MOST: Mapping[str, int] = {
    "MiB": LIMITS.memory_mib,
    "MiB beside the socket": 1,
    "MiB in a file": LIMITS.file_mib,
    "MiB in buffers": LIMITS.memory_mib,
    "MiB locked": 0,
    "MiB on disk": _ON_DISK,
    "descriptors": LIMITS.descriptors,
    "files": LIMITS.scratch_files,
    "files in /dev/shm": LIMITS.scratch_files,
    "files in /run/arena": LIMITS.scratch_files,
    "percent of a core": 130,
    "pipes": LIMITS.descriptors // 2,
    "processes": LIMITS.processes,
    "terminals": 0,
    "thousand maps": LIMITS.memory_mib * MIB // _BYTES_OF_A_MAP // 1000,
    "threads": LIMITS.processes,
}
"""What an attack may get of what is limited, by unit."""


@dataclass(frozen=True)
class Leak:
    """Why an attack gets through at a level that does not promise to stop it."""

    reason: str
    always: bool = True
    """On every machine; otherwise the kernel or the load decides."""
    below_abi: int | None = None
    """Only where the kernel's Landlock is older than that."""


@dataclass(frozen=True)
class Delay:
    """Why an attack is contained late: it has more than the limit until the arena ends it."""

    reason: str
    ended_for: str
    """What stands in the fault that it is ended with."""
    user_only: bool = False
    """Only where the arena runs as an ordinary user."""


_METADATA = "no kernel lets Landlock hide that a file or a process is there, its size and its times"
_NAMES = "without namespaces all share the names of abstract sockets: one can see that one is taken"
_ACCESS = "without namespaces reading a file of the host sets its time of access"
_NO_SCOPE = "the kernel's Landlock cannot keep signals in yet: that takes Linux 6.12"

LEAKS: Mapping[Level, Mapping[str, Leak]] = {
    Level.FULL: {},
    Level.STRONG: {},
    Level.PARTIAL: {
        "abstract_whispers": Leak(_NAMES),
        "access_time_whispers": Leak(_ACCESS, always=False),
        "kill_sibling": Leak(_NO_SCOPE, below_abi=6),
        "list_processes": Leak(_METADATA),
        "signal_arena": Leak(_NO_SCOPE, below_abi=6),
        "signal_everybody": Leak(_NO_SCOPE, below_abi=6),
        "stat_arena": Leak(_METADATA),
        "symlink_out": Leak(_METADATA),
    },
}
"""What gets through where, and why that is not promised."""

_POLLED = "without a control group the tree is measured, and ended when it has too much"
_ON_HOST = "without a file system of its own its files are counted, and it is ended for too many"
_STARTED = "what an ordinary user's bot starts is counted, and it is ended for too much"
_TREE: Mapping[str, Delay] = {
    "memory_maps": Delay(_POLLED, "of memory"),
    "memory_tree": Delay(_POLLED, "of memory"),
    "socket_buffers": Delay(_POLLED, "of memory with what its sockets may hold"),
}
DELAYS: Mapping[Level, Mapping[str, Delay]] = {
    Level.FULL: {},
    Level.STRONG: _TREE,
    Level.PARTIAL: {
        **_TREE,
        "deep_fork_bomb": Delay(_STARTED, "processes and threads", user_only=True),
        "every_tmpfs": Delay(_ON_HOST, "MiB of files"),
        "fill_scratch": Delay(_ON_HOST, "MiB of files"),
        "fork_bomb": Delay(_STARTED, "processes and threads", user_only=True),
        "many_files": Delay(_ON_HOST, "files"),
        "thread_bomb": Delay(_STARTED, "processes and threads", user_only=True),
    },
}
"""What has more than its limit where, until it is ended for that."""


def delay_of(attack: str, level: Level, *, as_user: bool) -> Delay | None:
    """Why *attack* is contained late at *level* here; None where it must not even begin to."""
    delay = DELAYS.get(level, {}).get(attack)
    return None if delay and delay.user_only and not as_user else delay


def leak_of(attack: str, level: Level) -> Leak | None:
    """Why *attack* gets through at *level* here; None where it must not."""
    leak = LEAKS[level].get(attack)
    if leak is None:
        return None
    if leak.below_abi is not None and landlock_abi() >= leak.below_abi:
        return None
    return leak
