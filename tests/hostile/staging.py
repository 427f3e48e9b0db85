"""One attack, started as the arena starts bots, watched from outside, and what came of it."""

from __future__ import annotations

import itertools
import json
import os
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import trio

from arena.errors import InfrastructureError
from arena.host.command import BotCommand, argv_of, environment_of
from arena.host.descendants import below
from arena.host.output import Output
from arena.host.proc import all_facts
from arena.host.process import BotProcess, start_process
from arena.host.sandbox.cage import Cage, Confinement
from arena.host.sandbox.make import make_cage
from arena.host.transport import Connection, SocketError
from arena.referee.confinement import Level
from tests.hostile.catalogue import MOST, Attack, Other
from tests.hostile.surroundings import Surroundings

PATIENCE_S = 60
KEPT_BYTES = 1024 * 1024
_AFTERMATH_S = 0.3
"""From its report until it is stopped: for what it does on the sly."""
_SAMPLE_S = 0.1
_REPORT = b'{"achieved"'
_PAGE_MIB = os.sysconf("SC_PAGESIZE") / 2**20
_pairs = itertools.count(1)


@dataclass
class Ran:
    """What came of one life of an attacker."""

    log: str = ""
    """All that the arena kept of what it said."""
    achieved: list[str] = field(default_factory=list)
    made: dict[str, int] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)
    reported: bool = False
    why_killed: str | None = None
    returncode: int | None = None
    survivors: list[str] = field(default_factory=list)
    """What of it was alive after it had been stopped."""
    disturbances: list[str] = field(default_factory=list)
    """What it did to its surroundings."""
    most_processes: int = 0
    most_mib: int = 0
    """The most memory that its processes had to themselves, all together."""

    @property
    def began(self) -> bool:
        """It ran at all."""
        return "began\n" in self.log


class Heard(Output):
    """A bot's log, which tells when the report is in it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, kept_bytes=KEPT_BYTES, limit_bytes=8 * KEPT_BYTES)
        self.reported = trio.Event()
        self._last = b""

    def take(self, chunk: bytes) -> None:
        """Listen to it as well."""
        super().take(chunk)
        if _REPORT in self._last + chunk:
            self.reported.set()
        self._last = chunk[-len(_REPORT) :]


@dataclass(frozen=True)
class Stage:
    """Where attacks are staged, one beside the other."""

    confinement: Confinement
    place: Path
    submission: Path

    async def stage(self, attack: Attack) -> list[Ran]:
        """Have *attack* played; with an accomplice twice, beside it and after it."""
        place = self.place / attack.name
        place.mkdir(mode=0o711)
        around = Surroundings(place, f"token-{os.getpid()}-{attack.name}")
        try:
            staged = _Staged(self, attack, place, around, next(_pairs))
            match attack.other:
                case Other.NOBODY:
                    return [await staged.run("attacker")]
                case Other.VICTIM:
                    async with staged.beside("victim.py", "victim") as victim:
                        return [await staged.run("attacker", **victim)]
                case Other.ACCOMPLICE:
                    async with staged.beside(f"{attack.name}.py", "before", role="send") as told:
                        first = await staged.run("attacker", role="receive", **told)
                    return [first, await staged.run("later", role="receive", **told)]
        finally:
            around.close()


@dataclass(frozen=True)
class _Staged:
    stage: Stage
    attack: Attack
    place: Path
    around: Surroundings
    pair: int

    async def run(self, who: str, **aims: object) -> Ran:
        """One life of the attacker, from its start until nothing of it should be left."""
        ran = Ran()
        async with self._started(f"{self.attack.name}.py", who, ran, aims) as (process, output):
            with trio.CancelScope() as sampling:
                async with trio.open_nursery() as nursery:
                    if self.attack.measured:
                        nursery.start_soon(_sample, process, ran)
                    await _over(process, output)
                    await _dial(process)
                    sampling.cancel()
        ran.disturbances = list(self.around.disturbances())
        return ran

    @asynccontextmanager
    async def beside(
        self, script: str, who: str, **aims: object
    ) -> AsyncIterator[dict[str, object]]:
        """Another bot as long as the block; what there is to know about it."""
        ran = Ran()
        async with self._started(script, who, ran, aims) as (process, output):
            with trio.fail_after(PATIENCE_S):
                await output.reported.wait()
            folder, log = self.place / who, self.place / f"{who}.log"
            told = _report_in(log.read_text(errors="replace"))["notes"]
            yield {
                "sibling": _innermost(process.pid),
                "sibling_scratch": str(_home_in(folder / "scratch")),
                "sibling_socket": str(process.socket),
                "sibling_log": str(log),
                **told,
            }
            if who == "victim" and process.ended.is_set():
                self.around.broken.append("the other bot has ended")

    @asynccontextmanager
    async def _started(
        self, script: str, who: str, ran: Ran, aims: Mapping[str, object]
    ) -> AsyncIterator[tuple[BotProcess, Heard]]:
        folder = self.place / who
        (folder / "scratch").mkdir(parents=True, mode=0o700)
        folder.chmod(0o700)
        log = self.place / f"{who}.log"
        told = {
            **self.around.aims,
            "role": "",
            **aims,
            "pair": self.pair,
            "log": str(log),
            "submission": str(self.stage.submission),
            "most": dict(MOST),
            "may_connect": self.stage.confinement.level is not Level.PARTIAL,
        }
        argv = ("python", script, json.dumps(told))
        command = BotCommand(argv, self.stage.submission, {}, "python")
        confinement = replace(self.stage.confinement, hidden=(self.around.data,))
        output = Heard(log)
        output.open()
        cage = make_cage(confinement, command, folder / "s", folder / "scratch")
        try:
            process = await _start(cage, command, output)
            try:
                yield process, output
            finally:
                await process.end()
                killed = cage.killed_for()
                ran.returncode, ran.why_killed = process.returncode, killed and str(killed)
        finally:
            cage.close()
            output.close()
        self._conclude(ran, log)

    def _conclude(self, ran: Ran, log: Path) -> None:
        ran.survivors = list(_alive(str(self.around.aims["token"]), f'"log": "{log}"'))
        ran.log = log.read_text(errors="replace")
        for line in ran.log.splitlines():
            if found := re.fullmatch(r"made (\d+) (.+)", line):
                ran.made[found[2]] = max(int(found[1]), ran.made.get(found[2], 0))
        if report := _report_in(ran.log):
            ran.reported, ran.notes = True, report["notes"]
            ran.achieved = report["achieved"]
            ran.made |= report["made"]


def _home_in(scratch: Path) -> Path:
    """Where a victim has its notes; *scratch* itself where that is out of the host's sight."""
    return next((notes.parent for notes in scratch.rglob("notes")), scratch)


