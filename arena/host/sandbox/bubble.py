"""The cage of levels strong and full: bubblewrap, entered only when every limit holds.

The order is what makes it tight. bubblewrap builds the sandbox, says which process is the
first in it, and waits; that process is put into its cgroup or onto its core; only then is it
let go on, to become the bot. So the bot's first instruction runs inside every wall, and
whatever fails on the way ends the start: there is no way on without a wall.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import signal
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import trio

from arena.errors import BotError, Fault, InfrastructureError
from arena.host.brake import Brake, SignalBrake
from arena.host.command import BotCommand, argv_of
from arena.host.cpu import CpuClock, TreeClock
from arena.host.sandbox.bubblewrap import (
    SCRATCH,
    SOCKET,
    Dressing,
    become,
    bubblewrap_options,
    inner_uid,
    passwd_of,
)
from arena.host.sandbox.cage import Confinement, Launch, launcher_line, rlimits_of
from arena.host.sandbox.cgroup import BotGroup, sweep
from arena.host.sandbox.cgroup_brake import GroupBrake
from arena.host.sandbox.cgroup_clock import GroupClock
from arena.host.sandbox.cgroup_probe import Missing, find_cgroups
from arena.host.sandbox.readiness import FILE_SYSTEMS, leaves_our_root, limit_files
from arena.host.sandbox.seccomp import FilterTraits, filter_program
from arena.host.sandbox.tools import Tools
from arena.host.sandbox.uids import ClaimedUid, claim
from arena.host.sandbox.view import view_of_host
from arena.host.sandbox.watch import Watch
from arena.host.sandbox.watchdog_meters import GroupMeter, Meter, TreeMeter
from arena.host.sandbox.watchdog_scratch import Tmpfs
from arena.referee.confinement import Level, SandboxLimits

_PATH: Final = "/usr/local/bin:/usr/bin:/bin"
_INIT: Final = 1
"""The parent of what is started in a sandbox, as seen there."""
_SIGNALLED: Final = 128
"""bubblewrap's exit status for a bot that a signal ended, less the signal."""
_MOST_SAID: Final = 4096
_turns: Final = itertools.count(os.getpid())


