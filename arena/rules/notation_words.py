"""The words of a line of notation, each with its column, and what can be wrong with one.

docs/notation.md specifies the format; `arena.rules.notation` reads and writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from arena.rules.actions import Action
from arena.rules.cards import Card, CardError, parse_card

_QUOTED: Final = 60
"""More characters than this of a wrong text are not repeated."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a line."""

    text: str
    column: int
    """Of its first character, from 1."""


class NotationError(ValueError):
    """A line that is no deal. The message has the column, the field, the text and what holds."""

    def __init__(self, piece: Piece, place: str, sentence: str) -> None:
        text = piece.text if len(piece.text) <= _QUOTED else f"{piece.text[: _QUOTED - 1]}…"
        super().__init__(f"column {piece.column}, {place}: {text!r}: {sentence}")
        self.text = text
        """What is wrong, as it stands there; cut if it is long."""
        self.column = piece.column
        """Where it begins, from 1."""
        self.place = place
        """The field, and what part of it: ``trick 2``."""


class MalformedLineError(NotationError):
    """The text is not in the format, whatever the rules say."""

    def __init__(self, piece: Piece, place: str, expected: str) -> None:
        super().__init__(piece, place, f"expected {expected}")
        self.expected = expected
        """What the format has there."""


class BrokenRuleError(NotationError):
    """The text is in the format, and the rules refuse what it says."""

    def __init__(
        self,
        piece: Piece,
        place: str,
        rule: str,
        *,
        step: int | None = None,
        action: Action | None = None,
    ) -> None:
        super().__init__(piece, place, rule)
        self.rule = rule
        """The rule's number and a sentence, as everywhere: ``R15: follow clubs: QS``."""
        self.step = step
        """How many actions come before it; None if the cards are no deal of the table."""
        self.action = action
        """The action that is refused; None if it is a leader, a result or the dealing."""


def fields_of(line: str) -> list[Piece]:
    """The parts of *line* between its bars, without the space around them."""
    fields = []
    column = 1
    for text in line.split("|"):
        inner = text.strip()
        fields.append(Piece(inner, column + (text.index(inner) if inner else 0)))
        column += len(text) + 1
    return fields


def words_of(field: Piece, pattern: str) -> Iterator[Piece]:
    """The parts of *field* that *pattern* finds."""
    for found in re.finditer(pattern, field.text):
        yield Piece(found[0], field.column + found.start())


def joined(pieces: Iterable[Piece]) -> Piece:
    """Several words as one, beginning where the first does."""
    parts = list(pieces)
    return Piece(" ".join(part.text for part in parts), parts[0].column)


def card_of(piece: Piece, place: str) -> Card:
    """The card that *piece* names (R1).

    Raises:
        MalformedLineError: it names none.
    """
    try:
        return parse_card(piece.text[:_QUOTED])
    except CardError:
        expected = "a card, a rank of 789TJQKA and a suit of CSHD"
        raise MalformedLineError(piece, place, expected) from None
