"""The first tables: bots, ladders, events with their matches and sittings, playings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Everything."""
    op.create_table(
        "bots",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("version", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=71), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("runtime", sa.String(length=16), nullable=False),
        sa.Column("variants", sa.Text(), nullable=False),
        sa.Column("env", sa.Text(), nullable=False),
        sa.Column("successor_of", sa.Integer(), nullable=True),
        sa.Column("submitted_at", sa.String(length=32), nullable=False),
        sa.Column("retired_at", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["successor_of"], ["bots.id"], name=op.f("fk_bots_successor_of")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bots")),
        sa.UniqueConstraint("name", "version", name=op.f("uq_bots_name_version")),
    )
    op.create_table(
        "ladders",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("time", sa.String(length=32), nullable=False),
        sa.Column("margin", sa.Float(), nullable=True),
        sa.Column("house", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["house"], ["bots.id"], name=op.f("fk_ladders_house")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_ladders")),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("ladder", sa.String(length=32), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("time", sa.String(length=32), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("margin_ms", sa.Integer(), nullable=False),
        sa.Column("max_faults", sa.Integer(), nullable=False),
        sa.Column("penalty", sa.Integer(), nullable=False),
        sa.Column("house", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["house"], ["bots.id"], name=op.f("fk_events_house")),
        sa.ForeignKeyConstraint(["ladder"], ["ladders.name"], name=op.f("fk_events_ladder")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sa.UniqueConstraint("name", name=op.f("uq_events_name")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("first_deal", sa.Integer(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("revealed_secret", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name=op.f("fk_matches_event")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sa.UniqueConstraint("event", "number", name=op.f("uq_matches_event_number")),
    )
    op.create_table(
        "entries",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("bot", sa.Integer(), nullable=False),
        sa.Column("filler", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["bot"], ["bots.id"], name=op.f("fk_entries_bot")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_entries_match")),
        sa.PrimaryKeyConstraint("match", "entry", name=op.f("pk_entries")),
    )
    op.create_table(
        "sittings",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("rotation", sa.Integer(), nullable=False),
        sa.Column("complete_attempt", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_sittings_match")),
        sa.PrimaryKeyConstraint("match", "rotation", name=op.f("pk_sittings")),
    )
    op.create_table(
        "attempts",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("rotation", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("log", sa.Text(), nullable=True),
        sa.Column("last_h", sa.String(length=16), nullable=True),
        sa.Column("sandbox", sa.String(length=16), nullable=True),
        sa.Column("began_at", sa.String(length=32), nullable=False),
        sa.Column("ended_at", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(
            ["match", "rotation"],
            ["sittings.match", "sittings.rotation"],
            name=op.f("fk_attempts_match_rotation"),
        ),
        sa.PrimaryKeyConstraint("match", "rotation", "attempt", name=op.f("pk_attempts")),
    )
    op.create_table(
        "playings",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("rotation", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match", "rotation"],
            ["sittings.match", "sittings.rotation"],
            name=op.f("fk_playings_match_rotation"),
        ),
        sa.PrimaryKeyConstraint("match", "rotation", "deal", name=op.f("pk_playings")),
    )


def downgrade() -> None:
    """Nothing."""
    for table in (
        "playings",
        "attempts",
        "sittings",
        "entries",
        "matches",
        "events",
        "ladders",
        "bots",
    ):
        op.drop_table(table)
