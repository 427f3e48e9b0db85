"""`arena tournament`: the kinds of event there are."""

from __future__ import annotations

import click

from arena.cli.playing import round_robin_command
from arena.cli.sessions import session_command


@click.group("tournament")
def tournament_group() -> None:
    """Let bots play an event."""


tournament_group.add_command(round_robin_command)
tournament_group.add_command(session_command)
