"""Whose a bot's name is: one owner for all its versions, or nobody."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, insert, select

from arena.errors import ConfigError
from arena.names import BotId
from arena.store.folder import DataFolder
from arena.store.schema import owners

_LONGEST: Final = 100


def check_owner(text: str) -> str:
    """*text*, if it can name an owner: one line of 1 to 100 characters."""
    if not 1 <= len(text) <= _LONGEST or not text.isprintable() or text != text.strip():
        raise ConfigError(f"owner {text!r}: expected one line of 1 to {_LONGEST} characters")
    return text


def check_claim(data: DataFolder, name: str, owner: str | None) -> None:
    """Refuse what `claim` would.

    Raises:
        ConfigError: *name* belongs to somebody else.
    """
    with data.reading() as connection:
        _refuse_others(connection, name, owner)


def claim(connection: Connection, name: str, owner: str | None) -> None:
    """Let *name* belong to *owner*, if it is nobody's yet; None leaves it as it is.

    Raises:
        ConfigError: it belongs to somebody else.
    """
    _refuse_others(connection, name, owner)
    if owner is not None and _owner_of(connection, name) is None:
        connection.execute(insert(owners).values(name=name, owner=owner))


def owners_of(data: DataFolder, bots: tuple[BotId, ...]) -> tuple[str | None, ...]:
    """The owner of each of *bots*; None is nobody."""
    with data.reading() as connection:
        return tuple(_owner_of(connection, bot.name) for bot in bots)


def _refuse_others(connection: Connection, name: str, owner: str | None) -> None:
    holder = _owner_of(connection, name)
    if holder is not None and owner not in (None, holder):
        raise ConfigError(
            f"bot name {name!r}: it belongs to {holder!r}, and all versions of a name have one "
            f"owner (--owner {owner!r}): choose another name"
        )


def _owner_of(connection: Connection, name: str) -> str | None:
    owner: str | None = connection.scalar(select(owners.c.owner).where(owners.c.name == name))
    return owner
