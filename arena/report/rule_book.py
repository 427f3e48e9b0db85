"""Pages of the rule book, docs/rules.md, for a terminal: its tables, one of them, one rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from arena.report.plain_text import plain_text
from arena.rules.variants import OPTIONS, PLAYABLE, variant

_LIST_END: Final = (
    "`arena rules TABLE` prints the page of a table, `arena rules R14` a rule. "
    "Options are set in ladder.toml, or for one event with --option NAME=VALUE."
)
_PAGE_END: Final = "`arena rules R14` prints a rule; the whole rule book is docs/rules.md."


def list_tables(book: str) -> str:
    """The tables, a line each, without an end of line."""
    return "\n\n".join([plain_text(_section(book, "The tables")), plain_text(_LIST_END)])


def table_page(book: str, table: str) -> str:
    """How *table* is played, what it pays, its options."""
    (payments,) = (
        block for block in _blocks(_section(book, "R22")) if block.startswith(f"| `{table}`")
    )
    parts = [
        table,
        _section(book, f"Table `{table}`"),
        "Scores for classes 1, 2 and 3, before a stake:",
        payments,
        "Options:",
        _section(book, f"Options of `{table}`"),
        _PAGE_END,
    ]
    return "\n\n".join(map(plain_text, parts))


def rule_page(book: str, rule: str) -> str:
    """The text of *rule*, one of `rule_numbers`."""
    return plain_text(f"{rule}\n\n{_section(book, rule)}")


def rule_numbers(book: str) -> tuple[str, ...]:
    """The rules that have a heading."""
    return tuple(re.findall(r"^### (R\d+)$", book, re.M))


def table_data(table: str) -> dict[str, object]:
    """Sizes and options of *table* as plain data."""
    rules = variant(table)
    return {
        "name": table,
        "seats": rules.players,
        "hand": rules.hand_size,
        "blind": rules.blind_size,
        "options": [
            {"name": name, "default": option.default, "values": list(option.values)}
            for name, option in OPTIONS[table].items()
        ],
    }


def tables_data() -> list[dict[str, object]]:
    """The same of every table that is played."""
    return [table_data(table) for table in PLAYABLE]


def _section(book: str, heading: str) -> str:
    """What stands under *heading*, up to the next one."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", book, re.M | re.S)
    assert found, heading
    return found[1].strip()


def _blocks(text: str) -> Iterator[str]:
    yield from re.split(r"\n\s*\n", text)
