"""The tables: what is submitted, scheduled and recorded.

The logs prove, these tables index: everything about a playing can be rebuilt
from its log. A change here needs a new revision in migrations/versions; a test
compares the two.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    true,
)

from arena.store.columns import UtcTime

HEAD: Final = "0006"
"""The newest revision in migrations/versions; kept here so that a data folder that
has it already is opened without loading Alembic."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

bots = Table(
    "bots",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False),
    Column("version", String(32), nullable=False),
    Column("digest", String(71), nullable=False),
    Column("description", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("runtime", String(16), nullable=False),
    Column("variants", Text, nullable=False),
    Column("env", Text, nullable=False),
    Column("successor_of", ForeignKey("bots.id")),
    Column("submitted_at", UtcTime, nullable=False),
    Column("retired_at", UtcTime),
    Column("origin", String(16), nullable=False, server_default="folder"),
    UniqueConstraint("name", "version"),
)
"""Ids rise in the order of registration. ``owner`` is what bot.toml says, its author."""

owners = Table(
    "owners",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("owner", Text, nullable=False),
)
"""Whose a bot's name is, whatever its versions say of their author. A name without a row is
nobody's."""

ladders = Table(
    "ladders",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("variant", Text, nullable=False),
    Column("time", String(32), nullable=False),
    Column("margin", Float),
    Column("house", ForeignKey("bots.id")),
    Column("created_at", UtcTime, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False, unique=True),
    Column("kind", String(32), nullable=False),
    Column("ladder", ForeignKey("ladders.name")),
    Column("rated", Boolean, nullable=False),
    Column("variant", Text, nullable=False),
    Column("time", String(32), nullable=False),
    Column("deals", Integer, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("margin_ms", Integer, nullable=False),
    Column("max_faults", Integer, nullable=False),
    Column("penalty", Integer, nullable=False),
    Column("ponder", Boolean, nullable=False, server_default=true()),
    Column("house", ForeignKey("bots.id")),
    Column("created_at", UtcTime, nullable=False),
    Column("form", String(16), nullable=False, server_default="duplicate"),
    Column("rounds", Text),
    Column("versus", Text),
    Column("ended_with", Integer),
)
"""Ids rise in the order of creation, which is the order of rating. ``ended_with`` is the number
of the match that decided a versus event: what comes after it is dropped."""

matches = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("event", ForeignKey("events.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("first_deal", Integer, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("revealed_secret", String(64)),
    UniqueConstraint("event", "number"),
)

entries = Table(
    "entries",
    metadata,
    Column("match", ForeignKey("matches.id"), nullable=False),
    Column("entry", Integer, nullable=False),
    Column("bot", ForeignKey("bots.id"), nullable=False),
    Column("filler", Boolean, nullable=False),
    PrimaryKeyConstraint("match", "entry"),
)

sittings = Table(
    "sittings",
    metadata,
    Column("match", ForeignKey("matches.id"), nullable=False),
    Column("rotation", Integer, nullable=False),
    Column("complete_attempt", Integer),
    PrimaryKeyConstraint("match", "rotation"),
)
"""``complete_attempt`` goes from NULL to a number once, and with it the sitting's playings come."""

attempts = Table(
    "attempts",
    metadata,
    Column("match", Integer, nullable=False),
    Column("rotation", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("reason", Text),
    Column("log", Text),
    Column("last_h", String(16)),
    Column("sandbox", String(16)),
    Column("began_at", UtcTime, nullable=False),
    Column("ended_at", UtcTime),
    PrimaryKeyConstraint("match", "rotation", "attempt"),
    ForeignKeyConstraint(["match", "rotation"], ["sittings.match", "sittings.rotation"]),
)
"""``log`` is relative to the data folder, so that the folder can move."""

playings = Table(
    "playings",
    metadata,
    Column("match", Integer, nullable=False),
    Column("rotation", Integer, nullable=False),
    Column("deal", Integer, nullable=False),
    Column("record", Text, nullable=False),
    PrimaryKeyConstraint("match", "rotation", "deal"),
    ForeignKeyConstraint(["match", "rotation"], ["sittings.match", "sittings.rotation"]),
)
