"""A bot asked again what a log recorded: which decisions, and how its answers compare."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path

from arena.config.bot_toml import read_bot_toml
from arena.errors import BotError, CheckFailedError, ConfigError, Fault, InfrastructureError
from arena.host.command import BotCommand
from arena.host.descendants import become_subreaper
from arena.names import BotId
from arena.referee.confinement import SandboxPolicy
from arena.referee.line_text import RecordError
from arena.referee.lines import SittingLine
from arena.referee.recorded import RecordedDecision, recorded_decisions
from arena.rules.actions import Action, format_action
from arena.run.confining import confine
from arena.run.failures import run_trio
from arena.run.folders import run_folder
from arena.run.ledger import command_of
from arena.run.order import Answered, AskOrder, NotStarted, Void
from arena.run.records import Place, find_playing, find_playings, log_of, parse_place
from arena.run.workers import Worker
from arena.store.events import read_event
from arena.store.folder import DataFolder
from arena.store.registry import Origin, find_bot
from arena.store.submissions import copy_as_frozen

EVERY_SEAT = "all"
"""Where a seat is expected: whoever sat there."""


@dataclass(frozen=True, slots=True)
class AskedBot:
    """The bot that is asked again."""

    bot: BotId
    command: BotCommand
    variants: tuple[str, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Comparison:
    """One decision, and what the bot says to it now."""

    recorded: RecordedDecision
    now: Answered

    @property
    def same(self) -> bool:
        """It gave the recorded answer, or made the recorded fault."""
        match self.recorded.answer:
            case Fault() as fault:
                return self.now.fault is fault
            case action:
                return self.now.action == format_action(action)


@dataclass(frozen=True, slots=True)
class Replay:
    """All that was asked again."""

    header: SittingLine
    bot: BotId
    answers: tuple[Comparison, ...]
    """In the order of the log."""


def parse_replay_place(text: str) -> tuple[Place, int | None]:
    """``MATCH/ROTATION[/DEAL[/DECISION]]``: the place, and the decision's number if there is one.

    Raises:
        ConfigError: another form.
    """
    expected = f"{text!r}: expected MATCH/ROTATION[/DEAL[/DECISION]]"
    parts = text.split("/")
    number = None
    if len(parts) == 4:
        last = parts.pop()
        if not last.isdecimal() or len(last) > 9:
            raise ConfigError(expected)
        number = int(last)
    place = parse_place("/".join(parts))
    if place.rotation is None:
        raise ConfigError(expected)
    return place, number


def find_asked_bot(data: DataFolder, text: str) -> AskedBot:
    """The bot that *text* names: a folder if it has a slash, else one that is registered.

    Raises:
        ConfigError: there is none, or its bot.toml has a mistake.
    """
    if "/" in text:
        folder = Path(text).absolute()
        manifest = read_bot_toml(folder)
        command = BotCommand(manifest.command, folder, manifest.env, manifest.runtime)
        bot = BotId(manifest.name, manifest.version)
        return AskedBot(bot, command, manifest.variants, Origin.FOLDER)
    try:
        known = find_bot(data, text)
    except ConfigError as error:
        hint = f"; for the folder of that name say ./{text}" if Path(text).is_dir() else ""
        raise ConfigError(f"{error}{hint}") from error
    return AskedBot(known.id, command_of(data, known), known.variants, known.origin)


def replay(
    data: DataFolder,
    place: Place,
    number: int | None,
    bot: AskedBot,
    seat: int | str | None,
    sandbox: SandboxPolicy,
) -> Replay:
    """Ask *bot* again at the decisions that *place* and *seat* mean.

    Args:
        number: of one decision of the deal.
        seat: whose decisions; EVERY_SEAT; or None for where a bot of this name sat, and
            for every seat if none did.

    Raises:
        ConfigError: no such place, nothing was asked there, or the bot may not run at the
            level that can be had.
        CheckFailedError: the log is not true.
        BotError: the bot does not start.
    """
    header, chosen = _choose(data, place, number, bot, seat)
    if header.variant.name not in bot.variants:
        raise ConfigError(
            f"bot {bot.bot}: does not play {header.variant.name}, only {', '.join(bot.variants)}"
        )
    secret = read_event(data, place.event).match_secret(place.match)
    asked = tuple((one.line.deal, one.number) for one in chosen)
    confinement = confine(data, sandbox, [(bot.bot, bot.origin)])
    become_subreaper()
    with run_folder() as run, tempfile.TemporaryDirectory(prefix="outputs-", dir=run) as outputs:
        order = AskOrder(
            header,
            secret,
            (_settled(data, bot.command, run),),
            log_of(data, place),
            Path(outputs) / "0",
            asked,
            confinement,
        )
        now = run_trio(_ask, order, bot.bot, run)
    return Replay(
        header,
        bot.bot,
        tuple(Comparison(one, now[one.line.deal, one.number]) for one in chosen),
    )


def _settled(data: DataFolder, command: BotCommand, run: Path) -> BotCommand:
    """*command* from a folder that every user can read, as a frozen one is."""
    if command.folder.is_relative_to(data.submissions):
        return command
    copy = run / "submission"
    copy_as_frozen(command.folder, copy)
    return replace(command, folder=copy)


def _choose(
    data: DataFolder, place: Place, number: int | None, bot: AskedBot, seat: int | str | None
) -> tuple[SittingLine, Sequence[RecordedDecision]]:
    found = [find_playing(data, place)] if place.deal is not None else find_playings(data, place)
    header: SittingLine | None = None
    chosen: list[RecordedDecision] = []
    for header, record in found:
        own = {entry for entry, one in enumerate(header.bots) if one.bot.name == bot.bot.name}
        try:
            asked = list(recorded_decisions(header, record))
        except RecordError as error:
            raise CheckFailedError(f"the log is not true ({error}); see arena verify") from error
        for one in asked:
            wanted = one.line.seat == seat if isinstance(seat, int) else one.entry in own
            if wanted or seat == EVERY_SEAT or (seat is None and not own):
                chosen.append(one)
    if header is None:
        raise ConfigError(f"rotation {place.rotation}: nothing was played yet")
    if isinstance(seat, int) and seat >= header.variant.players:
        raise ConfigError(f"--seat {seat}: expected 0 to {header.variant.players - 1}")
    if number is not None:
        chosen = _numbered(chosen, number)
    if not chosen:
        raise ConfigError("nobody was asked anything there")
    return header, chosen


def _numbered(decisions: Sequence[RecordedDecision], number: int) -> list[RecordedDecision]:
    for one in decisions:
        if one.number == number:
            return [one]
    known = ", ".join(str(one.number) for one in decisions)
    raise ConfigError(
        f"decision {number}: not asked of that seat; its decisions are {known or 'none'}"
    )


async def _ask(order: AskOrder, bot: BotId, folder: Path) -> Mapping[tuple[int, int], Answered]:
    worker = Worker.start(folder / "w1")
    now: dict[tuple[int, int], Answered] = {}
    try:
        async with aclosing(worker.carry_out(order)) as reports:
            async for report in reports:
                match report:
                    case Answered():
                        now[report.deal, report.number] = report
                    case NotStarted():
                        raise BotError(report.fault, f"{bot}: {report.detail}")
                    case Void():
                        raise InfrastructureError(report.reason)
    finally:
        await worker.end()
    return now


def recorded_text(answer: Action | Fault) -> str:
    """What a bot answered, or its fault, in the words of the log."""
    return answer.value if isinstance(answer, Fault) else format_action(answer)
