"""One worker for many sittings, as in an event: starting one takes half a second."""

from __future__ import annotations

import os
import queue
import signal
import threading
from collections.abc import Iterator
from contextlib import aclosing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import trio

from arena.referee.playing import Playing
from arena.run.order import Played, PlayOrder, Report
from arena.run.workers import Worker

PLENTY_S = 120
"""Of a sitting that is expected to take a few seconds."""


@dataclass(frozen=True)
class CarriedOut:
    """What came of an order."""

    ending: Report
    playings: tuple[Playing, ...]
    alive: tuple[str, ...]
    """What lived on when the worker reported the end: each a pid and its command."""
    files: tuple[Path, ...]
    """What was left of sockets and scratch then."""
    descriptors: int
    """What the worker had open then."""
    took_s: float


class Crew:
    """A worker in a trio loop of its own thread. `end` it."""

    def __init__(self, folder: Path) -> None:
        """Start the loop; a worker is started when there is an order.

        Args:
            folder: private, its path short enough for sockets.
        """
        self._folder = folder
        self._worker: Worker | None = None
        self._begun = 0
        tokens: queue.Queue[trio.lowlevel.TrioToken] = queue.Queue()
        self._over = trio.Event()

        async def loop() -> None:
            tokens.put(trio.lowlevel.current_trio_token())
            await self._over.wait()

        self._thread = threading.Thread(target=trio.run, args=(loop,))
        self._thread.start()
        self._token = tokens.get()

    @property
    def pid(self) -> int | None:
        """The worker's process, where there is one."""
        return self._worker.pid if self._worker else None

    def carry_out(self, order: PlayOrder) -> CarriedOut:
        """Have *order* carried out.

        Raises:
            InfrastructureError: the worker died of it.
            trio.TooSlowError: it is not done after PLENTY_S.
        """
        return trio.from_thread.run(partial(self._carry_out, order), trio_token=self._token)

    def end(self) -> None:
        """End the worker and the loop."""
        trio.from_thread.run(self._end_worker, trio_token=self._token)
        trio.from_thread.run_sync(self._over.set, trio_token=self._token)
        self._thread.join()

    async def _carry_out(self, order: PlayOrder) -> CarriedOut:
        worker = self._worker or self._start()
        began_s = trio.current_time()
        playings: list[Playing] = []
        ending: Report | None = None
        try:
            with trio.fail_after(PLENTY_S):
                async with aclosing(worker.carry_out(order)) as reports:
                    async for report in reports:
                        if isinstance(report, Played):
                            playings.append(report.playing)
                        else:
                            ending = report
        finally:
            left = alive(self._folder, but=worker.pid)
            if ending is None or left:  # it is fit for nothing more, and must leave nothing
                await self._end_worker()
                kill_all(self._folder)
        assert ending is not None
        return CarriedOut(
            ending=ending,
            playings=tuple(playings),
            alive=left,
            files=tuple(self._folder.glob("*/*")),
            descriptors=0 if self._worker is None else _descriptors(worker.pid),
            took_s=trio.current_time() - began_s,
        )

    def _start(self) -> Worker:
        self._begun += 1
        self._worker = Worker.start(self._folder / f"w{self._begun}")
        return self._worker

    async def _end_worker(self) -> None:
        worker, self._worker = self._worker, None
        if worker:
            await worker.end()


def _descriptors(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def _of(folder: Path) -> Iterator[tuple[int, str]]:
    """Every living process whose environment, folder, command or mounts name *folder*."""
    mark = os.fsencode(folder)
    mounted = os.fsencode("/".join((*folder.parts[-2:], "")))  # within its file system
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            command = (entry / "cmdline").read_bytes()
            told = command + (entry / "environ").read_bytes() + bytes((entry / "cwd").readlink())
            mounts = (entry / "mountinfo").read_bytes()
        except OSError:  # gone, or dead and waited for by nobody yet
            continue
        if mark in told or mounted in mounts:
            yield int(entry.name), command.replace(b"\0", b" ").decode(errors="replace")


def alive(folder: Path, *, but: int | None = None) -> tuple[str, ...]:
    """What lives and came from a bot that had its scratch in *folder*."""
    return tuple(f"{pid} {command}" for pid, command in _of(folder) if pid != but)


def kill_all(folder: Path) -> None:
    """End what lives and came from a bot that had its scratch in *folder*, by its pid."""
    while found := [pid for pid, _ in _of(folder)]:
        for pid in found:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
