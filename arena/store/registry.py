"""Which bots there are: name and version to frozen submission."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Final, Protocol

from sqlalchemy import Connection, Row, insert, select, update

from arena.errors import ConfigError
from arena.names import BotId, check_bot_name, parse_bot_id
from arena.store.columns import decode_mapping, decode_texts, encode_json, now
from arena.store.folder import DataFolder
from arena.store.owners import claim
from arena.store.schema import bots, owners


class Manifest(Protocol):
    """What a submission says of itself; arena.config.bot_toml.BotManifest is one."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def owner(self) -> str: ...
    @property
    def command(self) -> tuple[str, ...]: ...
    @property
    def runtime(self) -> str: ...
    @property
    def variants(self) -> tuple[str, ...]: ...
    @property
    def env(self) -> Mapping[str, str]: ...


class Origin(Enum):
    """How a submission was handed in. The database holds the values."""

    FOLDER = "folder"
    """By somebody who can write to this machine."""
    ARCHIVE = "archive"
    """As a file, from anywhere: an upload."""


@dataclass(frozen=True, slots=True)
class RegisteredBot:
    """A bot that may play."""

    id: BotId
    digest: str
    """``sha256:…`` of its frozen submission."""
    description: str
    author: str
    """What its bot.toml says under owner."""
    owner: str | None
    """To whom all versions of its name belong, as the arena was told; None: to nobody."""
    command: tuple[str, ...]
    runtime: str
    variants: tuple[str, ...]
    env: Mapping[str, str]
    successor_of: BotId | None
    """The version of the same name that was the newest before."""
    submitted_at: datetime
    retired: bool
    """It enters no new event; what it played stands."""
    origin: Origin
    """Of its first submission: the same files in another form do not change it."""


_BOTS: Final = select(bots, owners.c.owner.label("name_owner")).join_from(
    bots, owners, bots.c.name == owners.c.name, isouter=True
)
"""Every bot with the owner of its name."""


def register_bot(
    data: DataFolder,
    manifest: Manifest,
    digest: str,
    origin: Origin,
    owner: str | None = None,
) -> RegisteredBot:
    """Enter a qualified submission. Doing it twice changes nothing.

    Args:
        owner: whose its name is from now on, if it is nobody's; None leaves it as it is.

    Raises:
        ConfigError: this name and version belong to other files, or the name to another owner.
    """
    bot = BotId(manifest.name, manifest.version)
    with data.writing() as connection:
        claim(connection, bot.name, owner)
        known = _row(connection, bot)
        if known is None:
            connection.execute(
                insert(bots).values(
                    name=bot.name,
                    version=bot.version,
                    digest=digest,
                    description=manifest.description,
                    owner=manifest.owner,
                    command=encode_json(manifest.command),
                    runtime=manifest.runtime,
                    variants=encode_json(manifest.variants),
                    env=encode_json(dict(manifest.env)),
                    successor_of=_newest_id(connection, bot.name),
                    submitted_at=now(),
                    origin=origin.value,
                )
            )
        else:
            _refuse_other_files(known, manifest, digest)
        return _one(connection, bot)


def registered_with(data: DataFolder, manifest: Manifest, digest: str) -> RegisteredBot | None:
    """The bot of *manifest*, if it is registered with *digest*; None if its version is free.

    Raises:
        ConfigError: this name and version belong to other files.
    """
    bot = BotId(manifest.name, manifest.version)
    with data.reading() as connection:
        known = _row(connection, bot)
        if known is None:
            return None
        _refuse_other_files(known, manifest, digest)
        return _one(connection, bot)


def _refuse_other_files(known: Row[tuple[object, ...]], manifest: Manifest, digest: str) -> None:
    if known.digest == digest:
        return
    said = (
        f"bot {manifest.name}@{manifest.version}: registered already with other files "
        f"({known.digest}, these are {digest})"
    )
    if known.owner != manifest.owner:
        raise ConfigError(
            f"{said}, by the owner {known.owner!r} (these are by {manifest.owner!r}): "
            "choose another name in bot.toml"
        )
    raise ConfigError(f"{said}: give them a new version in bot.toml")


def find_bot(data: DataFolder, text: str) -> RegisteredBot:
    """The bot that *text* names: ``name@version``, or ``name`` for its newest one in service.

    Raises:
        ConfigError: there is none; the message names the nearest there is.
    """
    everyone = list_bots(data)
    if "@" in text:
        bot = parse_bot_id(text)
        found = [each for each in everyone if each.id == bot]
    else:
        name = check_bot_name(text)
        found = [each for each in everyone if each.id.name == name and not each.retired]
        if not found and any(each.id.name == name for each in everyone):
            raise ConfigError(f"bot {text!r}: all its versions are retired")
    if not found:
        raise ConfigError(f"bot {text!r}: no such bot{_nearest(text, everyone)}")
    return found[-1]


def list_bots(data: DataFolder) -> tuple[RegisteredBot, ...]:
    """All bots, retired ones too, in the order of registration."""
    with data.reading() as connection:
        rows = connection.execute(_BOTS.order_by(bots.c.id)).all()
    names = {row.id: BotId(row.name, row.version) for row in rows}
    return tuple(_registered(row, names.get(row.successor_of)) for row in rows)


def retire_bot(data: DataFolder, bot: BotId) -> None:
    """Take *bot*, which is registered, out of service. Doing it twice changes nothing."""
    with data.writing() as connection:
        connection.execute(
            update(bots)
            .where(bots.c.name == bot.name, bots.c.version == bot.version)
            .where(bots.c.retired_at.is_(None))
            .values(retired_at=now())
        )


def bot_key(connection: Connection, bot: BotId) -> int:
    """The row id of *bot*, for the other tables.

    Raises:
        ConfigError: it is not registered.
    """
    row = _row(connection, bot)
    if row is None:
        raise ConfigError(f"bot {bot}: not registered")
    key: int = row.id
    return key


def _row(connection: Connection, bot: BotId) -> Row[tuple[object, ...]] | None:
    query = _BOTS.where(bots.c.name == bot.name, bots.c.version == bot.version)
    return connection.execute(query).one_or_none()


def _newest_id(connection: Connection, name: str) -> int | None:
    query = select(bots.c.id).where(bots.c.name == name).order_by(bots.c.id.desc()).limit(1)
    newest: int | None = connection.scalar(query)
    return newest


def _one(connection: Connection, bot: BotId) -> RegisteredBot:
    row = _row(connection, bot)
    assert row is not None, f"{bot} was entered in this transaction"
    before = None
    if row.successor_of is not None:
        query = select(bots.c.name, bots.c.version).where(bots.c.id == row.successor_of)
        before = BotId(*connection.execute(query).one())
    return _registered(row, before)


def _registered(row: Row[tuple[object, ...]], successor_of: BotId | None) -> RegisteredBot:
    return RegisteredBot(
        id=BotId(row.name, row.version),
        digest=row.digest,
        description=row.description,
        author=row.owner,
        owner=row.name_owner,
        command=decode_texts(row.command),
        runtime=row.runtime,
        variants=decode_texts(row.variants),
        env=decode_mapping(row.env),
        successor_of=successor_of,
        submitted_at=row.submitted_at,
        retired=row.retired_at is not None,
        origin=Origin(row.origin),
    )


def _nearest(text: str, everyone: Iterable[RegisteredBot]) -> str:
    known = [str(bot.id) if "@" in text else bot.id.name for bot in everyone]
    near = difflib.get_close_matches(text, known, n=1)
    if near:
        return f" (did you mean {near[0]!r}?)"
    return "" if known else ": none is registered yet, 'arena submit' does it"
