"""docs/notation.md shows lines that are read, canonical, and refused as it says."""

from __future__ import annotations

import re

import pytest

from arena.rules.actions import Word
from arena.rules.notation import format_deal, parse_deal
from arena.rules.notation_words import NotationError
from arena.rules.variants import PLAYABLE
from tests.docs.pages import read, rows, section, words

PAGE = read("docs/notation.md")
LINES = [" ".join(block.split()) for block in re.findall(r"```notation\n(.*?)```", PAGE, re.S)]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split()[0])
def test_the_examples_are_canonical(line: str) -> None:
    assert format_deal(parse_deal(line)) == line


def test_every_table_has_an_example() -> None:
    assert {line.split()[0] for line in LINES} == set(PLAYABLE)


def test_every_word_of_the_bidding_is_named() -> None:
    named = words(next(row[1] for row in rows(section(PAGE, "The five fields")) if "bid" in row[0]))
    grammar = set(re.findall(r'"([a-z-]+)"', section(PAGE, "The grammar")))
    spoken = {word.value for word in Word} - {"play"}

    assert {word.split()[0] for word in named} == spoken
    assert spoken <= grammar


def test_the_errors_are_those_of_the_reader() -> None:
    start = LINES[0].partition(" | pass")[0]
    examples = rows(section(PAGE, "Errors").replace(r"\|", "¦"))[1:]
    assert len(examples) == 5
    for line, error in examples:
        shown = words(line)[0].replace("¦", "|")
        whole = shown.replace("… |", f"{start} |") if shown.startswith("…") else shown

        with pytest.raises(NotationError) as caught:
            parse_deal(whole)

        assert str(caught.value) == words(error)[0]
