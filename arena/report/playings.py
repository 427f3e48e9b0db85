"""The playings of a match or a sitting, one line each, as text and as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from arena.names import BotId
from arena.referee.playing import Playing
from arena.report.playing_words import (
    LETTERS,
    action_of,
    outcome_words,
    partner_letter,
    picker_letter,
    side_points,
)
from arena.report.show import show_bot
from arena.rules.actions import Word
from arena.rules.cards import format_card

_BEFORE_SCORES = 65
"""Columns of a line before the scores by entry."""


def list_playings(heading: str, bots: Sequence[BotId], playings: Iterable[Playing]) -> str:
    """*playings* in the given order with totals; ends with a newline.

    Args:
        heading: what they are the playings of, as in ``e7c1-0004: called-ace, 1+0.1``.
        bots: by entry.
    """
    rows = tuple(playings)
    lines = [heading, ""]
    lines += [f"{LETTERS[entry]}  {show_bot(bot, 60)}" for entry, bot in enumerate(bots)]
    columns = "".join(f"{letter:>6} " for letter in LETTERS[: len(bots)])
    about = f"rotation  deal  {'picker':8}{'partner':12}{'outcome':18}points"
    lines += ["", f"{about:{_BEFORE_SCORES}}{columns}"]
    lines += [_line(playing, len(bots)) for playing in rows]
    scores = _by_entry(len(bots), ((playing, playing.scores) for playing in rows))
    penalties = _by_entry(len(bots), ((playing, playing.penalties) for playing in rows))
    lines.append(_total(f"score, {len(rows)} playings", [f"{score:+d}" for score in scores]))
    if any(penalties):
        lines.append(_total("penalties", [f"-{price}" if price else "0" for price in penalties]))
        net = [score - price for score, price in zip(scores, penalties, strict=True)]
        lines.append(_total("score less penalties", [f"{score:+d}" for score in net]))
        lines.append("! with a fault")
        if any(_is_out(playing, len(bots)) for playing in rows):
            lines.append("- out for its faults: the referee played for it, at a penalty a deal")
    return "".join(f"{line.rstrip()}\n" for line in lines)


def playings_object(bots: Sequence[BotId], playings: Iterable[Playing]) -> dict[str, object]:
    """The same as a JSON object; scores and penalties are by entry here."""
    return {
        "bots": [str(bot) for bot in bots],
        "playings": [
            {
                "match": playing.match,
                "rotation": playing.rotation,
                "deal": playing.deal,
                "picker": _entry(playing, playing.picker),
                "partner": _entry(playing, playing.partner),
                "outcome": playing.outcome,
                "side_points": side_points(playing),
                "scores": list(_by_entry(len(bots), [(playing, playing.scores)])),
                "penalties": list(_by_entry(len(bots), [(playing, playing.penalties)])),
                "faults": [{"entry": entry, "fault": fault} for entry, fault in playing.faults],
            }
            for playing in playings
        ],
    }


def _line(playing: Playing, entries: int) -> str:
    side = side_points(playing)
    faults = Counter(entry for entry, _ in playing.faults)
    scores = _by_entry(entries, [(playing, playing.scores)])
    paid = _by_entry(entries, [(playing, playing.penalties)])
    cells = [
        f"{score:+d}{'!' if entry in faults else '-' if paid[entry] else ' '}"
        for entry, score in enumerate(scores)
    ]
    about = (
        f"{playing.rotation:>8}{playing.deal:>6}  "
        f"{picker_letter(playing):8}{_partnership(playing):12}"
        f"{outcome_words(playing):18}{'' if side is None else side:>6}"
    )
    return f"{about:{_BEFORE_SCORES}}{''.join(f'{cell:>7}' for cell in cells)}"


def _is_out(playing: Playing, entries: int) -> bool:
    """Whether a bot paid in *playing* without a fault in it."""
    faulty = {entry for entry, _ in playing.faults}
    paid = _by_entry(entries, [(playing, playing.penalties)])
    return any(price and entry not in faulty for entry, price in enumerate(paid))


def _total(name: str, figures: Sequence[str]) -> str:
    return f"{name:{_BEFORE_SCORES}}{''.join(f'{figure:>6} ' for figure in figures)}"


def _partnership(playing: Playing) -> str:
    """The partner's letter with the card that made him one, or how there was none."""
    call = None if playing.partner is None else action_of(playing, Word.CALL)
    called = "" if call is None else f" ({format_card(call.card)})"
    return f"{partner_letter(playing)}{called}"


def _entry(playing: Playing, seat: int | None) -> int | None:
    return None if seat is None else playing.seating[seat]


def _by_entry(entries: int, figures: Iterable[tuple[Playing, Sequence[int]]]) -> tuple[int, ...]:
    """The sums by entry of figures that are given by seat."""
    sums = [0] * entries
    for playing, by_seat in figures:
        for entry, figure in zip(playing.seating, by_seat, strict=True):
            sums[entry] += figure
    return tuple(sums)
