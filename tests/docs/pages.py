"""The pages of the documentation, and what tests read in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
DOCS = REPOSITORY / "docs"
PAGES = (*sorted(REPOSITORY.glob("*.md")), *sorted(DOCS.glob("*.md")))


def read(name: str) -> str:
    """The text of the page *name*, relative to the repository."""
    return (REPOSITORY / name).read_text(encoding="utf-8")


def section(page: str, heading: str) -> str:
    """What stands under *heading*, up to the next one."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", page, re.M | re.S)
    assert found, heading
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The cells of all tables in *text*, headings included."""
    lines = [line for line in text.splitlines() if line.startswith("|") and "---" not in line]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def words(cell: str) -> list[str]:
    """What stands in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def code_of(page: str) -> Iterator[str]:
    """Spans and blocks in which commands stand."""
    yield from re.findall(r"(?<!`)`([^`\n]+)`(?!`)", page)
    yield from re.findall(r"^    (?:\$ )?(arena .*)$", page, re.M)
