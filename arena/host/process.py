"""A bot's process: started in its session, drained, watched, and ended with all it left."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import trio

from arena.errors import InfrastructureError
from arena.host.descendants import Family
from arena.host.output import Output
from arena.host.sandbox.cage import Cage

LAUNCHED: Final = "\n"
"""The launcher's first word: what comes before it is no launcher's."""
_QUOTED_CHARS: Final = 240
_READ_BYTES: Final = 64 * 1024
_FLOOD_BYTES: Final = 1024 * 1024
_FLOOD_PAUSE_S: Final = 0.002
"""A bot over its output limit is read in large pieces with pauses: it must not eat a core."""
_GONE_S: Final = 15.0
"""SIGKILL takes effect within this, on a busy machine and hundreds of processes, or never."""
_DRAINED_S: Final = 0.5
_ROUND_S: Final = 0.005


class ExecError(Exception):
    """The command cannot be executed; errno says why."""

    def __init__(self, errno: int) -> None:
        super().__init__(os.strerror(errno))
        self.errno = errno


class BotProcess:
    """One life of a bot. Made by `start_process`; `end` it."""

    def __init__(
        self, popen: subprocess.Popen[bytes], log_fd: int, output: Output, cage: Cage
    ) -> None:
        self._popen = popen
        self._log = trio.lowlevel.FdStream(log_fd)
        self._output = output
        self._cage = cage
        self._family = Family(popen.pid, cage.mark)
        self._attending = trio.CancelScope()
        self._left = trio.Event()
        self._pidfd = os.pidfd_open(popen.pid)
        self.pid = popen.pid
        self.socket = Path()
        """Where it is to listen, as the arena sees it."""
        self.returncode: int | None = None
        """As in subprocess: a signal is negative; None while it lives."""
        self.ended = trio.Event()
        """The process is over and its exit status known. Its children may live."""
        self.on_end: Callable[[], None] | None = None
        """Called a moment after `ended`, for who still waits for an answer."""
        self.failure: InfrastructureError | None = None
        """Why its output could not be written."""

    def know(self, pid: int) -> None:
        """*pid* is to be ended with it, whoever its parent is by then."""
        self._family.know(pid)

    async def attend(self, grace_s: float) -> None:
        """Drain its output and watch for its end, until `end`.

        Args:
            grace_s: from `ended` to `on_end`.
        """
        try:
            with self._attending:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._drain)
                    nursery.start_soon(self._watch, grace_s)
        finally:
            self._left.set()

    async def end(self) -> None:
        """SIGKILL to it and all that came from it. Within 16 s; not to be cancelled."""
        with trio.CancelScope(shield=True):
            with trio.move_on_after(_GONE_S):
                while self._family.kill():  # noqa: ASYNC110 - nothing tells of orphans
                    await trio.sleep(_ROUND_S)
            with trio.move_on_after(_DRAINED_S):  # the pipe is at its end, now that all are dead
                await self._left.wait()
            self._attending.cancel()
            await self._left.wait()
            self._popen.poll()

    async def _watch(self, grace_s: float) -> None:
        try:
            await trio.lowlevel.wait_readable(self._pidfd)
            # Not reaped: its pid, by which its family is known, must stay its own.
            how = os.waitid(  # noqa: ASYNC222 - it has ended, so this does not wait
                os.P_PIDFD, self._pidfd, os.WEXITED | os.WNOWAIT
            )
        finally:
            os.close(self._pidfd)
        assert how
        status = how.si_status if how.si_code == os.CLD_EXITED else -how.si_status
        self.returncode = self._cage.exit_status(status)
        self.ended.set()
        await trio.sleep(grace_s)
        if self.on_end:
            self.on_end()

    async def _drain(self) -> None:
        async with self._log:
            size = _READ_BYTES
            while chunk := await self._log.receive_some(size):
                try:
                    self._output.take(chunk)
                except InfrastructureError as error:
                    self.failure = error
                if self._output.over_limit:
                    if size < _FLOOD_BYTES:
                        size = _FLOOD_BYTES
                        with contextlib.suppress(OSError):
                            fcntl.fcntl(self._log.fileno(), fcntl.F_SETPIPE_SZ, size)
                    await trio.sleep(_FLOOD_PAUSE_S)


async def start_process(
    cage: Cage, argv: Sequence[str], env: Mapping[str, str], output: Output, *, grace_s: float
) -> BotProcess:
    """Start *argv* in *cage* with *env* alone, in a session of its own.

    Args:
        cage: where it runs; who called closes it, after `BotProcess.end`.
        output: where its stdout and stderr go.
        grace_s: see `BotProcess.attend`.

    Raises:
        ExecError: the command cannot be executed.
        InfrastructureError: it could not even be tried.
    """
    # Parent-death signals are per thread: from a worker thread the bot would die with that.
    assert threading.current_thread() is threading.main_thread()
    try:
        popen, log_fd, status_fd = _spawn(cage, argv, env)
    except OSError as error:
        raise InfrastructureError(f"cannot start a process: {error}") from error
    process = BotProcess(popen, log_fd, output, cage)
    # It lives until `end`, in no caller's nursery: a bot's lifetime is no block of its user's.
    trio.lowlevel.spawn_system_task(process.attend, grace_s, name=f"bot {process.pid}")
    try:
        async with trio.lowlevel.FdStream(status_fd) as status:
            process.socket = await cage.admit(popen.pid)
            if cage.first is not None:
                process.know(cage.first)
            await _executed(status)
    except BaseException as error:
        await process.end()
        if isinstance(error, InfrastructureError) and (last := output.last_lines(_QUOTED_CHARS)):
            raise InfrastructureError(f"{error}: {last}") from error
        raise
    return process


def _spawn(
    cage: Cage, argv: Sequence[str], env: Mapping[str, str]
) -> tuple[subprocess.Popen[bytes], int, int]:
    """The launcher as a process, where its output comes out, and where its status does."""
    with contextlib.ExitStack() as ours, contextlib.ExitStack() as theirs:
        log_read, log_write = os.pipe()
        ours.callback(os.close, log_read)
        theirs.callback(os.close, log_write)
        status_read, status_write = os.pipe()
        ours.callback(os.close, status_read)
        theirs.callback(os.close, status_write)
        launch = cage.launch(argv, env, status_write)
        popen = subprocess.Popen(
            launch.argv,
            cwd=launch.folder,
            env=launch.env,
            stdin=subprocess.DEVNULL,
            stdout=log_write,
            stderr=log_write,
            pass_fds=[status_write, *launch.fds],
            start_new_session=True,
        )
        ours.pop_all()
    return popen, log_read, status_read


async def _executed(status: trio.lowlevel.FdStream) -> None:
    """Wait until the launcher has become the command."""
    said = b""
    while chunk := await status.receive_some(64):
        said += chunk
    began, _, failure = said.decode().partition(LAUNCHED)
    if began or not said:
        raise InfrastructureError("the launcher did not run")
    if failure:
        stage, _, errno = failure.partition(" ")
        if stage != "exec":
            raise InfrastructureError(f"launcher: {stage}: {os.strerror(int(errno))}")
        raise ExecError(int(errno))


def describe_exit(returncode: int) -> str:
    """``exit code 3`` or ``signal SIGSEGV``."""
    if returncode >= 0:
        return f"exit code {returncode}"
    try:
        return f"signal {signal.Signals(-returncode).name}"
    except ValueError:
        return f"signal {-returncode}"
