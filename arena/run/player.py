"""A hosted bot as a sitting needs it: asked through its pump, its restarts noted."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import trio

from arena.errors import BotError
from arena.host.bot import Bot, Terms
from arena.host.command import BotCommand
from arena.host.pump import Pump
from arena.host.sandbox.cage import Confinement
from arena.referee.policy import FaultPolicy, Limits
from arena.referee.question import DealSummary, Question, Reply
from arena.rules.variants import Variant
from arena.version import VERSION
from arena.wire.hello import Introduction


class HostedPlayer:
    """One entry of a sitting: a real process, from `start` to `stop`."""

    def __init__(
        self,
        command: BotCommand,
        limits: Limits,
        variant: Variant,
        policy: FaultPolicy,
        *,
        proof_key: bytes,
        place: Path,
        output: Path,
        confinement: Confinement,
    ) -> None:
        """Nothing runs yet.

        Args:
            place: private to this entry, for its socket and scratch.
            output: the file for what it writes.
        """
        self._scratch = place / "scratch"
        self._bot = Bot(
            command,
            Terms(VERSION, limits, variant),
            proof_key=proof_key,
            folder=place,
            scratch=self._scratch,
            output=output,
            confinement=confinement,
        )
        self._policy = policy
        self._pump: Pump | None = None
        self._pumping = trio.CancelScope()
        self._paused = trio.Event()
        self._resumed = trio.Event()
        self._notes: list[str] = []
        self.start_error: BotError | None = None
        """Why it did not start."""

    @property
    def introduction(self) -> Introduction | None:
        """What it answered to Hello, in its first start or a later one; None before."""
        return self._pump.introduction if self._pump else None

    @property
    def concurrent_deals(self) -> int:
        """How many deals may run at once; 1 for a bot that has not said so."""
        return self.introduction.concurrent_deals if self.introduction else 1

    @property
    def wants_results(self) -> bool:
        """It is told of each finished deal."""
        return self.introduction is not None and self.introduction.wants_results

    @property
    def output_over_limit(self) -> bool:
        """It wrote more than its output limit, at any time in this sitting."""
        return self._bot.output_over_limit

    async def start(self) -> None:
        """Start it; an error is kept in `start_error`."""
        introduction = self.start_error = None
        try:
            introduction = await self._bot.start()
        except BotError as error:
            self.start_error = error
        self._pump = Pump(self._bot, introduction, self._policy, note=self._notes.append)

    async def run(self) -> None:
        """Pump questions until cancelled, to one process after another."""
        while True:
            assert self._pump is not None
            with trio.CancelScope() as self._pumping:
                await self._pump.run()
            self._paused.set()
            await self._resumed.wait()

    async def begin_anew(self) -> None:
        """Give up what it is asked, and replace its process and its scratch by fresh ones."""
        self._paused, self._resumed = trio.Event(), trio.Event()
        self._pumping.cancel()
        await self._paused.wait()
        await self._bot.stop()
        _remove(self._scratch)
        self._notes.append("begun anew: deals are played again, and it must not know them")
        await self.start()
        self._resumed.set()

    async def ask(self, question: Question, order: int) -> Reply:
        """Its answer, or the error in its place; lower *order* goes first."""
        assert self._pump is not None
        return await self._pump.ask(question, order)

    async def tell(self, summary: DealSummary) -> None:
        """Tell it how a deal ended."""
        await self._bot.deal_over(summary)

    def take_notes(self) -> Sequence[str]:
        """Its restarts since the last call, as sentences for the log."""
        notes, self._notes[:] = tuple(self._notes), ()
        return notes

    async def stop(self) -> None:
        """Stop it and everything of it."""
        await self._bot.stop()


def _remove(scratch: Path) -> None:
    """Make the name *scratch* free, whatever a bot did to keep what is in it."""
    if scratch.exists():
        left = Path(tempfile.mkdtemp(prefix="left-", dir=scratch.parent))
        scratch.rename(left / "scratch")
        shutil.rmtree(left, ignore_errors=True)
