"""Tables and numbers as they are written."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arena.report.tables import Column, cut, half_width, signed, text_table


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(Fraction(1, 2), "+0.50", id="gain"),
        pytest.param(-1.234, "-1.23", id="loss"),
        pytest.param(Fraction(0), "0", id="exact-nothing"),
        pytest.param(0.004, "0.00", id="nearly-nothing"),
        pytest.param(-0.004, "0.00", id="nearly-nothing-has-no-sign"),
    ],
)
def test_signed(value: Fraction | float, text: str) -> None:
    assert signed(value) == text


def test_half_widths() -> None:
    assert [half_width(None), half_width(0.0), half_width(0.004), half_width(17.6, 0)] == [
        "",
        "±0",
        "±0.00",
        "±18",
    ]


@pytest.mark.parametrize(
    ("width", "text"),
    [(20, "rule-of-thumb@1.0.0"), (13, "rule-o…@1.0.0"), (8, "rule…0.0")],
    ids=["short-enough", "both-ends-stay", "narrow"],
)
def test_cut(width: int, text: str) -> None:
    assert cut("rule-of-thumb@1.0.0", width) == text


def test_a_column_that_may_gives_way_and_lines_end_without_spaces() -> None:
    columns = (Column("Name", "<", gives_way=True), Column("Remark", "<"))

    table = text_table(columns, [("a" * 90, "b" * 30), ("c", "")])

    title, first, second = table.splitlines()
    assert title.split() == ["Name", "Remark"]
    assert len(first) == 100
    assert second == "c"
