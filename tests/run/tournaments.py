"""Tournaments set up in a data folder of bots that never run, and results made up for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from random import Random

from arena.config.ladder_toml import Settings, packaged_settings, read_settings
from arena.names import BotId
from arena.referee.playing import Playing
from arena.run.kinds import Kind
from arena.run.next_event import NextMatches
from arena.run.prepared import Prepared
from arena.run.tournament import Tournament
from arena.schedule.rotation import seating
from arena.store.events import SittingStatus, begin_attempt, event_matches, record_sitting, sittings
from arena.store.folder import DataFolder
from arena.store.logs import log_path
from arena.store.registry import Origin, register_bot
from tests.store.situations import AManifest

SECRET = bytes(range(32))
HOUSE = "rule-of-thumb"
DEALS = 2


def settings() -> Settings:
    return read_settings(packaged_settings())


def enter(
    data: DataFolder,
    *names: str,
    version: str = "1.0.0",
    owners: Mapping[str, str] | None = None,
) -> None:
    """Register bots of these names, and the house bot."""
    for name in (*names, HOUSE):
        digest = f"sha256:{sha256(f'{name} {version}'.encode()).hexdigest()}"
        owner = (owners or {}).get(name)
        register_bot(data, AManifest(name, version), digest, Origin.FOLDER, owner)


def asked(kind: Kind, *bots: str, name: str = "e1", **changes: object) -> Tournament:
    ladder = settings().ladders[0]
    known: dict[str, object] = {
        "kind": kind,
        "bots": bots,
        "ladder": ladder,
        "variant": ladder.variant,
        "time": ladder.time,
        "deals": DEALS,
        "secret": SECRET,
        "name": name,
        "same_owner": False,
    }
    return Tournament(**{**known, **changes})  # type: ignore[arg-type]


def next_asked(*bots: str, count: int = 1, **changes: object) -> NextMatches:
    known: dict[str, object] = {
        "bots": bots,
        "ladder": settings().ladders[0],
        "deals": DEALS,
        "count": count,
        "secret": bytes(32),
        "name": "n1",
        "same_owner": False,
    }
    return NextMatches(**{**known, **changes})  # type: ignore[arg-type]


def line_ups(prepared: Prepared) -> list[set[str]]:
    """The names at each table, fillers left out."""
    return [
        {bot.name for entry, bot in enumerate(match.bots) if entry not in match.fillers}
        for match in prepared.matches
    ]


def play(data: DataFolder, event: str, strength: Mapping[str, int], order: int = 0) -> None:
    """Record results for every pending sitting, in an order that *order* draws.

    A bot scores its *strength*, else 0, more than the others in each playing.
    """
    matches = {match.number: match for match in event_matches(data, event)}
    pending = [one for one in sittings(data, event) if one.status is not SittingStatus.COMPLETE]
    Random(order).shuffle(pending)
    for one in pending:
        bots = matches[one.match].bots
        first = matches[one.match].first_deal
        attempt = begin_attempt(data, event, one.match, one.rotation)
        log = log_path(data, event, one.match, one.rotation, attempt)
        playings = tuple(
            _playing(bots, one.match, one.rotation, deal, strength)
            for deal in range(first, first + DEALS)
        )
        record_sitting(
            data, event, one.match, one.rotation, attempt, log, "0" * 16, "none", playings
        )


def _playing(
    bots: Iterable[BotId], match: int, rotation: int, deal: int, strength: Mapping[str, int]
) -> Playing:
    worth = [strength.get(bot.name, 0) for bot in bots]
    seats = len(worth)
    entries = seating(rotation, seats)
    scores = tuple(seats * worth[entry] - sum(worth) for entry in entries)
    return Playing(
        match=match,
        rotation=rotation,
        deal=deal,
        seating=entries,
        actions=("pass",) * seats,
        faults=(),
        outcome="leaster",
        picker=None,
        partner=None,
        points=(120, *[0] * (seats - 1)),
        tricks=(6, *[0] * (seats - 1)),
        scores=scores,
        penalties=(0,) * seats,
    )
