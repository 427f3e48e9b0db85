"""The crosstable as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Final

from arena.ratings.crosstable import Crosstable, Difference, Standing
from arena.report.tables import Column, cut, half_width, plain, signed, text_table

_PLACE = Column("#")
_RANK = Column("Rank")
_COLUMNS = (
    Column("Bot", "<", gives_way=True),
    Column("Score/playing"),
    Column("±"),
    Column("Total"),
    Column("Playings"),
    Column("Won/picked"),
    Column("Faults"),
    Column("Penalty"),
)
_FAULTS = (Column("Faults of", "<", gives_way=True), Column("Kind", "<"), Column("Times"))
SWISS_WARNING: Final = (
    "A Swiss is for show: its order is as good as that of balanced tables, "
    "but few rounds ruin the scale."
)
_COPIES: Final = (
    "Score/playing, and the order by it, is the mean over blocks; the seats that copies of a bot\n"
    "have at one table count as one there, so for {} it is not Total/Playings."
)
_PANEL: Final = 10
"""Columns of the pair table on a line; where there are more bots, each gets one line without ±."""
_CELL: Final = 7
_NAME: Final = 25


def format_crosstable(table: Crosstable) -> str:
    """Final order, then each pair's difference, then the results digest."""
    if not table.standings:
        return "No match of this event is complete yet."
    parts = [_standings(table.standings)]
    if bots := _with_copies(table.standings):
        parts.append(_COPIES.format(", ".join(bots)))
    if faults := _faults(table.standings):
        parts.append(text_table(_FAULTS, faults))
    if table.differences:
        parts += [_legend(table), *_panels(table)]
    parts.append(f"Results digest {table.digest}\nof {table.playings} playings.")
    return "\n\n".join(parts)


def _standings(standings: Sequence[Standing]) -> str:
    """The final order; ranks only where a place is shared, else they are the line numbers."""
    rows = [(str(place), *_row(standing)) for place, standing in enumerate(standings, 1)]
    if not any(standing.shared for standing in standings):
        return text_table((_PLACE, *_COLUMNS), rows)
    ranks = [f"{one.rank}=" if one.shared else str(one.rank) for one in standings]
    ranked = [(place, rank, *row) for rank, (place, *row) in zip(ranks, rows, strict=True)]
    return text_table((_PLACE, _RANK, *_COLUMNS), ranked)


def _row(standing: Standing) -> tuple[str, ...]:
    record = standing.record
    return (
        record.bot,
        signed(record.score),
        half_width(record.error) if record.blocks else "-",
        str(record.total),
        str(record.playings),
        f"{record.picked_and_won}/{record.picked}",
        str(record.fault_count),
        str(record.penalties),
    )


def _with_copies(standings: Sequence[Standing]) -> list[str]:
    """Whose score per playing is another than that of its seats."""
    records = [standing.record for standing in standings]
    return [one.bot for one in records if one.score * one.playings != one.total]


def _faults(standings: Sequence[Standing]) -> list[tuple[str, ...]]:
    records = [standing.record for standing in standings]
    return [(record.bot, kind, str(times)) for record in records for kind, times in record.faults]


def _legend(table: Crosstable) -> str:
    differences = table.differences.values()
    blocks = sorted(difference.blocks for difference in differences)
    met = f"{blocks[0]}" if blocks[0] == blocks[-1] else f"{blocks[0]} to {blocks[-1]}"
    errors = sorted(one.error for one in differences if one.error is not None)
    meaning = "± is 1.96 standard errors, from block to block"
    if len(table.standings) > _PANEL and errors:
        meaning += f":\n{median(errors):.2f} for the middle pair"
    return (
        "Score per playing of the row's bot less the column's, where both played\n"
        f"({met} blocks a pair). {meaning}."
    )


def _panels(table: Crosstable) -> Iterator[str]:
    """The pair table, `_PANEL` columns at a time."""
    bots = [standing.record.bot for standing in table.standings]
    for start in range(0, len(bots), _PANEL):
        columns = range(start, min(start + _PANEL, len(bots)))
        lines = [f"{'#':>3} {'Bot':<{_NAME}}" + "".join(f"{n + 1:>{_CELL}}" for n in columns)]
        for place in range(len(bots)):
            lines += _pair_lines(table, bots, place, columns)
        yield "\n".join(lines)


def _pair_lines(
    table: Crosstable, bots: Sequence[str], place: int, columns: range
) -> Iterator[str]:
    bot = bots[place]
    pairs = [table.differences.get((bot, bots[column])) for column in columns]
    scores = "".join(
        f"{'*' if column == place else _score(pair):>{_CELL}}"
        for column, pair in zip(columns, pairs, strict=True)
    )
    yield f"{place + 1:>3} {cut(bot, _NAME):<{_NAME}}{scores}"
    if len(bots) <= _PANEL:
        errors = "".join(f"{half_width(pair.error) if pair else '':>{_CELL}}" for pair in pairs)
        yield f"{'':{_NAME + 4}}{errors}".rstrip()


def _score(pair: Difference | None) -> str:
    return "-" if pair is None else signed(pair.score)


def crosstable_data(table: Crosstable) -> dict[str, object]:
    """The crosstable for JSON."""
    return {
        "standings": [_standing_data(standing) for standing in table.standings],
        "differences": [
            {
                "bot": bot,
                "other": other,
                "score_per_playing": plain(difference.score),
                "error": plain(difference.error),
                "blocks": difference.blocks,
            }
            for (bot, other), difference in table.differences.items()
        ],
        "playings": table.playings,
        "results_digest": table.digest,
    }


def _standing_data(standing: Standing) -> dict[str, object]:
    record = standing.record
    return {
        "rank": standing.rank,
        "shared": standing.shared,
        "bot": record.bot,
        "score_per_playing": plain(record.score),
        "error": plain(record.error),
        "total": record.total,
        "blocks": record.blocks,
        "playings": record.playings,
        "picked": record.picked,
        "picked_and_won": record.picked_and_won,
        "faults": dict(record.faults),
        "penalties": record.penalties,
    }
