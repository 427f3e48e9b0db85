"""bubblewrap's command line for one bot: its own root, namespaces, user and scratch.

As root no user namespace is made: bubblewrap sets the sandbox up with the rights it has,
keeps those needed to change the user, and `setpriv` gives them up before the first line of
the bot's runs. So an interpreter in a home that only root may enter still works, and kernels
without user namespaces do. An ordinary user becomes another one in a user namespace, in
which no further ones can be made.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from arena.host.sandbox.view import View
from arena.referee.confinement import MIB, SandboxLimits

SOCKET: Final = "/run/arena/bot.sock"
SCRATCH: Final = "/scratch"
SUBMISSION: Final = "/bot"
_SOCKETS_MIB: Final = 1
_COUNTS_OF_THE_MACHINE: Final = (
    *(f"/proc/sys/fs/{name}" for name in ("file-nr", "inode-nr", "inode-state", "dentry-state")),
    *("/proc/sys/fs/aio-nr", "/proc/sys/kernel/pty/nr"),
    *(f"/proc/pressure/{name}" for name in ("cpu", "io", "irq", "memory")),
    *("/proc/buddyinfo", "/proc/diskstats", "/proc/interrupts", "/proc/key-users", "/proc/locks"),
    *("/proc/pagetypeinfo", "/proc/schedstat", "/proc/slabinfo", "/proc/softirqs", "/proc/swaps"),
    *("/proc/timer_list", "/proc/vmallocinfo", "/proc/vmstat", "/proc/zoneinfo"),
)
"""What one bot can change by a known amount and another read, and no runtime looks at."""
_OWN_UID: Final = 1000
"""Who an ordinary user's bot believes to be."""


@dataclass(frozen=True, slots=True)
class Dressing:
    """What a sandbox is made of besides the view."""

    submission: Path
    env: Mapping[str, str]
    limits: SandboxLimits
    uid: int | None
    """The host's uid for the bot, where the arena is root; None for an ordinary user."""
    proc: bool
    """A /proc of its own; False where the host lets none be mounted, as in a container."""
    passwd_fd: int
    group_fd: int
    filter_fd: int
    """The system call filter."""
    info_fd: int
    """Where bubblewrap says which process is the sandbox's first."""
    block_fd: int
    """What the sandbox waits for before the bot's command runs."""


def bubblewrap_options(view: View, dressing: Dressing) -> list[str]:
    """The options, for ``--args``; the command follows them."""
    return [
        *namespace_options(dressing.uid, proc=dressing.proc),
        *environment_options(dressing.env),
        *_files(view, dressing),
        *("--chdir", SUBMISSION),
        *("--seccomp", str(dressing.filter_fd)),
        *("--info-fd", str(dressing.info_fd), "--block-fd", str(dressing.block_fd)),
    ]


def become(uid: int, setpriv: str) -> list[str]:
    """The command before the bot's that gives up root for *uid*."""
    return [
        setpriv,
        *(f"--reuid={uid}", f"--regid={uid}", "--clear-groups"),
        *("--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--"),
    ]


def passwd_of(uid: int) -> str:
    """/etc/passwd for the one user of a sandbox."""
    return f"bot:x:{uid}:{uid}::{SCRATCH}:/bin/sh\n"


def inner_uid(uid: int | None) -> int:
    """The bot's uid as it sees it itself."""
    return _OWN_UID if uid is None else uid


def namespace_options(uid: int | None, *, proc: bool) -> list[str]:
    """What a sandbox does not share with the host; *uid* and *proc* as in `Dressing`."""
    options = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    options += ["--unshare-cgroup-try", "--die-with-parent", "--new-session"]
    options += ["--cap-drop", "ALL"]
    if uid is None:
        own = str(_OWN_UID)
        options += ["--unshare-user", "--uid", own, "--gid", own]
        if proc:
            options += ["--disable-userns"]
    else:
        for capability in ("CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"):
            options += ["--cap-add", capability]
    return options + (["--hostname", "bot"] if proc else [])


def environment_options(env: Mapping[str, str]) -> list[str]:
    """The environment there, which is *env* alone."""
    options = ["--clearenv"]
    for name, value in env.items():
        options += ["--setenv", name, value]
    return options


def view_options(view: View, places: Sequence[Path]) -> list[str]:
    """*view* put in place, and the folders above *places*, which are still to come."""
    options: list[str] = []
    for folder in _parents([*view.shown, *view.hidden, *places]):
        # Made on the way they would be root's alone.
        options += ["--perms", "0755", "--dir", folder]
    for target, link in view.links:
        options += ["--symlink", target, str(link)]
    for path in view.shown:
        options += ["--ro-bind", str(path), str(path)]
    for path in view.hidden:
        options += ["--size", "4096", "--tmpfs", str(path), "--remount-ro", str(path)]
    return options


def _files(view: View, dressing: Dressing) -> list[str]:
    limits = dressing.limits
    options = view_options(view, [Path(SOCKET)])
    options += ["--perms", "0444", "--ro-bind-data", str(dressing.passwd_fd), "/etc/passwd"]
    options += ["--perms", "0444", "--ro-bind-data", str(dressing.group_fd), "/etc/group"]
    if dressing.proc:
        options += ["--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys"]
        for count in filter(os.path.exists, _COUNTS_OF_THE_MACHINE):
            options += ["--ro-bind", "/dev/null", count]
    # What is mapped from /dev/zero to share is memory that nobody counts without a cgroup.
    options += ["--dev", "/dev", "--dev-bind", "/dev/null", "/dev/zero"]
    # The machine has some thousands of terminals, and no bot needs any.
    options += ["--size", "4096", "--tmpfs", "/dev/pts", "--remount-ro", "/dev/pts"]
    options += [*_tmpfs("/dev/shm", limits.shm_mib), "--remount-ro", "/dev"]
    options += ["--ro-bind", str(dressing.submission), SUBMISSION]
    options += _tmpfs(os.path.dirname(SOCKET), _SOCKETS_MIB)  # noqa: PTH120 - of a text
    options += _tmpfs(SCRATCH, limits.scratch_mib)
    return [*options, "--remount-ro", "/"]


def _tmpfs(place: str, size_mib: int) -> list[str]:
    """A folder of its own for the one user that there is."""
    return ["--perms", "0777", "--size", str(size_mib * MIB), "--tmpfs", place]


def _parents(paths: Sequence[Path]) -> list[str]:
    """Every folder above *paths*, the upper ones first."""
    above = {parent for path in paths for parent in PurePosixPath(path).parents}
    shown = {PurePosixPath(path) for path in paths}
    return [str(folder) for folder in sorted(above - shown - {PurePosixPath("/")})]
