"""Markdown as it stands in docs/, as text of at most 100 columns for a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import Final

from arena.report.tables import WIDTH

_GAP: Final = "  "
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)]+\)")
_MARKS: Final = re.compile(r"\*\*|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)|`")
_RULE: Final = re.compile(r"\|[-|: ]+\|")


def plain_text(markdown: str) -> str:
    """*markdown* with its paragraphs, lists and tables laid out, without an end of line."""
    blocks = re.split(r"\n\s*\n", markdown.strip())
    return "\n\n".join(_block(block) for block in blocks)


def plain_words(markdown: str) -> str:
    """*markdown* within a line: links are their words, marks are gone."""
    return _MARKS.sub("", _LINK.sub(r"\1", markdown))


def _block(block: str) -> str:
    if block.startswith("|"):
        return _table(block.splitlines())
    if block.startswith("- "):
        items = re.split(r"\n(?=- )", block)
        return "\n".join(_paragraph(item[2:], "- ") for item in items)
    return _paragraph(block.lstrip("#").lstrip(), "")


def _paragraph(text: str, bullet: str) -> str:
    return textwrap.fill(
        " ".join(plain_words(text).split()),
        WIDTH,
        initial_indent=bullet,
        subsequent_indent=" " * len(bullet),
        break_on_hyphens=False,
    )


def _table(lines: Sequence[str]) -> str:
    """A table whose widest columns are wrapped where it would be too wide."""
    rows = [
        [plain_words(cell).strip() for cell in line.strip().strip("|").split("|")]
        for line in lines
        if not _RULE.fullmatch(line.strip())
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + len(_GAP) * (len(widths) - 1) > WIDTH:
        widths[widths.index(max(widths))] -= 1
    return "\n".join(line for row in rows for line in _row(row, widths))


def _row(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    cells = [
        textwrap.wrap(cell, width, break_on_hyphens=False) or [""]
        for cell, width in zip(row, widths, strict=True)
    ]
    height = max(map(len, cells))
    lines = zip(*(cell + [""] * (height - len(cell)) for cell in cells), strict=True)
    return [
        _GAP.join(f"{text:{width}}" for text, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
