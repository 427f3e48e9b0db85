"""Who sits where when two bots are compared: each deal is played twice, the two exchanged.

Theory. What a deal is worth to a seat, and what the others do there, is common to both of
its playings and falls out of their difference. An exchange is complete only where whatever
one bot meets in the first sitting the other meets in the second: the same hands in the same
order, beside bots with the same past. So versus form has an entry of A and one of B for each
seat, whose processes change places as a pair, and panel form has one of each, of which one
plays. If A and B decide alike the two sittings are copies of one another, faults and
what bots remember included, and every difference is exactly 0.

A versus table holds as nearly as many A as B: about half of the seats tell of each. Which
seats is drawn for each deal from the match's secret, so that it can be checked and cannot be
foreseen.
"""

from __future__ import annotations

from collections.abc import Sequence

from arena.referee.form import Form, first_copies
from arena.rules.shuffle import shuffle


def drawn_seats(secret: bytes, deal: int, seats: int) -> tuple[int, ...]:
    """The seats of a table in the order drawn for *deal*: every order is equally likely.

    The deck is shuffled as for a deal (R6), under the label ``seats:`` and the deal's index;
    the cards with numbers below *seats*, as they come in it, are the seats.

    Args:
        secret: the match's.
        deal: the event's deal index.
    """
    return tuple(card for card in shuffle(secret, f"seats:{deal}") if card < seats)


def exchanged(form: Form, rotation: int, order: Sequence[int]) -> tuple[int, ...]:
    """The entry at each seat, of a form that exchanges two bots.

    - Versus: entry s is A's at seat s, entry n + s is B's there. In rotation 0 A has the
      first `first_copies` seats of *order*, in rotation 1 all the others.
    - Panel: entry 0 is A, entry 1 is B; A in rotation 0, B in rotation 1, has the first seat
      of *order*, and the panel, entries 2 to n, the others.

    Args:
        order: as `drawn_seats` gives it.
    """
    assert form.exchanges
    seats = len(order)
    entries = list(range(seats))
    if form is Form.PANEL:
        for place, seat in enumerate(order):
            entries[seat] = place + 1 if place else rotation
        return tuple(entries)
    copies = first_copies(seats)
    for seat in order[copies:] if rotation == 0 else order[:copies]:
        entries[seat] += seats
    return tuple(entries)
