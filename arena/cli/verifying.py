"""`arena verify`: are the logs true?"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from arena.cli.debug import SecretType
from arena.cli.options import data_option, json_option
from arena.errors import CheckFailedError
from arena.run.verifying import Checked, check_log, find_logs
from arena.store.events import list_events, sittings
from arena.store.folder import open_data


@click.command("verify")
@click.argument(
    "paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option("--secret", type=SecretType(), help="The match's; else the file beside the log.")
@data_option
@json_option
def verify_command(
    paths: tuple[Path, ...], secret: bytes | None, data_path: Path, as_json: bool
) -> None:
    """Replay logs by the rules: hash chain, deals, legal answers, rulings, scores, penalties.

    PATH is a log or a folder of logs. With the data folder at hand the last line is also
    compared with the database. Exit code 1 if anything differs.
    """
    known = _stored(data_path)
    playings = logs = unrevealed = unfinished = 0
    troubles = []
    for path in find_logs(paths):
        checked = check_log(path, secret, known.get(path.resolve()))
        logs += 1
        playings += len(checked.verdict.playings)
        unrevealed += not checked.verdict.cards_checked
        unfinished += checked.unfinished
        if checked.trouble:
            troubles.append(f"{path}: {checked.trouble}")
        if as_json:
            click.echo(json.dumps(_object(checked)))
        elif checked.trouble:
            click.echo(troubles[-1])
        _show_progress(logs, playings)
    summary = f"{logs} logs, {playings} playings, {len(troubles)} differences"
    if unfinished:
        summary += f"; {unfinished} logs hold as far as they go and are not finished"
    if unrevealed:
        summary += f"; in {unrevealed} logs the deals could not be checked, no secret is revealed"
    if not as_json:
        click.echo(summary)
    if troubles:
        raise CheckFailedError(summary if as_json else "the logs above are not true")


def _stored(data_path: Path) -> Mapping[Path, str]:
    """The last h of every sealed log that the data folder, if there is one, knows."""
    if not data_path.exists():
        return {}
    with open_data(data_path) as data:
        return {
            attempt.log.resolve(): attempt.last_h
            for summary in list_events(data)
            for sitting in sittings(data, summary.event.name)
            for attempt in sitting.attempts
            if attempt.log is not None and attempt.last_h is not None
        }


def _object(checked: Checked) -> dict[str, object]:
    verdict = checked.verdict
    return {
        "log": str(checked.path),
        "playings": len(verdict.playings),
        "deals_checked": verdict.cards_checked,
        "complete": verdict.end is not None and verdict.end.void is None,
        "h": verdict.h,
        "unfinished": checked.unfinished,
        "trouble": checked.trouble,
    }


def _show_progress(logs: int, playings: int) -> None:
    if sys.stderr.isatty() and logs % 10 == 0:
        click.echo(f"\r{logs} logs, {playings} playings", nl=False, err=True)
