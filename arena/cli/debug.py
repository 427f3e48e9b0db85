"""`arena deal` and `arena referee`: the two debugging doors."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

import click

from arena.cli.options import json_option
from arena.errors import ConfigError
from arena.referee.settle import deal_object, settle
from arena.rules.cards import cards_of, format_cards
from arena.rules.shuffle import dealt
from arena.rules.variants import Variant, VariantError, variant
from arena.schedule.secrets import match_secret

_LONGEST_LINE = 1 << 20


class SecretType(click.ParamType[bytes]):
    """64 hex digits."""

    name = "HEX"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> bytes:
        """The 32 bytes."""
        if isinstance(value, bytes):
            return value
        text = str(value)
        try:
            secret = bytes.fromhex(text)
        except ValueError:
            secret = b""
        if len(secret) != 32:
            self.fail(f"{text[:80]!r}: expected 64 hex digits", param, ctx)
        return secret


def parse_option(text: str) -> tuple[str, object]:
    """``name=value`` of a variant's option: true, false, a number or a word.

    Raises:
        ConfigError: no ``=``.
    """
    name, equals, value = text.partition("=")
    if not equals:
        raise ConfigError(f"option {text!r}: expected NAME=VALUE, as in all_pass=leaster")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isdecimal() and len(value) < 10 else value


def table(name: str, options: tuple[str, ...]) -> Variant:
    """The variant *name* with options as on the command line."""
    try:
        return variant(name, dict(map(parse_option, options)))
    except VariantError as error:
        raise ConfigError(str(error)) from error


@click.command("deal")
@click.option("--variant", "name", default="called-ace", show_default=True, help="The table.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Of the variant.")
@click.option("--secret", type=SecretType(), required=True, help="The match's, as revealed.")
@click.option("--index", type=click.IntRange(0), required=True, help="The event's deal index.")
@click.option("--redeal", type=click.IntRange(0), default=0, help="A doubler's k-th replacement.")
@click.option("--match", type=click.IntRange(1), help="Then --secret is the event's.")
@json_option
def deal_command(
    name: str,
    options: tuple[str, ...],
    secret: bytes,
    index: int,
    redeal: int,
    match: int | None,
    as_json: bool,
) -> None:
    """Print the cards of one deal, derived from a secret as the rule book says."""
    rules = table(name, options)
    if match is not None:
        secret = match_secret(secret, match)
    if as_json:
        click.echo(json.dumps(deal_object(rules, secret, index, redeal)))
        return
    cards = dealt(secret, rules, index, redeal)
    for seat, hand in enumerate(cards.hands):
        click.echo(f"seat {seat}  {format_cards(cards_of(hand))}")
    if cards.blind:
        click.echo(f"blind   {format_cards(cards_of(cards.blind))}")


@click.command("referee")
@click.argument("file", type=click.File("rb"), default="-")
def referee_command(file: BinaryIO) -> None:
    """Settle an argument: one deal a line in, one JSON object a line out.

    FILE (or standard input) holds deals with the actions so far, each as a JSON object or in
    the notation of docs/notation.md, as `arena show --notation` prints it; the answer says
    each step's legal actions, who is next, the result, and the rule an action breaks.
    """
    for line in _lines(file):
        sys.stdout.write(settle(line) + "\n")
        sys.stdout.flush()


def _lines(file: BinaryIO) -> Iterator[str]:
    """Lines that are not blank; an overlong one is cut, so that it is answered as unreadable."""
    while raw := file.readline(_LONGEST_LINE):
        if len(raw) == _LONGEST_LINE and not raw.endswith(b"\n"):
            while (rest := file.readline(_LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
        if raw.strip():
            yield raw.decode("utf-8", "replace")
