"""The ladder as text and as plain data."""

from __future__ import annotations

from collections.abc import Sequence

from arena.ratings.ladder import Rung
from arena.report.tables import Column, half_width, plain, signed, text_table

_COLUMNS = (
    Column("Rank"),
    Column("Bot", "<", gives_way=True),
    Column("Rating"),
    Column("±"),
    Column("Playings"),
    Column("Score/playing"),
    Column("Faults"),
    Column("", "<"),
)
_LEGEND = """\
Rating: live Elo over complete matches, the house bot at 1500. ± holds the difference to the house
bot in 95 of 100 cases, reckoned from block to block; it does not compare two other bots. Score per
playing has penalties subtracted."""


def format_ladder(rungs: Sequence[Rung]) -> str:
    """The ladder, best first; a sentence if nothing has been rated."""
    if not rungs:
        return "No match of this ladder is complete yet."
    return f"{text_table(_COLUMNS, [_row(rung) for rung in rungs])}\n\n{_LEGEND}"


def _row(rung: Rung) -> tuple[str, ...]:
    return (
        str(rung.rank),
        rung.bot,
        f"{rung.rating:.0f}",
        half_width(rung.error, decimals=0),
        str(rung.playings),
        signed(rung.score),
        str(rung.faults),
        "house" if rung.is_house else "",
    )


def ladder_data(rungs: Sequence[Rung]) -> list[dict[str, object]]:
    """The ladder for JSON, best first."""
    return [
        {
            "rank": rung.rank,
            "bot": rung.bot,
            "rating": plain(rung.rating),
            "error": plain(rung.error),
            "blocks": rung.blocks,
            "playings": rung.playings,
            "score_per_playing": plain(rung.score),
            "faults": rung.faults,
            "house": rung.is_house,
        }
        for rung in rungs
    ]
