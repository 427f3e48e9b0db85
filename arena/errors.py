"""Whose fault something is: the user's, a bot's, or the arena's own."""

from __future__ import annotations

from enum import Enum


class Fault(Enum):
    """What a bot can do wrong. Logs hold the values: add to them, never edit."""

    LATE = "late"
    """Answered after a bank fell."""
    STALLED = "stalled"
    """No answer at the cut-off."""
    ILLEGAL = "illegal"
    """The action breaks a rule of the game."""
    MALFORMED = "malformed"
    """Undecodable, the wrong number of answers, or no action."""
    WRONG_DECISION = "wrong-decision"
    """The id of another decision."""
    CRASHED = "crashed"
    """The process ended."""
    DISCONNECTED = "disconnected"
    """The process lives, its channel is broken."""
    REFUSED = "refused"
    """A gRPC error status, or no common protocol version."""
    OVERSIZED = "oversized"
    """A reply of more than 256 KiB."""
    OUTPUT_LIMIT = "output-limit"
    """More than 8 MiB on stdout and stderr; charged once a sitting."""
    MEMORY_LIMIT = "memory-limit"
    """Killed for its memory, where a limit can see it."""
    START_FAILED = "start-failed"
    """Not ready within 10 s, or ended before."""


RESTARTING = frozenset(
    {
        Fault.STALLED,
        Fault.CRASHED,
        Fault.DISCONNECTED,
        Fault.REFUSED,
        Fault.MEMORY_LIMIT,
    }
)
"""The faults after which the bot's process is replaced."""


class ArenaError(Exception):
    """Anything the arena raises on purpose."""


class ConfigError(ArenaError):
    """The user's input is wrong: usage, a file, a key, a value. Exit code 2.

    The message names the place, quotes the value and says what was expected.
    """


class CheckFailedError(ArenaError):
    """Something was checked and does not hold, though the input was well-formed. Exit code 1."""


class BotError(ArenaError):
    """The bot broke its contract; the referee turns this into a ruling."""

    def __init__(self, fault: Fault, detail: str) -> None:
        super().__init__(f"{fault.value}: {detail}")
        self.fault = fault
        """The kind, as the log writes it."""
        self.detail = detail
        """One sentence for a person, at most a few hundred characters."""


class InfrastructureError(ArenaError):
    """The arena, its disk or its host failed: the work is void. Exit code 5."""


class InterruptedEventError(ArenaError):
    """SIGINT or SIGTERM: the event is cut off, and can be resumed. Exit code 4."""
