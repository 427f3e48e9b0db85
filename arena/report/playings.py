"""The playings of a match or a sitting, one line each, as text and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from arena.names import BotId
from arena.referee.form import Form
from arena.referee.playing import Playing
from arena.report.playing_words import (
    action_of,
    letters_of,
    outcome_words,
    partner_letter,
    picker_letter,
    side_points,
)
from arena.report.show import show_bot
from arena.rules.actions import Word
from arena.rules.cards import format_card

_BEFORE_SCORES: Final = 65
_BEFORE_SIX_SCORES: Final = 58
"""Columns of a line before the scores."""


def list_playings(
    heading: str,
    bots: Sequence[BotId],
    playings: Iterable[Playing],
    form: Form = Form.DUPLICATE,
) -> str:
    """*playings* in the given order with totals; ends with a newline.

    Args:
        heading: what they are the playings of, as in ``e7c1-0004: called-ace, 1+0.1``.
        bots: by entry.
    """
    rows = tuple(playings)
    letters = letters_of(form, len(bots))
    columns = "".join(dict.fromkeys(letters))
    before = _BEFORE_SIX_SCORES if len(columns) > 5 else _BEFORE_SCORES
    outcome = 16 if len(columns) > 5 else 18
    lines = [heading, ""]
    lines += [f"{letter}  {show_bot(bots[letters.index(letter)], 60)}" for letter in columns]
    about = f"rotation  deal  {'picker':8}{'partner':12}{'outcome':{outcome}}points"
    lines += ["", f"{about:{before}}{''.join(f'{letter:>6} ' for letter in columns)}"]
    lines += [
        f"{_about(playing, letters, outcome):{before}}{_cells(playing, letters, columns)}"
        for playing in rows
    ]
    scores = _summed(letters, columns, ((playing, playing.scores) for playing in rows))
    penalties = _summed(letters, columns, ((playing, playing.penalties) for playing in rows))
    signed = [f"{score:+d}" for score in scores]
    lines.append(_total(f"score, {len(rows)} playings", before, signed))
    if any(penalties):
        prices = [f"-{price}" if price else "0" for price in penalties]
        lines.append(_total("penalties", before, prices))
        net = [score - price for score, price in zip(scores, penalties, strict=True)]
        lines.append(_total("score less penalties", before, [f"{score:+d}" for score in net]))
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


def _about(playing: Playing, letters: str, outcome: int) -> str:
    """A line's text before the scores.

    Args:
        outcome: columns for the outcome.
    """
    side = side_points(playing)
    return (
        f"{playing.rotation:>8}{playing.deal:>6}  "
        f"{picker_letter(playing, letters):8}{_partnership(playing, letters):12}"
        f"{outcome_words(playing):{outcome}}{'' if side is None else side:>6}"
    )


def _cells(playing: Playing, letters: str, columns: str) -> str:
    """The scores with a mark for a fault or a penalty; nothing for who did not play."""
    faulty = {letters[entry] for entry, _ in playing.faults}
    there = {letters[entry] for entry in playing.seating}
    scores = _summed(letters, columns, [(playing, playing.scores)])
    paid = _summed(letters, columns, [(playing, playing.penalties)])
    cells = [
        f"{score:+d}{'!' if letter in faulty else '-' if price else ' '}" if letter in there else ""
        for letter, score, price in zip(columns, scores, paid, strict=True)
    ]
    return "".join(f"{cell:>7}" for cell in cells)


def _is_out(playing: Playing, entries: int) -> bool:
    """Whether a bot paid in *playing* without a fault in it."""
    faulty = {entry for entry, _ in playing.faults}
    paid = _by_entry(entries, [(playing, playing.penalties)])
    return any(price and entry not in faulty for entry, price in enumerate(paid))


def _total(name: str, before: int, figures: Sequence[str]) -> str:
    return f"{name:{before}}{''.join(f'{figure:>6} ' for figure in figures)}"


def _partnership(playing: Playing, letters: str) -> str:
    """The partner's letter with the card that made him one, or how there was none."""
    call = None if playing.partner is None else action_of(playing, Word.CALL)
    called = "" if call is None else f" ({format_card(call.card)})"
    return f"{partner_letter(playing, letters)}{called}"


def _summed(
    letters: str, columns: str, figures: Iterable[tuple[Playing, Sequence[int]]]
) -> list[int]:
    """The sums by column of figures that are given by seat."""
    by_entry = _by_entry(len(letters), figures)
    return [
        sum(figure for mine, figure in zip(letters, by_entry, strict=True) if mine == letter)
        for letter in columns
    ]


def _entry(playing: Playing, seat: int | None) -> int | None:
    return None if seat is None else playing.seating[seat]


def _by_entry(entries: int, figures: Iterable[tuple[Playing, Sequence[int]]]) -> tuple[int, ...]:
    """The sums by entry of figures that are given by seat."""
    sums = [0] * entries
    for playing, by_seat in figures:
        for entry, figure in zip(playing.seating, by_seat, strict=True):
            sums[entry] += figure
    return tuple(sums)
