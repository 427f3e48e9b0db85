"""How many ways the last tricks of fixed deals can still go, and to which ends.

`python -m tests.rules.perft` prints `perft.json` with its counts made anew by the second
reading of the rule book; the arena's rules are not asked. What is fixed are the deals,
the `actions` up to the last three tricks, and the trick (`then`) that leaves two.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

from tests.rules.second_reading import Book, continuations

GOLDEN: Final = Path(__file__).parent / "perft.json"


def counted(row: dict[str, Any]) -> dict[str, Counter[str]]:
    """The ends of the last three and the last two tricks, by the second reading."""
    return {
        "last three": continuations(book_at(row, row["actions"])),
        "last two": continuations(book_at(row, row["actions"] + row["then"])),
    }


def book_at(row: dict[str, Any], actions: list[str]) -> Book:
    """The deal of *row* after *actions*."""
    hands = [hand.split() for hand in row["hands"]]
    book = Book(row["variant"], row["options"], hands, row["blind"].split(), row["stake"])
    reading = book.read()
    next(reading)
    for words in actions:
        reading.send(words)
    return book


def read_rows() -> list[dict[str, Any]]:
    """The fixed deals with the ends that were written down."""
    rows: list[dict[str, Any]] = json.loads(GOLDEN.read_text())
    return rows


def format_rows(rows: list[dict[str, Any]]) -> str:
    """*rows* as the file holds them: a line for each key."""
    texts = []
    for row in rows:
        keys = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in row.items()]
        texts.append(" {\n" + ",\n".join(keys) + "\n }")
    return "[\n" + ",\n".join(texts) + "\n]\n"


if __name__ == "__main__":
    again = []
    for fixed in read_rows():
        ends = {name: dict(sorted(count.items())) for name, count in counted(fixed).items()}
        again.append({**fixed, **ends})
    sys.stdout.write(format_rows(again))
