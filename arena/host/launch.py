"""The bot's process before it is the bot: takes on its limits, then executes the command.

Run by its path under ``python -I -S``, in a fresh session, so it imports nothing of the
arena: ``launch.py STATUS_FD[:RESTRICTIONS_FD] PARENT_PID NAME=LIMIT,… COMMAND…``. To the
status pipe it says a newline at once, and no more when the command runs; else what failed:
``exec 13``, the stage and errno. With restrictions to read it takes those on as well: see
sandbox/restrict.py, the one exception to importing nothing.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from typing import Final, NoReturn

_PR_SET_PDEATHSIG: Final = 1


def main(argv: list[str]) -> NoReturn:
    """Become the command, or report why not and end."""
    os.environ.pop("PWD", None)  # a sandbox adds it
    fds, parent_pid, limits, *command = argv[1], int(argv[2]), *argv[3:]
    status_fd, *restrictions_fds = (int(fd) for fd in fds.split(":"))
    os.set_inheritable(status_fd, False)  # noqa: FBT003 - the name says it
    os.write(status_fd, b"\n")
    stage = "limits"
    try:
        _take_limits(limits)
        stage = "parent"
        _die_with(parent_pid)
        _restore_signals()
        os.umask(0o077)
        stage = "restrict"
        for fd in restrictions_fds:
            _restrict(fd)
        stage = "exec"
        os.execvp(command[0], command)  # noqa: S606 - an argv, never a shell line
    except (OSError, ValueError) as error:
        errno = error.errno if isinstance(error, OSError) else 0
        os.write(status_fd, f"{stage} {errno}".encode())
    os._exit(127)


def _take_limits(text: str) -> None:
    for item in filter(None, text.split(",")):
        name, _, wanted = item.partition("=")
        kind = getattr(resource, f"RLIMIT_{name.upper()}")
        _, hard = resource.getrlimit(kind)
        limit = int(wanted) if hard == resource.RLIM_INFINITY else min(int(wanted), hard)
        resource.setrlimit(kind, (limit, limit))


def _die_with(parent_pid: int) -> None:
    """SIGKILL this process when the thread that started it ends; at once if it has."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "PR_SET_PDEATHSIG")
    if os.getppid() != parent_pid:
        os._exit(127)


def _restore_signals() -> None:
    """Undo what Python, a shell or nohup ignores: exec would hand it on."""
    for number in signal.valid_signals():
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def _restrict(fd: int) -> None:
    """Put up the walls that *fd* tells of; say which path is amiss if one is."""
    sys.path.append(__file__.rsplit("/", 3)[0])
    from arena.host.sandbox.restrict import decode_restrictions, restrict_self

    with open(fd, "rb") as told:
        restrictions = decode_restrictions(told.read())
    try:
        restrict_self(restrictions)
    except OSError as error:
        os.write(sys.stderr.fileno(), f"{error}\n".encode())
        raise


if __name__ == "__main__":
    main(sys.argv)
