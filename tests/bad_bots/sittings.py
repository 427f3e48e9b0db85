"""Whole sittings with one bad bot in them, and what is left of them afterwards."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from arena.errors import Fault
from arena.host.command import BotCommand
from arena.host.cpu import reads_cpu
from arena.host.sandbox.cage import OPEN, Confinement
from arena.names import BotId
from arena.referee.lines import DecisionLine, FaultLine, LoggedBot, NoteLine, SittingLine
from arena.referee.playing import Playing
from arena.referee.policy import FaultPolicy
from arena.referee.record import SittingRecord, read_record
from arena.rules.actions import Word
from arena.rules.variants import Variant, variant
from arena.run.order import Complete, PlayOrder
from arena.run.verifying import Checked, check_log
from arena.schedule.secrets import commitment
from arena.store.logs import open_log_lines, sealed_path
from arena.version import VERSION
from tests.bad_bots.crew import CarriedOut, Crew
from tests.host.scripted import SCRIPT, command_of

RESTARTED = (Fault.STALLED, Fault.CRASHED, Fault.DISCONNECTED, Fault.REFUSED)
"""The faults after which the bot's process is another one."""
SECRET = bytes(range(100, 132))
BAD = 2
"""The entry of the bad bot. In rotation 0 it is its seat, too."""
PATIENT = "20+0"
"""The time control where the clock is not what is tested: a wall bank of 80 s."""
CALLED_ACE = variant("called-ace")
SMALL_TABLE = variant("picker-alone-3")
"""Where the table is not what is tested: three bots start in little more than half the time."""
STALL = ": host stall "


class Table(NamedTuple):
    """Where a test has its sitting played."""

    crew: Crew
    folder: Path
    """For the log and the bots' outputs."""


@dataclass(frozen=True)
class Sat:
    """A sitting that a worker has reported the end of."""

    done: CarriedOut
    """As reported."""
    record: SittingRecord
    """As logged."""
    checked: Checked
    outputs: tuple[Path, ...]
    """The bots' own logs, by entry."""

    @property
    def playings(self) -> tuple[Playing, ...]:
        """As reported."""
        return self.done.playings

    @property
    def faults(self) -> list[tuple[int, Fault]]:
        """Entry and fault of everything charged, in the order of the log."""
        return [(entry, Fault(word)) for playing in self.playings for entry, word in playing.faults]

    @property
    def faulty(self) -> DecisionLine:
        """The one decision at which there was a fault."""
        (line,) = (line for line in self.decisions if line.fault is not None)
        return line

    @property
    def decisions(self) -> list[DecisionLine]:
        """Every decision of the log."""
        return [line for playing in self.record.playings for line in playing.decisions]

    @property
    def charged(self) -> list[FaultLine]:
        """The faults that belong to no decision."""
        return [
            line
            for playing in self.record.playings
            for line in playing.lines
            if isinstance(line, FaultLine)
        ]

    @property
    def notes(self) -> list[str]:
        """What the log notes, but for what a busy machine does."""
        return [text for text in self._noted if STALL not in text]

    @property
    def stalls(self) -> list[str]:
        """What the log notes of stalls of the host."""
        return [text for text in self._noted if STALL in text]

    @property
    def _noted(self) -> list[str]:
        return [
            line.text
            for playing in self.record.playings
            for line in playing.lines
            if isinstance(line, NoteLine)
        ]

    def said(self, entry: int = BAD) -> str:
        """What is kept of that entry's output."""
        return self.outputs[entry].read_text(errors="replace")

    def asked(self, entry: int = BAD) -> list[list[str]]:
        """The decision ids of each call that the scripted bot at *entry* wrote down."""
        lines = self.said(entry).splitlines()
        return [line.partition(": ")[2].split() for line in lines if line.startswith("life ")]


def scripted(words: str = "") -> BotCommand:
    """The scripted bot that does what *words* say."""
    return command_of("python", SCRIPT.name, *words.split())


@dataclass(frozen=True)
class Situation:
    """How it comes that the bad bot has to make a decision of some kind, in the first deal."""

    word: Word
    """Of the substitute."""
    bad: str = ""
    others: Sequence[BotCommand] = (scripted(),) * 2
    rules: Variant = SMALL_TABLE


