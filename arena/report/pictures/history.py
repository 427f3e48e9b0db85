"""The ratings of a ladder over time, with error bands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from arena.ratings.history import Moment, RatedThen
from arena.report.pictures.page import (
    FAINT,
    INK,
    RULE,
    SMALL,
    WIDTH_IN,
    Look,
    axes_between,
    line_looks,
    new_figure,
    page_style,
    spread,
    text_width_in,
    write_caption,
    write_title,
)
from arena.report.tables import cut

_NAME: Final = 24
_LINE_IN: Final = 0.115
"""The height of a name."""
_LEFT_IN: Final = 0.48
_BELOW_IN: Final = 0.62
_ABOVE_IN: Final = 0.32
_STRIP_IN: Final = 0.03
"""Between the last errors of two bots."""
_STRIP_FULL: Final = 8
"""So many errors stand side by side, then from the left again."""
_LEADER_IN: Final = 0.14
_LIVE_SHOWN: Final = 3
"""Up to so many bots have their live Elo drawn as well."""


def draw_history(moments: Sequence[Moment], bots: Sequence[str], house: str, title: str) -> Figure:
    """The ratings of *bots* by the ladder's blocks: a line for each, and a band of its error.

    Args:
        moments: in schedule order, one or more.
        bots: those to draw, one or more; all are on the ladder at the last moment.
        house: the bot at 1500.
        title: what ladder it is.
    """
    last = {bot: moments[-1].ratings[bot] for bot in bots}
    ascending = sorted(bots, key=lambda bot: (last[bot].rating, bot))
    looks = dict(zip(reversed(ascending), line_looks(len(bots)), strict=True))
    looks |= {house: (INK, "-")} if house in looks else {}
    live = len(bots) <= _LIVE_SHOWN
    tall_in = max(1.5, _LINE_IN * (len(bots) + 1))
    names_in = max(text_width_in(cut(bot, _NAME), SMALL) for bot in bots)
    errors_in = _STRIP_IN * min(len(bots), _STRIP_FULL)
    with page_style():
        figure = new_figure(_BELOW_IN + tall_in + _ABOVE_IN)
        right_in = errors_in + _LEADER_IN + names_in + 0.18
        axes = axes_between(figure, _LEFT_IN, _BELOW_IN, right_in, _ABOVE_IN)
        for bot in ascending:
            _draw_bot(axes, moments, bot, looks[bot], live=live)
        axes.set_ylim(_limits(moments, bots))
        axes.set_xlim(0, moments[-1].blocks)
        axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.set_xlabel("blocks played on the ladder")
        axes.set_ylabel("rating (house bot 1500)")
        wide_in = WIDTH_IN - _LEFT_IN - right_in
        _mark_events(axes, moments, wide_in)
        _draw_last(axes, last, ascending, looks, wide_in)
        _name_lines(axes, last, ascending, looks, (wide_in, tall_in, errors_in))
        write_title(figure, title)
        write_caption(figure, _caption(live=live))
    return figure


def _draw_bot(axes: Axes, moments: Sequence[Moment], bot: str, look: Look, *, live: bool) -> None:
    seen = [moment for moment in moments if bot in moment.ratings]
    blocks = [moment.blocks for moment in seen]
    then = [moment.ratings[bot] for moment in seen]
    ratings = [one.rating for one in then]
    colour, dash = look
    axes.plot(blocks, ratings, color=colour, linestyle=dash, zorder=3)
    known = [
        (place, one.rating, one.error)
        for place, one in zip(blocks, then, strict=True)
        if one.error is not None
    ]
    axes.fill_between(
        [place for place, _, _ in known],
        [rating - error for _, rating, error in known],
        [rating + error for _, rating, error in known],
        color=colour,
        alpha=0.16 if live else 0.08,
        linewidth=0,
    )
    if len(seen) == 1:
        axes.plot(blocks, ratings, color=colour, marker="o", markersize=2.5, clip_on=False)
    if live:
        lively = [one.live for one in then]
        axes.plot(blocks, lively, color=colour, linestyle=(0, (1, 1.2)), linewidth=0.8)


def _limits(moments: Sequence[Moment], bots: Sequence[str]) -> tuple[float, float]:
    """All lines, and the bands from where half of the blocks were played."""
    low, high = [], []
    for moment in moments:
        late = 2 * moment.blocks >= moments[-1].blocks
        for bot in bots:
            if bot in moment.ratings:
                then = moment.ratings[bot]
                error = (then.error or 0.0) if late else 0.0
                low.append(then.rating - error)
                high.append(then.rating + error)
    margin = 0.04 * max(max(high) - min(low), 10.0)
    return min(low) - margin, max(high) + margin


def _mark_events(axes: Axes, moments: Sequence[Moment], wide_in: float) -> None:
    """A line at the end of each event but the last, and its name above where there is room."""
    ends = [moment for moment in moments if moment.ends_event]
    starts = [0, *(moment.blocks for moment in ends)]
    for moment in ends[:-1]:
        axes.axvline(moment.blocks, color=RULE, linewidth=0.5, zorder=0)
    for moment, (start, end) in zip(ends, pairwise(starts), strict=True):
        room_in = wide_in * (end - start) / moments[-1].blocks
        if text_width_in(moment.event, SMALL) + 0.05 < room_in:
            axes.text(
                (start + end) / 2,
                1.01,
                moment.event,
                transform=axes.get_xaxis_transform(),
                ha="center",
                va="bottom",
                fontsize=SMALL,
                color=FAINT,
            )


def _draw_last(
    axes: Axes,
    last: Mapping[str, RatedThen],
    ascending: Sequence[str],
    looks: Mapping[str, Look],
    wide_in: float,
) -> None:
    """The last errors once more, side by side right of the axes, where bands lie on each other."""
    beside = axes.get_yaxis_transform()
    low, high = axes.get_ylim()
    for number, bot in enumerate(ascending):
        rating, error = last[bot].rating, last[bot].error
        if error is not None:
            place = 1 + (0.05 + _STRIP_IN * (number % _STRIP_FULL)) / wide_in
            ends = [max(low, rating - error), min(high, rating + error)]
            axes.plot(
                [place, place],
                ends,
                color=looks[bot][0],
                linewidth=1.0,
                transform=beside,
                clip_on=False,
            )


def _name_lines(
    axes: Axes,
    last: Mapping[str, RatedThen],
    ascending: Sequence[str],
    looks: Mapping[str, Look],
    sizes_in: tuple[float, float, float],
) -> None:
    """The names at the right, moved apart where they would touch, each with its line's look.

    Args:
        sizes_in: width and height of the axes, and the width of the errors beside them.
    """
    wide_in, tall_in, errors_in = sizes_in
    beside = axes.get_yaxis_transform()
    low, high = axes.get_ylim()
    gap = (high - low) * _LINE_IN / tall_in
    places = spread([last[bot].rating for bot in ascending], gap, low, high)
    start = 1 + (0.07 + errors_in) / wide_in
    end = start + _LEADER_IN / wide_in
    for bot, place in zip(ascending, places, strict=True):
        colour, dash = looks[bot]
        axes.plot(
            [start, end],
            [last[bot].rating, place],
            color=colour,
            linestyle=dash,
            linewidth=0.9,
            transform=beside,
            clip_on=False,
        )
        axes.text(
            end + 0.03 / wide_in,
            place,
            cut(bot, _NAME),
            transform=beside,
            va="center",
            fontsize=SMALL,
        )


def _caption(*, live: bool) -> str:
    text = (
        "Lines: fit of all blocks so far. Bands: its 95 % interval against the\n"
        "house bot; the last one once more beside the axes."
    )
    return f"{text} Dotted: live Elo." if live else text
