"""What the system call filter lets through, asked of an interpreter call by call."""

from __future__ import annotations

from errno import EAFNOSUPPORT, ENOSYS, EOPNOTSUPP, EPERM

import pytest

from arena.host.sandbox.seccomp import FilterTraits, filter_program
from arena.host.sandbox.syscalls import numbers_of
from tests.host.sandbox.cbpf import ARCHITECTURES, verdict_of

CONFINED = FilterTraits(pid_namespace=True, counts_memory=True, may_connect=True)
"""In namespaces and a cgroup."""
BARE = FilterTraits(pid_namespace=False, counts_memory=False, may_connect=False)
"""Without either."""
MACHINES = ["x86_64", "aarch64"]
HIGH = 1 << 32
"""A bit that the kernel drops from what it takes as an int."""
FAMILIES = {"unix": 1, "inet": 2, "inet6": 10, "netlink": 16, "packet": 17, "alg": 38, "vsock": 40}
STREAM, DATAGRAM, RAW, SEQPACKET = 1, 2, 3, 5
NONBLOCK_CLOEXEC = 0o2004000
CREATE, TMPFILE, WRITE_ONLY = 0o100, 0o20200000, 1


def verdicts(traits: FilterTraits, call: str, *arguments: int) -> set[str]:
    """What *call* meets on the machines that have it."""
    return {
        verdict_of(filter_program(traits, machine), number, *arguments, architecture=architecture)
        for machine, architecture in ARCHITECTURES.items()
        if (number := numbers_of(machine)[call]) is not None
    }


@pytest.mark.parametrize("traits", [CONFINED, BARE], ids=["confined", "bare"])
@pytest.mark.parametrize(
    "calls",
    [
        pytest.param("unshare setns", id="namespaces"),
        pytest.param(
            "mount umount2 pivot_root chroot move_mount open_tree fsopen fsconfig fsmount fspick "
            "mount_setattr",
            id="mounts",
        ),
        pytest.param(
            "ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd kcmp",
            id="other-processes",
        ),
        pytest.param(
            "bpf perf_event_open userfaultfd add_key request_key keyctl memfd_secret io_setup "
            "name_to_handle_at open_by_handle_at",
            id="corners-of-the-kernel",
        ),
        pytest.param(
            "shmget shmat shmctl shmdt semget semop semctl semtimedop msgget msgsnd msgrcv msgctl "
            "mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify mq_getsetattr",
            id="memory-that-no-limit-counts",
        ),
        pytest.param(
            "inotify_init inotify_init1 inotify_add_watch fanotify_init fanotify_mark",
            id="watches-on-files",
        ),
        pytest.param(
            "sched_setaffinity sched_setscheduler sched_setparam sched_setattr setpriority "
            "ioprio_set",
            id="more-processor",
        ),
        pytest.param(
            "kexec_load kexec_file_load init_module finit_module delete_module reboot swapon "
            "swapoff syslog acct quotactl quotactl_fd settimeofday clock_settime adjtimex "
            "clock_adjtime",
            id="the-machine",
        ),
        pytest.param("mincore cachestat", id="what-of-a-file-is-in-memory"),
        pytest.param("iopl ioperm modify_ldt", id="x86-only"),
    ],
)
def test_calls_that_no_bot_needs_are_refused(traits: FilterTraits, calls: str) -> None:
    assert {call: verdicts(traits, call) for call in calls.split()} == {
        call: {str(EPERM)} for call in calls.split()
    }


@pytest.mark.parametrize(
    "call", ["clone3", "openat2", "io_uring_setup", "io_uring_enter", "io_uring_register"]
)
def test_calls_with_an_older_way_seem_not_to_exist(call: str) -> None:
    assert verdicts(CONFINED, call) == {str(ENOSYS)}


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("number", [457, 462, 1000], ids=["statmount", "mseal", "unknown"])
def test_calls_newer_than_the_filter_seem_not_to_exist(machine: str, number: int) -> None:
    program = filter_program(CONFINED, machine)

    assert verdict_of(program, number, architecture=ARCHITECTURES[machine]) == str(ENOSYS)


