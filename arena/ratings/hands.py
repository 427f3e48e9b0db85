"""What several bots made of one hand: each one's score against the mean of the others'.

In a duplicate match a seat of a deal is dealt the same cards in every rotation, and every
time another entry holds them. Where a deal was thrown in (R38) it is the first hand that
they share; what came after it is part of what they made of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from arena.ratings.blocks import Match
from arena.referee.playing import Playing


@dataclass(frozen=True, slots=True)
class Holding:
    """One hand of a deal as one bot held it, in one rotation."""

    playing: Playing
    seat: int
    """Which hand of the deal it is."""
    score: int
    """What the holder scored, penalties subtracted."""
    others: Fraction | None
    """The mean of what other bots scored with the hand; None where no other has held it."""

    @property
    def entry(self) -> int:
        """Who held it."""
        return self.playing.seating[self.seat]

    @property
    def against(self) -> Fraction | None:
        """How much more the holder made of it than the others."""
        return None if self.others is None else self.score - self.others


def holdings(match: Match) -> tuple[Holding, ...]:
    """Every hand of a duplicate *match* with each of its holders, by deal, seat and rotation."""
    of_hand: defaultdict[tuple[int, int], list[Playing]] = defaultdict(list)
    for playing in sorted(match.playings, key=lambda playing: playing.rotation):
        for seat in range(len(playing.seating)):
            of_hand[playing.deal, seat].append(playing)
    return tuple(
        holding
        for (_, seat), playings in sorted(of_hand.items())
        for holding in _holdings(match, playings, seat)
    )


def dearest(held: Iterable[Holding]) -> tuple[Holding, ...]:
    """Those that cost their bots something against the others, the worst first."""
    costly = [(one.against, one) for one in held if one.against is not None and one.against < 0]
    return tuple(one for _, one in sorted(costly, key=lambda pair: (pair[0], _place(pair[1]))))


def _holdings(match: Match, playings: Iterable[Playing], seat: int) -> Iterable[Holding]:
    made = [
        (playing, match.bots[playing.seating[seat]], playing.scores[seat] - playing.penalties[seat])
        for playing in playings
    ]
    for playing, bot, score in made:
        others = [other for _, holder, other in made if holder != bot]
        yield Holding(playing, seat, score, Fraction(sum(others), len(others)) if others else None)


def _place(holding: Holding) -> tuple[int, int, int]:
    return holding.playing.deal, holding.playing.rotation, holding.seat
