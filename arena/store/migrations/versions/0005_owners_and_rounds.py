"""Names of bots can have owners, and events can grow by rounds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """The names that stand there already are nobody's, and the events are whole."""
    op.create_table(
        "owners",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_owners")),
    )
    with op.batch_alter_table("events") as events:
        events.add_column(sa.Column("rounds", sa.Text(), nullable=True))


def downgrade() -> None:
    """As before; whose bots are whose is forgotten, and rounds to come are not played."""
    with op.batch_alter_table("events") as events:
        events.drop_column("rounds")
    op.drop_table("owners")
