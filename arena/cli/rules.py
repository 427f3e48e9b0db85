"""`arena rules`: how the tables are played, from the rule book that is in docs/."""

from __future__ import annotations

import difflib
from pathlib import Path

import click

from arena.cli.options import json_option, print_json
from arena.errors import ConfigError
from arena.report.rule_book import (
    list_tables,
    rule_numbers,
    rule_page,
    table_data,
    table_page,
    tables_data,
)
from arena.rules.variants import PLAYABLE

_FILE = "rules.md"


@click.command("rules")
@click.argument("name", metavar="[TABLE|RULE]", required=False)
@json_option
def rules_command(name: str | None, as_json: bool) -> None:
    """List the tables, or print the page of one: how it is played, its scores and options.

    A rule's number, as in R14, prints that rule.
    """
    book = packaged_rules().read_text(encoding="utf-8")
    if name is None:
        _print(list_tables(book), tables_data(), as_json=as_json)
    elif name in PLAYABLE:
        _print(table_page(book, name), table_data(name), as_json=as_json)
    elif name.upper() in rule_numbers(book):
        rule = name.upper()
        text = rule_page(book, rule)
        _print(text, {"rule": rule, "text": text}, as_json=as_json)
    else:
        raise ConfigError(_unknown(name[:60], (*PLAYABLE, *rule_numbers(book))))


def packaged_rules() -> Path:
    """The rule book that comes with the arena: in an installed package or in a checkout."""
    installed = Path(__file__).with_name(_FILE)
    return installed if installed.exists() else Path(__file__).parents[2] / "docs" / _FILE


def _unknown(name: str, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"rules {name!r}: expected one of {', '.join(PLAYABLE)}, or a rule such as R14{hint}"


def _print(text: str, value: object, *, as_json: bool) -> None:
    if as_json:
        print_json(value)
    else:
        click.echo(text)
