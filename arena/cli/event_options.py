"""Options that the commands which make an event share, as one value."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Any

import click

from arena.cli.debug import SecretType
from arena.cli.options import config_option, data_option, json_option, same_owner_option
from arena.cli.playing import TimeType
from arena.names import check_event_name
from arena.referee.clock import TimeControl

_Command = Callable[..., None]


@dataclass(frozen=True, slots=True)
class EventOptions:
    """What was given on the command line; None where nothing was."""

    deals: int | None
    variant_name: str | None
    ladder_name: str | None
    concurrency: int | None
    drawn_secret: bytes | None
    event_name: str | None
    allow_same_owner: bool
    data_path: Path
    config_path: Path | None
    as_json: bool
    options: tuple[str, ...] = ()
    time: TimeControl | None = None

    @property
    def name(self) -> str | None:
        """Of the event.

        Raises:
            ConfigError: it cannot be one.
        """
        return None if self.event_name is None else check_event_name(self.event_name)

    @property
    def secret(self) -> bytes:
        """Of the event, drawn where none was given: ask once."""
        return self.drawn_secret or os.urandom(32)


_SHARED = (
    click.option(
        "--deals", type=click.IntRange(1, 100_000), help="Of each match; see ladder.toml."
    ),
    click.option("--variant", "variant_name", metavar="V", help="Its first ladder is played for."),
    click.option("--ladder", "ladder_name", help="The ladder to play for; else the first one."),
    click.option("--concurrency", type=click.IntRange(1, 256), help="Sittings at once."),
    click.option(
        "--secret", "drawn_secret", type=SecretType(), help="Of the event; drawn if absent."
    ),
    click.option("--event", "event_name", help="Its name; made up if absent."),
    same_owner_option,
    data_option,
    config_option,
    json_option,
)
_TABLE = (
    click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="Another option of the table; then the event is not rated.",
    ),
    click.option("--time", type=TimeType(), help="Another time control; then it is not rated."),
)


def event_options(command: _Command) -> _Command:
    """Give *command* the options, gathered as its argument ``asked``."""
    return _with(command, (*_SHARED[:2], *_TABLE, *_SHARED[2:]))


def ladder_event_options(command: _Command) -> _Command:
    """As `event_options`, for events that are played under a ladder's own terms."""
    return _with(command, _SHARED)


def _with(command: _Command, options: tuple[Callable[[Any], Any], ...]) -> _Command:
    @wraps(command)
    def gathered(**values: Any) -> None:
        asked = {
            field.name: values.pop(field.name)
            for field in fields(EventOptions)
            if field.name in values or field.default is MISSING
        }
        command(asked=EventOptions(**asked), **values)

    for option in reversed(options):
        gathered = option(gathered)
    return gathered
