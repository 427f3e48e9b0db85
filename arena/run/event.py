"""An event played: its pending sittings handed to workers, their results stored."""

from __future__ import annotations

import signal
from bisect import insort
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar, TypeVarTuple

import trio

from arena.errors import InfrastructureError, InterruptedEventError
from arena.host.descendants import kill_descendants
from arena.ratings.versus import Standing
from arena.referee.playing import Playing
from arena.run.order import Complete, Played, PlayOrder, Void
from arena.run.workers import Worker, WorkerDiedError

ATTEMPTS = 3
"""A sitting that was void so often is left, and the event ends without it."""
_PAUSES_S = (1, 4)
"""Before the ledger is tried a second and a third time, which is the last."""
_Result = TypeVar("_Result")
_Args = TypeVarTuple("_Args")


@dataclass(frozen=True, slots=True)
class Sitting:
    """A sitting that is still to be played, or to be finished."""

    match: int
    rotation: int


@dataclass(frozen=True, slots=True)
class Happening:
    """What somebody who watches is told as it happens."""

    playings: int = 0
    """So many more playings stand in the logs; negative when an attempt was void."""
    sittings: int = 0
    """So many more sittings are complete."""
    trouble: str = ""
    """A sentence for what went wrong."""
    standing: Standing | None = None
    """How a test stands that this brought new blocks."""


class Ledger(Protocol):
    """Where sittings are begun and their ends written down. Its methods may block."""

    def begin(self, sitting: Sitting) -> PlayOrder:
        """The order for the sitting's next attempt, or for the one that was cut off."""

    def complete(self, order: PlayOrder, h: str, playings: Sequence[Playing]) -> None:
        """The sitting's log is sealed: store its result, once."""

    def void(self, order: PlayOrder, reason: str) -> None:
        """The attempt counts for nothing."""


Decides = Callable[[Sitting, Sequence[Playing]], bool]
"""Told of each sitting when its result is stored; True if the event is decided by it."""


@dataclass(slots=True)
class _Queue:
    """What is still to be played; two rotations of a match side by side only at the end."""

    waiting: list[Sitting]
    apart: bool
    """Not even at the end: a slot waits rather."""
    in_order: bool = False
    """What was void is played again at once, not last: a verdict needs all that is before it."""
    freed: trio.Event = field(default_factory=trio.Event)
    """Set, and replaced by another, when a sitting has ended."""
    running: set[Sitting] = field(default_factory=set)
    voids: dict[Sitting, int] = field(default_factory=dict)
    left: list[Sitting] = field(default_factory=list)
    """Given up after ATTEMPTS."""

    async def take(self) -> Sitting | None:
        while self.waiting:
            busy = {sitting.match for sitting in self.running}
            free = [sitting for sitting in self.waiting if sitting.match not in busy]
            if free or not self.apart:
                return self._taken((free or self.waiting)[0])
            await self.freed.wait()
        return None

    def end(self, sitting: Sitting) -> None:
        self.running.discard(sitting)
        self.freed.set()
        self.freed = trio.Event()

    def _taken(self, sitting: Sitting) -> Sitting:
        self.waiting.remove(sitting)
        self.running.add(sitting)
        return sitting

    def give_back(self, sitting: Sitting) -> None:
        self.voids[sitting] = self.voids.get(sitting, 0) + 1
        if self.voids[sitting] >= ATTEMPTS:
            self.left.append(sitting)
        elif self.in_order:
            insort(self.waiting, sitting, key=_place)
        else:
            self.waiting.append(sitting)
        self.end(sitting)


def _place(sitting: Sitting) -> tuple[int, int]:
    return sitting.match, sitting.rotation