SITUATIONS: Mapping[str, Situation] = {
    "pick": Situation(Word.PASS),
    "bury": Situation(Word.BURY, "eager"),
    "call": Situation(Word.ALONE, "eager", others=(scripted(),) * 4, rules=CALLED_ACE),
    "crack": Situation(
        Word.NO_CRACK,
        others=(scripted("eager"), *(scripted(),) * 3),
        rules=variant("jack-of-diamonds", {"crack": "crack"}),
    ),
    "recrack": Situation(
        Word.NO_RECRACK,
        "eager",
        others=(scripted("cracks"),) * 4,
        rules=variant("jack-of-diamonds", {"crack": "crack-recrack"}),
    ),
    "play": Situation(Word.PLAY),
}
"""By kind of decision."""


def sit_at(table: Table, kind: str, misdeed: str, *, time: str = PATIENT) -> Sat:
    """A sitting in which the bad bot does *misdeed* at its first decision of *kind*."""
    found = SITUATIONS[kind]
    return sit(
        table,
        f"{misdeed} on={kind} first-life {found.bad}",
        others=found.others,
        rules=found.rules,
        time=time,
    )


def sit(
    table: Table,
    bad: str | BotCommand,
    *,
    others: Sequence[BotCommand] = (scripted(),) * 2,
    rules: Variant = SMALL_TABLE,
    deals: int = 3,
    time: str = PATIENT,
    policy: FaultPolicy | None = None,
    confinement: Confinement = OPEN,
) -> Sat:
    """Play a sitting with a bad bot at entry BAD, in a real worker.

    Args:
        bad: what the scripted bot does, or another bot.
        others: the bots of the other entries, in order.
    """
    command = scripted(bad) if isinstance(bad, str) else bad
    commands = [*others[:BAD], command, *others[BAD:]]
    order = order_of(
        table,
        commands,
        rules=rules,
        deals=deals,
        time=time,
        policy=policy,
        confinement=confinement,
    )
    done = table.crew.carry_out(order)
    log = order.log
    return Sat(
        done=done,
        record=read_record(open_log_lines(sealed_path(log))),
        checked=check_log(sealed_path(log), SECRET),
        outputs=tuple(log.with_name(f"0.1.{entry}.log") for entry in range(rules.players)),
    )


def order_of(
    table: Table,
    commands: Sequence[BotCommand],
    *,
    rules: Variant = SMALL_TABLE,
    deals: int = 3,
    time: str = PATIENT,
    policy: FaultPolicy | None = None,
    confinement: Confinement = OPEN,
) -> PlayOrder:
    """The order for a sitting of *commands*, by entry."""
    header = SittingLine(
        event="bad",
        match="bad-0001",
        rotation=0,
        attempt=1,
        variant=rules,
        bots=tuple(
            LoggedBot(BotId(f"bot-{entry}", "1"), f"sha256:{entry:064x}")
            for entry in range(rules.players)
        ),
        first_deal=0,
        deals=deals,
        time=time,
        reads_cpu=reads_cpu(),
        policy=policy or FaultPolicy(),
        commitment=commitment(SECRET),
        sandbox=confinement.level.value,
        arena=VERSION,
    )
    folder = Path(tempfile.mkdtemp(prefix="log-", dir=table.folder))
    log = folder / "0.1.jsonl"
    return PlayOrder(
        header, SECRET, tuple(commands), log, log.with_name("0.1"), confinement=confinement
    )


def assert_scored(sat: Sat) -> None:
    """The sitting is whole: each deal a result for all, paid for by the bad bot alone."""
    assert isinstance(sat.done.ending, Complete), sat.done.ending
    assert sat.checked.trouble is None
    assert sat.checked.verdict.h == sat.done.ending.h
    assert [playing.deal for playing in sat.playings] == [*range(sat.record.header.deals)]
    assert len(sat.record.playings) == len(sat.playings)
    for playing in sat.playings:
        assert sum(playing.scores) == 0
        assert [entry for entry, cost in enumerate(playing.penalties) if cost] in ([], [BAD])
    assert {entry for entry, _ in sat.faults} <= {BAD}
    assert sum(line.fault is not None for line in sat.decisions) + len(sat.charged) == len(
        sat.faults
    )
    assert sat.done.alive == ()
    assert sat.done.files == ()


def assert_one_fault(sat: Sat, fault: Fault) -> None:
    """The sitting is whole, and all that happened in it is one *fault* of the bad bot."""
    assert_scored(sat)
    assert sat.faults == [(BAD, fault)], [line for line in sat.decisions if line.fault]
    assert sum(sum(playing.penalties) for playing in sat.playings) == 3
    assert sat.notes == ([f"entry {BAD}: started again"] if fault in RESTARTED else [])
