"""One playing as plain data: what `show` prints, for programs. What is hidden is null."""

from __future__ import annotations

from arena.report.view import ShownFault, ShownPicking, ShownSeat, ShownTrick, View
from arena.rules.actions import format_action
from arena.rules.cards import Card, Mask, cards_of, format_card


def playing_object(view: View) -> dict[str, object]:
    """*view* as a JSON object; cards are their two letters, seats their numbers."""
    sitting, result = view.sitting, view.result
    return {
        "event": sitting.event,
        "match": sitting.match,
        "rotation": sitting.rotation,
        "attempt": sitting.attempt,
        "deal": view.deal,
        "variant": {"name": sitting.variant.name, **sitting.variant.options()},
        "time": sitting.time,
        "viewer": view.viewer,
        "seats": [_seat_object(seat) for seat in view.seats],
        "picking": _picking_object(view.picking),
        "tricks": [_trick_object(trick) for trick in view.tricks],
        "faults": [_fault_object(fault) for fault in view.faults],
        "notes": list(view.notes),
        "result": {
            "outcome": result.outcome,
            "picker": result.picker,
            "partner": result.partner,
            "side_points": None if result.picker is None else view.side_points,
            "blind_to": view.last_trick_blind,
        },
    }


def _seat_object(seat: ShownSeat) -> dict[str, object]:
    return {
        "bot": None if seat.bot is None else str(seat.bot),
        "hand": _cards(seat.hand),
        "points": seat.points,
        "tricks": seat.tricks,
        "score": seat.score,
        "penalty": seat.penalty,
        "asked": seat.asked,
        "ms": seat.ms,
        "slowest_ms": seat.slowest_ms,
        "cpu_ms": seat.cpu_ms,
    }


def _picking_object(picking: ShownPicking) -> dict[str, object]:
    return {
        "thrown_in": picking.thrown_in,
        "passes": picking.passes,
        "picker": picking.picker,
        "blind": _cards(picking.blind),
        "bury": _cards(picking.bury),
        "kept": _cards(picking.kept),
        "called": _card(picking.called),
        "unknown_set_aside": picking.unknown_set_aside,
        "unknown": _card(picking.unknown),
        "alone": picking.alone,
        "partner": picking.partner if picking.knows_partner else None,
        "cracks": [{"seat": seat, "cracks": cracks} for seat, cracks in picking.cracks],
        "recrack": picking.recrack,
        "stake": picking.stake,
    }


def _trick_object(trick: ShownTrick) -> dict[str, object]:
    return {
        "leader": trick.leader,
        "cards": [_card(shown.card) for shown in trick.cards],
        "by_referee": [seat for seat, shown in enumerate(trick.cards) if shown.by_referee],
        "forced": [seat for seat, shown in enumerate(trick.cards) if shown.forced],
        "winner": trick.winner,
        "points": trick.points,
        "side_points": trick.side_points,
        "reveals_partner": trick.reveals_partner,
    }


def _fault_object(fault: ShownFault) -> dict[str, object]:
    return {
        "seat": fault.seat,
        "place": fault.place,
        "fault": None if fault.fault is None else fault.fault.value,
        "detail": fault.detail,
        "offered": None if fault.offered is None else format_action(fault.offered),
        "played": None if fault.played is None else format_action(fault.played),
    }


def _card(card: Card | None) -> str | None:
    return None if card is None else format_card(card)


def _cards(cards: Mask | None) -> list[str] | None:
    return None if cards is None else [format_card(card) for card in cards_of(cards)]
