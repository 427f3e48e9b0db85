"""What a shown playing says of the time before the lead: picking, bury, partner, stakes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from arena.report.view import ShownPicking, View
from arena.rules.cards import SUIT_MASKS, Card, Mask, cards_of, format_card, format_cards, points_of

HIDDEN_CARD: Final = "··"
"""Stands for whatever the viewer could not know."""
_JC: Final[Card] = 4


def rows_before_the_lead(view: View) -> Iterable[tuple[str, str]]:
    """A word for each row, and what is said of it."""
    picking = view.picking
    if picking.thrown_in:
        deals = "1 deal" if picking.thrown_in == 1 else f"{picking.thrown_in} deals"
        yield "Thrown in", f"{deals} before this one: the stake is ×{1 << picking.thrown_in}"
    yield from _all_passed(view) if picking.picker is None else _picked(view)


def show_hand(hand: Mask | None, size: int = 0) -> str:
    """The cards by suit, trumps first, each suit apart; *size* says how many are hidden."""
    if hand is None:
        return " ".join([HIDDEN_CARD] * size)
    suits = (format_cards(cards_of(hand & suit)) for suit in SUIT_MASKS if hand & suit)
    return "  ".join(suits)


def show_card(card: Card | None) -> str:
    """One card, None if it is hidden."""
    return HIDDEN_CARD if card is None else format_card(card)


def _all_passed(view: View) -> Iterable[tuple[str, str]]:
    variant = view.sitting.variant
    yield "Picking", f"all pass: a {'least' if variant.all_pass == 'least' else 'leaster'}"
    if variant.blind_size:
        goes = "nobody" if view.last_trick_blind is None else f"seat {view.last_trick_blind}"
        how = "" if view.last_trick_blind is None else ", with the last trick"
        yield "Blind", f"{_counted(view.picking.blind, variant.blind_size)}, to {goes}{how}"


def _picked(view: View) -> Iterable[tuple[str, str]]:
    picking, size = view.picking, view.sitting.variant.blind_size
    passes = "".join(f"seat {seat} passes, " for seat in range(picking.passes))
    blind = f", blind {_counted(picking.blind, size)}" if size else ""
    yield "Picking", f"{passes}seat {picking.picker} picks{blind}"
    if size:
        kept = "" if picking.kept is None else f", keeping {show_hand(picking.kept)}"
        yield "Bury", f"{_counted(picking.bury, size)}{kept}"
    yield _partnership(view)
    yield from _stakes(picking)


def _counted(cards: Mask | None, size: int) -> str:
    """Cards with their points, as a blind or a bury."""
    shown = show_hand(cards, size)
    return shown if cards is None else f"{shown} ({points_of(cards)} points)"


def _partnership(view: View) -> tuple[str, str]:
    picking, partner = view.picking, view.sitting.variant.partner
    holder = f"seat {picking.partner}" if picking.knows_partner else HIDDEN_CARD
    if partner == "none":
        return "Partner", "none at this table"
    if picking.alone:
        return "Partner", "none: the picker goes alone"
    if picking.called is not None:
        text = f"{format_card(picking.called)}, held by {holder}"
        if picking.unknown_set_aside:
            text += f"; the unknown, set aside face down, is {show_card(picking.unknown)}"
        return "Call", text
    if picking.knows_partner and picking.partner is None:
        return "Partner", "none: the picker has JD himself, and nobody is told"
    card = _black_jack(view) if partner == "jack-of-clubs" else "JD"
    return "Partner", f"{holder}, who holds {card}"


def _black_jack(view: View) -> str:
    """The card that makes the partner in hoyle-4 (R13), as far as the viewer knows it."""
    picking = view.picking
    if not picking.knows_partner or picking.partner is None:
        return "JC, or JS if the picker has JC"
    hand = view.seats[picking.partner].hand
    return "JC" if hand is not None and hand >> _JC & 1 else "JS, for the picker has JC"


def _stakes(picking: ShownPicking) -> Iterable[tuple[str, str]]:
    if not picking.cracks:
        return
    answers = [f"seat {seat} {'cracks' if yes else 'no'}" for seat, yes in picking.cracks]
    if picking.recrack is not None:
        answers.append(
            "the picker re-cracks" if picking.recrack else "the picker does not re-crack"
        )
    yield "Crack", f"{', '.join(answers)}: the stake is ×{picking.stake}"