async def play_sittings(
    sittings: Sequence[Sitting],
    ledger: Ledger,
    folder: Path,
    concurrency: int,
    watch: Callable[[Happening], None],
    *,
    apart: bool = False,
    decides: Decides | None = None,
) -> tuple[Sitting, ...]:
    """Play *sittings*, *concurrency* at once, each in a worker process of its own.

    Args:
        folder: private, for the workers' folders.
        apart: never two rotations of a match at once: bots that are not trusted could tell
            each other of its deals by how busy they keep the machine (R52).
        decides: whether the event is over before all is played: what runs then is dropped.
            Such an event also ends where a sitting is given up, for nothing after it counts,
            and what was void is played again before what comes after it. In others it is
            played last, when what made it void may be over.

    Returns:
        The sittings that stayed void after ATTEMPTS attempts.

    Raises:
        InterruptedEventError: SIGINT or SIGTERM came; what was begun can be resumed.
    """
    queue = _Queue(list(sittings), apart, in_order=decides is not None)
    over = trio.Event()
    desk = _Desk(queue, ledger, folder, watch, decides, over)
    caught: list[int] = []
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:

            async def play_all() -> None:
                async with trio.open_nursery() as slots:
                    for _ in range(min(concurrency, len(sittings))):
                        slots.start_soon(desk.slot)
                nursery.cancel_scope.cancel()

            async def end_early() -> None:
                await over.wait()
                nursery.cancel_scope.cancel()

            nursery.start_soon(play_all)
            nursery.start_soon(end_early)
            async for number in signals:
                caught.append(number)
                break
            nursery.cancel_scope.cancel()
    if caught and not over.is_set():
        raise InterruptedEventError(f"interrupted by {signal.Signals(caught[0]).name}")
    return tuple(queue.left)


class _Desk:
    """What the slots share."""

    def __init__(
        self,
        queue: _Queue,
        ledger: Ledger,
        folder: Path,
        watch: Callable[[Happening], None],
        decides: Decides | None,
        over: trio.Event,
    ) -> None:
        self._decides = decides
        self._over = over
        self._queue = queue
        self._ledger = ledger
        self._folder = folder
        self._watch = watch
        self._one_writer = trio.Lock()
        self._workers: set[int] = set()
        self._started = 0

    async def slot(self) -> None:
        """Play sitting after sitting; a worker that failed at one is replaced."""
        worker: Worker | None = None
        try:
            while (sitting := await self._queue.take()) is not None:
                order = await self._entered(self._ledger.begin, sitting)
                playings: list[Playing] = []
                ending: Complete | Void
                try:
                    worker = worker or self._start()
                    ending = await self._carried_out(worker, order, playings)
                except WorkerDiedError as error:
                    ending = Void(str(error))
                except OSError as error:
                    ending = Void(f"no worker could be started: {error}")
                await self._settle(sitting, order, ending, playings)
                if worker is not None and isinstance(ending, Void):
                    await self._end(worker)
                    worker = None
        finally:
            if worker is not None:
                await self._end(worker)

    def _start(self) -> Worker:
        self._started += 1
        worker = Worker.start(self._folder / f"w{self._started}")
        self._workers.add(worker.pid)
        return worker

    async def _end(self, worker: Worker) -> None:
        """End the worker, and whatever it left behind."""
        await worker.end()
        self._workers.discard(worker.pid)
        kill_descendants(spare=self._workers)

    async def _settle(
        self, sitting: Sitting, order: PlayOrder, ending: Complete | Void, playings: list[Playing]
    ) -> None:
        with trio.CancelScope(shield=True):
            match ending:
                case Complete():
                    await self._entered(self._ledger.complete, order, ending.h, playings)
                    self._queue.end(sitting)
                    self._watch(Happening(sittings=1))
                    if self._decides is not None and self._decides(sitting, playings):
                        self._over.set()
                case Void():
                    await self._entered(self._ledger.void, order, ending.reason)
                    self._queue.give_back(sitting)
                    if self._decides is not None and self._queue.left:
                        self._over.set()
                    self._watch(Happening(-len(playings), trouble=_void(order, ending)))

    async def _entered(self, enter: Callable[[*_Args], _Result], *args: *_Args) -> _Result:
        """Do something in the ledger, again after a pause where disk or database fail.

        Raises:
            InfrastructureError, OSError: they failed each time. Nothing of it is stored.
        """
        async with self._one_writer:
            for pause_s in _PAUSES_S:
                try:
                    return await trio.to_thread.run_sync(enter, *args)
                except (InfrastructureError, OSError) as error:
                    self._watch(Happening(trouble=f"{error}; trying again in {pause_s} s"))
                await trio.sleep(pause_s)
            return await trio.to_thread.run_sync(enter, *args)

    async def _carried_out(
        self, worker: Worker, order: PlayOrder, playings: list[Playing]
    ) -> Complete | Void:
        async with aclosing(worker.carry_out(order)) as reports:
            async for report in reports:
                match report:
                    case Played():
                        playings.append(report.playing)
                        self._watch(Happening(playings=1))
                    case Complete() | Void():
                        return report
        raise AssertionError(f"a worker answered {order.header.match} with a start")


def _void(order: PlayOrder, ending: Void) -> str:
    header = order.header
    return f"{header.match}/{header.rotation} attempt {header.attempt} is void: {ending.reason}"
