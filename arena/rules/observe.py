"""What one seat may know of a deal (R50), and nothing else (R51)."""

from __future__ import annotations

from arena.rules.cards import POINTS
from arena.rules.deal import Deal
from arena.rules.observation import HIDDEN, Observation, SeenTrick


def observe(deal: Deal, seat: int, totals: tuple[int, ...] = ()) -> Observation:
    """What *seat* may know now. Only while a decision is due, its own or another's.

    Legal answers are in it if the decision is the seat's own; otherwise they are None.

    Args:
        totals: a race's, by seat; they come from the deals before this one.
    """
    kind = deal.kind
    assert kind is not None, "the deal is over"
    picked = seat == deal.picker
    sees_unknown = _sees_unknown(deal, seat)
    return Observation(
        variant=deal.variant,
        seat=seat,
        kind=kind,
        legal=deal.legal() if seat == deal.seat else None,
        hand=deal.hands[seat],
        passes=deal.passes,
        picker=deal.picker,
        leaster=deal.leaster,
        called=deal.called,
        unknown_set_aside=deal.unknown is not None,
        unknown=deal.unknown if sees_unknown else None,
        alone=deal.alone,
        partner=deal.partner if deal.partner_public else None,
        cracks=tuple(deal.cracks),
        crack_seats=tuple(deal.crack_seats),
        recrack=deal.recrack,
        stake=deal.stake,
        tricks=deal.tricks if sees_unknown else _without_unknown(deal),
        blind=deal.blind if picked else 0,
        bury=deal.bury if picked else 0,
        totals=totals,
    )


def _sees_unknown(deal: Deal, seat: int) -> bool:
    """Whether *seat* may see the face of the unknown, if there is one.

    The picker set it aside; the winner of the trick it fell in turned it over
    with the trick (R14).
    """
    unknown = deal.unknown
    if unknown is None or seat == deal.picker:
        return True
    if unknown not in deal.plays:
        return False
    trick = deal.plays.index(unknown) // deal.variant.players
    return trick < len(deal.winners) and deal.winners[trick] == seat


def _without_unknown(deal: Deal) -> tuple[SeenTrick, ...]:
    return tuple(
        SeenTrick(
            trick.leader,
            tuple(HIDDEN if card == deal.unknown else card for card in trick.cards),
            trick.suit,
            trick.winner,
            sum(POINTS[card] for card in trick.cards if card != deal.unknown),
        )
        for trick in deal.tricks
    )