@pytest.mark.parametrize(
    ("machine", "number"),
    [
        *[
            pytest.param("x86_64", number, id=name)
            for name, number in {
                "read": 0, "write": 1, "mmap": 9, "mprotect": 10, "nanosleep": 35, "accept": 43,
                "recvfrom": 45, "sendmsg": 46, "recvmsg": 47, "bind": 49, "listen": 50, "fork": 57,
                "execve": 59, "setuid": 105, "setgid": 106, "setgroups": 116, "setresuid": 117,
                "capset": 126, "prctl": 157, "setrlimit": 160, "futex": 202, "epoll_wait": 232,
                "timerfd_create": 283, "accept4": 288, "eventfd2": 290, "pipe2": 293,
                "prlimit64": 302, "seccomp": 317, "getrandom": 318, "execveat": 322, "rseq": 334,
                "pidfd_open": 434, "close_range": 436, "faccessat2": 439, "landlock": 444,
            }.items()
        ],
        *[
            pytest.param("aarch64", number, id=f"{name}-on-aarch64")
            for name, number in {
                "epoll_pwait": 22, "eventfd2": 19, "read": 63, "write": 64, "futex": 98,
                "prctl": 167, "setuid": 146, "setgid": 144, "setgroups": 159, "capset": 91,
                "mmap": 222, "execve": 221, "accept4": 242, "prlimit64": 261, "landlock": 444,
            }.items()
        ],
    ],
)  # fmt: skip
@pytest.mark.parametrize("traits", [CONFINED, BARE], ids=["confined", "bare"])
def test_what_runtimes_and_launchers_live_by_is_allowed(
    machine: str, number: int, traits: FilterTraits
) -> None:
    program = filter_program(traits, machine)

    assert verdict_of(program, number, architecture=ARCHITECTURES[machine]) == "allow"


@pytest.mark.parametrize(
    ("machine", "number", "architecture"),
    [
        pytest.param("x86_64", 11, 0x40000003, id="32-bit-x86"),
        pytest.param("x86_64", 0, 0xC00000B7, id="aarch64-on-x86_64"),
        pytest.param("x86_64", 0x40000000, 0xC000003E, id="x32-read"),
        pytest.param("x86_64", 0x40000000 | 520, 0xC000003E, id="x32-execve"),
        pytest.param("x86_64", 0xFFFFFFFF, 0xC000003E, id="a-negative-number"),
        pytest.param("aarch64", 3, 0x40000028, id="32-bit-arm"),
        pytest.param("aarch64", 63, 0xC000003E, id="x86_64-on-aarch64"),
    ],
)
def test_calls_by_another_table_end_the_process(
    machine: str, number: int, architecture: int
) -> None:
    program = filter_program(CONFINED, machine)

    assert verdict_of(program, number, architecture=architecture) == "kill"


