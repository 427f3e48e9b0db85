"""Events that compare two bots say what they test, and with which match they were decided."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """What stands there already compares no two bots, and is played to its end."""
    with op.batch_alter_table("events") as events:
        events.add_column(sa.Column("versus", sa.Text(), nullable=True))
        events.add_column(sa.Column("ended_with", sa.Integer(), nullable=True))


def downgrade() -> None:
    """As before; what was tested is forgotten."""
    with op.batch_alter_table("events") as events:
        events.drop_column("ended_with")
        events.drop_column("versus")
