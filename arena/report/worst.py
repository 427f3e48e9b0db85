"""The playings that cost bots most against what others made of the same hand, as text."""

from __future__ import annotations

from collections.abc import Sequence

from arena.names import BotId
from arena.ratings.hands import Holding
from arena.ratings.role import role_of
from arena.report.hands_object import place_of
from arena.report.playing_words import outcome_words
from arena.report.tables import Column, signed, text_table
from arena.rules.variants import Variant

_COLUMNS = (
    Column("place", "<"),
    Column("bot", "<", gives_way=True),
    Column("seat"),
    Column("as", "<"),
    Column("outcome", "<"),
    Column("score"),
    Column("others"),
    Column("against"),
)


def format_worst(
    match: str, variant: Variant, bots: Sequence[BotId], held: Sequence[Holding]
) -> str:
    """A line for each of *held*, without an end of line."""
    if not held:
        return "No playing cost anything against what other bots made of the same hand."
    rows = [
        (
            place_of(match, one.playing),
            str(bots[one.entry]),
            str(one.seat),
            role_of(one.playing, one.seat, variant).value,
            outcome_words(one.playing),
            f"{one.score:+d}{_fault(one)}",
            "" if one.others is None else signed(one.others),
            "" if one.against is None else signed(one.against),
        )
        for one in held
    ]
    lines = [text_table(_COLUMNS, rows)]
    if any(_fault(one) == "!" for one in held):
        lines.append("! with a fault; scores are less penalties")
    return "\n".join(lines)


def _fault(one: Holding) -> str:
    """A mark or, so that the numbers stay below each other, a space."""
    return "!" if any(entry == one.entry for entry, _ in one.playing.faults) else " "
