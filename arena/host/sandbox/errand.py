"""Runs a program of the arena's own that reads what a stranger made, confined to one folder.

Should what it reads take the program over, it is where a bot would be: it sees the system and
the arena's package, has no network, and can change nothing but that folder.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from arena.errors import InfrastructureError
from arena.host.sandbox.bubblewrap import (
    become,
    environment_options,
    namespace_options,
    view_options,
)
from arena.host.sandbox.cage import Confinement, Launch, launcher_line
from arena.host.sandbox.restrict import Restrictions, encode_restrictions
from arena.host.sandbox.seccomp import FilterTraits, filter_program
from arena.host.sandbox.tools import MissingToolError, find_setpriv, find_tools
from arena.host.sandbox.uids import claim
from arena.host.sandbox.view import import_folders, view_of_host
from arena.host.sandbox.walled import open_way_to
from arena.referee.confinement import MIB, Level

CONFINING: Final = frozenset({Level.FULL, Level.STRONG, Level.PARTIAL})
"""The levels at which there is something to confine it with."""
_ENV: Final = {"LANG": "C.UTF-8", "HOME": "/", "PYTHONDONTWRITEBYTECODE": "1"}
_PATH: Final = {"PATH": "/usr/local/bin:/usr/bin:/bin"}
_RLIMITS: Final = {"core": 0, "fsize": 64 * MIB, "nofile": 64, "memlock": 0, "msgqueue": 0}
_NPROC: Final = {"nproc": 8}
"""Where the kernel counts what it starts, and nothing else of the user."""
_INIT: Final = 1
_SIGNALLED: Final = 128
_MOST_SAID: Final = 4096


@dataclass(frozen=True, slots=True)
class Errand:
    """A program, and all that it may touch."""

    argv: Sequence[str]
    stdin: BinaryIO
    folder: Path
    """Where it writes: there, empty, and to be removed by who made it."""
    wall_s: float
    """When it is ended."""


@dataclass(frozen=True, slots=True)
class Done:
    """How it ended."""

    code: int
    """Below zero: the signal that killed it."""
    said: str
    complaint: str
    """The beginning of what it wrote to its standard error."""


def run_errand(errand: Errand, confinement: Confinement) -> Done | None:
    """Run it at the level of *confinement*, one of CONFINING; None if it was ended at its time.

    From then on the folder may be another user's, whom nobody else is.

    Raises:
        InfrastructureError: the level cannot be had any more.
    """
    try:
        with contextlib.ExitStack() as held:
            if confinement.level is Level.PARTIAL:
                return _run(errand, _walled(errand, confinement, held), held)
            done = _run(errand, _bubbled(errand, confinement, held), held)
    except MissingToolError as error:
        raise InfrastructureError(f"sandbox: {error}") from error
    number = (done.code if done else 0) - _SIGNALLED
    if done and number in set(signal.Signals):  # bubblewrap adds a signal to 128
        return Done(-number, done.said, done.complaint)
    return done


def _bubbled(errand: Errand, confinement: Confinement, held: contextlib.ExitStack) -> Launch:
    tools = find_tools()
    uid = held.enter_context(claim()).uid if tools.setpriv else None
    user: Sequence[str] = ()
    if uid is not None and tools.setpriv:
        os.chown(errand.folder, uid, uid)
        user = become(uid, tools.setpriv)
    folder = str(errand.folder.resolve())
    traits = FilterTraits(pid_namespace=True, counts_memory=False, may_connect=True)
    filter_fd = _memory(held, "filter", filter_program(traits))
    options = [
        *namespace_options(uid, proc=False),
        *environment_options(_ENV),
        *view_options(view_of_host(errand.argv[0], confinement.hidden), [Path(folder)]),
        *("--bind", folder, folder, "--remount-ro", "/", "--seccomp", str(filter_fd)),
    ]
    text = "".join(f"{option}\0" for option in options)
    options_fd = _memory(held, "options", os.fsencode(text))
    line = launcher_line("{status}", _INIT, _RLIMITS | _NPROC, errand.argv)
    argv = (tools.bwrap, "--args", str(options_fd), "--", *user, *line)
    return Launch(argv, _PATH, Path("/"), (filter_fd, options_fd))


def _walled(errand: Errand, confinement: Confinement, held: contextlib.ExitStack) -> Launch:
    view = view_of_host(errand.argv[0], confinement.hidden)
    if view.hidden:  # Landlock cannot take back a part of what it shows
        raise InfrastructureError(f"sandbox: {view.hidden[0]} lies among what must be seen")
    user: Sequence[str] = ()
    nproc: Mapping[str, int] = {}
    if os.geteuid() == 0:
        uid = held.enter_context(claim()).uid
        os.chown(errand.folder, uid, uid)
        open_way_to(errand.folder)
        user, nproc = become(uid, find_setpriv()), _NPROC
    shown = (*view.shown, *(link for _, link in view.links))
    traits = FilterTraits(pid_namespace=False, counts_memory=False, may_connect=False)
    restrictions = Restrictions(
        readable=tuple(str(path) for path in shown if path.exists()),
        listed=tuple(str(folder) for folder in import_folders() if folder.exists()),
        writable=(str(errand.folder),),
        listening=(),
        program=filter_program(traits),
    )
    told_fd = _memory(held, "restrictions", encode_restrictions(restrictions))
    fds = f"{{status}}:{told_fd}"
    line = launcher_line(fds, os.getpid(), {**_RLIMITS, **nproc}, errand.argv)
    return Launch((*user, *line), _PATH | _ENV, Path("/"), (told_fd,))


def _run(errand: Errand, launch: Launch, held: contextlib.ExitStack) -> Done | None:
    said, complaint, status = (_memory(held, name, b"") for name in ("said", "complaint", "status"))
    with (
        subprocess.Popen(
            [word.replace("{status}", str(status)) for word in launch.argv],
            cwd=launch.folder,
            env=launch.env,
            stdin=errand.stdin,
            stdout=said,
            stderr=complaint,
            pass_fds=(*launch.fds, status),
            start_new_session=True,
        ) as process,
        _ended(process),
    ):
        try:
            code = process.wait(errand.wall_s)
        except subprocess.TimeoutExpired:
            return None
    failure = _text(status).strip()
    return Done(code, _text(said), f"{_text(complaint)}{failure}")


@contextlib.contextmanager
def _ended(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """The block of *process*, after which nothing of its session runs."""
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def _memory(held: contextlib.ExitStack, name: str, content: bytes) -> int:
    fd = os.memfd_create(name)
    held.callback(os.close, fd)
    os.write(fd, content)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _text(fd: int) -> str:
    return os.pread(fd, _MOST_SAID, 0).decode(errors="replace")
