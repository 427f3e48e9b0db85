"""What a figure shows where, once it is drawn."""

from __future__ import annotations

from itertools import combinations

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from arena.report.pictures.page import page_style

_TOUCH = 0.5
"""Pixels, at 100 to the inch, by which boxes of letters may meet."""


def texts_of(figure: Figure) -> list[tuple[str, Bbox]]:
    """All words and figures that are to be read, each with its box in pixels."""
    with page_style():
        canvas = FigureCanvasAgg(figure)
        canvas.draw()
        beyond = _beyond_axes(figure)
        found = figure.findobj(lambda artist: isinstance(artist, Text) and artist.get_visible())
        return [
            (text.get_text(), text.get_window_extent(canvas.get_renderer()))
            for text in found
            if isinstance(text, Text) and text.get_text().strip() and text not in beyond
        ]


def _beyond_axes(figure: Figure) -> set[Text]:
    """Labels of ticks beyond the ends of their axis: they exist, but are not drawn."""
    beyond = set()
    for axes in figure.axes:
        for axis, ends in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
            for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]:
                if not min(ends) <= tick.get_loc() <= max(ends):
                    beyond |= {tick.label1, tick.label2}
    return beyond


def overlaps(figure: Figure) -> list[tuple[str, str]]:
    """The texts that lie on each other."""
    return [
        (one, other)
        for (one, box), (other, beside) in combinations(texts_of(figure), 2)
        if min(box.x1, beside.x1) - max(box.x0, beside.x0) > _TOUCH
        and min(box.y1, beside.y1) - max(box.y0, beside.y0) > _TOUCH
    ]


def cut_off(figure: Figure) -> list[str]:
    """The texts that are not whole on the page."""
    page = figure.bbox
    return [
        text
        for text, box in texts_of(figure)
        if box.x0 < page.x0 - _TOUCH
        or box.x1 > page.x1 + _TOUCH
        or box.y0 < page.y0 - _TOUCH
        or box.y1 > page.y1 + _TOUCH
    ]
