"""`arena verify`: are the logs true?"""

from __future__ import annotations

import json
import sys
from collections.abc import Container, Mapping, Sequence
from pathlib import Path

import click

from arena.cli.debug import SecretType
from arena.cli.options import data_option, json_option
from arena.errors import CheckFailedError
from arena.run.verifying import Checked, check_log, find_logs
from arena.store.events import list_events, sittings
from arena.store.folder import DATABASE, open_data


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

    PATH is a log or a folder of logs. In a data folder each log's last line is also compared
    with the database, and so is whether every log is there; a log elsewhere is compared with
    the data folder that --data names, if it is there. Exit code 1 if anything differs.
    """
    logs = list(find_logs(paths))
    folders = {_data_folder(path) or data_path for path in paths}
    known = {log: h for folder in folders for log, h in _stored(folder).items()}
    tally = _Tally()
    for path in logs:
        checked = check_log(path, secret, known.get(path.resolve()))
        tally.add(checked)
        if as_json:
            click.echo(json.dumps(_object(checked)))
        elif checked.trouble:
            click.echo(f"{path}: {checked.trouble}")
        tally.show_progress()
    for path in _missing(paths, known, tally.seen):
        tally.troubles += 1
        if as_json:
            click.echo(json.dumps({"log": str(path), "trouble": "missing"}))
        else:
            click.echo(f"{path}: missing, though the database has it")
    summary = tally.summary(compared=bool(known))
    if not as_json:
        click.echo(summary)
    if tally.troubles:
        raise CheckFailedError(summary if as_json else "the logs above are not true")


class _Tally:
    """What was found so far."""

    def __init__(self) -> None:
        self.seen: set[Path] = set()
        self.troubles = 0
        self._playings = self._unfinished = self._unrevealed = 0

    def add(self, checked: Checked) -> None:
        self.seen.add(checked.path.resolve())
        self.troubles += checked.trouble is not None
        self._playings += len(checked.verdict.playings)
        self._unfinished += checked.unfinished
        self._unrevealed += not checked.verdict.cards_checked

    def show_progress(self) -> None:
        if sys.stderr.isatty() and len(self.seen) % 10 == 0:
            click.echo(f"\r{len(self.seen)} logs, {self._playings} playings", nl=False, err=True)

    def summary(self, *, compared: bool) -> str:
        """One line.

        Args:
            compared: with a database.
        """
        text = f"{_counted(len(self.seen), 'log')}, {self._playings} playings, "
        text += f"{self.troubles} differences"
        if self._unfinished:
            text += f"; {_counted(self._unfinished, 'log')} not finished, true as far as written"
        if self._unrevealed:
            text += f"; deals not checked in {_counted(self._unrevealed, 'log')}: no file 'secret' "
            text += "beside it and no --secret"
        return text if compared else f"{text}; no data folder to compare with"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _data_folder(path: Path) -> Path | None:
    """The data folder that *path* lies in."""
    for folder in path.resolve().parents:
        if (folder / DATABASE).is_file():
            return folder
    return None


def _missing(paths: Sequence[Path], known: Mapping[Path, str], seen: Container[Path]) -> list[Path]:
    """Logs that the database knows below *paths* and that are not there."""
    folders = [path.resolve() for path in paths]
    return [
        log
        for log in sorted(known)
        if log not in seen and any(log.is_relative_to(folder) for folder in folders)
    ]


def _stored(data_path: Path) -> Mapping[Path, str]:
    """The last h of every sealed log that the data folder, if there is one, knows."""
    if not (data_path / DATABASE).is_file():
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
