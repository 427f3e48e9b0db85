"""Which phase of a deal follows which: the one table of transitions.

A deal is asked one decision after the other. What was answered (a word) in
which phase decides, with at most a few questions to the deal (guards), what
comes next. The rows below are all there is: a word that has no row in a phase
is no answer there, and the first guard of a row that holds names the phase
that follows. Each row ends in ALWAYS, so that some guard holds.

                pass                       crack: no
               ┌────┐                      ┌────┐
               ▼    │ pick         bury    ▼    │            ┌────┐ play
      start ─► PICK ─┴────► BURY ─► CALL ─► CRACK ─► RECRACK ─► PLAY ┴─► OVER
                │ all passed                                  ▲          ▲
                ├─ played as a leaster or least ──────────────┘          │
                └─ thrown in ────────────────────────────────────────────┘

BURY, CALL, CRACK and RECRACK are left out where the table and its options do not have
them: without a blind there is no BURY, for example.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from arena.rules.actions import Kind, Word


class Phase(Enum):
    """What a deal waits for."""

    PICK = "pick"
    BURY = "bury"
    CALL = "call"
    CRACK = "crack"
    RECRACK = "recrack"
    PLAY = "play"
    OVER = "over"


class Guard(Enum):
    """A question that the table puts to the deal, after the answer was entered."""

    SEATS_LEFT = "a seat was not yet asked whether it picks (R8)"
    BURIES = "there is a blind to take, and as much to bury (R9)"
    THROWN_IN = "an all-pass is thrown in at this stake (R38)"
    CALLS = "the picker has something to announce (R12, R13, R14)"
    CRACKERS_LEFT = "a seat was not yet asked whether it cracks (R37)"
    RECRACKS = "the picker may re-crack (R37)"
    CARDS_LEFT = "cards are held"
    ALWAYS = "in any case"


Row = tuple[tuple[Guard, Phase], ...]

_TO_PLAY: Final[Row] = ((Guard.ALWAYS, Phase.PLAY),)
_AFTER_CALL: Final[Row] = ((Guard.CRACKERS_LEFT, Phase.CRACK), *_TO_PLAY)
_AFTER_BURY: Final[Row] = ((Guard.CALLS, Phase.CALL), *_AFTER_CALL)

TRANSITIONS: Final[Mapping[tuple[Phase, Word], Row]] = {
    (Phase.PICK, Word.PASS): (
        (Guard.SEATS_LEFT, Phase.PICK),
        (Guard.THROWN_IN, Phase.OVER),
        *_TO_PLAY,
    ),
    # Who takes no blind has at least a partner to announce (hoyle-4, R13).
    (Phase.PICK, Word.PICK): ((Guard.BURIES, Phase.BURY), (Guard.ALWAYS, Phase.CALL)),
    (Phase.BURY, Word.BURY): _AFTER_BURY,
    (Phase.CALL, Word.CALL): _AFTER_CALL,
    (Phase.CALL, Word.PARTNER): _AFTER_CALL,
    (Phase.CALL, Word.ALONE): _AFTER_CALL,
    (Phase.CRACK, Word.NO_CRACK): ((Guard.CRACKERS_LEFT, Phase.CRACK), *_TO_PLAY),
    (Phase.CRACK, Word.CRACK): ((Guard.RECRACKS, Phase.RECRACK), *_TO_PLAY),
    (Phase.RECRACK, Word.RECRACK): _TO_PLAY,
    (Phase.RECRACK, Word.NO_RECRACK): _TO_PLAY,
    (Phase.PLAY, Word.PLAY): ((Guard.CARDS_LEFT, Phase.PLAY), (Guard.ALWAYS, Phase.OVER)),
}

KINDS: Final[Mapping[Phase, Kind | None]] = {
    Phase.PICK: Kind.PICK,
    Phase.BURY: Kind.BURY,
    Phase.CALL: Kind.CALL,
    Phase.CRACK: Kind.CRACK,
    Phase.RECRACK: Kind.RECRACK,
    Phase.PLAY: Kind.PLAY,
    Phase.OVER: None,
}
"""What is asked in each phase."""
