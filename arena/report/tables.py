"""Text tables of at most 100 columns, and numbers as they are written in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

WIDTH: Final = 100
_GAP: Final = "  "
_LEAST: Final = 8
"""A column that gives way keeps so many characters."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    title: str
    align: str = ">"
    """``<`` for words, ``>`` for numbers."""
    gives_way: bool = False
    """Its longest texts are cut in the middle where the line would be too long."""


def text_table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> str:
    """A line of titles and one for each of *rows*, without an end of line."""
    lines = [[column.title for column in columns], *rows]
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns))]
    _fit(columns, widths)
    return "\n".join(
        _GAP.join(
            f"{cut(text, width):{column.align}{width}}"
            for column, text, width in zip(columns, line, widths, strict=True)
        ).rstrip()
        for line in lines
    )


def _fit(columns: Sequence[Column], widths: list[int]) -> None:
    flexible = [place for place, column in enumerate(columns) if column.gives_way]
    while sum(widths) + len(_GAP) * (len(widths) - 1) > WIDTH:
        widest = max(flexible, key=lambda place: widths[place], default=None)
        if widest is None or widths[widest] <= _LEAST:
            return
        widths[widest] -= 1


def cut(text: str, width: int) -> str:
    """*text* in at most *width* characters, its middle left out if need be.

    Of a bot both the name's beginning and the version stay.
    """
    if len(text) <= width:
        return text
    tail = (width - 1) // 2
    return text[: width - 1 - tail] + "…" + text[len(text) - tail :]


def signed(value: Fraction | float) -> str:
    """*value* with its sign and two decimals; an exact 0 has none, so ``0.00`` is not one."""
    if not value:
        return "0"
    text = f"{float(value):+.2f}"
    return "0.00" if text in ("+0.00", "-0.00") else text


def half_width(value: float | None, decimals: int = 2) -> str:
    """``±0.21``; nothing where it is not known, and ``±0`` where it is exactly that."""
    if value is None:
        return ""
    return f"±{value:.{decimals}f}" if value else "±0"


def plain(value: Fraction | float | None) -> float | None:
    """*value* as it stands in JSON: six decimals."""
    return None if value is None else round(float(value), 6)
