"""The cage of level partial, for hosts without namespaces: Landlock and the filter alone.

The launcher puts the walls up around itself before it becomes the bot. The bot lives in the
host's own tree then, so its socket and its scratch are folders of the host, and memory, disk
and processes are watched rather than limited.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from arena.errors import BotError, InfrastructureError
from arena.host.brake import Brake, SignalBrake
from arena.host.command import BotCommand, argv_of
from arena.host.cpu import CpuClock, TreeClock
from arena.host.sandbox.bubblewrap import become
from arena.host.sandbox.cage import (
    LEAST_NPROC,
    Confinement,
    Launch,
    launcher_line,
    rlimits_of,
)
from arena.host.sandbox.restrict import Restrictions, encode_restrictions
from arena.host.sandbox.seccomp import FilterTraits, filter_program
from arena.host.sandbox.uids import claim
from arena.host.sandbox.view import View, closed_to_others, import_folders, view_of_host
from arena.host.sandbox.watch import Watch
from arena.host.sandbox.watchdog_meters import TreeMeter
from arena.host.sandbox.watchdog_scratch import Folder

_DEVICES: Final = ("/dev/null", "/dev/full", "/dev/random", "/dev/urandom")
_READABLE: Final = ("/proc/self", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf")
_TRAITS: Final = FilterTraits(pid_namespace=False, counts_memory=False, may_connect=False)


class WalledCage:
    """Walls that the bot's own process puts up around itself."""

    def __init__(
        self,
        command: BotCommand,
        confinement: Confinement,
        socket: Path,
        scratch: Path,
        setpriv: str | None,
    ) -> None:
        """Both folders exist and are private.

        Args:
            setpriv: what another user is become with, one who is taken from the host; None
                where the arena is an ordinary user, who the bot then is too.

        Raises:
            InfrastructureError: there is none to be had.
        """
        self._command = command
        self._confinement = confinement
        self._socket = socket
        self._view = view_of_host(argv_of(command)[0], confinement.hidden)
        self._pid = 0
        self._closing = contextlib.ExitStack()
        self._theirs = contextlib.ExitStack()
        self._watch = Watch()
        self._submission = command.folder.absolute()
        self._setpriv = setpriv
        self._uid = self._claimed() if setpriv else None
        self.owner = os.geteuid() if self._uid is None else self._uid
        self.address = str(socket)
        # Of this life alone: what an earlier one left is another user's by now, or a whisper.
        home = scratch / str(1 + len(list(scratch.iterdir())))
        home.mkdir(mode=0o700)
        self.home = str(home)
        self.first: int | None = None
        self.mark: str | None = f"ARENA_BOT_ADDRESS=unix:{socket}"

    def launch(self, argv: Sequence[str], env: Mapping[str, str], status_fd: int) -> Launch:
        """*argv* as the bot's own user; the launcher in it reads what it is to give up."""
        self._refuse_hidden(self._view)
        user: Sequence[str] = ()
        if self._uid is not None and self._setpriv is not None:
            user = self._as_other(self._uid, self._setpriv)
        told_fd = os.memfd_create("restrictions")
        self._theirs.callback(os.close, told_fd)
        os.write(told_fd, encode_restrictions(self._restrictions(self._view)))
        os.lseek(told_fd, 0, os.SEEK_SET)
        limits = rlimits_of(self._confinement.limits)
        if self._uid is None:  # what the kernel counts here is all that the user has
            limits["nproc"] = LEAST_NPROC  # the watchdog sees to the bot's own
            limits["sigpending"] = 0  # no bot finds fewer timers because another has some
        line = launcher_line(f"{status_fd}:{told_fd}", os.getpid(), limits, argv)
        return Launch((*user, *line), env, self._submission, (told_fd,))

    def sees(self, file: Path) -> bool:
        """Its submission, and what Landlock lets it read."""
        return file.is_relative_to(self._command.folder) or self._view.shows(file)

    async def admit(self, pid: int) -> Path:
        """Nothing has to be waited for: the walls are up before the bot's command runs."""
        self._theirs.close()
        self._pid = pid
        limits = self._confinement.limits
        self._watch.begin(pid, TreeMeter(pid, limits, (Folder(Path(self.home)),)))
        return self._socket

    def clock(self) -> CpuClock:
        """Of the process and what comes from it."""
        return TreeClock(self._pid)

    def brake(self, pid: int) -> Brake:
        """By signals."""
        return SignalBrake(pid, self.mark)

    def killed_for(self) -> BotError | None:
        """What the watchdog saw."""
        return self._watch.killed_for()

    def exit_status(self, returncode: int) -> int:
        """The same."""
        return returncode

    def close(self) -> None:
        """Give the user back."""
        self._watch.end()
        self._theirs.close()
        self._closing.close()
        self._socket.unlink(missing_ok=True)

    def _claimed(self) -> int:
        return self._closing.enter_context(claim()).uid

    def _restrictions(self, view: View) -> Restrictions:
        links = (str(link) for _, link in view.links)
        readable = (*map(str, view.shown), *links, str(self._submission), *_READABLE)
        return Restrictions(
            readable=tuple(path for path in readable if os.path.exists(path)),  # noqa: PTH110
            listed=tuple(str(folder) for folder in import_folders() if folder.exists()),
            writable=(self.home, *_DEVICES),
            listening=(str(self._socket.parent),),
            program=filter_program(_TRAITS),
        )

    def _refuse_hidden(self, view: View) -> None:
        """Landlock cannot take back a part of what it shows."""
        if view.hidden:
            raise InfrastructureError(f"sandbox: {view.hidden[0]} lies among what bots must see")

    def _as_other(self, uid: int, setpriv: str) -> Sequence[str]:
        """The command that becomes *uid*, once all that it needs is in its reach."""
        if closed := closed_to_others(Path(sys.executable).resolve()):
            raise InfrastructureError(
                f"sandbox: {sys.executable} lies in {closed}, which lets no other user in"
            )
        place = self._socket.parent
        self._submission = place / "submission"
        if not self._submission.exists():
            incoming = place / "incoming"  # a copy that failed half-way is no submission
            shutil.rmtree(incoming, ignore_errors=True)
            shutil.copytree(self._command.folder, incoming)
            for path in (incoming, *incoming.rglob("*")):
                runs = path.is_dir() or path.stat().st_mode & stat.S_IXUSR
                path.chmod(0o555 if runs else 0o444)
            incoming.rename(self._submission)
        for folder in (place, Path(self.home)):
            os.chown(folder, uid, uid)
        for used in (place, Path(self.home)):
            open_way_to(used)
        return become(uid, setpriv)


def open_way_to(place: Path) -> None:
    """Let every user through to *place*, by the arena's own temporary folders alone.

    Raises:
        InfrastructureError: another folder is closed, which is not the arena's to open.
    """
    temporary = Path(tempfile.gettempdir())
    while closed := closed_to_others(place):
        if temporary not in closed.parents:
            raise InfrastructureError(
                f"sandbox: {closed} lets no other user in: set TMPDIR to an open folder"
            )
        closed.chmod(0o711)
