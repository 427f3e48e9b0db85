"""Bots have an origin: a folder, as all had before, or an archive."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """What is registered already was handed in as a folder."""
    with op.batch_alter_table("bots") as bots:
        bots.add_column(
            sa.Column("origin", sa.String(length=16), nullable=False, server_default="folder")
        )


def downgrade() -> None:
    """As before; who came in an archive cannot be told any more."""
    with op.batch_alter_table("bots") as bots:
        bots.drop_column("origin")
