"""The ladder as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from arena.ratings.ladder import Rung
from arena.report.tables import WIDTH, Column, half_width, plain, signed, text_table

_COLUMNS = (
    Column("Rank"),
    Column("Bot", "<", gives_way=True),
    Column("Rating"),
    Column("±"),
    Column("LOS"),
    Column("Elo"),
    Column("Playings"),
    Column("Score/playing"),
    Column("Faults"),
    Column("", "<"),
)
_LEGEND = """\
Rating: a fit of all complete blocks, the house bot at 1500. ± holds the difference to the house bot
in 95 of 100 cases, reckoned from block to block; it does not compare two other bots. LOS: how
likely a bot is stronger than the one below it. Rank: one more than the bots that are ahead beyond
doubt (97.5 %); `=` where others have the same. Elo: the live rating, match by match. Score per
playing has penalties subtracted."""
_POOLS = "No chain of tables joins these pools, so their ratings say nothing about each other:"


def format_ladder(rungs: Sequence[Rung]) -> str:
    """The ladder, best first; a sentence if nothing has been rated."""
    if not rungs:
        return "No match of this ladder is complete yet."
    table = text_table(_COLUMNS, [_row(rung, below) for rung, below in _with_next(rungs)])
    return "\n\n".join([table, *_apart(rungs), _LEGEND])


def _with_next(rungs: Sequence[Rung]) -> Iterator[tuple[Rung, Rung | None]]:
    return zip(rungs, [*rungs[1:], None], strict=True)


def _row(rung: Rung, below: Rung | None) -> tuple[str, ...]:
    return (
        f"{rung.rank}=" if rung.shared else str(rung.rank),
        rung.bot,
        f"{rung.rating:.0f}",
        half_width(rung.error, decimals=0),
        "" if below is None else _percent(rung.superiority[below.bot]),
        f"{rung.live:.0f}",
        str(rung.playings),
        signed(rung.score),
        str(rung.faults),
        "house" if rung.is_house else "",
    )


def _percent(share: float | None) -> str:
    """Whole percents, rounded down: only an exact 1 is a hundred."""
    return "" if share is None else f"{int(100 * share)}%"


def _apart(rungs: Sequence[Rung]) -> Iterator[str]:
    """What keeps bots from being compared, where anything does."""
    pools: dict[int, list[str]] = {}
    for rung in rungs:
        pools.setdefault(rung.pool, []).append(rung.bot)
    if len(pools) > 1:
        lines = [_POOLS]
        for number in sorted(pools):
            lines += wrap(
                ", ".join(pools[number]),
                WIDTH,
                initial_indent=f"  {number}: ",
                subsequent_indent="     ",
                break_on_hyphens=False,
            )
        yield "\n".join(lines)


def ladder_data(rungs: Sequence[Rung]) -> list[dict[str, object]]:
    """The ladder for JSON, best first."""
    return [
        {
            "rank": rung.rank,
            "rank_shared": rung.shared,
            "bot": rung.bot,
            "rating": plain(rung.rating),
            "error": plain(rung.error),
            "live_elo": plain(rung.live),
            "blocks": rung.blocks,
            "playings": rung.playings,
            "score_per_playing": plain(rung.score),
            "faults": rung.faults,
            "house": rung.is_house,
            "pool": rung.pool,
            "los": {bot: plain(share) for bot, share in rung.superiority.items()},
        }
        for rung in rungs
    ]
