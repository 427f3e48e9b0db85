"""Bots tried out before anything counts: do they start, and do they play a deal?"""

from __future__ import annotations

import os
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from arena.errors import BotError, CheckFailedError, Fault, InfrastructureError
from arena.host.command import BotCommand
from arena.host.cpu import reads_cpu
from arena.host.sandbox.cage import Confinement
from arena.names import BotId
from arena.referee.lines import DecisionLine, FaultLine, LoggedBot, SittingLine
from arena.referee.playing import Playing
from arena.referee.policy import FaultPolicy
from arena.referee.record import SittingRecord, read_record
from arena.rules.actions import format_action
from arena.rules.variants import Variant
from arena.run.order import (
    Complete,
    NotStarted,
    Order,
    Played,
    PlayOrder,
    StartOrder,
    Void,
    output_of,
)
from arena.run.workers import Worker
from arena.schedule.secrets import commitment
from arena.store.logs import open_log_lines, sealed_path
from arena.version import VERSION

_QUOTED_BYTES = 600
"""How much of a bot's output a message quotes."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A bot to try."""

    bot: BotId
    digest: str
    command: BotCommand


@asynccontextmanager
async def trials(folder: Path, confinement: Confinement) -> AsyncIterator[Trials]:
    """Somewhere to try bots out: a worker of its own.

    Args:
        folder: private, for the worker and what it writes.
        confinement: how the bots run.
    """
    worker = Worker.start(folder / "trial")
    try:
        yield Trials(worker, folder, confinement)
    finally:
        await worker.end()


class Trials:
    """A worker that tries bots out. Nothing of it is kept."""

    def __init__(self, worker: Worker, folder: Path, confinement: Confinement) -> None:
        self._worker = worker
        self._folder = folder
        self._confinement = confinement

    async def check_starts(
        self, candidates: Sequence[Candidate], variant: Variant, time: str, policy: FaultPolicy
    ) -> None:
        """Start every candidate once and hear its Hello.

        Raises:
            BotError: one did not start; its detail names the bot and says why.
        """
        header = self._header(candidates, variant, time, policy, b"")
        commands = tuple(one.command for one in candidates)
        order = StartOrder(header, commands, self._outputs() / "0", self._confinement)
        await self._carried_out(order, candidates)

    async def qualify(
        self, candidate: Candidate, variant: Variant, time: str, policy: FaultPolicy
    ) -> None:
        """Let copies of *candidate* play one deal among themselves.

        Raises:
            CheckFailedError: it was charged with a fault; the message says which and where.
        """
        seats = [candidate] * variant.players
        secret = os.urandom(32)
        outputs = self._outputs()
        order = PlayOrder(
            self._header(seats, variant, time, policy, secret),
            secret,
            tuple(one.command for one in seats),
            outputs / "0.1.jsonl",
            outputs / "0.1",
            confinement=self._confinement,
        )
        playings = await self._carried_out(order, seats)
        if any(playing.faults for playing in playings):
            entry, what = _first_fault(read_record(open_log_lines(sealed_path(order.log))))
            said = _last_output(output_of(order, entry))
            raise CheckFailedError(
                f"{candidate.bot} playing a deal of {variant.name}: {what}{said}"
            )

    def _outputs(self) -> Path:
        return Path(tempfile.mkdtemp(prefix="outputs-", dir=self._folder))

    def _header(
        self,
        candidates: Sequence[Candidate],
        variant: Variant,
        time: str,
        policy: FaultPolicy,
        secret: bytes,
    ) -> SittingLine:
        return SittingLine(
            event="trial",
            match="trial-0001",
            rotation=0,
            attempt=1,
            variant=variant,
            bots=tuple(LoggedBot(one.bot, one.digest) for one in candidates),
            first_deal=0,
            deals=1,
            time=time,
            reads_cpu=reads_cpu(),
            policy=policy,
            commitment=commitment(secret),
            sandbox=self._confinement.level.value,
            arena=VERSION,
        )

    async def _carried_out(self, order: Order, candidates: Sequence[Candidate]) -> list[Playing]:
        playings = []
        async with aclosing(self._worker.carry_out(order)) as reports:
            async for report in reports:
                match report:
                    case Played():
                        playings.append(report.playing)
                    case NotStarted():
                        bot = candidates[report.entry].bot
                        raise BotError(report.fault, f"{bot}: {report.detail}")
                    case Void():
                        raise InfrastructureError(report.reason)
                    case Complete():
                        pass
        return playings


def _first_fault(record: SittingRecord) -> tuple[int, str]:
    """Who was charged first, by entry, and with what."""
    for playing in record.playings:
        for line in playing.lines:
            match line:
                case DecisionLine(fault=Fault() as fault):
                    said = f", it said '{format_action(line.offered)}'" if line.offered else ""
                    instead = format_action(line.action)
                    what = f"{fault.value} where '{instead}' was possible{said}: {line.detail}"
                    return playing.dealt.seating[line.seat], what
                case FaultLine():
                    return line.entry, f"{line.fault.value}: {line.detail}"
    raise AssertionError("no fault in the record")


def _last_output(path: Path) -> str:
    """The end of what a bot wrote, in words for a message; empty if it wrote nothing."""
    if not path.is_file():
        return ""
    lines = path.read_bytes()[-_QUOTED_BYTES:].decode(errors="replace").split("\n")
    text = " | ".join(line.strip() for line in lines if line.strip())
    printable = "".join(one if one.isprintable() else " " for one in text)
    return f"; the end of its output: {printable}" if printable else ""
