"""What a worker is told to do, and what it tells back, as values and as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

from arena.errors import BotError, Fault
from arena.host.command import BotCommand
from arena.host.sandbox.cage import OPEN, Confinement
from arena.referee.confinement import Level, SandboxLimits
from arena.referee.line_text import format_line, parse_line
from arena.referee.lines import SittingLine
from arena.referee.playing import Playing
from arena.wire.hello import MOST_DEALS


@dataclass(frozen=True, slots=True)
class PlayOrder:
    """Play a sitting, or the rest of it."""

    header: SittingLine
    secret: bytes
    """The match's."""
    commands: tuple[BotCommand, ...]
    """By entry."""
    log: Path
    """The open log; where it exists, it is cut back to its last valid line and continued."""
    outputs: Path
    """The bots' own logs go beside this name: ``<outputs>.<entry>.log``."""
    concurrent: int = MOST_DEALS
    """At most so many deals at once, whatever the bots say."""
    confinement: Confinement = OPEN
    """What the header's level means."""


@dataclass(frozen=True, slots=True)
class StartOrder:
    """Only start each bot, say Hello and stop it: does it start at all?"""

    header: SittingLine
    """One bot per command; its deals are not played."""
    commands: tuple[BotCommand, ...]
    outputs: Path
    confinement: Confinement = OPEN


@dataclass(frozen=True, slots=True)
class AskOrder:
    """Ask a bot again at recorded decisions."""

    header: SittingLine
    """Of the log."""
    secret: bytes
    """The match's."""
    commands: tuple[BotCommand, ...]
    """The one bot."""
    log: Path
    outputs: Path
    asked: tuple[tuple[int, int], ...]
    """Deal, and number of the decision in its playing."""
    confinement: Confinement = OPEN


Order: TypeAlias = PlayOrder | StartOrder | AskOrder


def output_of(order: Order, entry: int) -> Path:
    """The file for what an entry's bot writes."""
    return order.outputs.with_name(f"{order.outputs.name}.{entry}.log")


@dataclass(frozen=True, slots=True)
class Played:
    """A playing stands in the log."""

    playing: Playing


@dataclass(frozen=True, slots=True)
class Complete:
    """The sitting is complete and its log sealed; or every bot started."""

    h: str


@dataclass(frozen=True, slots=True)
class Void:
    """The arena, its host or a house bot failed; nothing counts."""

    reason: str


@dataclass(frozen=True, slots=True)
class NotStarted:
    """A bot did not start: nothing was played."""

    entry: int
    fault: Fault
    detail: str

    def error(self) -> BotError:
        """As the exception it came from."""
        return BotError(self.fault, self.detail)


@dataclass(frozen=True, slots=True)
class Answered:
    """What a bot that was asked again said."""

    deal: int
    number: int
    action: str | None
    """In the words of the log; None where there was none."""
    fault: Fault | None
    detail: str
    ms: int
    cpu_ms: int | None


Report: TypeAlias = Played | Complete | Void | NotStarted | Answered


def encode_order(order: Order) -> bytes:
    """One line."""
    common: dict[str, object] = {
        "header": format_line(order.header).decode(),
        "commands": [_command_object(command) for command in order.commands],
        "outputs": str(order.outputs),
        "confinement": _confinement_object(order.confinement),
    }
    match order:
        case PlayOrder():
            made = {
                "do": "play",
                **common,
                "secret": order.secret.hex(),
                "log": str(order.log),
                "concurrent": order.concurrent,
            }
        case StartOrder():
            made = {"do": "start", **common}
        case AskOrder():
            made = {
                "do": "ask",
                **common,
                "secret": order.secret.hex(),
                "log": str(order.log),
                "asked": order.asked,
            }
    return json.dumps(made).encode() + b"\n"


def decode_order(line: bytes) -> Order:
    """The order in *line*, which the arena itself wrote."""
    made = json.loads(line)
    header = parse_line(made["header"].encode() + b"\n")
    assert isinstance(header, SittingLine)
    commands = tuple(_command(command) for command in made["commands"])
    outputs = Path(made["outputs"])
    confinement = _confinement(made["confinement"])
    if made["do"] == "start":
        return StartOrder(header, commands, outputs, confinement)
    secret, log = bytes.fromhex(made["secret"]), Path(made["log"])
    if made["do"] == "ask":
        asked = tuple((deal, number) for deal, number in made["asked"])
        return AskOrder(header, secret, commands, log, outputs, asked, confinement)
    return PlayOrder(header, secret, commands, log, outputs, made["concurrent"], confinement)


def encode_report(report: Report) -> bytes:
    """One line."""
    match report:
        case Played():
            made: dict[str, object] = {"kind": "played", **asdict(report.playing)}
        case Complete():
            made = {"kind": "complete", "h": report.h}
        case Void():
            made = {"kind": "void", "reason": report.reason}
        case NotStarted():
            made = {
                "kind": "not-started",
                "entry": report.entry,
                "fault": report.fault.value,
                "detail": report.detail,
            }
        case Answered():
            fault = report.fault and report.fault.value
            made = {"kind": "answered", **asdict(report), "fault": fault}
    return json.dumps(made, separators=(",", ":")).encode() + b"\n"


def decode_report(line: bytes) -> Report:
    """The report in *line*, which a worker wrote."""
    made = json.loads(line)
    match made.pop("kind"):
        case "played":
            return Played(_playing(made))
        case "complete":
            return Complete(made["h"])
        case "void":
            return Void(made["reason"])
        case "not-started":
            return NotStarted(made["entry"], Fault(made["fault"]), made["detail"])
        case "answered":
            fault = made.pop("fault")
            return Answered(**made, fault=None if fault is None else Fault(fault))
        case kind:
            raise ValueError(f"report of kind {kind!r}")


def _playing(made: Mapping[str, object]) -> Playing:
    def settled(value: object) -> object:
        return tuple(map(settled, value)) if isinstance(value, list) else value

    return Playing(**{key: settled(value) for key, value in made.items()})  # type: ignore[arg-type]


def _command_object(command: BotCommand) -> dict[str, object]:
    return {
        "argv": list(command.argv),
        "folder": str(command.folder),
        "env": dict(command.env),
        "runtime": command.runtime,
    }


def _command(made: Mapping[str, object]) -> BotCommand:
    argv, env = made["argv"], made["env"]
    assert isinstance(argv, list)
    assert isinstance(env, dict)
    return BotCommand(tuple(argv), Path(str(made["folder"])), env, str(made["runtime"]))


def _confinement_object(confinement: Confinement) -> dict[str, object]:
    return {
        "level": confinement.level.value,
        "limits": asdict(confinement.limits),
        "proc": confinement.proc,
        "hidden": list(map(str, confinement.hidden)),
    }


def _confinement(made: Mapping[str, Any]) -> Confinement:
    return Confinement(
        Level(made["level"]),
        SandboxLimits(**made["limits"]),
        made["proc"],
        tuple(map(Path, made["hidden"])),
    )
