"""In which cyclic order a line-up sits, so that nobody always follows the same bot.

Over the orders of one line-up a bot's mean score moves by as much as the gains that
versions make, so orders vary from match to match: every bot shall sit every distance
left of every other one equally often.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from math import factorial
from typing import Final, TypeAlias

from arena.schedule.draws import Draws

Order: TypeAlias = tuple[int, ...]
"""A line-up in cyclic order, each one's left neighbour after it."""
Cell: TypeAlias = tuple[int, int, int]
"""Two bots, the lower number first, and how far left the other sits."""
_SWEEPS: Final = 10
"""How often at most, in one descent, every table looks for a better order."""
_KICKS: Final = 100
_KICKED_ORDERS: Final = 20_000
"""How often a round that is stuck gets a push: fewer times the more orders its tables have."""
_MORE_KICKS: Final = 20
"""Beyond those, while counts differ by more than `WITHIN`, looking at the highest above all."""
WITHIN: Final = 2
"""By how much any two counts shall differ at most."""
_FLAT: Final = 1
_STEEP: Final = 3
"""The power of a count that one more meeting costs: squares even out most, fourth powers mind
the highest most."""
_PUSHED: Final = 3
"""To how many tables a push gives any order."""


def cyclic_orders(line_up: Sequence[int]) -> list[Order]:
    """All (k − 1)! cyclic orders of *line_up*, its first member first."""
    first, *others = line_up
    return [(first, *rest) for rest in permutations(others)]


def order_families(seats: int) -> list[list[Order]]:
    """The cyclic orders of one line-up 0..seats−1 in families that are balanced in themselves.

    In a family every two bots sit every distance apart equally often. Of 5 bots it is
    an order and its multiples (place i takes the bot from place a·i mod 5, a = 1..4):
    6 families of 4. Of 3 or 4 bots only all the orders together are balanced.
    """
    orders = cyclic_orders(range(seats))
    if seats != 5:
        return [orders]
    families = []
    while orders:
        family = [tuple(orders[0][a * i % 5] for i in range(5)) for a in range(1, 5)]
        families.append(family)
        orders = [order for order in orders if order not in family]
    return families


class Neighbours:
    """How often each bot sat each distance left of each other, over the rounds so far."""

    def __init__(self, bots: int, seats: int, draws: Draws) -> None:
        self._draws = draws
        pairs = combinations(range(bots), 2)
        self._sat = {(low, high, away): 0 for low, high in pairs for away in range(1, seats)}

    def note(self, orders: Iterable[Sequence[int | None]]) -> None:
        """Count matches that were seated before; None is nobody of these bots."""
        for order in orders:
            self._count(order, 1)

    def seat(self, line_up: Sequence[int]) -> Order:
        """The order of one more table, counted."""
        order = self._best(line_up, _FLAT)
        self._count(order, 1)
        return order

    def seat_round(self, line_ups: Sequence[Sequence[int]]) -> list[Order]:
        """An order for each of *line_ups*: descent, again and again from a push off its end."""
        orders = [self.seat(line_up) for line_up in line_ups]
        self._descend(orders, _FLAT)
        possible = len(orders) * factorial(len(orders[0]) - 1)
        kicks = min(_KICKS, _KICKED_ORDERS // possible)
        for kick in range(kicks + _MORE_KICKS):
            power, within = (_FLAT, 1) if kick < kicks else (_STEEP, WITHIN)
            if self._spread() <= within:
                break
            kept, sat, unevenness = orders.copy(), self._sat.copy(), self._unevenness(power)
            for _ in range(_PUSHED):
                place = self._draws.below(len(orders))
                self._reseat(orders, place, self._draws.shuffled(cyclic_orders(orders[place]))[0])
            self._descend(orders, power)
            if self._unevenness(power) > unevenness:
                orders, self._sat = kept, sat
        return orders

    def _descend(self, orders: list[Order], power: int) -> None:
        """Let each table in turn take the order that is best, given all the others'."""
        for _ in range(_SWEEPS):
            before = self._unevenness(power)
            for place, order in enumerate(orders):
                self._count(order, -1)
                orders[place] = self._best(order, power)
                self._count(orders[place], 1)
            if self._unevenness(power) == before:
                return

    def _reseat(self, orders: list[Order], place: int, order: Order) -> None:
        self._count(orders[place], -1)
        self._count(order, 1)
        orders[place] = order

    def _best(self, line_up: Sequence[int], power: int) -> Order:
        orders = self._draws.shuffled(cyclic_orders(line_up))
        sat = self._sat
        return min(orders, key=lambda order: sum(sat[cell] ** power for cell in _cells(order)))

    def _count(self, order: Sequence[int | None], times: int) -> None:
        for cell in _cells(order):
            self._sat[cell] += times

    def _spread(self) -> int:
        """By how much the counts of pairs that have met differ."""
        met = {(low, high) for (low, high, _), times in self._sat.items() if times}
        counts = [times for (low, high, _), times in self._sat.items() if (low, high) in met]
        return max(counts, default=0) - min(counts, default=0)

    def _unevenness(self, power: int) -> int:
        return sum(times ** (power + 1) for times in self._sat.values())


def _cells(order: Sequence[int | None]) -> list[Cell]:
    seats = len(order)
    bots = sorted({bot for bot in order if bot is not None})
    return [
        (low, high, (order.index(high) - order.index(low)) % seats)
        for low, high in combinations(bots, 2)
    ]
