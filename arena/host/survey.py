"""What a host has for confining bots, layer by layer, and how to get what is missing."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Final

from arena.host.cpu import reads_cpu
from arena.host.sandbox.cgroup_probe import Missing, find_cgroups
from arena.host.sandbox.landlock import landlock_abi
from arena.host.sandbox.seccomp import FilterTraits, filter_program
from arena.host.sandbox.tools import MissingToolError, find_tools
from arena.host.sandbox.uids import POOL
from arena.host.sandbox.view import closed_to_others
from arena.referee.confinement import Layer, Level

_BUBBLED: Final = (Level.FULL, Level.STRONG)
_WALLED: Final = (*_BUBBLED, Level.PARTIAL)
_SWITCHES: Final = (
    (
        "/proc/sys/kernel/unprivileged_userns_clone",
        "0",
        "sysctl kernel.unprivileged_userns_clone=1",
    ),
    ("/proc/sys/user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=10000"),
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "an AppArmor profile for bwrap that allows userns",
    ),
)
"""Kernel switches that keep ordinary users from namespaces: file, value, fix."""


def survey() -> tuple[Layer, ...]:
    """Every layer, found out without starting a bot."""
    return (
        _bubblewrap(),
        _user(),
        _namespaces(),
        _filter(),
        _cgroups(),
        _landlock(),
        _interpreter(),
        _cpu_time(),
    )


def _bubblewrap() -> Layer:
    name = "bubblewrap"
    try:
        tools = find_tools()
    except MissingToolError as error:
        return Layer(name, works=False, detail=str(error), fix=error.fix, levels=_BUBBLED)
    said = subprocess.run([tools.bwrap, "--version"], capture_output=True, text=True, check=False)
    return Layer(name, works=True, detail=f"{said.stdout.strip()}, {tools.bwrap}", levels=_BUBBLED)


def _user() -> Layer:
    if os.geteuid() == 0:
        detail = f"root: every running bot gets a uid of its own, {POOL[0]} to {POOL[-1]}"
    else:
        detail = f"uid {os.geteuid()}: bots run as this user, in a namespace of users of their own"
    return Layer("user", works=True, detail=detail, levels=_WALLED)


def _namespaces() -> Layer:
    name = "namespaces"
    if os.geteuid() == 0:
        detail = "made as root, without a namespace of users"
        return Layer(name, works=True, detail=detail, levels=_BUBBLED)
    for file, value, fix in _SWITCHES:
        path = Path(file)
        if path.exists() and path.read_text().strip() == value:
            detail = f"{file} is {value}: users may make none"
            return Layer(name, works=False, detail=detail, fix=fix, levels=_BUBBLED)
    return Layer(name, works=True, detail="users may make namespaces", levels=_BUBBLED)


def _filter() -> Layer:
    name = "system call filter"
    machine = platform.machine()
    traits = FilterTraits(pid_namespace=True, counts_memory=True, may_connect=True)
    try:
        steps = len(filter_program(traits)) // 8
    except KeyError:
        detail = f"no table of system calls for {machine}"
        return Layer(name, works=False, detail=detail, fix="x86_64 or aarch64", levels=_WALLED)
    detail = f"{steps} instructions for {machine}"
    return Layer(name, works=True, detail=detail, levels=_WALLED)


def _cgroups() -> Layer:
    found = find_cgroups()
    name, levels = "control groups", (Level.FULL,)
    if isinstance(found, Missing):
        return Layer(name, works=False, detail=found.reason, fix=found.fix, levels=levels)
    return Layer(name, works=True, detail=str(found), levels=levels)


def _landlock() -> Layer:
    name, levels = "Landlock", (Level.PARTIAL,)
    abi = landlock_abi()
    if not abi:
        detail = f"not in this kernel, {platform.release()}"
        fix = "Linux 5.13 or newer, with landlock among CONFIG_LSM or lsm= at boot"
        return Layer(name, works=False, detail=detail, fix=fix, levels=levels)
    return Layer(name, works=True, detail=f"ABI {abi}, Linux {platform.release()}", levels=levels)


def _interpreter() -> Layer:
    """Without namespaces a bot of another uid must reach it by the host's own paths."""
    name, levels = "interpreter", (Level.PARTIAL,)
    closed = closed_to_others(Path(sys.executable).resolve())
    if os.geteuid() or closed is None:
        return Layer(name, works=True, detail=sys.executable, levels=levels)
    detail = f"{sys.executable}: {closed} lets no other user in"
    fix = "install the arena where every user may read, as below /opt, or run it as a user"
    return Layer(name, works=False, detail=detail, fix=fix, levels=levels)


def _cpu_time() -> Layer:
    name = "CPU time"
    if reads_cpu():
        return Layer(name, works=True, detail="of processes and of trees can be read")
    detail = "of other processes cannot be read: clocks count wall time"
    return Layer(name, works=False, detail=detail, fix="a /proc that shows processes")