@pytest.mark.parametrize("call", ["socket", "socketpair"])
@pytest.mark.parametrize("family", FAMILIES)
def test_only_unix_sockets_exist(call: str, family: str) -> None:
    expected = "allow" if family == "unix" else str(EAFNOSUPPORT)

    assert verdicts(CONFINED, call, FAMILIES[family], STREAM, 0) == {expected}


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        pytest.param("socket", (HIGH | FAMILIES["inet"], STREAM), id="family-with-a-high-bit"),
        pytest.param("socket", (FAMILIES["inet"] - HIGH, STREAM), id="negative-family"),
        pytest.param("clone", (0x10000000 | 17,), id="clone-into-a-user-namespace"),
        pytest.param("clone", (HIGH | 0x00020000,), id="clone-flags-with-a-high-bit"),
        pytest.param("ioctl", (0, 0x5412), id="typing-into-the-terminal"),
        pytest.param("ioctl", (0, HIGH | 0x5412), id="TIOCSTI-with-a-high-bit"),
        pytest.param("ioctl", (0, (0x7FFF << 32) | 0x541C), id="TIOCLINUX-with-high-bits"),
        pytest.param("open", (0, CREATE | WRITE_ONLY, 0o4755), id="open-set-uid"),
        pytest.param("open", (0, TMPFILE | WRITE_ONLY, 0o2755), id="nameless-set-gid"),
        pytest.param("openat", (0, 0, CREATE, 0o4755), id="openat-set-uid"),
        pytest.param("openat", (0, 0, CREATE, HIGH | 0o2000), id="mode-with-a-high-bit"),
        pytest.param("creat", (0, 0o6755), id="creat"),
        pytest.param("mkdir", (0, 0o2755), id="mkdir"),
        pytest.param("mkdirat", (0, 0, 0o2755), id="mkdirat"),
        pytest.param("mknod", (0, 0o104755, 0), id="mknod"),
        pytest.param("mknodat", (0, 0, 0o104755), id="mknodat"),
        pytest.param("chmod", (0, 0o4755), id="chmod"),
        pytest.param("fchmod", (0, 0o4755), id="fchmod"),
        pytest.param("fchmodat", (0, 0, 0o4755), id="fchmodat"),
        pytest.param("fchmodat2", (0, 0, 0o4755, 0), id="fchmodat2"),
        pytest.param("fcntl", (0, 1024, 1), id="a-lease"),
        pytest.param("fcntl", (0, 1026, 1), id="notices-of-a-folder"),
        pytest.param("fcntl", (0, 1036, 0), id="a-write-hint"),
        pytest.param("fcntl", (0, HIGH | 1038, 0), id="a-write-hint-with-a-high-bit"),
        pytest.param("fadvise64", (0, 0, 0, 4), id="forget-a-file"),
        pytest.param("madvise", (0, 0, 20), id="forget-pages-soon"),
        pytest.param("madvise", (0, 0, HIGH | 21), id="forget-pages-with-a-high-bit"),
    ],
)
def test_arguments_that_lead_out_are_refused(call: str, arguments: tuple[int, ...]) -> None:
    expected = str(EAFNOSUPPORT if call == "socket" else EPERM)

    assert verdicts(CONFINED, call, *arguments) == {expected}


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        pytest.param("clone", (0x003D0F00,), id="a-thread"),
        pytest.param("clone", (0x01200011,), id="a-fork"),
        pytest.param("ioctl", (0, 0x5401), id="isatty"),
        pytest.param("ioctl", (0, 0x541B), id="bytes-to-read"),
        pytest.param("open", (0, 0, 0o4755), id="a-mode-that-open-does-not-read"),
        pytest.param("openat", (0, 0, 0o200000, 0o7777), id="a-folder-and-no-mode"),
        pytest.param("openat", (0, 0, CREATE | WRITE_ONLY, 0o644), id="a-new-file"),
        pytest.param("mkdir", (0, 0o1777), id="a-sticky-folder"),
        pytest.param("chmod", (0, 0o755), id="chmod"),
        pytest.param("fchmodat", (0, 0, 0o600), id="fchmodat"),
        pytest.param("fcntl", (0, 1030, 0), id="a-copy-of-a-descriptor"),
        pytest.param("fcntl", (0, 4, 0o4000), id="not-blocking"),
        pytest.param("fcntl", (0, 1031, 4096), id="the-size-of-a-pipe"),
        pytest.param("prlimit64", (7, 7, 1), id="limits-of-a-process-in-its-namespace"),
        pytest.param("prctl", (1, 9), id="an-end-with-its-parents"),
        pytest.param("fadvise64", (0, 0, 0, 3), id="read-a-file-ahead"),
        pytest.param("madvise", (0, 0, 4), id="give-memory-back"),
        pytest.param("preadv2", (0, 0, 0, 0, 0, 0), id="read-and-wait"),
        pytest.param("mmap", (0, 0, 3, 0x21), id="shared-memory-where-it-is-counted"),
        pytest.param("connect", (), id="connect"),
        pytest.param("socket", (FAMILIES["unix"], DATAGRAM), id="a-datagram-socket"),
        pytest.param("sendto", (0, 0, 0, 0, 1, 16), id="a-datagram-with-an-address"),
        pytest.param("setsid", (), id="setsid"),
        pytest.param("memfd_create", (), id="memfd_create"),
        pytest.param("utimensat", (), id="utimensat"),
    ],
)
def test_neighbours_of_what_is_refused_are_allowed(call: str, arguments: tuple[int, ...]) -> None:
    assert verdicts(CONFINED, call, *arguments) == {"allow"}


@pytest.mark.parametrize("option", [7, 8, 32, 33, HIGH | 7])
def test_larger_buffers_seem_to_be_granted_where_nothing_counts_them(option: int) -> None:
    assert verdicts(BARE, "setsockopt", 3, 1, option, 0, 4) == {"0"}
    assert verdicts(CONFINED, "setsockopt", 3, 1, option, 0, 4) == {"allow"}