def _report_in(log: str) -> dict[str, Any]:
    """The last whole one; empty if there is none."""
    report: dict[str, Any] = {}
    for line in log.splitlines():
        if line.startswith(_REPORT.decode()):
            with suppress(ValueError):
                report = json.loads(line)
    return report


async def _start(cage: Cage, command: BotCommand, output: Output) -> BotProcess:
    env = environment_of(command, cage.address, cage.home)
    return await start_process(cage, argv_of(command), env, output, grace_s=0)


async def _over(process: BotProcess, output: Heard) -> None:
    """It has reported, or ended without; or neither within PATIENCE_S."""
    with trio.move_on_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:

            async def either(event: trio.Event) -> None:
                await event.wait()
                nursery.cancel_scope.cancel()

            nursery.start_soon(either, output.reported)
            nursery.start_soon(either, process.ended)
    with trio.move_on_after(_AFTERMATH_S):
        await process.ended.wait()


async def _dial(process: BotProcess) -> None:
    """Look for its socket, as for any bot's."""
    with suppress(OSError, SocketError, InfrastructureError):
        connection = Connection(process.socket, owner=os.geteuid(), reply_bytes=1024)
        await connection.breaks(0.5)
        await connection.close()


async def _sample(process: BotProcess, ran: Ran) -> None:
    while True:
        processes = below([process.pid], all_facts())
        ran.most_processes = max(ran.most_processes, len(processes))
        ran.most_mib = max(ran.most_mib, round(sum(map(_private_mib, processes))))
        await trio.sleep(_SAMPLE_S)


def _private_mib(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/statm").read_text().split()
    except OSError:
        return 0
    return (int(fields[1]) - int(fields[2])) * _PAGE_MIB


def _innermost(pid: int) -> int:
    """The bot itself, below whatever its sandbox is made of."""
    facts = all_facts()
    while children := sorted(f.pid for f in facts if f.parent == pid):
        pid = children[0]
    return pid


def _alive(token: str, mark: str) -> Iterator[str]:
    """Living processes of the life that *mark* tells, or daemons with *token* alone."""
    for facts in all_facts():
        with suppress(OSError):
            words = Path(f"/proc/{facts.pid}/cmdline").read_bytes().decode(errors="replace")
            its_own = mark in words or f"\0{token}\0" in words
            if its_own and facts.state != "Z" and facts.pid != os.getpid():
                yield f"{facts.pid} {words}"[:120]
