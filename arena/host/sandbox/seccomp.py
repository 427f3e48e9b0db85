"""The system calls a bot is refused, as a program for the kernel's seccomp.

Theory. The walls of a sandbox are namespaces, or Landlock where there are none; this
filter is there for what they leave open. It refuses

- the kernel's rarely used corners, from which most escapes started: mounts, new
  namespaces (each hands out capabilities), io_uring, bpf, perf, keyrings, netlink;
- what no limit counts: System V memory, message queues, and without a cgroup memory files and
  larger buffers of sockets;
- what two bots could whisper through, though nothing is writable to both: locks, leases,
  watches and write hints on the same read-only file of the host, and what of it is in
  memory, which one can change and the other ask for;
- what a namespace would have made harmless: without one, the mode, owner and time of
  every file of its user, which Landlock does not guard, and leaving the session by which
  the arena finds it.

It lists what is refused, because what a Python, a Node or a Go program needs changes with
every version; only calls newer than the table are refused unseen. They, and those for
which every runtime has an older way, fail with ENOSYS as on an old kernel, the rest with
EPERM. A call made by another machine's table (32-bit, x32) ends the process: the numbers
mean other calls there. What lies in memory, such as the address of a sendmsg or the flags
of clone3, a filter cannot see, so those calls or sockets are refused whole.
"""

from __future__ import annotations

import errno
import platform
import socket
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from arena.host.sandbox.bpf import (
    ALLOW,
    KILL_PROCESS,
    LOAD_ARCHITECTURE,
    LOAD_NUMBER,
    Block,
    Condition,
    any_bit,
    assemble,
    give,
    if_equal,
    if_over,
    none_of,
    not_zero,
    one_of,
    refuse,
    unless_equal,
    where,
)
from arena.host.sandbox.syscalls import NEWEST, numbers_of

_MACHINE: Final = platform.machine()
_ARCHITECTURES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # linux/audit.h
_X32: Final = 0x40000000
"""The bit by which a number counts in x86_64's table for 32-bit pointers."""

_ABSENT: Final = "clone3 openat2 io_uring_setup io_uring_enter io_uring_register"
"""Whose arguments lie in memory, and without which every runtime knows another way."""

_REFUSED: Final[Mapping[str, str]] = {
    "namespaces": "unshare setns",
    "mounts": """mount umount2 pivot_root chroot move_mount open_tree fsopen fsconfig fsmount fspick
        mount_setattr""",
    "other processes": """ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd kcmp
        migrate_pages move_pages""",
    "corners of the kernel": """bpf perf_event_open userfaultfd modify_ldt add_key request_key
        keyctl name_to_handle_at open_by_handle_at""",
    "memory and tables that no limit counts": """memfd_secret io_setup shmget shmat shmctl shmdt
        semget semop semctl semtimedop msgget msgsnd msgrcv msgctl mq_open mq_unlink mq_timedsend
        mq_timedreceive mq_notify mq_getsetattr""",
    "watches, by which a bot sees what another opens": """inotify_init inotify_init1
        inotify_add_watch fanotify_init fanotify_mark""",
    "what of a file is in memory": "mincore cachestat",
    "a larger share of the processor": """sched_setaffinity sched_setscheduler sched_setparam
        sched_setattr setpriority ioprio_set""",
    "the machine": """kexec_load kexec_file_load init_module finit_module delete_module reboot
        swapon swapoff syslog acct quotactl quotactl_fd sethostname setdomainname iopl ioperm sync
        syncfs settimeofday clock_settime adjtimex clock_adjtime""",
}
"""By what they would be used for."""

_REFUSED_WITHOUT_NAMESPACES: Final = """
    setsid setpgid truncate chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat
    utime utimes futimesat utimensat
    setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr
"""
"""Landlock lets every owner do this, older kernels' also truncate."""

