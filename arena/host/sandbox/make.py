"""The cage for a level of confinement."""

from __future__ import annotations

import os
from pathlib import Path

from arena.errors import InfrastructureError
from arena.host.command import BotCommand
from arena.host.sandbox.bubble import BubbleCage
from arena.host.sandbox.cage import Cage, Confinement, OpenCage
from arena.host.sandbox.shared_counts import use_up_what_users_share
from arena.host.sandbox.tools import MissingToolError, find_setpriv, find_tools
from arena.host.sandbox.walled import WalledCage
from arena.referee.confinement import Level


def make_cage(confinement: Confinement, command: BotCommand, socket: Path, scratch: Path) -> Cage:
    """A cage for one life of the bot that *command* starts.

    Args:
        socket: where it listens, at levels at which it has no such place of its own.
        scratch: its home, at the same levels.

    Raises:
        InfrastructureError: the level cannot be had any more.
    """
    confined = confinement.level in (Level.FULL, Level.STRONG, Level.PARTIAL)
    if confined and os.geteuid() != 0:
        use_up_what_users_share(confinement.limits.descriptors)
    try:
        match confinement.level:
            case Level.FULL | Level.STRONG:
                return BubbleCage(command, confinement, find_tools())
            case Level.PARTIAL:
                setpriv = find_setpriv() if os.geteuid() == 0 else None
                return WalledCage(command, confinement, socket, scratch, setpriv)
            case Level.WEAK | Level.NONE:
                return OpenCage(command.folder, socket, scratch)
    except MissingToolError as error:
        raise InfrastructureError(f"sandbox: {error}") from error
