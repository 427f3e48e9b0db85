"""A ladder over time as text, bot by bot at the end of each event, and as plain data."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arena.ratings.history import Moment
from arena.report.tables import Column, half_width, plain, text_table

_COLUMNS = (
    Column("Bot", "<", gives_way=True),
    Column("After", "<", gives_way=True),
    Column("Matches"),
    Column("Blocks"),
    Column("Rating"),
    Column("±"),
    Column("Elo"),
)
_LEGEND = """\
Matches and blocks: of the whole ladder by then. Rating: the fit of all blocks so far, ± its 95 %
interval against the house bot at 1500. Elo: the live rating. --json and --plot have steps."""


def format_history(moments: Sequence[Moment], bots: Collection[str]) -> str:
    """The ratings of *bots* after each event, without an end of line; a sentence if there are none.

    Args:
        moments: in schedule order.
        bots: those to show, in this order.
    """
    if not moments:
        return "No match of this ladder is complete yet."
    rows = []
    for bot in bots:
        named = bot
        for moment in moments:
            if moment.ends_event and bot in moment.ratings:
                rows.append((named, *_row(moment, bot)))
                named = ""
    return f"{text_table(_COLUMNS, rows)}\n\n{_LEGEND}"


def _row(moment: Moment, bot: str) -> tuple[str, ...]:
    then = moment.ratings[bot]
    return (
        moment.event,
        str(moment.matches),
        str(moment.blocks),
        f"{then.rating:.0f}",
        half_width(then.error, decimals=0),
        f"{then.live:.0f}",
    )


def history_data(moments: Sequence[Moment], bots: Collection[str]) -> list[dict[str, object]]:
    """The same for JSON, with the steps within events."""
    return [
        {
            "event": moment.event,
            "match": moment.match,
            "ends_event": moment.ends_event,
            "matches": moment.matches,
            "blocks": moment.blocks,
            "ratings": {
                bot: {
                    "rating": plain(moment.ratings[bot].rating),
                    "error": plain(moment.ratings[bot].error),
                    "live_elo": plain(moment.ratings[bot].live),
                }
                for bot in bots
                if bot in moment.ratings
            },
        }
        for moment in moments
    ]
