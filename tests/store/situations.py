"""Bots, events and playings to store: constructors that read like the situation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from arena.names import BotId
from arena.referee.clock import TimeControl
from arena.referee.playing import Playing
from arena.referee.policy import FaultPolicy
from arena.rules.variants import Variant, variant
from arena.schedule.secrets import commitment, match_secret
from arena.store.events import EventRecord, MatchRecord, create_event
from arena.store.folder import DataFolder
from arena.store.registry import Origin, register_bot

SECRET = bytes(range(32))
DIGEST = "sha256:" + "0" * 64
FIVE = ("ann", "bob", "cat", "dan", "eve")


@dataclass(frozen=True)
class AManifest:
    name: str
    version: str = "1.0.0"
    description: str = "A bot."
    owner: str = "somebody"
    command: tuple[str, ...] = ("python", "bot.py")
    runtime: str = "python"
    variants: tuple[str, ...] = ("called-ace",)
    env: Mapping[str, str] = field(default_factory=lambda: {"LEVEL": "3"})


@dataclass(frozen=True)
class Terms:
    """A ladder as ladder.toml describes it."""

    name: str = "jacks"
    variant: Variant = field(default_factory=lambda: variant("jack-of-diamonds"))
    time: TimeControl = field(default_factory=lambda: TimeControl(1000, 100))
    house: str = "ann"
    margin: float | None = 4.0


def register(data: DataFolder, *names: str, owner: str | None = None) -> tuple[BotId, ...]:
    return tuple(
        register_bot(data, AManifest(name), DIGEST, Origin.FOLDER, owner).id for name in names
    )


def an_event(name: str = "e1", deals: int = 2, **changes: object) -> EventRecord:
    known: dict[str, object] = {
        "name": name,
        "kind": "round-robin",
        "ladder": None,
        "rated": False,
        "variant": variant("called-ace"),
        "time": "1+0.1",
        "deals": deals,
        "secret": SECRET,
        "created_at": datetime(2026, 11, 29, 12, tzinfo=UTC),
        "policy": FaultPolicy(),
        "house": None,
    }
    return EventRecord(**{**known, **changes})  # type: ignore[arg-type]


def a_match(number: int, bots: Sequence[BotId], deals: int = 2) -> MatchRecord:
    return MatchRecord(
        number=number,
        bots=tuple(bots),
        first_deal=(number - 1) * deals,
        commitment=commitment(match_secret(SECRET, number)),
    )


def schedule(data: DataFolder, name: str = "e1", matches: int = 1, **changes: object) -> None:
    """An event of *matches* matches of the same five bots, two deals each."""
    bots = register(data, *FIVE)
    create_event(data, an_event(name, **changes), [a_match(n + 1, bots) for n in range(matches)])


def played(rotation: int, match: int = 1, deals: int = 2) -> tuple[Playing, ...]:
    """All playings of one sitting."""
    first = (match - 1) * deals
    return tuple(a_playing(match, rotation, first + deal) for deal in range(deals))


def a_playing(match: int, rotation: int, deal: int) -> Playing:
    return Playing(
        match=match,
        rotation=rotation,
        deal=deal,
        seating=tuple((seat - rotation) % 5 for seat in range(5)),
        actions=("pass", "pick", "bury 8S 9H", "call AC", "play 7C"),
        faults=((3, "late"),),
        outcome="won-1",
        picker=1,
        partner=None,
        points=(10, 60, 20, 20, 10),
        tricks=(1, 3, 1, 1, 0),
        scores=(-1, 4, -1, -1, -1),
        penalties=(0, 0, 0, 3, 0),
    )
