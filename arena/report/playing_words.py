"""The facts of a playing in a few words: partnership, outcome, points of the picker's side."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from arena.referee.form import Form, Side
from arena.referee.playing import Playing
from arena.rules.actions import Action, Word, parse_action
from arena.rules.cards import points_of

_LETTERS: Final = "ABCDEF"
_CLASSES: Final = {"1": "", "2": ", schneider", "3": ", schwarz"}


def letters_of(form: Form, entries: int) -> str:
    """What stands for each entry in a line, its name above; copies in versus form share one."""
    if form is Form.VERSUS:
        seats = form.seats(entries)
        return Side.A.value * seats + Side.B.value * seats
    return _LETTERS[:entries]


def action_of(playing: Playing, word: Word) -> Action | None:
    """The action of that *word* in *playing*: the bury, the call."""
    verb = f"{word.value} "
    said = next((text for text in playing.actions if text.startswith(verb)), None)
    return None if said is None else parse_action(said)


def picker_letter(playing: Playing, letters: str) -> str:
    """``B``; ``-`` where all passed.

    Args:
        letters: by entry.
    """
    return "-" if playing.picker is None else letters[playing.seating[playing.picker]]


def partner_letter(playing: Playing, letters: str) -> str:
    """``B``; ``alone`` where the picker had none, ``-`` where there was no picker."""
    if playing.picker is None:
        return "-"
    return "alone" if playing.partner is None else letters[playing.seating[playing.partner]]


def outcome_words(playing: Playing) -> str:
    """``won``, ``lost, schneider``, ``leaster``."""
    word, _, level = playing.outcome.partition("-")
    return f"{word}{_CLASSES.get(level, '')}"


def side_points(playing: Playing) -> int | None:
    """What the picker's side had, bury included (R20); None where all passed."""
    if playing.picker is None:
        return None
    bury = action_of(playing, Word.BURY)
    side = {playing.picker, playing.picker if playing.partner is None else playing.partner}
    buried = 0 if bury is None else points_of(bury.cards)
    return buried + sum(playing.points[seat] for seat in side)


def thrown_in(playing: Playing) -> int:
    """How many deals were thrown in before the one that was played out (R38)."""
    passes = takewhile(lambda text: text == Word.PASS.value, playing.actions)
    rounds = sum(1 for _ in passes) // len(playing.seating)
    return rounds if playing.picker is not None else rounds - 1


def stake(playing: Playing) -> int:
    """What the scores were multiplied by (R37, R38)."""
    raises = (Word.CRACK.value, Word.RECRACK.value)
    return 1 << (thrown_in(playing) + sum(text in raises for text in playing.actions))
