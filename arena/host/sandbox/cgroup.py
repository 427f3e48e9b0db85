"""One control group for each running bot: what its whole tree may use, and what it has used.

Groups are made below the arena's own, so whatever limits the arena limits its bots too.
A group is named after the process that made it. Should that process die without removing it,
`sweep` finds it by its name, at the next start, and ends what is left in it.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from arena.errors import InfrastructureError
from arena.host.sandbox.cgroup_files import Files, read, write
from arena.referee.confinement import SandboxLimits

_NAME: Final = re.compile(r"arena-(\d+)-\d+")
_NUMBERS: Final = count(1)
_ROUND_S: Final = 0.002


@dataclass(frozen=True, slots=True)
class Cgroups:
    """Where groups can be made; `find_cgroups` finds it and proves it."""

    files: Files
    bases: Mapping[str, Path]
    """For each controller, the folder that a bot's group is made in."""

    def __str__(self) -> str:
        """For people: the version and what is counted."""
        return f"cgroup v{self.files.version}: {', '.join(sorted(self.bases))}"


class BotGroup:
    """The control group of one bot. Blocks for less than a millisecond, `remove` excepted."""

    def __init__(self, cgroups: Cgroups, name: str) -> None:
        """The group *name*, which exists already; `make` makes one."""
        self.name = name
        """``arena-<pid>-<n>``, the pid being its maker's."""
        self._files = cgroups.files
        self._folders = {name_: base / name for name_, base in cgroups.bases.items()}
        self._cpu_fd: int | None = None

    @classmethod
    def make(cls, cgroups: Cgroups, limits: SandboxLimits) -> BotGroup:
        """A new group that holds its members to *limits*; nothing is in it yet.

        Raises:
            InfrastructureError: it cannot be made, or a limit does not stand as written.
        """
        group = cls(cgroups, _unused_name(cgroups))
        try:
            group._make_folders()
            group._limit(limits)
        except InfrastructureError:
            group.remove(limit_s=0)
            raise
        return group

    def add(self, pid: int) -> None:
        """Move *pid* in, with all its threads, and what it starts from now on.

        Memory that it holds already stays its former group's.

        Raises:
            InfrastructureError: there is no such process, or it may not be moved.
        """
        for folder in self._distinct_folders():
            write(folder / "cgroup.procs", str(pid))

    def pids(self) -> tuple[int, ...]:
        """Its members that can be seen from here; none once it is removed."""
        procs = self._folders[self._files.controllers[0]] / "cgroup.procs"
        try:
            listed = procs.read_bytes().split()
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise InfrastructureError(f"{procs}: {error.strerror}") from error
        return tuple(pid for pid in map(int, listed) if pid)  # 0: in a pid namespace above ours

    def cpu_ns(self) -> int:
        """CPU time of all that ever was in it, the ended and their children included, in ns."""
        controller, file = self._files.cpu_file
        path = self._folders[controller] / file
        try:
            if self._cpu_fd is None:
                self._cpu_fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
            return self._files.parse_cpu_ns(os.pread(self._cpu_fd, 4096, 0))
        except OSError as error:
            raise InfrastructureError(f"{path}: {error.strerror}") from error

    def memory_peak_bytes(self) -> int | None:
        """The most memory it held at once, scratch included; None where no kernel keeps it."""
        return self._files.memory_peak_bytes(self._folders)

    def killed_for_memory(self) -> bool:
        """Whether the kernel killed a member because the group had reached its limit.

        In version 1 that is one process, the largest, and the others live on.
        """
        return self._files.killed_for_memory(self._folders)

    def killed_for_the_hosts_memory(self) -> bool:
        """Whether the kernel killed a member while the group was within its limit.

        The machine, or a group above such as a container's, had no memory left.
        """
        return self._files.oom_kills(self._folders) > 0 and not self.killed_for_memory()

    def freeze(self) -> None:
        """Stop all members, wherever they are; done within a fraction of a millisecond."""
        self._set_freezer(self._files.frozen)

    def thaw(self) -> None:
        """Let them go on."""
        self._set_freezer(self._files.thawed)

    def kill(self) -> bool:
        """SIGKILL all members; whether there were any. Repeat until there are none."""
        if not self.pids():
            return False
        at_once = self._folders[self._files.controllers[0]] / "cgroup.kill"
        if at_once.exists():
            write(at_once, "1")
            return True
        self.freeze()
        try:
            for pid in self.pids():
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
        finally:
            self.thaw()  # the dead of version 1 die when they are thawed
        return True

    def remove(self, limit_s: float = 1.0) -> bool:
        """Kill what is left in it and remove it; whether it is gone.

        Args:
            limit_s: how long to wait for what does not die at once. `sweep` tries again.
        """
        self._close()
        until_s = time.monotonic() + limit_s
        while True:
            with contextlib.suppress(InfrastructureError):
                self.kill()
            if all(_is_removed(folder) for folder in self._distinct_folders()):
                return True
            if time.monotonic() >= until_s:
                return False
            time.sleep(_ROUND_S)

    def _close(self) -> None:
        if self._cpu_fd is not None:
            os.close(self._cpu_fd)
            self._cpu_fd = None

    def _make_folders(self) -> None:
        for folder in self._distinct_folders():
            try:
                folder.mkdir()
            except OSError as error:
                raise InfrastructureError(f"{folder}: {error.strerror}") from error

    def _limit(self, limits: SandboxLimits) -> None:
        for setting in self._files.settings(limits):
            path = self._folders[setting.controller] / setting.file
            if setting.optional and not path.exists():
                continue
            write(path, setting.value)
            stands = read(path).strip()
            if stands != setting.value:
                raise InfrastructureError(f"{path}: expected {setting.value}, got {stands!r}")

    def _set_freezer(self, state: str) -> None:
        controller, file = self._files.freezer_file
        write(self._folders[controller] / file, state)

    def _distinct_folders(self) -> tuple[Path, ...]:
        return tuple(dict.fromkeys(self._folders.values()))


def sweep(cgroups: Cgroups) -> tuple[str, ...]:
    """Remove the groups whose makers are gone, with what still runs in them; their names."""
    return tuple(
        name
        for name in sorted(_names(cgroups))
        if _maker_is_gone(name) and BotGroup(cgroups, name).remove()
    )


def _unused_name(cgroups: Cgroups) -> str:
    taken = _names(cgroups)  # by a process that had this one's number and left them
    names = (f"arena-{os.getpid()}-{number}" for number in _NUMBERS)
    return next(name for name in names if name not in taken)


def _names(cgroups: Cgroups) -> frozenset[str]:
    return frozenset(
        folder.name
        for base in set(cgroups.bases.values())
        for folder in base.glob("arena-*-*")
        if _NAME.fullmatch(folder.name)
    )


def _maker_is_gone(name: str) -> bool:
    maker = _NAME.fullmatch(name)
    return maker is not None and not Path("/proc", maker[1]).exists()


def _is_removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True
