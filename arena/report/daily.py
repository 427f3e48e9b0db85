"""A day's results as text and as plain data."""

from __future__ import annotations

from collections.abc import Sequence

from arena.ratings.sessions import DailyResult
from arena.report.tables import Column, plain, text_table


def format_daily(results: Sequence[DailyResult]) -> str:
    """One line a bot, in the given order, with its score of each deal, penalties subtracted."""
    if not results:
        return "Nobody has played these deals yet."
    columns = (
        Column("#"),
        Column("Bot", "<", gives_way=True),
        Column("Total"),
        Column("Won/picked"),
        Column("Faults"),
        *(Column(str(deal)) for deal in range(len(results[0].scores))),
    )
    return text_table(columns, [_row(result) for result in results])


def _row(result: DailyResult) -> tuple[str, ...]:
    record = result.record
    return (
        f"{result.rank}=" if result.shared else str(result.rank),
        record.bot,
        str(record.total),
        f"{record.picked_and_won}/{record.picked}",
        str(record.fault_count),
        *(f"{score:+}" if score else "0" for score in result.scores),
    )


def daily_data(results: Sequence[DailyResult]) -> list[dict[str, object]]:
    """The results for JSON, in the given order."""
    return [
        {
            "rank": result.rank,
            "shared": result.shared,
            "bot": result.record.bot,
            "total": result.record.total,
            "score_per_playing": plain(result.record.score),
            "scores": list(result.scores),
            "picked": result.record.picked,
            "picked_and_won": result.record.picked_and_won,
            "faults": dict(result.record.faults),
            "penalties": result.record.penalties,
        }
        for result in results
    ]
