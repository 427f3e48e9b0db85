"""Options that several commands share."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from arena.config.ladder_toml import Settings, find_settings, read_settings

DEFAULT_DATA = "arena-data"
_Command = TypeVar("_Command", bound=Callable[..., Any])


def data_option(command: _Command) -> _Command:
    """``--data FOLDER``."""
    return click.option(
        "--data",
        "data_path",
        type=click.Path(path_type=Path),
        default=DEFAULT_DATA,
        envvar="ARENA_DATA",
        show_default=True,
        help="The data folder; also ARENA_DATA.",
    )(command)


def config_option(command: _Command) -> _Command:
    """``--config FILE``."""
    return click.option(
        "--config",
        "config_path",
        type=click.Path(path_type=Path),
        default=None,
        help="The ladder.toml; else the one in this folder, else the packaged one.",
    )(command)


def json_option(command: _Command) -> _Command:
    """``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(
        command
    )


def same_owner_option(command: _Command) -> _Command:
    """``--allow-same-owner``."""
    return click.option(
        "--allow-same-owner",
        is_flag=True,
        help="Two bots of one owner may meet; also same_owner in ladder.toml.",
    )(command)


def settings(config_path: Path | None) -> Settings:
    """The settings that count."""
    return read_settings(find_settings(config_path))


def print_json(value: object) -> None:
    """One JSON value on stdout."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1))
