"""A crosstable as a heat map: how much more the row's bot scored than the column's."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Final, TypeAlias

from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from arena.ratings.crosstable import Crosstable, Difference
from arena.report.pictures.page import (
    FAINT,
    INK,
    RULE,
    SMALL,
    WIDTH_IN,
    axes_between,
    new_figure,
    page_style,
    text_width_in,
    write_caption,
    write_title,
)
from arena.report.tables import cut, half_width, signed

Colour: TypeAlias = tuple[float, ...]
"""Red, green and blue, 0..1, and more."""
_NAME: Final = 24
_BELOW_IN: Final = 0.74
_ABOVE_IN: Final = 0.40
_BAR_IN: Final = 0.09
_CELL_MOST_IN: Final = 0.42
_ROW_LEAST_IN: Final = 0.1
"""A row is as high as a cell is wide, but high enough for a name."""
_WITH_ERROR_IN: Final = 0.27
"""A cell so wide holds a difference and its error …"""
_WITH_SCORE_IN: Final = 0.19
"""… and so wide the difference alone."""
_UPRIGHT_IN: Final = 0.14
"""Above columns narrower than that the numbers are turned."""
_NUMBERED: Final = 5
"""Where columns are narrower than a figure is high, only every so many-th has a number."""
_TINY: Final = 4.8
_SCALE_LEAST_IN: Final = 1.6
_SCALE_DOWN_IN: Final = 0.24
_NOBODY: Final[Colour] = (0.88, 0.88, 0.88, 1.0)
_NEVER_MET: Final[Colour] = (1.0, 1.0, 1.0, 1.0)
_REACH: Final = 3.0
"""Middle differences to either side that the colours tell apart; a few huge ones are all alike."""


def draw_crosstable(table: Crosstable, title: str) -> Figure:
    """The pair table of *table*, best bot first.

    Args:
        table: with one standing or more.
        title: what event it is.
    """
    bots = [standing.record.bot for standing in table.standings]
    labels = [f"{cut(bot, _NAME)} {place}" for place, bot in enumerate(bots, 1)]
    names_in = max(text_width_in(label, SMALL) for label in labels) + 0.1
    cell_in = min(_CELL_MOST_IN, (WIDTH_IN - names_in - 0.08) / len(bots))
    wide_in, tall_in = cell_in * len(bots), max(cell_in, _ROW_LEAST_IN) * len(bots)
    sizes = [abs(float(one.score)) for one in table.differences.values()]
    reach, most = _reach(sizes), max(sizes, default=0.0)
    with page_style():
        figure = new_figure(_BELOW_IN + tall_in + _ABOVE_IN)
        right_in = WIDTH_IN - names_in - wide_in
        axes = axes_between(figure, names_in, _BELOW_IN, right_in, _ABOVE_IN)
        colours = ScalarMappable(Normalize(-reach, reach), colormaps["RdBu"])
        for row, bot in enumerate(bots):
            for column, other in enumerate(bots):
                shade = _NOBODY if row == column else _NEVER_MET
                found = table.differences.get((bot, other))
                if found is not None:
                    shade = colours.cmap(0.5 + float(found.score) / (2 * reach))
                    _write_difference(axes, (column, row), found, shade, cell_in)
                axes.add_patch(Rectangle((column, row), 1, 1, facecolor=shade, linewidth=0))
        _name_sides(axes, labels, cell_in)
        _draw_scale(figure, colours, names_in, wide_in, beyond=most > reach)
        write_title(figure, title)
        all_met = len(table.differences) == len(bots) * (len(bots) - 1)
        write_caption(figure, _caption(cell_in, all_met=all_met))
    return figure


def _reach(sizes: Sequence[float]) -> float:
    """The difference, either way, that has the deepest colour."""
    return min(max(sizes, default=0.0), _REACH * median(sizes or [0.0])) or 1.0


def _write_difference(
    axes: Axes, place: tuple[int, int], found: Difference, shade: Colour, cell_in: float
) -> None:
    """The figures of a cell, as far as there is room; grey where the interval holds 0."""
    red, green, blue = shade[:3]
    sure = found.error is not None and abs(float(found.score)) > found.error
    dark = 0.3 * red + 0.59 * green + 0.11 * blue < 0.5
    ink = ("white" if sure else RULE) if dark else (INK if sure else FAINT)
    middle = place[0] + 0.5, place[1] + 0.5
    if cell_in < _WITH_SCORE_IN:
        if sure:
            axes.plot(*middle, marker="o", markersize=1.6, color=ink, markeredgewidth=0)
        return
    text = signed(found.score).replace("-", "−")
    if cell_in >= _WITH_ERROR_IN and found.error is not None:
        text += f"\n{half_width(found.error)}"
    axes.text(*middle, text, ha="center", va="center", fontsize=_TINY, color=ink)


def _name_sides(axes: Axes, labels: Sequence[str], cell_in: float) -> None:
    """Names and numbers at the rows, numbers above the columns, and a lattice."""
    count = len(labels)
    axes.set_xlim(0, count)
    axes.set_ylim(count, 0)
    middles = [place + 0.5 for place in range(count)]
    step = 1 if cell_in >= _ROW_LEAST_IN else _NUMBERED
    shown = range(step - 1, count, step)
    axes.set_xticks([middles[place] for place in shown], [str(place + 1) for place in shown])
    axes.set_yticks(middles, labels)
    axes.xaxis.tick_top()
    axes.tick_params(length=0, pad=1.5)
    if cell_in < _UPRIGHT_IN:
        axes.tick_params(axis="x", labelrotation=90)
    for spine in axes.spines.values():
        spine.set_visible(False)
    for place in range(count + 1):
        axes.axhline(place, color="white", linewidth=0.5)
        axes.axvline(place, color="white", linewidth=0.5)


def _draw_scale(
    figure: Figure, colours: ScalarMappable, left_in: float, wide_in: float, *, beyond: bool
) -> None:
    """What the colours mean; its ends are pointed where differences go beyond them."""
    wide_in = max(wide_in, _SCALE_LEAST_IN)
    left_in = min(left_in, WIDTH_IN - wide_in - 0.1)
    height = figure.get_size_inches()[1]
    bar = axes_between(
        figure,
        left_in,
        _BELOW_IN - _SCALE_DOWN_IN,
        WIDTH_IN - left_in - wide_in,
        height - _BELOW_IN + _SCALE_DOWN_IN - _BAR_IN,
    )
    figure.colorbar(
        colours, cax=bar, orientation="horizontal", extend="both" if beyond else "neither"
    )
    bar.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    bar.set_xlabel("score per playing, row less column")


def _caption(cell_in: float, *, all_met: bool) -> str:
    if cell_in < _WITH_SCORE_IN:
        text = "Dot: the 95 % interval, from block to block, does not hold 0."
    elif cell_in < _WITH_ERROR_IN:
        text = "Grey figures: the 95 % interval, from block to block, holds 0."
    else:
        text = "±: 95 % interval, from block to block; grey where it holds 0."
    return text if all_met else f"{text} White: never met."
