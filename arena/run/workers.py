"""Worker processes as the arena holds them: started, told, listened to, killed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Self

import trio

from arena.errors import InfrastructureError
from arena.run.order import Answered, Order, Played, Report, decode_report, encode_order
from arena.run.pipe import read_lines

_END_S = 8
"""How long a worker is given to kill its bots and end when its pipe closes."""
_DYING_S = 2
_QUOTED_BYTES = 2000


class WorkerDiedError(InfrastructureError):
    """A worker ended before it reported the end of its order."""


class Worker:
    """One worker process. It carries out one order at a time."""

    def __init__(self, process: subprocess.Popen[bytes], ours: socket.socket, log: Path) -> None:
        self._process = process
        self._stream = trio.SocketStream(trio.socket.from_stdlib_socket(ours))
        self._lines = read_lines(self._stream)
        self._log = log

    @classmethod
    def start(cls, folder: Path) -> Self:
        """Start one, from the main thread; *folder* is private to it, for sockets and scratch."""
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        log = folder.with_suffix(".log")  # beside it: a worker that ends removes its folder
        ours, theirs = socket.socketpair()
        with theirs, log.open("ab") as output:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "arena.run.worker", str(theirs.fileno()), str(folder)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env={**os.environ, "GRPC_ENABLE_FORK_SUPPORT": "0", "GRPC_VERBOSITY": "NONE"},
            )
        return cls(process, ours, log)

    @property
    def pid(self) -> int:
        """Its process id, which stays taken until `end`."""
        return self._process.pid

    async def carry_out(self, order: Order) -> AsyncGenerator[Report, None]:
        """Its reports on *order*: any number of `Played` or `Answered`, then one of another kind.

        Raises:
            WorkerDiedError: it ended before that.
        """
        try:
            await self._stream.send_all(encode_order(order))
        except trio.BrokenResourceError as error:
            raise await self._death() from error
        async for line in self._lines:
            report = decode_report(line)
            yield report
            if not isinstance(report, Played | Answered):
                return
        raise await self._death()

    async def end(self) -> None:
        """Close its pipe, which ends it and its bots; kill it if that does not. Bounded."""
        with trio.CancelScope(shield=True):
            await self._lines.aclose()
            await self._stream.aclose()
            with trio.move_on_after(_END_S) as patience:
                await trio.to_thread.run_sync(self._process.wait, abandon_on_cancel=True)
            if patience.cancelled_caught:
                self._process.kill()
                await trio.to_thread.run_sync(self._process.wait)

    async def _death(self) -> WorkerDiedError:
        with trio.move_on_after(_DYING_S):  # its pipe closes a moment before it has ended
            await trio.to_thread.run_sync(self._process.wait, abandon_on_cancel=True)
        status = self._process.poll()
        how = "its pipe broke" if status is None else f"exit status {status}"
        last = self._log.read_bytes()[-_QUOTED_BYTES:].decode(errors="replace").strip()
        lines = [line for line in last.splitlines() if line.strip(" |+-")][-1:]
        return WorkerDiedError(f"the worker died ({how}){': ' if lines else ''}{''.join(lines)}")