_SET_ID: Final = 0o6000
_CREATES: Final = 0o100 | 0o20000000  # O_CREAT, and what O_TMPFILE adds to O_DIRECTORY
_NEW_NAMESPACE: Final = 0x7E020000  # every CLONE_NEW… that clone takes
_CLONE_PARENT: Final = 0x00008000
_PR_SET_PDEATHSIG: Final = 1
_TERMINAL_INPUT: Final = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX: type for whoever has the terminal
_LOCKS: Final = (6, 7, 37, 38)  # F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW
_TELLTALES: Final = (1024, 1026, 1036, 1038)  # F_SETLEASE, F_NOTIFY, F_SET_RW_HINT, its …FILE_…
_FORGET: Final = 4  # POSIX_FADV_DONTNEED
_PAGE_OUT: Final = (20, 21)  # MADV_COLD, MADV_PAGEOUT
_ONLY_IF_CACHED: Final = 8  # RWF_NOWAIT
_SHARED: Final = 1  # MAP_SHARED and MAP_SHARED_VALIDATE
_ANONYMOUS: Final = 0x20  # MAP_ANONYMOUS
_STREAMS: Final = (socket.SOCK_STREAM, socket.SOCK_SEQPACKET)
_TYPE_OF_SOCKET: Final = 0xF  # besides SOCK_NONBLOCK and SOCK_CLOEXEC
_BUFFER_SIZES: Final = (socket.SO_SNDBUF, socket.SO_RCVBUF, 32, 33)  # and SO_…BUFFORCE
_DONE: Final = 0
"""No error: the call does nothing and says that it has."""

_Rule = tuple[str, tuple[Condition, ...], int]
"""A call, what must hold of it all together, the errno it then fails with."""

_ALWAYS: Final[tuple[_Rule, ...]] = (
    ("clone", (any_bit(0, _NEW_NAMESPACE),), errno.EPERM),
    ("socket", (none_of(0, socket.AF_UNIX),), errno.EAFNOSUPPORT),
    ("socketpair", (none_of(0, socket.AF_UNIX),), errno.EAFNOSUPPORT),
    ("ioctl", (one_of(1, *_TERMINAL_INPUT),), errno.EPERM),
    ("fcntl", (one_of(1, *_TELLTALES),), errno.EPERM),
    ("fadvise64", (one_of(3, _FORGET),), errno.EPERM),
    ("madvise", (one_of(2, *_PAGE_OUT),), errno.EPERM),
    ("preadv2", (any_bit(5, _ONLY_IF_CACHED),), errno.EOPNOTSUPP),
    ("open", (any_bit(1, _CREATES), any_bit(2, _SET_ID)), errno.EPERM),
    ("openat", (any_bit(2, _CREATES), any_bit(3, _SET_ID)), errno.EPERM),
    ("creat", (any_bit(1, _SET_ID),), errno.EPERM),
    ("mkdir", (any_bit(1, _SET_ID),), errno.EPERM),
    ("mkdirat", (any_bit(2, _SET_ID),), errno.EPERM),
    ("mknod", (any_bit(1, _SET_ID),), errno.EPERM),
    ("mknodat", (any_bit(2, _SET_ID),), errno.EPERM),
    ("chmod", (any_bit(1, _SET_ID),), errno.EPERM),
    ("fchmod", (any_bit(1, _SET_ID),), errno.EPERM),
    ("fchmodat", (any_bit(2, _SET_ID),), errno.EPERM),
    ("fchmodat2", (any_bit(2, _SET_ID),), errno.EPERM),
)
_WITHOUT_NAMESPACES: Final[tuple[_Rule, ...]] = (
    ("clone", (any_bit(0, _CLONE_PARENT),), errno.EPERM),  # a child that would be the arena's
    ("prlimit64", (not_zero(0),), errno.EPERM),  # limits of another, to read or to set
    ("prctl", (one_of(0, _PR_SET_PDEATHSIG),), errno.EPERM),  # to outlive the arena
)
_ONLY_LISTENING: Final[tuple[_Rule, ...]] = (
    # A datagram socket is told where to send by each message, without connecting.
    ("socket", (none_of(1, *_STREAMS, mask=_TYPE_OF_SOCKET),), errno.EPERM),
    ("socketpair", (none_of(1, *_STREAMS, mask=_TYPE_OF_SOCKET),), errno.EPERM),
    ("sendto", (not_zero(4),), errno.EPERM),
)
_UNCOUNTED: Final[tuple[_Rule, ...]] = (
    # Once nobody maps a page of it, it is in nobody's resident set and takes memory all the same.
    ("mmap", (any_bit(3, _SHARED), any_bit(3, _ANONYMOUS)), errno.EPERM),
    # A wish that the kernel may grant in part: who has it does not look, and may give up on EPERM.
    ("setsockopt", (one_of(1, socket.SOL_SOCKET), one_of(2, *_BUFFER_SIZES)), _DONE),
)
_NO_LOCKS: Final[tuple[_Rule, ...]] = (("fcntl", (one_of(1, *_LOCKS),), errno.EPERM),)


