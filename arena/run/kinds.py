"""Which line-ups the kinds of tournaments begin with, or why they cannot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from arena.errors import ConfigError
from arena.names import BotId
from arena.schedule.gauntlet import barred_pair, gauntlet
from arena.schedule.gauntlet import most_of_one_owner as most_in_panel
from arena.schedule.owners import Owners, crowding_owner
from arena.schedule.round_robin import LineUp, most_of_one_owner, round_robin
from arena.schedule.swiss import Standing, swiss_round, tables_of
from arena.store.registry import RegisteredBot

_ALLOW = "leave bots out, or allow it with --allow-same-owner"


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Every bot meets every other."""

    name: ClassVar[str] = "round-robin"
    """As events are called."""
    rounds: int
    """How often every table meets."""


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """The first bots, its seeds, meet the others one at a time."""

    name: ClassVar[str] = "gauntlet"
    seeds: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Swiss:
    """Each round brings bots of like standing together."""

    name: ClassVar[str] = "swiss"
    rounds: int


Kind: TypeAlias = RoundRobin | Gauntlet | Swiss


def first_line_ups(
    kind: Kind,
    entrants: Sequence[RegisteredBot],
    owners: Owners,
    seats: int,
    secret: bytes,
    house: BotId | None = None,
) -> tuple[LineUp, ...]:
    """All line-ups of *kind*, or those of its first round if the others depend on results.

    Args:
        house: the bot that fills seats, whether or not it is an entrant.

    Raises:
        ConfigError: too few bots, or an owner whose bots cannot be kept apart.
    """
    names = [str(bot.id) for bot in entrants]
    match kind:
        case RoundRobin(rounds):
            _check_crowding(names, owners, most_of_one_owner(len(names), seats), seats)
            return round_robin(len(names), seats, secret, rounds, owners)
        case Gauntlet(seeds, rounds):
            _check_gauntlet(names, owners, seeds, seats)
            return gauntlet(seeds, len(names) - seeds, seats, secret, rounds, owners)
        case Swiss():
            if len(names) <= seats:
                raise ConfigError(
                    f"{len(names)} bots for {seats} seats: a Swiss needs more bots than a table "
                    "has seats, for all of these would meet in every round"
                )
            _check_crowding(names, owners, tables_of(len(names), seats), seats)
            nothing = Standing(0.0, 0.0)
            copy = place_of(house, [bot.id for bot in entrants])
            return swiss_round([nothing] * len(names), seats, secret, (), owners, copy)


def place_of(house: BotId | None, entrants: Sequence[BotId]) -> int | None:
    """Which of *entrants* is the bot that fills seats; None if it is none of them."""
    return None if house is None or house not in entrants else entrants.index(house)


def check_apart(bots: Sequence[RegisteredBot], owners: Owners) -> None:
    """Refuse bots of one owner where all of *bots* sit at one table.

    Raises:
        ConfigError: two have one owner.
    """
    owner = crowding_owner(owners, 1)
    if owner is not None:
        own = [str(bot.id) for bot, other in zip(bots, owners, strict=True) if other == owner]
        raise ConfigError(
            f"bots {', '.join(own)} belong to {owner!r}, and two of one owner never sit at one "
            f"table: {_ALLOW}"
        )


def check_panel_apart(panel: Sequence[RegisteredBot], owners: Owners, compared: Owners) -> None:
    """Refuse a panel where one owner has two bots, or one beside those *compared*.

    Raises:
        ConfigError: an owner has.
    """
    check_apart(panel, owners)
    for bot, owner in zip(panel, owners, strict=True):
        if owner is not None and owner in compared:
            raise ConfigError(
                f"--panel {bot.id}: it belongs to {owner!r}, as one of those compared does, and "
                f"two of one owner never sit at one table: {_ALLOW}"
            )


def _check_gauntlet(names: Sequence[str], owners: Owners, seeds: int, seats: int) -> None:
    if seeds >= len(names):
        raise ConfigError(
            f"--seeds {seeds}: expected fewer than the {len(names)} bots, "
            "for those after the seeds are the panel"
        )
    if pair := barred_pair(owners, seeds):
        seed, other = pair
        raise ConfigError(
            f"bots {names[seed]} and {names[other]} belong to {owners[seed]!r}, so the seed could "
            f"never meet the other: {_ALLOW}"
        )
    most = most_in_panel(len(names) - seeds, seats)
    _check_crowding(names[seeds:], owners[seeds:], most, seats)


def _check_crowding(names: Sequence[str], owners: Owners, most: int, seats: int) -> None:
    owner = crowding_owner(owners, most)
    if owner is None:
        return
    own = [name for name, other in zip(names, owners, strict=True) if other == owner]
    raise ConfigError(
        f"owner {owner!r} has {len(own)} of {len(names)} bots ({', '.join(own)}), and two of one "
        f"owner never sit at one table: at tables of {seats} at most {most} of them can play as "
        f"often as the others: {_ALLOW}"
    )
