"""What each ladder is made of, pinned at its first use."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from sqlalchemy import Connection, insert, select, update

from arena.errors import ConfigError
from arena.names import BotId
from arena.referee.clock import TimeControl
from arena.rules.variants import OptionValue, Variant
from arena.store.columns import decode_variant, encode_variant, now
from arena.store.folder import DataFolder
from arena.store.registry import bot_key
from arena.store.schema import bots, ladders


class LadderTerms(Protocol):
    """What ladder.toml says of a ladder; arena.config.ladder_toml.Ladder is one."""

    @property
    def name(self) -> str: ...
    @property
    def variant(self) -> Variant: ...
    @property
    def time(self) -> TimeControl: ...
    @property
    def house(self) -> str: ...
    @property
    def margin(self) -> float | None: ...


@dataclass(frozen=True, slots=True)
class LadderRecord:
    """A ladder in use."""

    name: str
    variant: Variant
    time: str
    """As in ``1+0.1``."""
    margin: float | None
    """M of the pair score; None until one is set, which is once."""
    house: BotId | None
    """The bot that is shown as 1500; None until one is pinned, which is once."""
    created_at: datetime


def ensure_ladder(data: DataFolder, ladder: LadderTerms, house: BotId | None) -> LadderRecord:
    """The ladder as it is kept, made now if this is its first use.

    What it is made of never changes, since its ratings would mean something
    else. A house bot stays the one pinned first, also when a newer version of
    it is registered: play with the house of the record.

    Args:
        house: what ``ladder.house`` stands for now; None if it is not registered yet.

    Raises:
        ConfigError: ladder.toml says something else than what is kept.
    """
    with data.writing() as connection:
        kept = _read(connection, ladder.name)
        if kept is None:
            connection.execute(
                insert(ladders).values(
                    name=ladder.name,
                    variant=encode_variant(ladder.variant),
                    time=str(ladder.time),
                    margin=ladder.margin,
                    house=None if house is None else bot_key(connection, house),
                    created_at=now(),
                )
            )
        else:
            _compare(kept, ladder)
            _complete(connection, kept, ladder.margin, house)
        record = _read(connection, ladder.name)
        assert record is not None, "it was entered in this transaction"
        return record


def find_ladder_record(data: DataFolder, name: str) -> LadderRecord | None:
    """The ladder called *name*; None if it was never used."""
    with data.reading() as connection:
        return _read(connection, name)


def margin_at(data: DataFolder, table: Variant) -> float | None:
    """M of the first ladder in use at *table* that has one; None if there is none."""
    terms = (ladders.c.variant == encode_variant(table)) & ladders.c.margin.is_not(None)
    with data.reading() as connection:
        return connection.scalar(
            select(ladders.c.margin).where(terms).order_by(ladders.c.created_at)
        )


def _read(connection: Connection, name: str) -> LadderRecord | None:
    query = (
        select(ladders, bots.c.name.label("house_name"), bots.c.version.label("house_version"))
        .join_from(ladders, bots, ladders.c.house == bots.c.id, isouter=True)
        .where(ladders.c.name == name)
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    return LadderRecord(
        name=row.name,
        variant=decode_variant(row.variant),
        time=row.time,
        margin=row.margin,
        house=None if row.house is None else BotId(row.house_name, row.house_version),
        created_at=row.created_at,
    )


def _complete(
    connection: Connection, kept: LadderRecord, margin: float | None, house: BotId | None
) -> None:
    """Pin what was left open at the first use."""
    row = ladders.c.name == kept.name
    if kept.margin is None and margin is not None:
        connection.execute(update(ladders).where(row).values(margin=margin))
    if kept.house is None and house is not None:
        key = bot_key(connection, house)
        connection.execute(update(ladders).where(row).values(house=key))


def _compare(kept: LadderRecord, ladder: LadderTerms) -> None:
    differences = [
        *_variant_differences(kept.variant, ladder.variant),
        *_difference("time", kept.time, str(ladder.time)),
    ]
    if kept.margin is not None:
        differences += _difference("margin", kept.margin, ladder.margin)
    if kept.house is not None and ladder.house not in (kept.house.name, str(kept.house)):
        differences += _difference("house", str(kept.house), ladder.house)
    if differences:
        raise ConfigError(
            f"ladder {kept.name!r} was used with other terms: {'; '.join(differences)}: "
            "put them back in ladder.toml, or give the new terms a ladder of their own"
        )


def _variant_differences(kept: Variant, said: Variant) -> list[str]:
    if kept.name != said.name:
        return _difference("variant", kept.name, said.name)
    options = said.options()
    return [
        sentence
        for key, value in kept.options().items()
        for sentence in _difference(f"options.{key}", value, options[key])
    ]


def _difference(key: str, kept: OptionValue | float, said: OptionValue | float | None) -> list[str]:
    """One sentence, or none where both are the same."""
    return [] if kept == said else [f"{key} was {_spelt(kept)}, ladder.toml says {_spelt(said)}"]


def _spelt(value: object) -> str:
    if value is None:
        return "nothing"
    return str(value).lower() if isinstance(value, bool) else str(value)
