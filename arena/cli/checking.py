"""`arena check`: does a submission keep what the contract demands?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from arena.cli.options import config_option, json_option, print_json, settings
from arena.report.check import CheckReport, CheckResult, check_lines, check_object
from arena.rules.variants import PLAYABLE
from arena.run.check.catalogue import BY_NAME, BY_NUMBER, CHECKS
from arena.run.check.conducting import Tell, check_submission
from arena.run.confining import confine_source

_EXIT_CHECK_FAILED = 1
_EXIT_BOT_NOT_STARTED = 3


class _Checks(click.ParamType[frozenset[str]]):
    """Checks by number or by name, separated by commas, as a set of names."""

    name = "checks"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> frozenset[str]:
        """The names of what *value* lists."""
        if isinstance(value, frozenset):
            return value
        return frozenset(self._name_of(word, param, ctx) for word in str(value).split(","))

    def _name_of(self, word: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if word.isdecimal() and int(word) in BY_NUMBER:
            return BY_NUMBER[int(word)].name
        if word in BY_NAME:
            return word
        raise click.BadParameter(f"{word!r}: no check has this number or name", ctx, param)


@click.command("check")
@click.argument("source", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--variant",
    "tables",
    multiple=True,
    type=click.Choice(PLAYABLE),
    help="Only this table; may be given several times. Else all that bot.toml claims.",
)
@click.option(
    "--only",
    type=_Checks(),
    default=frozenset(BY_NAME),
    metavar="N,...",
    help="Only these checks, by number or name, and those that they need.",
)
@config_option
@click.option("--verbose", is_flag=True, help="Show what was sent and came of every check.")
@json_option
def check_command(
    source: Path,
    tables: tuple[str, ...],
    only: frozenset[str],
    config_path: Path | None,
    verbose: bool,
    as_json: bool,
) -> int:
    """Try the submission in DIR, or an archive, against the contract, check by check.

    What a failed check has sent, what came back and what was expected is shown; with --verbose
    or --json, of every check. What an earlier failure stands in the way of is not reached.
    Advice never fails.

    Exit codes: 0 nothing failed, 1 a check failed, 3 the bot could not start.
    """
    confinement = confine_source(settings(config_path).sandbox, source)
    with _progress() as tell:
        report = check_submission(source, tell, tables=tables, only=only, confinement=confinement)
    if as_json:
        print_json(check_object(report))
    else:
        for line in check_lines(report, verbose=verbose):
            click.echo(line)
    return _exit_code(report)


def _exit_code(report: CheckReport) -> int:
    failed = {one.name for one in report.failed}
    if "starts" in failed:
        return _EXIT_BOT_NOT_STARTED
    return _EXIT_CHECK_FAILED if failed else 0


@contextmanager
def _progress() -> Iterator[Tell]:
    """Which check is done, on stderr: in one line on a terminal, else a line for each ten."""
    live = sys.stderr.isatty()
    said = -1

    def tell(result: CheckResult) -> None:
        nonlocal said
        where = f"{result.number} of {CHECKS[-1].number}: {result.name}"
        if live:
            click.echo(f"\r\x1b[Kcheck {where} {result.table or ''}", err=True, nl=False)
        elif result.number // 10 != said:
            said = result.number // 10
            click.echo(f"check {where}", err=True)

    try:
        yield tell
    finally:
        if live:
            click.echo("\r\x1b[K", err=True, nl=False)
