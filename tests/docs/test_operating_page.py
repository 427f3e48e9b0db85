"""docs/operating.md promises what the attacks of tests/hostile show, and no more."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from arena.referee.confinement import Level
from tests.docs.pages import read, rows, section, words
from tests.hostile.catalogue import DELAYS, FIELDS, LEAKS

PAGE = read("docs/operating.md")
LEVELS = (Level.FULL, Level.STRONG, Level.PARTIAL)


def said_of(kind: str) -> dict[tuple[str, Level], set[str]]:
    """The attacks that stand after the word *kind* in each cell of the table."""
    table = rows(section(PAGE, "What is guaranteed"))[1:]
    return {
        (field, level): {
            name for part in cell.split("; ") if part.startswith(kind) for name in words(part)
        }
        for field, _, *cells in table
        for level, cell in zip(LEVELS, cells, strict=True)
    }


@pytest.mark.parametrize(
    ("kind", "known"),
    [pytest.param("but", LEAKS, id="leaks"), pytest.param("late", DELAYS, id="is-late-with")],
)
def test_each_level_does_what_the_page_says_and_nothing_else(
    kind: str, known: Mapping[Level, Mapping[str, object]]
) -> None:
    assert said_of(kind) == {
        (field, level): set(names & known[level].keys())
        for field, names in FIELDS.items()
        for level in LEVELS
    }


def test_no_attack_stands_in_a_cell_without_a_word_for_what_comes_of_it() -> None:
    table = rows(section(PAGE, "What is guaranteed"))[1:]

    assert {
        part.split(" ")[0] for _, _, *cells in table for cell in cells for part in cell.split("; ")
    } == {"all", "but", "late"}


def test_there_are_as_many_attacks_as_the_page_says() -> None:
    table = rows(section(PAGE, "What is guaranteed"))[1:]

    assert {row[0]: int(row[1]) for row in table} == {
        field: len(names) for field, names in FIELDS.items()
    }


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.value)
@pytest.mark.parametrize(
    ("heading", "known"),
    [
        pytest.param("What is not promised", LEAKS, id="leak"),
        pytest.param("What is contained late", DELAYS, id="delay"),
    ],
)
def test_every_exception_of_a_level_has_its_reason(
    level: Level, heading: str, known: Mapping[Level, Mapping[str, object]]
) -> None:
    table = rows(section(PAGE, heading))[1:]
    explained = {
        name
        for levels, names, *reasons in table
        if level.value in re.split(r", ", levels) and all(reasons)
        for name in words(names)
    }

    assert explained == known[level].keys()
