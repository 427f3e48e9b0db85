"""Pictures can be read whole, and the same results give the same bytes."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import matplotlib as mpl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.figure import Figure

from arena.cli.plotting import KINDS
from arena.report.pictures.crosstable import draw_crosstable
from arena.report.pictures.history import draw_history
from arena.report.pictures.page import FORMATS, WIDTH_IN, encode_figure, line_looks, spread
from arena.report.pictures.versus import draw_comparison
from tests.report.pictures.drawn import cut_off, overlaps, texts_of
from tests.report.pictures.situations import SHORT, a_comparison, a_crosstable, a_history

pytestmark = pytest.mark.slow


def history_figure(bots: int, **known: object) -> Figure:
    moments = a_history(bots, **known)  # type: ignore[arg-type]
    names = list(moments[-1].ratings)
    return draw_history(moments, names, names[0], "Ladder called-ace: called-ace, 1+0.1")


def crosstable_figure(bots: int, **known: object) -> Figure:
    table = a_crosstable(bots, **known)  # type: ignore[arg-type]
    return draw_crosstable(table, "first: round-robin, called-ace, 1+0.1")


FIGURES = [
    pytest.param(lambda: history_figure(2), id="history-of-two"),
    pytest.param(lambda: history_figure(12), id="history-of-twelve-with-long-names"),
    pytest.param(lambda: history_figure(12, error=2000.0), id="history-with-huge-errors"),
    pytest.param(lambda: history_figure(12, error=0.5), id="history-with-tiny-errors"),
    pytest.param(lambda: history_figure(30, form=SHORT), id="history-of-thirty"),
    pytest.param(lambda: history_figure(5, moments=1, events=1), id="history-of-one-moment"),
    pytest.param(lambda: history_figure(6, events=20), id="history-of-many-events"),
    pytest.param(lambda: crosstable_figure(3), id="crosstable-of-three"),
    pytest.param(lambda: crosstable_figure(6, form=SHORT), id="crosstable-of-six"),
    pytest.param(lambda: crosstable_figure(8), id="crosstable-of-eight-with-long-names"),
    pytest.param(lambda: crosstable_figure(12), id="crosstable-of-twelve-with-long-names"),
    pytest.param(lambda: crosstable_figure(20), id="crosstable-of-twenty-with-long-names"),
    pytest.param(lambda: crosstable_figure(45, matches=40), id="crosstable-of-forty-five"),
    pytest.param(lambda: draw_comparison(a_comparison(0)), id="test-without-blocks"),
    pytest.param(lambda: draw_comparison(a_comparison(30)), id="test-before-its-first-look"),
    pytest.param(lambda: draw_comparison(a_comparison(4000)), id="test-that-is-decided"),
    pytest.param(lambda: draw_comparison(a_comparison(4000, zeros=1)), id="test-of-copies"),
]


@pytest.mark.parametrize("draw", FIGURES)
def test_all_words_are_whole_and_apart(draw: Callable[[], Figure]) -> None:
    figure = draw()

    assert figure.get_size_inches()[0] == WIDTH_IN
    assert cut_off(figure) == []
    assert overlaps(figure) == []


def test_a_history_names_every_bot_and_says_what_the_bands_are() -> None:
    words = [text for text, _ in texts_of(history_figure(12, form=SHORT))]

    assert {f"b{place}@{place}" for place in range(12)} <= set(words)
    assert "blocks played on the ladder" in words
    assert any("95 % interval" in text for text in words)


def test_a_crosstable_shows_what_the_pair_table_says() -> None:
    table = a_crosstable(6, form=SHORT)
    words = [text for text, _ in texts_of(draw_crosstable(table, "first"))]

    for difference in table.differences.values():
        score = f"{float(difference.score):+.2f}".replace("-", "−")
        assert f"{score}\n±{difference.error:.2f}" in words


def test_a_comparison_states_its_figures_and_bounds() -> None:
    seen = a_comparison(4000)
    words = " ".join(text for text, _ in texts_of(draw_comparison(seen)))

    assert f"{seen.result.standing.blocks:,} blocks" in words
    assert "H1 accepted: +0.050 a playing" in words
    assert "α = 0.05 and β = 0.05" in words


def test_what_the_command_offers_can_be_drawn() -> None:
    assert set(KINDS) == set(FORMATS)


@pytest.mark.parametrize("kind", FORMATS)
def test_the_same_results_give_the_same_bytes(kind: str) -> None:
    first = encode_figure(crosstable_figure(6), kind)
    with mpl.rc_context({"font.size": 20, "svg.hashsalt": None, "lines.linewidth": 9}):
        again = encode_figure(crosstable_figure(6), kind)

    assert again == first
    begins = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
    assert first.startswith(begins[kind])


def test_no_date_and_no_version_stands_in_a_file() -> None:
    svg = encode_figure(history_figure(3), "svg").decode()

    assert not re.search(r"dc:date|\b20\d\d-\d\d-\d\d\b", svg)
    assert mpl.__version__ not in svg


@pytest.mark.parametrize("count", [1, 7, 12, 24])
def test_lines_look_different(count: int) -> None:
    assert len(set(line_looks(count))) == count


@given(
    st.lists(st.floats(-100, 100), min_size=1, max_size=20).map(sorted),
    st.floats(0.1, 20),
)
def test_labels_are_spread_in_order_and_apart(wanted: list[float], gap: float) -> None:
    places = spread(wanted, gap, -100, 100)

    least = min(gap, 200 / max(1, len(wanted) - 1))
    assert all(low + least <= high + 1e-6 for low, high in pairwise(places))
    assert -100 - 1e-6 <= places[0] <= places[-1] <= 100 + 1e-6


def test_labels_with_room_stay_where_they_belong() -> None:
    assert spread([0.0, 5.0, 9.0], 2.0, -10, 10) == [0.0, 5.0, 9.0]
