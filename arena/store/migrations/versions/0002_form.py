"""Events have a form: duplicate, as all were before, session or race."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """What stands there already was played in duplicate form."""
    with op.batch_alter_table("events") as events:
        events.add_column(
            sa.Column("form", sa.String(length=16), nullable=False, server_default="duplicate")
        )


def downgrade() -> None:
    """As before; sessions cannot be told from duplicate events any more."""
    with op.batch_alter_table("events") as events:
        events.drop_column("form")