class BubbleCage:
    """A sandbox made by bubblewrap."""

    address: str = SOCKET
    home: str = SCRATCH
    mark: str | None = None

    def __init__(self, command: BotCommand, confinement: Confinement, tools: Tools) -> None:
        """Takes a user and a cgroup from the host, where the level has them.

        Raises:
            InfrastructureError: there is none to be had.
        """
        self._submission = command.folder.absolute()
        self._view = view_of_host(argv_of(command)[0], confinement.hidden)
        self._confinement = confinement
        self._tools = tools
        self._closing = contextlib.ExitStack()
        self._theirs = contextlib.ExitStack()
        self.first: int | None = None
        self._watch = Watch()
        with contextlib.ExitStack() as failing:
            failing.callback(self.close)
            self._uid = self._claimed().uid if tools.setpriv else None
            self._group = self._made_group() if confinement.level is Level.FULL else None
            failing.pop_all()
        self.owner = os.geteuid() if self._uid is None else self._uid

    def _claimed(self) -> ClaimedUid:
        return self._closing.enter_context(claim())

    def _made_group(self) -> BotGroup:
        cgroups = _cgroups()
        if isinstance(cgroups, Missing):
            raise InfrastructureError(cgroups.reason)
        group = BotGroup.make(cgroups, self._limits)
        self._closing.callback(group.remove)
        return group

    def launch(self, argv: Sequence[str], env: Mapping[str, str], status_fd: int) -> Launch:
        """*argv* behind bubblewrap, its options out of sight in a file of memory."""
        uid = inner_uid(self._uid)
        self._info_fd, info_fd = self._pipe()
        block_fd, self._block_fd = self._pipe(ours_writes=True)
        traits = FilterTraits(
            pid_namespace=True, counts_memory=self._group is not None, may_connect=True
        )
        dressing = Dressing(
            submission=self._submission,
            env=env,
            limits=self._confinement.limits,
            uid=self._uid,
            proc=self._confinement.proc,
            passwd_fd=self._memory("passwd", passwd_of(uid).encode()),
            group_fd=self._memory("group", f"bot:x:{uid}:\n".encode()),
            filter_fd=self._memory("filter", filter_program(traits)),
            info_fd=info_fd,
            block_fd=block_fd,
        )
        options = bubblewrap_options(self._view, dressing)
        options_fd = self._memory(
            "options", os.fsencode("".join(f"{option}\0" for option in options))
        )
        fds = (options_fd, dressing.passwd_fd, dressing.group_fd, dressing.filter_fd)
        user = become(self._uid, self._tools.setpriv) if self._uid and self._tools.setpriv else []
        line = launcher_line(str(status_fd), _INIT, rlimits_of(self._limits), argv)
        return Launch(
            argv=(self._tools.bwrap, "--args", str(options_fd), "--", *user, *line),
            env={"PATH": _PATH},  # bubblewrap's own, which the host can see
            folder=Path("/"),
            fds=(*fds, info_fd, block_fd),
        )

    def sees(self, file: Path) -> bool:
        """Its submission, and what is bound in."""
        return file.is_relative_to(self._submission) or self._view.shows(file)

    async def admit(self, pid: int) -> Path:  # noqa: ARG002 - bubblewrap's own
        """Let the bot begin, once what is to hold it does."""
        self._theirs.close()
        self.first = first = await self._first_process()
        try:
            await leaves_our_root(first)
            await limit_files(first, self._limits.scratch_files)
            if self._group:
                self._group.add(first)
            else:
                cores = sorted(os.sched_getaffinity(0))
                os.sched_setaffinity(first, {cores[next(_turns) % len(cores)]})
            self._watch.begin(first, self._meter(first))
            os.write(self._block_fd, b"\n")
        except OSError as error:
            raise InfrastructureError(f"sandbox: {error}") from error
        return Path(f"/proc/{first}/root{SOCKET}")

    def clock(self) -> CpuClock:
        """The cgroup's, which forgets no process; else those of the processes."""
        return GroupClock(self._group) if self._group else TreeClock(self._inhabitant())

    def brake(self, pid: int) -> Brake:
        """By the cgroup; else by signals to what is seen of the sandbox from outside."""
        return GroupBrake(self._group) if self._group else SignalBrake(pid, None)

    def killed_for(self) -> BotError | None:
        """What the kernel counted, or the watchdog saw.

        Raises:
            InfrastructureError: the kernel killed it because the host had no memory left.
        """
        if self._group and self._group.killed_for_memory():
            detail = f"killed for more than {self._limits.memory_mib} MiB of memory"
            return BotError(Fault.MEMORY_LIMIT, detail)
        if self._group and self._group.killed_for_the_hosts_memory():
            raise InfrastructureError("the host had no memory left: the kernel killed a bot")
        return self._watch.killed_for()

    def exit_status(self, returncode: int) -> int:
        """bubblewrap adds a signal to 128."""
        number = returncode - _SIGNALLED
        return -number if number in set(signal.Signals) else returncode

    def close(self) -> None:
        """Give the user and the cgroup back."""
        self._watch.end()
        self._theirs.close()
        self._closing.close()

    async def _first_process(self) -> int:
        said = b""
        async with trio.lowlevel.FdStream(os.dup(self._info_fd)) as info:
            while not said.rstrip().endswith(b"}") and len(said) < _MOST_SAID:
                chunk = await info.receive_some(1024)
                if not chunk:
                    raise InfrastructureError("sandbox: bubblewrap ended before it was made")
                said += chunk
        return int(json.loads(said)["child-pid"])

    def _inhabitant(self) -> int:
        assert self.first, "not admitted"
        return self.first

    def _meter(self, first: int) -> Meter:
        root = Path(f"/proc/{first}/root")
        home, *others = (root / place[1:] for place in FILE_SYSTEMS)
        places = (Tmpfs(home), *(Tmpfs(place, is_home=False) for place in others))
        if self._group:
            return GroupMeter(self._group, self._limits, places)
        return TreeMeter(first, self._limits, places, own_network=True)

    @property
    def _limits(self) -> SandboxLimits:
        return self._confinement.limits

    def _pipe(self, *, ours_writes: bool = False) -> tuple[int, int]:
        """The reading and the writing end; theirs is closed after the start."""
        ends = os.pipe()
        ours, theirs = reversed(ends) if ours_writes else ends
        self._closing.callback(os.close, ours)
        self._theirs.callback(os.close, theirs)
        return ends

    def _memory(self, name: str, content: bytes) -> int:
        fd = os.memfd_create(name)
        self._theirs.callback(os.close, fd)
        os.write(fd, content)
        os.lseek(fd, 0, os.SEEK_SET)
        return fd


_cgroups: Final = cache(find_cgroups)


def sweep_groups() -> None:
    """Remove the control groups that killed arenas have left, and what still runs in them."""
    cgroups = _cgroups()
    if not isinstance(cgroups, Missing):
        sweep(cgroups)
