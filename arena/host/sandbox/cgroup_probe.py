"""Whether bots can have control groups here, proved by making one.

Version 1 has a hierarchy for each controller, and a group can have both processes and groups
below it. In version 2 a group whose controllers are handed down may hold no process, so the
arena first steps into a leaf below its own group, and bots' groups are made beside that leaf.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from arena.errors import InfrastructureError
from arena.host.descendants import below
from arena.host.proc import all_facts
from arena.host.sandbox.cgroup import BotGroup, Cgroups
from arena.host.sandbox.cgroup_files import Version1, Version2, read, write
from arena.referee.confinement import SandboxLimits

LEAF: Final = "arena-host"
"""Where the arena and its workers are in version 2."""
_SELF: Final = Path("/proc/self")
_OCTAL: Final = re.compile(r"\\([0-7]{3})")
"""How a mount point's blanks and backslashes are written."""


@dataclass(frozen=True, slots=True)
class Missing:
    """There are no control groups to be had."""

    reason: str
    """One sentence."""
    fix: str
    """What whoever starts the arena can do about it."""


def find_cgroups() -> Cgroups | Missing:
    """Where to make bots' groups, or why it cannot be done.

    In version 2 this process, and all below it, are in another group afterwards: call it
    before workers are started, who then find themselves in the leaf.
    """
    try:
        found = locate(read(_SELF / "mountinfo"), read(_SELF / "cgroup"))
        if isinstance(found, Missing):
            return found
        if isinstance(found.files, Version2):
            hand_down(found.bases["memory"], found.files.controllers)
        _prove(found)
    except (InfrastructureError, OSError) as error:
        return _missing(f"control groups cannot be used: {error}")
    return found


def locate(mountinfo: str, memberships: str) -> Cgroups | Missing:
    """Where bots' groups belong, if they can be made at all.

    Args:
        mountinfo: the text of /proc/self/mountinfo.
        memberships: the text of /proc/self/cgroup.
    """
    own = dict(_memberships(memberships))
    bases = {
        controller: _below(mount, own[controller])
        for mount in _mounts(mountinfo)
        for controller in mount.controllers
        if controller in own
    }
    if set(Version1.controllers) <= bases.keys():
        return Cgroups(Version1(), {name: bases[name] for name in Version1.controllers})
    if "" in bases:
        base = bases[""].parent if bases[""].name == LEAF else bases[""]
        return Cgroups(Version2(), dict.fromkeys(Version2.controllers, base))
    lacking = ", ".join(sorted(set(Version1.controllers) - bases.keys()))
    return _missing(f"no control groups are mounted here for {lacking}")


def hand_down(base: Path, controllers: tuple[str, ...]) -> None:
    """Let groups below *base* have *controllers* of version 2; steps into the leaf for that.

    Raises:
        InfrastructureError: *base* does not have them, others are in it, or it is not ours.
    """
    lacking = set(controllers) - set(read(base / "cgroup.controllers").split())
    if lacking:
        raise InfrastructureError(f"{base} has no controller for {', '.join(sorted(lacking))}")
    handed_down = base / "cgroup.subtree_control"
    if set(controllers) <= set(read(handed_down).split()):
        return
    is_root = not (base / "cgroup.type").exists()
    moved = () if is_root else _step_into_leaf(base)
    try:
        write(handed_down, " ".join(f"+{controller}" for controller in controllers))
    except InfrastructureError:
        _step_back(base, moved)
        raise


def _step_into_leaf(base: Path) -> tuple[int, ...]:
    members = {int(pid) for pid in read(base / "cgroup.procs").split()}
    strangers = members - {os.getpid()} - below([os.getpid()], all_facts())
    if strangers:
        raise InfrastructureError(f"{base} holds other processes than the arena's own")
    leaf = base / LEAF
    try:
        leaf.mkdir(exist_ok=True)
    except OSError as error:
        raise InfrastructureError(f"{leaf}: {error.strerror}") from error
    for pid in members:
        write(leaf / "cgroup.procs", str(pid))
    return tuple(members)


def _step_back(base: Path, moved: tuple[int, ...]) -> None:
    for pid in moved:
        with contextlib.suppress(InfrastructureError):
            write(base / "cgroup.procs", str(pid))
    with contextlib.suppress(OSError):
        (base / LEAF).rmdir()


def _prove(cgroups: Cgroups) -> None:
    """Do once what is done for a bot.

    Raises:
        InfrastructureError: some of it does not work.
    """
    with subprocess.Popen(["sleep", "10"], stdin=subprocess.DEVNULL) as child:
        try:
            group = BotGroup.make(cgroups, SandboxLimits())
            try:
                _use(group, child.pid)
            finally:
                is_gone = group.remove()
        finally:
            child.kill()
    if not is_gone:
        raise InfrastructureError(f"the group {group.name} cannot be removed")


def _use(group: BotGroup, pid: int) -> None:
    group.add(pid)
    if pid not in group.pids():
        raise InfrastructureError(f"a process does not stay in the group {group.name}")
    group.freeze()
    group.thaw()
    group.cpu_ns()
    group.memory_peak_bytes()
    group.killed_for_memory()


@dataclass(frozen=True, slots=True)
class _Mount:
    root: str
    """Which group of its hierarchy is seen at the point."""
    point: Path
    controllers: tuple[str, ...]
    """The empty string stands for version 2, as in /proc/self/cgroup."""


def _mounts(mountinfo: str) -> Iterator[_Mount]:
    for line in mountinfo.splitlines():
        place, _, filesystem = line.partition(" - ")
        root, point = place.split()[3:5]
        kind, _, options = filesystem.split(maxsplit=2)
        if kind == "cgroup":
            yield _Mount(root, _unescaped(point), tuple(options.split(",")))
        elif kind == "cgroup2":
            yield _Mount(root, _unescaped(point), ("",))


def _memberships(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        _, controllers, group = line.split(":", 2)
        for controller in controllers.split(","):
            yield controller, group


def _below(mount: _Mount, group: str) -> Path:
    """The folder of *group*; of the mount's own where a container tells a path outside it."""
    path = PurePosixPath(group)
    if ".." in path.parts or not path.is_relative_to(mount.root):
        return mount.point
    return mount.point / path.relative_to(mount.root)


def _unescaped(point: str) -> Path:
    return Path(_OCTAL.sub(lambda found: chr(int(found[1], 8)), point))


def _missing(reason: str) -> Missing:
    as_user = "start it with `systemd-run --user --scope -p Delegate=yes arena …`, or as root"
    as_root = (
        "start it with `systemd-run --scope -p Delegate=yes arena …`; "
        "in a container, mount its control groups so that they can be written"
    )
    return Missing(reason, as_root if os.geteuid() == 0 else as_user)
