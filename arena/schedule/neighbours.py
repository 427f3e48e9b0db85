"""In which cyclic order a line-up sits, so that nobody always follows the same bot.

Over the orders of one line-up a bot's mean score moves by as much as the gains that
versions make, so orders vary from match to match: every bot shall sit every distance
left of every other one equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
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

    def seat_round(self, line_ups: Sequence[Sequence[int]]) -> list[Order]:
        """An order for each of *line_ups*: descent, again and again from a push off its end."""
        orders: list[Order] = []
        for line_up in line_ups:
            orders.append(self._best(line_up))
            self._count(orders[-1], 1)
        self._descend(orders)
        possible = len(orders) * factorial(len(orders[0]) - 1)
        for _ in range(min(_KICKS, _KICKED_ORDERS // possible)):
            if self._is_even():
                break
            kept, sat, unevenness = orders.copy(), self._sat.copy(), self._unevenness()
            for _ in range(_PUSHED):
                place = self._draws.below(len(orders))
                self._reseat(orders, place, self._draws.shuffled(cyclic_orders(orders[place]))[0])
            self._descend(orders)
            if self._unevenness() > unevenness:
                orders, self._sat = kept, sat
        return orders

    def _descend(self, orders: list[Order]) -> None:
        """Let each table in turn take the order that is best, given all the others'."""
        for _ in range(_SWEEPS):
            before = self._unevenness()
            for place, order in enumerate(orders):
                self._count(order, -1)
                orders[place] = self._best(order)
                self._count(orders[place], 1)
            if self._unevenness() == before:
                return

    def _reseat(self, orders: list[Order], place: int, order: Order) -> None:
        self._count(orders[place], -1)
        self._count(order, 1)
        orders[place] = order

    def _best(self, line_up: Sequence[int]) -> Order:
        orders = self._draws.shuffled(cyclic_orders(line_up))
        return min(orders, key=lambda order: sum(self._sat[cell] for cell in _cells(order)))

    def _count(self, order: Order, times: int) -> None:
        for cell in _cells(order):
            self._sat[cell] += times

    def _is_even(self) -> bool:
        return max(self._sat.values()) - min(self._sat.values()) <= 1

    def _unevenness(self) -> int:
        return sum(times * times for times in self._sat.values())


def _cells(order: Order) -> list[Cell]:
    seats = len(order)
    return [
        (low, high, (order.index(high) - order.index(low)) % seats)
        for low, high in combinations(sorted(order), 2)
    ]
