"""Positions are those a reader counts in an editor, however the file is written."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.config.positions import KeyPath, key_positions

LADDER = """\
# a comment with a [header] and a key = "in it"
title = "x"   # and one behind
[faults]
  penalty = 3

[[ladder]]
name = "a # no comment"
  [ladder.options]
  crack = "off"
[[ladder]]
name = 'b [not] "a" header'
options.crack = "off"
"""


@pytest.mark.parametrize(
    ("path", "place"),
    [
        pytest.param(("title",), (2, 1), id="top-level-key"),
        pytest.param(("faults",), (3, 1), id="table"),
        pytest.param(("faults", "penalty"), (4, 3), id="indented-key"),
        pytest.param(("ladder",), (6, 1), id="array-where-it-begins"),
        pytest.param(("ladder", 0), (6, 1), id="first-element"),
        pytest.param(("ladder", 0, "name"), (7, 1), id="key-of-the-first-element"),
        pytest.param(("ladder", 0, "options"), (8, 3), id="table-of-the-first-element"),
        pytest.param(("ladder", 0, "options", "crack"), (9, 3), id="key-in-that-table"),
        pytest.param(("ladder", 1), (10, 1), id="second-element"),
        pytest.param(("ladder", 1, "name"), (11, 1), id="key-of-the-second-element"),
        pytest.param(("ladder", 1, "options", "crack"), (12, 1), id="dotted-key"),
    ],
)
def test_a_key_is_found_where_it_stands(path: KeyPath, place: tuple[int, int]) -> None:
    assert key_positions(LADDER)[path] == place


@pytest.mark.parametrize(
    "value",
    [
        pytest.param('"a = 1 \\" # ] \\\\"', id="basic-string"),
        pytest.param("'a = 1 \\'", id="literal-string"),
        pytest.param('"""\na = 1\n[b]\n\\""" "" """""', id="long-string-that-ends-in-quotes"),
        pytest.param("'''\na = 1\n[b]\n'' '''''", id="long-literal-that-ends-in-quotes"),
        pytest.param('""""""', id="empty-long-string"),
        pytest.param('[\n  "]", # ]\n  [1, 2],\n  { a = 1, b = "}" },\n]', id="array-over-lines"),
        pytest.param("{ a = { b = [1] } }", id="inline-table"),
        pytest.param("1979-05-27 07:32:00Z", id="date-with-a-blank"),
        pytest.param("0xdead_beef", id="number"),
    ],
)
def test_a_value_never_looks_like_keys(value: str) -> None:
    text = f"first = {value}\nlast = 1\n"
    assert set(tomllib.loads(text)) == {"first", "last"}

    found = key_positions(text)

    assert set(found) == {("first",), ("last",)}
    assert found[("last",)] == (text.count("\n"), 1)


def test_quoted_keys_are_known_by_what_they_say() -> None:
    text = '["a.b" . \'c d\']\n"\\u00e9" = 1\n'

    assert key_positions(text)[("a.b", "c d", "é")] == (2, 1)


_WORDS = st.text(st.sampled_from("ab-_0"), min_size=1, max_size=3)
_VALUES = st.sampled_from(['"x"', "1", "[1,\n 2]", "{ k = 1 }", '"""\n[x]\n"""', "true"])


@given(st.lists(st.tuples(_WORDS, st.dictionaries(_WORDS, _VALUES, max_size=3)), max_size=6))
def test_every_key_of_every_element_of_an_array_has_its_line(
    tables: list[tuple[str, dict[str, str]]],
) -> None:
    lines: list[str] = []
    expected: dict[KeyPath, int] = {}
    counts: dict[str, int] = {}
    for name, keys in tables:
        counts[name] = counts.get(name, -1) + 1
        lines.append(f"[[{name}]]  # [{name}]")
        expected[name, counts[name]] = len(lines)
        for key, value in keys.items():
            expected[name, counts[name], key] = len(lines) + 1
            lines.extend(f"{key} = {value}".split("\n"))
    text = "\n".join(lines)
    tomllib.loads(text)

    found = key_positions(text)

    assert {path: found[path].line for path in expected} == expected