@dataclass(frozen=True, slots=True)
class FilterTraits:
    """What the rest of the sandbox takes care of, so that the filter need not."""

    pid_namespace: bool
    """It has a pid namespace, and a mount namespace with it: daemons die with the sandbox, and
    no file of the host can be changed."""
    counts_memory: bool
    """A cgroup counts memory files, shared memory without a file and what lies in sockets, which
    no resource limit does."""
    may_connect: bool
    """Every socket it can reach is its own. Otherwise it only listens: Landlock keeps no one
    from a socket in a folder."""
    may_lock: bool = False
    """It gets locks on files, which SQLite wants and two bots can signal through."""


def filter_program(traits: FilterTraits, machine: str = _MACHINE) -> bytes:
    """The filter, an array of struct sock_filter, for bwrap's --seccomp or seccomp(2).

    Args:
        traits: what the sandbox is like.
        machine: as `platform.machine` names it.

    Raises:
        InfrastructureError: there is no filter for *machine*.
    """
    numbers = numbers_of(machine)
    return assemble(
        [
            *_of_this_machine(machine, numbers),
            _alike(_ABSENT, numbers, errno.ENOSYS),
            *(_alike(names, numbers, errno.EPERM) for names in _refused(traits)),
            *_by_arguments(_rules(traits), numbers),
            give(ALLOW),
        ]
    )


def _refused(traits: FilterTraits) -> Iterator[str]:
    yield from _REFUSED.values()
    if not traits.pid_namespace:
        yield _REFUSED_WITHOUT_NAMESPACES
    if not traits.counts_memory:
        yield "memfd_create"
    if not traits.may_connect:
        yield "connect"
    if not traits.may_lock:
        yield "flock"


def _rules(traits: FilterTraits) -> Iterator[_Rule]:
    yield from _ALWAYS
    if not traits.pid_namespace:
        yield from _WITHOUT_NAMESPACES
    if not traits.may_connect:
        yield from _ONLY_LISTENING
    if not traits.counts_memory:
        yield from _UNCOUNTED
    if not traits.may_lock:
        yield from _NO_LOCKS


def _of_this_machine(machine: str, numbers: Mapping[str, int | None]) -> Iterator[Block]:
    """Leave the call's number in A; it is one of *machine*'s own table, and known."""
    newest = numbers[NEWEST]
    assert newest is not None
    yield LOAD_ARCHITECTURE
    yield unless_equal(_ARCHITECTURES[machine], give(KILL_PROCESS))
    yield LOAD_NUMBER
    if machine == "x86_64":
        yield if_over(_X32 - 1, give(KILL_PROCESS))
    yield if_over(newest, refuse(errno.ENOSYS))


def _alike(names: str, numbers: Mapping[str, int | None], error: int) -> Block:
    """Let every call of *names* that the machine has fail with *error*."""
    here = [number for name in names.split() if (number := numbers[name]) is not None]
    return if_equal(here, refuse(error))


def _by_arguments(rules: Iterable[_Rule], numbers: Mapping[str, int | None]) -> Iterator[Block]:
    """For each call what *rules* say of its arguments, else leave to do it."""
    clauses: dict[str, Block] = {}
    for name, conditions, error in rules:
        clauses[name] = clauses.get(name, ()) + where(conditions, refuse(error))
    for name, block in clauses.items():
        number = numbers[name]
        if number is not None:
            yield if_equal([number], (*block, *give(ALLOW)))