@pytest.mark.parametrize(
    ("level", "option"), [pytest.param(1, 2, id="reuseaddr"), pytest.param(6, 7, id="of-tcp")]
)
def test_other_options_of_sockets_can_be_set(level: int, option: int) -> None:
    assert verdicts(BARE, "setsockopt", 3, level, option, 0, 4) == {"allow"}


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        pytest.param("memfd_create", (), id="memory-files"),
        pytest.param("mmap", (0, 4096, 3, 0x21), id="shared-memory-without-a-file"),
        pytest.param("mmap", (0, 4096, 3, 0x23), id="the-same-validated"),
        pytest.param("setsid", (), id="a-session-of-its-own"),
        pytest.param("setpgid", (), id="a-group-of-its-own"),
        pytest.param("clone", (0x8000 | 17,), id="a-child-of-its-parent"),
        pytest.param("prlimit64", (7, 7, 1), id="limits-of-another-process"),
        pytest.param("prlimit64", (7, 7, 0), id="reading-limits-of-another-process"),
        pytest.param("prctl", (1, 0), id="a-life-after-its-parents"),
        pytest.param("connect", (), id="connect"),
        pytest.param("socket", (1, DATAGRAM), id="datagrams"),
        pytest.param("socket", (1, DATAGRAM | NONBLOCK_CLOEXEC), id="datagrams-not-blocking"),
        pytest.param("socket", (1, RAW), id="raw-sockets-that-are-datagrams"),
        pytest.param("socketpair", (1, DATAGRAM), id="a-pair-of-datagrams"),
        pytest.param("sendto", (3, 0, 0, 0, 1, 16), id="an-address-to-send-to"),
        pytest.param("sendto", (3, 0, 0, 0, HIGH, 16), id="an-address-high-up"),
        pytest.param("truncate", (), id="truncate"),
        pytest.param("chmod", (0, 0o600), id="chmod"),
        pytest.param("fchmod", (0, 0o600), id="fchmod"),
        pytest.param("fchmodat", (0, 0, 0o600), id="fchmodat"),
        pytest.param("fchmodat2", (0, 0, 0o600), id="fchmodat2"),
        pytest.param("chown", (), id="chown"),
        pytest.param("fchownat", (), id="fchownat"),
        pytest.param("utimensat", (), id="utimensat"),
        pytest.param("setxattr", (), id="setxattr"),
        pytest.param("removexattr", (), id="removexattr"),
    ],
)
def test_what_namespaces_would_have_contained_is_refused_without(
    call: str, arguments: tuple[int, ...]
) -> None:
    assert verdicts(BARE, call, *arguments) == {str(EPERM)}


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        pytest.param("socket", (1, STREAM | NONBLOCK_CLOEXEC), id="a-stream"),
        pytest.param("socketpair", (1, SEQPACKET), id="a-pair"),
        pytest.param("sendto", (3, 0, 0, 0, 0, 0), id="send"),
        pytest.param("prlimit64", (0, 7, 1), id="its-own-limits"),
        pytest.param("prctl", (15, 1), id="a-name"),
        pytest.param("clone", (0x003D0F00,), id="a-thread"),
        pytest.param("mmap", (0, 4096, 3, 0x22), id="memory-of-its-own"),
        pytest.param("mmap", (0, 4096, 3, 1, 5), id="a-file-mapped-to-share"),
    ],
)
def test_a_listening_server_is_allowed_without_namespaces(
    call: str, arguments: tuple[int, ...]
) -> None:
    assert verdicts(BARE, call, *arguments) == {"allow"}


@pytest.mark.parametrize("traits", [CONFINED, BARE], ids=["confined", "bare"])
def test_reading_only_what_is_in_memory_seems_not_to_exist(traits: FilterTraits) -> None:
    assert verdicts(traits, "preadv2", 3, 0, 1, 0, 0, 8) == {str(EOPNOTSUPP)}


@pytest.mark.parametrize("may_lock", [True, False], ids=["may-lock", "may-not-lock"])
@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        pytest.param("flock", (0, 2), id="flock"),
        pytest.param("fcntl", (0, 6), id="F_SETLK"),
        pytest.param("fcntl", (0, 7), id="F_SETLKW"),
        pytest.param("fcntl", (0, 37), id="F_OFD_SETLK"),
        pytest.param("fcntl", (0, HIGH | 38), id="F_OFD_SETLKW-with-a-high-bit"),
    ],
)
def test_locks_are_for_those_that_may_lock(
    may_lock: bool, call: str, arguments: tuple[int, ...]
) -> None:
    traits = FilterTraits(
        pid_namespace=True, counts_memory=True, may_connect=True, may_lock=may_lock
    )

    assert verdicts(traits, call, *arguments) == {("allow" if may_lock else str(EPERM))}
