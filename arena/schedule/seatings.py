"""Which seatings a playing may have, whatever the form of its match."""

from __future__ import annotations

from itertools import permutations

from arena.referee.lines import SittingLine
from arena.schedule.exchange import drawn_seats, exchanged
from arena.schedule.rotation import seating


def possible_seatings(
    header: SittingLine, deal: int, secret: bytes | None
) -> tuple[tuple[int, ...], ...]:
    """The seatings of *deal* in the sitting of *header*: one, unless it depends on a secret.

    Args:
        secret: the match's; without it every seating that could have been drawn is possible.
    """
    seats = header.variant.players
    if not header.form.exchanges:
        first = seating(header.rotation, seats)
        return (header.form.seating(first, deal - header.first_deal),)
    orders = permutations(range(seats)) if secret is None else [drawn_seats(secret, deal, seats)]
    return tuple(dict.fromkeys(exchanged(header.form, header.rotation, order) for order in orders))
