"""What a picker announces before the first lead, and whose card makes the partner (R12 to R14)."""

from __future__ import annotations

from typing import Final

from arena.rules.actions import ALONE, PARTNER, Action, Word
from arena.rules.cards import Card, Mask
from arena.rules.legal import holds_both_jacks, legal_calls, legal_names
from arena.rules.refusal import refused_call, refused_naming
from arena.rules.variants import Variant

_JC: Final[Card] = 4
_JS: Final[Card] = 5
_JD: Final[Card] = 7


def announces(table: Variant) -> bool:
    """Whether the picker is asked for a call, or for ``partner`` or ``alone``."""
    return table.may_go_alone or table.partner in ("called-ace", "jack-of-clubs")


def announcements(table: Variant, held: Mask, bury: Mask) -> tuple[Action, ...]:
    """Every answer of a picker who holds *held* after the bury, by word, then by card."""
    if table.partner == "called-ace":
        return legal_calls(held, bury, table.unknown_when)
    if table.partner == "jack-of-clubs" and holds_both_jacks(held):
        return legal_names(held)
    return PARTNER, ALONE


def refused_announcement(table: Variant, action: Action, held: Mask, bury: Mask) -> str | None:
    """Why the picker may not announce *action*, rule number first; None if he may."""
    if table.partner == "called-ace" and action.word is Word.CALL:
        return refused_call(action, held, bury, table.unknown_when)
    if action in announcements(table, held, bury):
        return None
    if table.partner == "jack-of-clubs" and action.word is Word.CALL:
        return refused_naming(action, held)
    return expected_announcement(table, held)


def expected_announcement(table: Variant, held: Mask) -> str:
    """What is waited for, with its rule."""
    match table.partner:
        case "called-ace":
            return "R14: expected a call or alone"
        case "jack-of-clubs" if holds_both_jacks(held):
            return "R13: expected a call or alone"
        case "jack-of-clubs":
            return "R13: expected partner or alone"
        case _:
            return "R12: expected partner or alone"


def partner_card(table: Variant, held: Mask) -> Card | None:
    """The card whose holder is the partner of a picker who called none (R12, R13).

    None where nobody ever is (R11).

    Args:
        held: what the picker holds.
    """
    match table.partner:
        case "jack":
            return _JD
        case "jack-of-clubs":
            return _JS if held >> _JC & 1 else _JC
        case _:
            return None
