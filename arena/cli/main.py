"""The arena command: its subcommands, and what becomes of an error."""

from __future__ import annotations

import difflib
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module

import click

from arena.errors import (
    BotError,
    CheckFailedError,
    ConfigError,
    InfrastructureError,
    InterruptedEventError,
)
from arena.version import VERSION

EXIT_CHECK_FAILED = 1
EXIT_USAGE = 2
EXIT_BOT_NOT_STARTED = 3
EXIT_INTERRUPTED = 4
EXIT_ARENA_FAILED = 5


COMMANDS: Mapping[str, str] = {
    "init": "setting_up:init_command",
    "doctor": "doctor:doctor_command",
    "submit": "setting_up:submit_command",
    "check": "checking:check_command",
    "bots": "looking:bots_command",
    "tournament": "tournaments:tournament_group",
    "versus": "versus:versus_command",
    "plan": "planning:plan_command",
    "resume": "resuming:resume_command",
    "daily": "sessions:daily_command",
    "events": "looking:events_command",
    "ladder": "looking:ladder_command",
    "crosstable": "looking:crosstable_command",
    "roles": "roles:roles_command",
    "collusion": "collusion:collusion_command",
    "show": "looking:show_command",
    "traveller": "comparing:traveller_command",
    "rules": "rules:rules_command",
    "replay": "replaying:replay_command",
    "verify": "verifying:verify_command",
    "bench": "benching:bench_command",
    "deal": "debug:deal_command",
    "referee": "debug:referee_command",
}
"""Each command's module in this package and its name there, in the order of the help."""


class LazyGroup(click.Group):
    """A group whose commands are imported when they are run or listed.

    A database, gRPC and trio take most of a second to import; what does not need them
    does not wait for them.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The names, in the order of a first evening."""
        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        cmd_name: str,
    ) -> click.Command | None:
        """The command, imported now."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command = getattr(import_module(f"arena.cli.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with the nearest command where there is none of that name."""
        near = difflib.get_close_matches(args[0], COMMANDS, n=1)
        if near and args[0] not in COMMANDS:
            ctx.fail(f"No such command {args[0]!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)


@click.group(
    cls=LazyGroup,
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


def main() -> None:
    """Run the command line and exit with its code."""
    sys.exit(run())


_CODES: tuple[tuple[type[Exception], int], ...] = (
    (ConfigError, EXIT_USAGE),
    (CheckFailedError, EXIT_CHECK_FAILED),
    (BotError, EXIT_BOT_NOT_STARTED),
    (InterruptedEventError, EXIT_INTERRUPTED),
    (InfrastructureError, EXIT_ARENA_FAILED),
)
"""What the arena raises on purpose, and the exit code of each."""


def run(argv: Sequence[str] | None = None) -> int:
    """The exit code of *argv*, or of the command line; what went wrong is said on stderr."""
    try:
        code = arena.main(args=argv, prog_name="arena", standalone_mode=False)
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


if __name__ == "__main__":
    main()
