"""Where in a TOML text each key stands.

tomllib says what a file holds, not where. This scanner walks a text that
tomllib has already accepted, so it may assume valid TOML; it knows headers,
dotted and quoted keys, and enough of values to step over them. A key inside
an inline table or an array has no position of its own: its owner's counts.
"""

from __future__ import annotations

import re
import tomllib
from typing import Final, NamedTuple, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""``("ladder", 0, "time")``: names of tables and keys, numbers in an array of tables."""


class Position(NamedTuple):
    """A place in a text, both from 1; the column counts characters."""

    line: int
    column: int


_QUOTED: Final = r""""(?:\\.|[^"\\\n])*"|'[^'\n]*'"""
_BLANK: Final = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_PART: Final = re.compile(rf"[A-Za-z0-9_-]+|{_QUOTED}")
_DOT: Final = re.compile(r"[ \t]*\.[ \t]*")
_TOKEN: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}' + rf"|'''.*?'{{3,5}}|{_QUOTED}" + r"|#[^\n]*|[^\"'#\[\]{}\n]+|.",
    re.DOTALL,
)
"""A string, a comment, a run of plain characters, or one bracket or newline."""


def key_positions(text: str) -> dict[KeyPath, Position]:
    """The position of every key and table of *text*, which is valid TOML with ``\\n`` line ends."""
    found: dict[KeyPath, Position] = {}
    arrays: dict[KeyPath, int] = {}
    table: KeyPath = ()
    at = _past_blank(text, 0)
    while at < len(text):
        position = Position(text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
        brackets = 2 if text.startswith("[[", at) else int(text[at] == "[")
        words, at = _key(text, _past_blank(text, at + brackets))
        if brackets:
            path = table = _table_path(words, arrays, in_array=brackets == 2)
        else:
            path = (*table, *words)
        for length in range(1, len(path) + 1):
            found.setdefault(path[:length], position)
        at = _past_blank(text, _past_value(text, at))
    return found


def _past_blank(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    assert blank, "the pattern matches nothing too"
    return blank.end()


def _key(text: str, at: int) -> tuple[KeyPath, int]:
    """The dotted key at *at*, and where it ends."""
    words: list[str] = []
    while part := _PART.match(text, at):
        words.extend(tomllib.loads(f"{part[0]} = 0"))
        at = part.end()
        dot = _DOT.match(text, at)
        if not dot:
            break
        at = dot.end()
    return tuple(words), at


def _table_path(words: KeyPath, arrays: dict[KeyPath, int], *, in_array: bool) -> KeyPath:
    """The full path of the header *words*: inside the newest element of each array it names."""
    path: KeyPath = ()
    for number, word in enumerate(words, start=1):
        path = (*path, word)
        if in_array and number == len(words):
            arrays[path] = arrays.get(path, -1) + 1
        if path in arrays:
            path = (*path, arrays[path])
    return path


def _past_value(text: str, at: int) -> int:
    """Where the line that *at* is on ends, brackets and strings over several lines included."""
    depth = 0
    while token := _TOKEN.match(text, at):
        if token[0] == "\n" and depth <= 0:
            break
        depth += (token[0] in "[{") - (token[0] in "]}")
        at = token.end()
    return at
