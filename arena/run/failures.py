"""What came out of a nursery, as the one thing that went wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar, TypeVarTuple

import trio

from arena.errors import ArenaError, InfrastructureError

_Result = TypeVar("_Result")
_Args = TypeVarTuple("_Args")


def leaves(error: BaseException) -> list[BaseException]:
    """The exceptions in *error*, groups opened, in order."""
    if isinstance(error, BaseExceptionGroup):
        return [leaf for inner in error.exceptions for leaf in leaves(inner)]
    return [error]


def host_failure(error: BaseException) -> ArenaError | None:
    """*error* as the arena says it, if all in it was foreseen or the host's; else None.

    An OSError is the host's failure: the disk, a descriptor, a process that cannot start.
    """
    found = leaves(error)
    if not all(isinstance(leaf, ArenaError | OSError) for leaf in found):
        return None
    first = found[0]
    return first if isinstance(first, ArenaError) else InfrastructureError(f"the host: {first}")


def run_trio(function: Callable[[*_Args], Awaitable[_Result]], *args: *_Args) -> _Result:
    """`trio.run`, with what was foreseen raised by itself and not in a group.

    Raises:
        KeyboardInterrupt: Ctrl-C came, whatever it met.
        ArenaError: the first of what was foreseen.
    """
    try:
        # Ctrl-C comes where something is waited for, never between a start and its note.
        return trio.run(function, *args, restrict_keyboard_interrupt_to_checkpoints=True)
    except (OSError, BaseExceptionGroup) as error:
        if any(isinstance(leaf, KeyboardInterrupt) for leaf in leaves(error)):
            raise KeyboardInterrupt from error
        failure = host_failure(error)
        if failure is None:
            raise
        raise failure from error
