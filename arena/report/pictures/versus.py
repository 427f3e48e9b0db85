"""A comparison of two bots: how often which difference, and how the test went."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullFormatter, StrMethodFormatter

from arena.ratings.confidence import Estimate
from arena.ratings.sequential import Hypotheses, Look
from arena.ratings.versus import Standing
from arena.report.pictures.page import (
    COLOURS,
    FAINT,
    INK,
    RULE,
    SMALL,
    axes_between,
    new_figure,
    page_style,
    write_caption,
    write_title,
)
from arena.report.tables import cut
from arena.report.versus import Comparison

_LEFT_IN: Final = 0.56
_RIGHT_IN: Final = 0.12
_BELOW_IN: Final = 0.62
_BETWEEN_IN: Final = 0.42
_ABOVE_IN: Final = 0.52
_PANEL_IN: Final = 1.25
_NAME: Final = 48
_BAR: Final = 0.8
"""Of the smallest step between two differences."""
_HIGHER: Final = COLOURS[0]
_LOWER: Final = COLOURS[1]


def draw_comparison(seen: Comparison) -> Figure:
    """The differences of *seen*'s blocks above, the path of the log-likelihood ratio below."""
    standing = seen.result.standing
    with page_style():
        figure = new_figure(_BELOW_IN + 2 * _PANEL_IN + _BETWEEN_IN + _ABOVE_IN)
        lower = _BELOW_IN, _RIGHT_IN, _ABOVE_IN + _PANEL_IN + _BETWEEN_IN
        upper = _BELOW_IN + _PANEL_IN + _BETWEEN_IN, _RIGHT_IN, _ABOVE_IN
        differences = axes_between(figure, _LEFT_IN, *upper)
        path = axes_between(figure, _LEFT_IN, *lower)
        _draw_differences(differences, seen.result.counts, standing.estimate)
        _draw_path(path, seen.result.path, standing)
        first, second = (cut(bot, _NAME) for bot in seen.bots)
        write_title(figure, f"A: {first}\nB: {second}\n{_figures(seen)}")
        write_caption(figure, _caption(standing.estimate, standing.hypotheses))
    return figure


def _figures(seen: Comparison) -> str:
    standing = seen.result.standing
    found = standing.estimate
    text = f"{seen.variant}, {standing.blocks:,} blocks"
    if found is None:
        return text
    text += f", A less B {_signed(float(found.mean))}"
    if found.low is not None and found.high is not None:
        text += f" ({_signed(found.low)} to {_signed(found.high)})"
    return text


def _draw_differences(
    axes: Axes, counts: Sequence[tuple[Fraction, int]], found: Estimate | None
) -> None:
    """A bar for each difference that occurred; the mean and its interval above them."""
    values = [float(value) for value, _ in counts]
    step = min((high - low for low, high in pairwise(values)), default=0.25)
    for value, (_, blocks) in zip(values, counts, strict=True):
        colour = FAINT if not value else _HIGHER if value > 0 else _LOWER
        axes.bar(value, blocks, width=_BAR * step, color=colour, linewidth=0)
    axes.set_yscale("log")
    axes.set_ylim(0.7, 2 * max((blocks for _, blocks in counts), default=1))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.yaxis.set_minor_formatter(NullFormatter())
    reach = max(map(abs, values), default=1.0) + step
    axes.set_xlim(-reach, reach)
    axes.set_xlabel("A less B in a block, score per playing", labelpad=1)
    axes.set_ylabel("blocks")
    if found is not None:
        ends = (found.low, found.high)
        if ends[0] is not None and ends[1] is not None:
            axes.axvspan(ends[0], ends[1], color=INK, alpha=0.15, linewidth=0, zorder=0)
        axes.axvline(float(found.mean), color=INK, linewidth=0.7)


def _draw_path(axes: Axes, path: Sequence[Look], standing: Standing) -> None:
    """The ratio at each look, between the bounds at which it is decided."""
    tested = standing.hypotheses
    blocks = [0, *(look.block for look in path)]
    ratios = [0.0, *(look.llr for look in path)]
    low, high = min([tested.lower, *ratios]), max([tested.upper, *ratios])
    margin = 0.22 * (tested.upper - tested.lower)
    axes.set_ylim(low - margin, high + margin)
    axes.set_xlim(0, 1.05 * max(standing.blocks, 10))
    axes.axhline(0, color=RULE, linewidth=0.5, zorder=0)
    accepted = (
        (tested.upper, _HIGHER, "bottom", f"H1 accepted: {_signed(tested.delta1)} a playing"),
        (tested.lower, _LOWER, "top", f"H0 accepted: {_signed(tested.delta0)} a playing"),
    )
    for bound, colour, side, text in accepted:
        axes.axhline(bound, color=colour, linewidth=0.8, linestyle=(0, (4, 2)))
        axes.annotate(
            text,
            xy=(0.01, bound),
            xycoords=axes.get_yaxis_transform(),
            xytext=(0, 1.5 if side == "bottom" else -1.5),
            textcoords="offset points",
            va=side,
            fontsize=SMALL,
            color=colour,
        )
    axes.plot(blocks, ratios, color=INK, linewidth=1.0)
    axes.plot(blocks[-1], ratios[-1], color=INK, marker="o", markersize=2.5, clip_on=False)
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    axes.set_xlabel("blocks, in the order of the schedule")
    axes.set_ylabel("log-likelihood ratio")


def _caption(found: Estimate | None, tested: Hypotheses) -> str:
    above = "Above: line, the mean" if found is not None else "Above: no block yet"
    if found is not None and found.low is not None:
        above += "; shade, its 95 % interval at any time of looking"
    return (
        f"{above}.\nBelow: dashed, the bounds for error rates "
        f"α = {tested.alpha:g} and β = {tested.beta:g}."
    )


def _signed(value: float) -> str:
    return f"{value:+.3f}".replace("-", "−") if value else "0"
