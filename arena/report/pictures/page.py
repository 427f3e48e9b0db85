"""How all pictures look, and the bytes of their files.

A picture is one column of a printed page wide, so that its letters keep their size when it
is set in a paper: nothing is to be scaled. Letters are drawn as shapes, so that a file looks
alike everywhere, and the same results give the same bytes with the same matplotlib: no date,
no version, no random name stands in a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any, Final, TypeAlias

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.style import context as style_context
from matplotlib.textpath import TextPath

WIDTH_IN: Final = 3.5
"""Inches: a column of two on a page of A4 or letter."""
FONT: Final = "DejaVu Sans"
"""Comes with matplotlib."""
SMALL: Final = 6.0
"""Points: of the names at lines and rows, and of what explains a picture."""
Look: TypeAlias = tuple[str, Any]
"""A colour and a dash pattern of matplotlib's."""
INK: Final = "#222222"
FAINT: Final = "#757575"
RULE: Final = "#c8c8c8"
"""Of lines that only divide."""
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""Told apart by the colour-blind too; where they are used up, `DASHES` go on."""
DASHES: Final = ("-", (0, (4, 1.5)), (0, (1, 1)), (0, (5, 1, 1, 1)))

_STYLE: Final[Mapping[str, Any]] = {
    "figure.dpi": 100,
    "savefig.dpi": 300,
    "font.family": FONT,
    "font.size": 7.0,
    "axes.titlesize": 7.0,
    "axes.titlelocation": "left",
    "axes.labelsize": 7.0,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "lines.linewidth": 1.1,
    "lines.solid_capstyle": "butt",
    "svg.fonttype": "path",
    "svg.hashsalt": "arena",
    "pdf.fonttype": 42,
}
_EDGE_IN: Final = 0.04
_UNDATED: Final[Mapping[str, Mapping[str, str | None]]] = {
    "svg": {"Date": None, "Creator": "arena"},
    "pdf": {"CreationDate": None, "Creator": "arena", "Producer": "arena"},
    "png": {"Software": "arena"},
}
FORMATS: Final = tuple(_UNDATED)
"""What a picture can be written as; also the endings of the files."""


@contextmanager
def page_style() -> Iterator[None]:
    """Draw within it: the look of all pictures, whatever the user's own settings are."""
    with style_context(["default", dict(_STYLE)]):
        yield


def new_figure(height_in: float) -> Figure:
    """An empty figure, a column wide."""
    return Figure(figsize=(WIDTH_IN, height_in))


def encode_figure(figure: Figure, kind: str) -> bytes:
    """The bytes of a file of *kind*, one of `FORMATS`."""
    written = BytesIO()
    with page_style():
        figure.savefig(written, format=kind, metadata=dict(_UNDATED[kind]))
    return written.getvalue()


def line_looks(count: int) -> Sequence[Look]:
    """A colour and a dash pattern for each of *count* lines, as different as can be."""
    return [
        (COLOURS[place % len(COLOURS)], DASHES[place // len(COLOURS) % len(DASHES)])
        for place in range(count)
    ]


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places for labels near *wanted*, in its order, at least *gap* apart, within low to high.

    Args:
        wanted: ascending.
        gap: less where they would not fit otherwise.
        low: no place is below it.
        high: no place is above it.
    """
    if not wanted:
        return []
    gap = min(gap, (high - low) / max(1, len(wanted) - 1))
    groups: list[tuple[float, int]] = []
    for value in wanted:
        centre, size = value, 1
        while groups and _top(groups[-1], gap) + gap > centre - gap * (size - 1) / 2:
            before, count = groups.pop()
            centre = (before * count + centre * size) / (count + size)
            size += count
        half = gap * (size - 1) / 2
        groups.append((min(max(centre, low + half), high - half), size))
    return [
        centre + gap * (place - (size - 1) / 2) for centre, size in groups for place in range(size)
    ]


def _top(group: tuple[float, int], gap: float) -> float:
    centre, size = group
    return centre + gap * (size - 1) / 2


def axes_between(figure: Figure, left: float, bottom: float, right: float, top: float) -> Axes:
    """Axes on *figure* so many inches off its edges."""
    width, height = figure.get_size_inches()
    return figure.add_axes(
        (
            left / width,
            bottom / height,
            (width - left - right) / width,
            (height - bottom - top) / height,
        )
    )


def text_width_in(text: str, points: float) -> float:
    """How wide *text* is in letters of so many *points*, in inches."""
    font = FontProperties(family=FONT)
    return float(TextPath((0, 0), text, size=points, prop=font).get_extents().width) / 72


def write_title(figure: Figure, text: str) -> None:
    """What is shown, above everything."""
    height = figure.get_size_inches()[1]
    figure.text(_EDGE_IN / WIDTH_IN, 1 - _EDGE_IN / height, text, va="top")


def write_caption(figure: Figure, text: str) -> None:
    """What lines, bands and colours stand for, below everything."""
    height = figure.get_size_inches()[1]
    place = _EDGE_IN / WIDTH_IN, _EDGE_IN / height
    figure.text(*place, text, va="bottom", fontsize=SMALL, color=FAINT)
