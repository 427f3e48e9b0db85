"""An event's sittings between the store and the workers: orders out, results in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from arena.errors import ConfigError
from arena.host.command import BotCommand
from arena.host.cpu import reads_cpu
from arena.host.sandbox.cage import Confinement
from arena.names import BotId, format_match_id, parse_match_id
from arena.referee.lines import LoggedBot, SittingLine
from arena.referee.playing import Playing
from arena.run.event import Sitting
from arena.run.open_log import end_void, void_reason
from arena.run.order import PlayOrder
from arena.store.events import (
    EventRecord,
    MatchRecord,
    SittingStatus,
    begin_attempt,
    end_event,
    event_matches,
    read_event,
    record_sitting,
    sittings,
    void_attempt,
)
from arena.store.folder import DataFolder
from arena.store.logs import log_path, sealed_path
from arena.store.registry import RegisteredBot, find_bot
from arena.store.submissions import frozen_path
from arena.version import VERSION

_DECIDED: Final = "the event was decided without it"


def command_of(data: DataFolder, bot: RegisteredBot) -> BotCommand:
    """How the frozen submission of *bot* is started.

    Raises:
        ConfigError: its files are gone.
    """
    folder = frozen_path(data, bot.digest)
    if not folder.is_dir():
        raise ConfigError(f"bot {bot.id}: its frozen submission {folder} is missing")
    return BotCommand(bot.command, folder, bot.env, bot.runtime)


def bots_of_event(data: DataFolder, event: str) -> Mapping[BotId, RegisteredBot]:
    """All that sit at its tables, house bots too."""
    bots = {bot for match in event_matches(data, event) for bot in match.bots}
    return {bot: find_bot(data, str(bot)) for bot in sorted(bots, key=str)}


class StoredLedger:
    """The ledger of one event in a data folder."""

    def __init__(
        self,
        data: DataFolder,
        event: str,
        bots: Mapping[BotId, RegisteredBot],
        confinement: Confinement,
    ) -> None:
        """The ledger of *event*, whose *bots* run as *confinement* says."""
        self._data = data
        self._confinement = confinement
        self.event: EventRecord = read_event(data, event)
        self._matches: Mapping[int, MatchRecord] = {
            match.number: match for match in event_matches(data, event)
        }
        self._bots = bots
        self._running = {
            Sitting(record.match, record.rotation): record.attempts[-1].number
            for record in sittings(data, event)
            if record.status is SittingStatus.RUNNING
        }

    def unfinished(self) -> tuple[Sitting, ...]:
        """What is still to be played, in schedule order."""
        return tuple(
            Sitting(record.match, record.rotation)
            for record in sittings(self._data, self.event.name)
            if record.status not in (SittingStatus.COMPLETE, SittingStatus.DROPPED)
        )

    def begin(self, sitting: Sitting) -> PlayOrder:
        """The order for the next attempt, or for the one that an earlier arena was cut off in."""
        name = self.event.name
        attempt = self._cut_off(sitting) or begin_attempt(
            self._data, name, sitting.match, sitting.rotation
        )
        log = log_path(self._data, name, sitting.match, sitting.rotation, attempt)
        match = self._matches[sitting.match]
        return PlayOrder(
            header=self._header(match, sitting.rotation, attempt),
            secret=self.event.match_secret(match.number),
            commands=tuple(command_of(self._data, self._bots[bot]) for bot in match.bots),
            log=log,
            outputs=log.with_name(f"{sitting.rotation}.{attempt}"),
            confinement=self._confinement,
        )

    def _cut_off(self, sitting: Sitting) -> int | None:
        """The attempt that an earlier arena was cut off in, unless its log is ended as void.

        Such a log was to be entered as void when that arena ended: it is entered now.
        """
        attempt = self._running.get(sitting)
        if attempt is not None:
            place = (self._data, self.event.name, sitting.match, sitting.rotation, attempt)
            reason = void_reason(log_path(*place))
            if reason is not None:
                void_attempt(*place, reason)
                attempt = None
        self._running.pop(sitting, None)
        return attempt

    def complete(self, order: PlayOrder, h: str, playings: Sequence[Playing]) -> None:
        """Store a sealed sitting, once."""
        header = order.header
        event, match = parse_match_id(header.match)
        record_sitting(
            self._data,
            event,
            match,
            header.rotation,
            header.attempt,
            sealed_path(order.log),
            h,
            header.sandbox,
            playings,
        )

    def void(self, order: PlayOrder, reason: str) -> None:
        """Annul the attempt; its log, as far as it goes, is kept and says why."""
        header = order.header
        end_void(order.log, reason)
        event, match = parse_match_id(header.match)
        void_attempt(self._data, event, match, header.rotation, header.attempt, reason)

    def end(self, decided_with: int) -> None:
        """The event is over with match *decided_with*: what was begun after it is dropped."""
        running = [
            log_path(self._data, self.event.name, one.match, one.rotation, one.attempts[-1].number)
            for one in sittings(self._data, self.event.name)
            if one.match > decided_with and one.status is SittingStatus.RUNNING
        ]
        end_event(self._data, self.event.name, decided_with, _DECIDED)
        for log in running:
            end_void(log, _DECIDED)

    def _header(self, match: MatchRecord, rotation: int, attempt: int) -> SittingLine:
        event = self.event
        return SittingLine(
            event=event.name,
            match=format_match_id(event.name, match.number),
            rotation=rotation,
            attempt=attempt,
            variant=event.variant,
            bots=tuple(
                LoggedBot(bot, self._bots[bot].digest, filler=entry in match.fillers)
                for entry, bot in enumerate(match.bots)
            ),
            first_deal=match.first_deal,
            deals=event.deals,
            time=event.time,
            reads_cpu=reads_cpu(),
            policy=event.policy,
            commitment=match.commitment,
            sandbox=self._confinement.level.value,
            arena=VERSION,
            form=event.form,
        )
