"""Which matches a round-robin plays: every line-up, or balanced ones when they are many."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Final, TypeAlias

from arena.schedule.draws import Draws
from arena.schedule.meetings import Meetings, appearances
from arena.schedule.neighbours import Neighbours, Order, order_families
from arena.schedule.owners import Owners, crowding_owner, nobodys, share_an_owner

LineUp: TypeAlias = tuple[int | None, ...]
"""Entrants by number in cyclic order; None is a house bot that fills the table."""
ALL_LINE_UPS: Final = 300
"""Up to so many line-ups a round plays them all."""


def round_robin(
    bots: int, seats: int, seed: bytes, rounds: int = 1, owners: Owners | None = None
) -> tuple[LineUp, ...]:
    """The line-ups of a round-robin, in the order in which its matches are numbered.

    In a round every bot plays equally often, and

    - with more bots than seats and at most `ALL_LINE_UPS` line-ups, each is played once;
    - with more line-ups than that, balanced tables are, at which every pair meets about
      twice and, with 50 bots or fewer, at least once;
    - where two bots have one owner, balanced tables are, at which they do not meet;
    - with as many bots as seats, or fewer, the one line-up is played once in each cyclic
      order of a family in which every two sit every distance apart equally often.

    Balance is kept over all rounds: later ones even out what earlier ones could not.

    Args:
        bots: how many entrants, 1 or more.
        seats: how many play at a table, 3 to 5.
        seed: what the schedule is drawn from; the same seed gives the same schedule.
        rounds: 1 or more.
        owners: None where they do not matter.

    Raises:
        ValueError: no bots, no rounds, a table of another size, or an owner with more bots
            than `most_of_one_owner`.

    Source: R40.
    """
    if bots < 1 or rounds < 1 or seats not in (3, 4, 5):
        raise ValueError(f"{bots} bots, {seats} seats, {rounds} rounds: no round-robin")
    owners = nobodys(bots) if owners is None else owners
    if crowding_owner(owners, most_of_one_owner(bots, seats)):
        raise ValueError(f"{owners} at tables of {seats}: no round-robin")
    draws = Draws(seed)
    if bots <= seats:
        return tuple(one_line_up(bots, seats, draws, rounds))
    neighbours = Neighbours(bots, seats, draws)
    matches: list[Order] = []
    for line_ups in _rounds_of_line_ups(bots, seats, draws, rounds, owners):
        matches += neighbours.seat_round(draws.shuffled(line_ups))
    return tuple(matches)


def most_of_one_owner(bots: int, seats: int) -> int:
    """How many of *bots* one owner can have: with more they cannot sit equally often."""
    return max(1, bots // seats)


def _rounds_of_line_ups(
    bots: int, seats: int, draws: Draws, rounds: int, owners: Owners
) -> list[Sequence[Sequence[int]]]:
    if comb(bots, seats) <= ALL_LINE_UPS and not share_an_owner(owners):
        return [list(combinations(range(bots), seats))] * rounds
    meetings = Meetings(bots, seats, draws, owners)
    return [meetings.draw_round(appearances(bots, seats)) for _ in range(rounds)]


def one_line_up(bots: int, seats: int, draws: Draws, rounds: int) -> list[LineUp]:
    """The matches of at most as many bots as seats: one line-up in several cyclic orders."""
    families = draws.shuffled(order_families(seats))
    matches: list[LineUp] = []
    for number in range(rounds):
        family = draws.shuffled(families[number % len(families)])
        matches += _distinct(
            [tuple(bot if bot < bots else None for bot in order) for order in family]
        )
    return matches


def _distinct(orders: Sequence[LineUp]) -> list[LineUp]:
    """*orders* without those that are another one turned: house bots are all alike."""
    kept: dict[LineUp, LineUp] = {}
    for order in orders:
        turned = [order[place:] + order[:place] for place in range(len(order))]
        same = min(turned, key=lambda line_up: [-1 if bot is None else bot for bot in line_up])
        kept.setdefault(same, order)
    return list(kept.values())
