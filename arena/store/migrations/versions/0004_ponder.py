"""Events say whether bots may think while others decide, as all could before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """In what stands there already they could."""
    with op.batch_alter_table("events") as events:
        events.add_column(
            sa.Column("ponder", sa.Boolean(), nullable=False, server_default=sa.true())
        )


def downgrade() -> None:
    """As before; in which events bots were stopped cannot be told any more."""
    with op.batch_alter_table("events") as events:
        events.drop_column("ponder")
