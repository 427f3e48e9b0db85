"""Which matches a gauntlet plays: some bots, its seeds, one at a time against a panel.

Every table has one seed; seeds never meet each other, and the panel never plays without
one. A round lets each member of the panel meet each seed as often as there are distances
between two seats, so that it can sit at each of them once.
"""

from __future__ import annotations

from typing import Final

from arena.schedule.draws import Draws
from arena.schedule.meetings import Meetings
from arena.schedule.neighbours import Neighbours, Order
from arena.schedule.owners import Owners, are_of_one_owner, crowding_owner, nobodys
from arena.schedule.round_robin import LineUp, one_line_up

_SIZES: Final = (3, 4, 5)


def gauntlet(
    seeds: int, panel: int, seats: int, seed: bytes, rounds: int = 1, owners: Owners | None = None
) -> tuple[LineUp, ...]:
    """The line-ups of a gauntlet, in the order in which its matches are numbered.

    Seeds are the entrants 0 to seeds − 1, the panel those after them. In a round

    - with more members of the panel than empty seats, there are as many tables for each seed
      as members, and each member meets it (seats − 1) times, at balanced tables;
    - with fewer, house bots fill the seats, and the line-up of a seed is played once in each
      cyclic order of a family in which every two sit every distance apart equally often.

    Balance is kept over all rounds and seeds.

    Args:
        seeds: 1 or more.
        panel: 1 or more.
        seats: how many play at a table, 3 to 5.
        seed: what the schedule is drawn from; the same one gives the same schedule.
        rounds: 1 or more.
        owners: None where they do not matter.

    Raises:
        ValueError: none of one of them, a table of another size, or owners that
            `barred_pair` or `most_of_one_owner` rules out.
    """
    if min(seeds, panel, rounds) < 1 or seats not in _SIZES:
        raise ValueError(f"{seeds} seeds, {panel} others, {seats} seats: no gauntlet")
    owners = nobodys(seeds + panel) if owners is None else owners
    most = most_of_one_owner(panel, seats)
    if barred_pair(owners, seeds) or crowding_owner(owners[seeds:], most):
        raise ValueError(f"{owners} at tables of {seats}: no gauntlet of {seeds} seeds")
    draws = Draws(seed)
    if panel < seats:
        return tuple(_small_panel(seeds, panel, seats, draws, rounds))
    neighbours = Neighbours(seeds + panel, seats, draws)
    meetings = Meetings(panel, seats - 1, draws, owners[seeds:])
    matches: list[Order] = []
    for _ in range(rounds):
        line_ups = [
            (place, *(seeds + member for member in table))
            for place in range(seeds)
            for table in meetings.draw_round(seats - 1)
        ]
        matches += neighbours.seat_round(draws.shuffled(line_ups))
    return tuple(matches)


def most_of_one_owner(panel: int, seats: int) -> int:
    """How many of the panel one owner can have: with more they cannot sit equally often."""
    return max(1, panel // (seats - 1))


def barred_pair(owners: Owners, seeds: int) -> tuple[int, int] | None:
    """A seed and a member of the panel that are one owner's and so would never meet."""
    for place in range(seeds):
        for member in range(seeds, len(owners)):
            if are_of_one_owner(owners, place, member):
                return place, member
    return None


def _small_panel(seeds: int, panel: int, seats: int, draws: Draws, rounds: int) -> list[LineUp]:
    """Each seed with the whole panel in several orders, and house bots where seats are left."""
    matches: list[LineUp] = []
    for place in range(seeds):
        members = (place, *range(seeds, seeds + panel))
        matches += [
            tuple(None if seat is None else members[seat] for seat in line_up)
            for line_up in one_line_up(1 + panel, seats, draws, rounds)
        ]
    return draws.shuffled(matches)
