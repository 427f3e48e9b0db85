"""Markdown laid out for a terminal."""

from __future__ import annotations

import pytest

from arena.report.plain_text import plain_text


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        pytest.param("**Points.** Ace `11`, *ten* 10.", "Points. Ace 11, ten 10.", id="marks"),
        pytest.param("see [R14](#r14) and [it](a.md)", "see R14 and it", id="links"),
        pytest.param("one\ntwo\n\nthree", "one two\n\nthree", id="paragraphs"),
        pytest.param("- one\n  more\n- two", "- one more\n- two", id="a-list"),
        pytest.param(
            "| a | `b` |\n|---|---|\n| long | **c** |\n| | d |",
            "a     b\nlong  c\n      d",
            id="a-table",
        ),
        pytest.param("3 * 4 = 12", "3 * 4 = 12", id="a-star-is-no-mark"),
    ],
)
def test_markdown_is_laid_out(markdown: str, text: str) -> None:
    assert plain_text(markdown) == text


@pytest.mark.parametrize(
    "markdown",
    [
        pytest.param("word " * 60, id="a-paragraph"),
        pytest.param("- " + "word " * 60, id="a-list"),
        pytest.param("| name | says |\n|---|---|\n| `x` | " + "word " * 60 + "|", id="a-table"),
    ],
)
def test_long_text_is_wrapped_and_none_of_it_lost(markdown: str) -> None:
    text = plain_text(markdown)

    assert max(map(len, text.splitlines())) <= 100
    assert text.count("word") == 60
