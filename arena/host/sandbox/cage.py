"""The place one bot runs in for one life: how it is entered, watched and left."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from arena.errors import BotError
from arena.host.brake import Brake, SignalBrake
from arena.host.cpu import CpuClock, TreeClock
from arena.referee.confinement import MIB, Level, SandboxLimits

LEAST_LIMITS: Final = {"core": 0, "nofile": 1024, "fsize": 256 * 1024 * 1024}
"""Of a bot that is not confined, by the kernel's names; address space is left alone."""
_LAUNCHER: Final = Path(__file__).parents[1] / "launch.py"
LEAST_NPROC: Final = 4096
"""Processes of the user, for a user that the limit holds for: root is not one."""


@dataclass(frozen=True, slots=True)
class Confinement:
    """How the bots of a sitting are confined."""

    level: Level = Level.WEAK
    limits: SandboxLimits = field(default_factory=SandboxLimits)
    proc: bool = True
    """Sandboxes have a /proc; False where the host lets none be mounted."""
    hidden: tuple[Path, ...] = ()
    """Folders of the host that no bot may see, wherever they lie."""


OPEN: Final = Confinement()
"""Not confined."""


@dataclass(frozen=True, slots=True)
class Launch:
    """What the operating system is asked to start."""

    argv: tuple[str, ...]
    env: Mapping[str, str]
    folder: Path
    """The working folder, outside of any sandbox."""
    fds: tuple[int, ...] = ()
    """Descriptors to inherit."""


def launcher_line(
    fds: str, parent: int, rlimits: Mapping[str, int], argv: Sequence[str]
) -> tuple[str, ...]:
    """The command line of the launcher, which becomes *argv*.

    Args:
        fds: what it reports on, and what it reads restrictions from, as it takes them.
        parent: its parent's pid, as it sees it itself.
        rlimits: what it takes on, by the kernel's names.
    """
    spelt = ",".join(f"{name}={value}" for name, value in rlimits.items())
    return (sys.executable, "-I", "-S", str(_LAUNCHER), fds, str(parent), spelt, *argv)


def rlimits_of(limits: SandboxLimits) -> dict[str, int]:
    """What every process of a confined bot is held to, by the kernel's names."""
    return {
        "as": limits.address_space_mib * MIB,
        "data": limits.memory_mib * MIB,
        "nproc": limits.processes,
        "fsize": limits.file_mib * MIB,
        "nofile": limits.descriptors,
        "cpu": limits.cpu_s,
        "core": 0,
        "stack": 8 * MIB,
        "memlock": 64 * 1024,
        "msgqueue": 0,
        "sigpending": 256,
    }


class Cage(Protocol):
    """What holds a bot for one life."""

    address: str
    """The path of its socket, as the bot knows it."""
    home: str
    """The path of its scratch, as the bot knows it."""
    owner: int
    """The uid that its socket must belong to."""
    mark: str | None
    """An entry of the bot's environment that no other process has; None where nothing it
    starts can get out."""

    first: int | None
    """The process in it that all others are below, which can outlive the one that was started
    by a moment; None before `admit`, and where these are the same."""

    def launch(self, argv: Sequence[str], env: Mapping[str, str], status_fd: int) -> Launch:
        """How *argv* is run in it with *env* alone.

        Args:
            status_fd: the descriptor on which the launcher reports.
        """

    def sees(self, file: Path) -> bool:
        """Whether *file* of the host is there for the bot."""

    async def admit(self, pid: int) -> Path:
        """Once *pid* is started: let it go on as soon as every limit holds.

        Returns:
            Where the arena finds the bot's socket, once it listens.

        Raises:
            InfrastructureError: the cage did not come to be.
        """

    def clock(self) -> CpuClock:
        """The CPU time of all that runs in it. For after `admit`."""

    def brake(self, pid: int) -> Brake:
        """What stops all that runs in it; *pid* is the process that was started."""

    def killed_for(self) -> BotError | None:
        """The fault for whose sake the host killed the bot; None if it did not.

        Raises:
            InfrastructureError: it did, for a reason of its own.
        """

    def exit_status(self, returncode: int) -> int:
        """The bot's own, from that of the process that was started; a signal is negative."""

    def close(self) -> None:
        """Give back what it took from the host. Whatever ran in it has been killed."""


class OpenCage:
    """No walls: a private folder, and resource limits of the generous kind."""

    def __init__(self, submission: Path, socket: Path, scratch: Path) -> None:
        """Both folders exist.

        Args:
            socket: where the bot is to listen; its name is used for no other life.
        """
        self._folder = submission
        self._socket = socket
        self._pid = 0
        self.address = str(socket)
        self.home = str(scratch)
        self.owner = os.geteuid()
        self.first: int | None = None
        self.mark: str | None = f"ARENA_BOT_ADDRESS=unix:{socket}"

    def launch(self, argv: Sequence[str], env: Mapping[str, str], status_fd: int) -> Launch:
        """As it is."""
        nproc = {} if os.geteuid() == 0 else {"nproc": LEAST_NPROC}
        line = launcher_line(str(status_fd), os.getpid(), {**LEAST_LIMITS, **nproc}, argv)
        return Launch(line, env, self._folder)

    def sees(self, file: Path) -> bool:  # noqa: ARG002 - all files
        """All are."""
        return True

    async def admit(self, pid: int) -> Path:
        """Nothing has to be waited for."""
        self._pid = pid
        return self._socket

    def clock(self) -> CpuClock:
        """Of the process and what comes from it."""
        return TreeClock(self._pid)

    def brake(self, pid: int) -> Brake:
        """By signals."""
        return SignalBrake(pid, self.mark)

    def killed_for(self) -> BotError | None:
        """No limit here kills."""
        return None

    def exit_status(self, returncode: int) -> int:
        """The same."""
        return returncode

    def close(self) -> None:
        """The socket's name is free again."""
        self._socket.unlink(missing_ok=True)
