"""docs/operating.md promises what the attacks of tests/hostile show, and no more."""

from __future__ import annotations

import re

import pytest

from arena.referee.confinement import Level
from tests.docs.pages import read, rows, section, words
from tests.hostile.catalogue import FIELDS, LEAKS

PAGE = read("docs/operating.md")
LEVELS = (Level.FULL, Level.STRONG, Level.PARTIAL)


def test_each_level_leaks_what_the_page_says_and_nothing_else() -> None:
    table = rows(section(PAGE, "What is guaranteed"))[1:]
    said = {
        (field, level): set(words(cell))
        for field, _, *cells in table
        for level, cell in zip(LEVELS, cells, strict=True)
    }

    assert said == {
        (field, level): set(names & LEAKS[level].keys())
        for field, names in FIELDS.items()
        for level in LEVELS
    }


def test_there_are_as_many_attacks_as_the_page_says() -> None:
    table = rows(section(PAGE, "What is guaranteed"))[1:]

    assert {row[0]: int(row[1]) for row in table} == {
        field: len(names) for field, names in FIELDS.items()
    }


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.value)
def test_every_leak_of_a_level_has_its_reason(level: Level) -> None:
    table = rows(section(PAGE, "What is not promised"))[1:]
    explained = {
        name
        for levels, names, reason in table
        if level.value in re.split(r", ", levels) and reason
        for name in words(names)
    }

    assert explained == LEAKS[level].keys()
