"""The arena command: its subcommands, and what becomes of an error."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable

import click

from arena.cli.debug import deal_command, referee_command
from arena.cli.looking import (
    bots_command,
    crosstable_command,
    events_command,
    ladder_command,
    show_command,
)
from arena.cli.playing import resume_command, tournament_group
from arena.cli.setting_up import init_command, submit_command
from arena.cli.verifying import verify_command
from arena.errors import BotError, CheckFailedError, ConfigError, InfrastructureError
from arena.run.event import InterruptedEventError
from arena.version import VERSION

EXIT_CHECK_FAILED = 1
EXIT_USAGE = 2
EXIT_BOT_NOT_STARTED = 3
EXIT_INTERRUPTED = 4
EXIT_ARENA_FAILED = 5


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 fine, 1 a check failed, 2 usage or configuration, 3 a bot could not "
    "start, 4 interrupted and resumable, 5 the arena failed.",
)
@click.version_option(VERSION, prog_name="arena")
def arena() -> None:
    """Sheepshead for programs: submit bots, let them play, read why, keep the ladder.

    A first evening: arena init, arena submit DIR, arena tournament round-robin BOT…,
    arena crosstable EVENT, arena ladder, arena show MATCH/ROTATION/DEAL.
    """


for command in (
    init_command,
    submit_command,
    bots_command,
    tournament_group,
    resume_command,
    events_command,
    ladder_command,
    crosstable_command,
    show_command,
    verify_command,
    deal_command,
    referee_command,
):
    arena.add_command(command)


def main() -> None:
    """Run the command line and exit with its code."""
    sys.exit(_exit_code(lambda: arena.main(prog_name="arena", standalone_mode=False)))


_CODES: tuple[tuple[type[Exception], int], ...] = (
    (ConfigError, EXIT_USAGE),
    (CheckFailedError, EXIT_CHECK_FAILED),
    (BotError, EXIT_BOT_NOT_STARTED),
    (InterruptedEventError, EXIT_INTERRUPTED),
    (InfrastructureError, EXIT_ARENA_FAILED),
)
"""What the arena raises on purpose, and the exit code of each."""


def _exit_code(run: Callable[[], object]) -> int:
    try:
        code = run()
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.Abort:
        return _say("interrupted", EXIT_INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output is gone, as with `| head`; say nothing more to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # noqa: BLE001 - the last boundary
        return _explain(error)
    return code if isinstance(code, int) else 0


def _explain(error: Exception) -> int:
    for kind, code in _CODES:
        if isinstance(error, kind):
            return _say(str(error), code)
    traceback.print_exception(error)  # a bug of ours, told whole
    return _say("this is a bug of the arena; what was stored is intact", EXIT_ARENA_FAILED)


def _say(message: str, code: int) -> int:
    click.echo(f"arena: {message}", err=True)
    return code
