"""The cage for a level of confinement."""

from __future__ import annotations

from pathlib import Path

from arena.errors import InfrastructureError
from arena.host.command import BotCommand
from arena.host.sandbox.bubble import BubbleCage
from arena.host.sandbox.cage import Cage, Confinement, OpenCage
from arena.host.sandbox.tools import MissingToolError, find_tools
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
    match confinement.level:
        case Level.FULL | Level.STRONG:
            try:
                return BubbleCage(command, confinement, find_tools())
            except MissingToolError as error:
                raise InfrastructureError(f"sandbox: {error}") from error
        case Level.PARTIAL:
            return WalledCage(command, confinement, socket, scratch)
        case Level.WEAK | Level.NONE:
            return OpenCage(command.folder, socket, scratch)
