"""`arena tournament`: the kinds of event there are."""

from __future__ import annotations

import click

from arena.cli.scheduled import (
    gauntlet_command,
    next_command,
    round_robin_command,
    swiss_command,
)
from arena.cli.sessions import session_command


@click.group("tournament")
def tournament_group() -> None:
    """Let bots play an event."""


tournament_group.add_command(round_robin_command)
tournament_group.add_command(gauntlet_command)
tournament_group.add_command(swiss_command)
tournament_group.add_command(next_command)
tournament_group.add_command(session_command)
