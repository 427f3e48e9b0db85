"""Matches made of scores alone, for tests of what is computed from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from arena.ratings.blocks import Match
from arena.referee.playing import Playing
from arena.schedule.rotation import first_deal, seating

NO_PENALTIES = (0, 0, 0, 0, 0)


def playing(
    rotation: int,
    scores: Sequence[int],
    *,
    match: int = 1,
    deal: int = 0,
    penalties: Sequence[int] = NO_PENALTIES,
    faults: Sequence[tuple[int, str]] = (),
    picker: int | None = None,
    outcome: str = "leaster",
) -> Playing:
    """A playing with *scores* and *penalties* by seat."""
    seats = len(scores)
    return Playing(
        match=match,
        rotation=rotation,
        deal=deal,
        seating=seating(rotation, seats),
        actions=("pass",) * seats,
        faults=tuple(faults),
        outcome=outcome,
        picker=picker,
        partner=None,
        points=(120, *[0] * (seats - 1)),
        tricks=(6, *[0] * (seats - 1)),
        scores=tuple(scores),
        penalties=tuple(penalties[:seats]),
    )


def match_of(
    bots: str | Sequence[str],
    totals: Iterable[Sequence[int]],
    *,
    number: int = 1,
    digests: Mapping[str, str] | None = None,
) -> Match:
    """A match whose blocks end with *totals* by entry, all of it scored in rotation 0.

    Args:
        bots: names by entry; separated by spaces if a text.
        digests: by name, where it is not the name itself.
    """
    line_up = tuple(bots.split() if isinstance(bots, str) else bots)
    playings = []
    blocks = list(totals)
    for deal, block in enumerate(blocks, start=first_deal(number, len(blocks))):
        nothing = [0] * len(line_up)
        for rotation in range(len(line_up)):
            scores = nothing if rotation else block
            playings.append(playing(rotation, scores, match=number, deal=deal))
    kinds = tuple((digests or {}).get(bot, bot) for bot in line_up)
    return Match(number, line_up, kinds, tuple(playings))


def scored_by_seat(
    bots: str, deals: int, score: Callable[[int, int], Sequence[int]], *, number: int = 1
) -> Match:
    """A match in which deal d in rotation r scores ``score(d, r)`` by seat."""
    line_up = tuple(bots.split())
    first = first_deal(number, deals)
    playings = tuple(
        playing(rotation, score(deal, rotation), match=number, deal=first + deal)
        for deal in range(deals)
        for rotation in range(len(line_up))
    )
    return Match(number, line_up, line_up, playings)


def random_totals(
    random: Random, strengths: Sequence[float], deals: int, deviation: float = 6.0
) -> list[tuple[int, ...]]:
    """Block totals by entry that sum to 0, around *strengths* in score per playing."""
    seats = len(strengths)
    blocks = []
    for _ in range(deals):
        raw = [seats * mean + random.gauss(0, deviation) for mean in strengths]
        middle = sum(raw) / seats
        totals = [round(value - middle) for value in raw]
        totals[random.randrange(seats)] -= sum(totals)
        blocks.append(tuple(totals))
    return blocks
