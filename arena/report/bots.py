"""The list of bots as text and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from arena.report.tables import Column, text_table

_COLUMNS = (
    Column("Bot", "<", gives_way=True),
    Column("Owner", "<", gives_way=True),
    Column("Variants", "<"),
    Column("Digest", "<"),
    Column("After", "<", gives_way=True),
    Column("Submitted", "<"),
    Column("", "<"),
)
_DIGITS: Final = 12
"""Of a digest, in the text."""


@dataclass(frozen=True, slots=True)
class BotLine:
    """One registered bot."""

    bot: str
    """``name@version``."""
    owner: str | None
    """Whose its name is; None: nobody's."""
    author: str
    """What its bot.toml says; in the JSON only."""
    variants: tuple[str, ...]
    digest: str
    """``sha256:…``, whole."""
    successor_of: str | None
    """``name@version`` of the version before."""
    submitted: str
    """As it is to be shown."""
    retired: bool
    origin: str
    """``folder`` or ``archive``; in the JSON only."""


def format_bots(lines: Sequence[BotLine]) -> str:
    """One line a bot, in the given order."""
    if not lines:
        return "No bots yet."
    return text_table(_COLUMNS, [_row(line) for line in lines])


def _row(line: BotLine) -> tuple[str, ...]:
    return (
        line.bot,
        line.owner or "",
        _variants(line.variants),
        line.digest.removeprefix("sha256:")[:_DIGITS],
        (line.successor_of or "").rpartition("@")[2],
        line.submitted,
        "retired" if line.retired else "",
    )


def _variants(variants: Sequence[str]) -> str:
    """The first one, and how many more there are."""
    more = f" +{len(variants) - 1}" if len(variants) > 1 else ""
    return f"{variants[0]}{more}" if variants else ""


def bots_data(lines: Sequence[BotLine]) -> list[dict[str, object]]:
    """The bots for JSON, in the given order."""
    return [{**asdict(line), "variants": list(line.variants)} for line in lines]
