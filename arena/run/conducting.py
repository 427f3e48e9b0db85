"""The main job as one call: bots tried, sittings played, an event brought to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from arena.config.bot_toml import read_bot_toml
from arena.errors import InfrastructureError
from arena.host.command import BotCommand
from arena.host.descendants import become_subreaper
from arena.host.sandbox.cage import OPEN, Confinement
from arena.names import BotId, check_bot_name
from arena.referee.confinement import SandboxPolicy
from arena.referee.policy import FaultPolicy
from arena.rules.variants import variant
from arena.run.confining import all_trusted, best_level, confine
from arena.run.event import Happening, Sitting, play_sittings
from arena.run.failures import run_trio
from arena.run.folders import run_folder
from arena.run.handing_in import handed_in
from arena.run.jury import jury_of
from arena.run.ledger import StoredLedger, bots_of_event, command_of
from arena.run.origins import origin_of
from arena.run.prepared import Prepared, store
from arena.run.rounds import append_round
from arena.run.trial import Candidate, trials
from arena.store.events import EventRecord
from arena.store.folder import DataFolder
from arena.store.owners import check_claim
from arena.store.registry import Origin, RegisteredBot, register_bot, registered_with
from arena.store.submissions import freeze, frozen_path


@dataclass(frozen=True, slots=True)
class Submitted:
    """A submission that was taken."""

    bot: RegisteredBot
    qualified: tuple[str, ...]
    """The tables on which it played a deal without a fault."""
    new: bool
    """False if it was registered before: then nothing was tried again."""


def submit(
    data: DataFolder,
    source: Path,
    name: str | None,
    time: str,
    sandbox: SandboxPolicy,
    owner: str | None = None,
) -> Submitted:
    """Freeze, try and register the submission at *source*, a folder or an archive.

    Args:
        name: registers it under another name than its bot.toml says.
        time: the time control of the trial.
        owner: whose the bot's name is; None: as before, or nobody's.

    Raises:
        ConfigError: the submission or its bot.toml is not as it must be, or the name
            belongs to somebody else.
        BotError: it does not start.
        CheckFailedError: it was charged with a fault in its trial.
    """
    unpacking = OPEN
    if origin_of(source) is Origin.ARCHIVE:
        unpacking = replace(best_level(sandbox).confinement, hidden=(data.path,))
    with handed_in(source, unpacking) as submission:
        manifest = read_bot_toml(submission.folder, submission.shown)
        if name is not None:
            manifest = replace(manifest, name=check_bot_name(name))
        check_claim(data, manifest.name, owner)
        digest = freeze(data, submission.folder)
    known = registered_with(data, manifest, digest)
    if known is not None:
        known = register_bot(data, manifest, digest, submission.origin, owner)
        return Submitted(known, manifest.variants, new=False)
    command = BotCommand(
        manifest.command, frozen_path(data, digest), manifest.env, manifest.runtime
    )
    candidate = Candidate(BotId(manifest.name, manifest.version), digest, command)
    confinement = confine(data, sandbox, [(candidate.bot, submission.origin)])
    become_subreaper()
    with run_folder() as place:
        run_trio(_try_out, candidate, manifest.variants, time, place, confinement)
    bot = register_bot(data, manifest, digest, submission.origin, owner)
    return Submitted(bot, manifest.variants, new=True)


async def _try_out(
    candidate: Candidate,
    tables: Sequence[str],
    time: str,
    place: Path,
    confinement: Confinement,
) -> None:
    policy = FaultPolicy()
    async with trials(place, confinement) as ours:
        await ours.check_starts([candidate], variant(tables[0]), time, policy)
        for table in tables:
            await ours.qualify(candidate, variant(table), time, policy)


def start_event(data: DataFolder, prepared: Prepared, sandbox: SandboxPolicy) -> None:
    """Start every bot of the event once, and then store it.

    Raises:
        ConfigError: one may not run at the level that can be had.
        BotError: one did not start; the event does not exist.
    """
    event = prepared.event
    candidates = [Candidate(bot.id, bot.digest, command_of(data, bot)) for bot in prepared.bots]
    confinement = confine(data, sandbox, _origins(prepared.bots))
    become_subreaper()
    with run_folder() as place:
        run_trio(_start_all, candidates, event, place, confinement)
    store(data, prepared)


async def _start_all(
    candidates: Sequence[Candidate], event: EventRecord, place: Path, confinement: Confinement
) -> None:
    async with trials(place, confinement) as ours:
        await ours.check_starts(candidates, event.variant, event.time, event.policy)


def play_event(
    data: DataFolder,
    event: str,
    concurrency: int,
    sandbox: SandboxPolicy,
    watch: Callable[[Happening], None],
) -> None:
    """Play what is left of *event*.

    Raises:
        ConfigError: a bot may not run at the level that can be had.
        InterruptedEventError: a signal came.
        InfrastructureError: sittings stayed void; they can be resumed.
    """
    become_subreaper()
    with data.exclusive_play_lock(), run_folder() as place:
        while _play_scheduled(data, event, concurrency, sandbox, watch, place):
            if not append_round(data, event):
                return


def _play_scheduled(
    data: DataFolder,
    event: str,
    concurrency: int,
    sandbox: SandboxPolicy,
    watch: Callable[[Happening], None],
    place: Path,
) -> bool:
    """Play the matches that *event* has; whether more could follow."""
    bots = bots_of_event(data, event)
    ledger = StoredLedger(data, event, bots, confine(data, sandbox, _origins(bots.values())))
    jury = jury_of(data, ledger.event, watch)
    apart = not all_trusted(sandbox, _origins(bots.values()))
    left: Sequence[Sitting] = ()
    if jury is None or not jury.verdict:
        play = partial(play_sittings, apart=apart, decides=None if jury is None else jury.hear)
        left = run_trio(play, ledger.unfinished(), ledger, place, concurrency, watch)
    if jury is not None and jury.verdict:
        ledger.end(jury.verdict)
        return False
    if left:
        raise InfrastructureError(
            f"event {event}: {len(left)} sittings stayed void; `arena events {event}` says why"
        )
    return True


def _origins(bots: Iterable[RegisteredBot]) -> Iterator[tuple[BotId, Origin]]:
    return ((bot.id, bot.origin) for bot in bots)
