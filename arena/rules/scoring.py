"""What a deal is worth to each seat, from points and tricks (R20 to R22, R30, R31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arena.rules.variants import Variant

_PICKER_ALONE: Final = ("picker-alone-3", "picker-alone-4")
"""Where both sides need 30 points to be out of schneider (R21)."""
_ALONE: Final = False
_WITH_PARTNER: Final = True
_WON: Final = True
_LOST: Final = False
_PAYMENTS: Final[Mapping[tuple[str, bool, bool], tuple[int, int, int]]] = {
    ("called-ace", _WITH_PARTNER, _WON): (2, 1, -1),
    ("called-ace", _WITH_PARTNER, _LOST): (-4, -2, 2),
    ("called-ace", _ALONE, _WON): (4, 0, -1),
    ("called-ace", _ALONE, _LOST): (-8, 0, 2),
    ("jack-of-diamonds", _WITH_PARTNER, _WON): (2, 1, -1),
    ("jack-of-diamonds", _WITH_PARTNER, _LOST): (-3, 0, 1),
    ("jack-of-diamonds", _ALONE, _WON): (8, 0, -2),
    ("jack-of-diamonds", _ALONE, _LOST): (-8, 0, 2),
    ("picker-alone-3", _ALONE, _WON): (2, 0, -1),
    ("picker-alone-3", _ALONE, _LOST): (-2, 0, 1),
    ("picker-alone-4", _ALONE, _WON): (3, 0, -1),
    ("picker-alone-4", _ALONE, _LOST): (-3, 0, 1),
    ("hoyle-3", _ALONE, _WON): (2, 0, 0),
    ("hoyle-3", _ALONE, _LOST): (-2, 0, 0),
    ("hoyle-4", _WITH_PARTNER, _WON): (1, 1, 0),
    ("hoyle-4", _WITH_PARTNER, _LOST): (-1, -1, 0),
    ("hoyle-4", _ALONE, _WON): (2, 0, 0),
    ("hoyle-4", _ALONE, _LOST): (-2, 0, 0),
}
"""To picker, partner and each defender at class 1: the rows of R22, `loss_payer` picker."""
_SIDE_PAYS: Final = (-2, -1, 1)
"""What `loss_payer` side makes of a loss with a partner (R22)."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended. Tuples are by seat."""

    points: tuple[int, ...]
    """Card points of the seat's tricks, with the blind where it goes if all passed; no bury."""
    tricks: tuple[int, ...]
    """How many tricks the seat took."""
    outcome: str
    """``won-1`` to ``won-3``, ``lost-1`` to ``lost-3``, ``leaster``, ``least``, ``thrown-in``."""
    scores: tuple[int, ...]
    """What the seat wins or loses, the stake in it."""
    picker: int | None
    partner: int | None
    """The picker's partner; None if he was alone, announced or secretly."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the picker's side won, and by how much."""

    won: bool
    level: int
    """The class of R21: 1, 2 (schneider) or 3 (schwarz)."""

    @property
    def outcome(self) -> str:
        """The word that logs write."""
        return f"{'won' if self.won else 'lost'}-{self.level}"


def picked_result(
    variant: Variant,
    points: Sequence[int],
    tricks: Sequence[int],
    *,
    bury_points: int,
    picker: int,
    partner: int | None,
    stake: int,
) -> Result:
    """The result of a deal that was picked (R20 to R22).

    Args:
        points: of each seat's tricks.
        tricks: how many each seat took.
        stake: what every score is multiplied by (R37, R38).
    """
    side = (picker,) if partner is None else (picker, partner)
    side_points = bury_points + sum(points[seat] for seat in side)
    side_tricks = sum(tricks[seat] for seat in side)
    schneider = 29 if variant.name in _PICKER_ALONE else 30
    ruling = verdict(side_points, side_tricks, variant.hand_size, schneider)
    scores = picked_scores(variant, ruling, picker, partner)
    multiplied = tuple(score * stake for score in scores)
    return Result(tuple(points), tuple(tricks), ruling.outcome, multiplied, picker, partner)


def leaster_result(
    variant: Variant,
    points: Sequence[int],
    tricks: Sequence[int],
    *,
    blind_points: int,
    last_winner: int,
    stake: int,
) -> Result:
    """The result of a deal that all passed and that was played (R30), arguments as above."""
    totals = list(points)
    if variant.leaster_blind == "last-trick":
        totals[last_winner] += blind_points
    scores = leaster_scores(totals, tricks, needs_trick=variant.leaster_needs_trick)
    multiplied = tuple(score * stake for score in scores)
    return Result(tuple(totals), tuple(tricks), "leaster", multiplied, None, None)


def least_result(points: Sequence[int], winners: Sequence[int], *, blind_points: int) -> Result:
    """The result of a hoyle deal that all passed (R31).

    Args:
        points: of each seat's tricks, without the blind.
        winners: who took each trick, the last one with the blind.
    """
    totals = list(points)
    totals[winners[-1]] += blind_points
    tricks = tuple(winners.count(seat) for seat in range(len(points)))
    return Result(tuple(totals), tricks, "least", least_scores(totals, winners), None, None)


def thrown_in_result(variant: Variant) -> Result:
    """The result of a deal that nobody played and that another one replaces (R38)."""
    nothing = (0,) * variant.players
    return Result(nothing, nothing, "thrown-in", nothing, None, None)


def verdict(points: int, tricks: int, of_tricks: int, schneider: int = 30) -> Verdict:
    """Won or lost, and the class, for the picker's side (R20, R21).

    Tricks, not points, decide class 3: a rich bury saves nobody without a
    trick, and 120 points are class 2 if a worthless trick was lost.

    Args:
        points: of the side's tricks, and the bury.
        tricks: that picker and partner took, of *of_tricks*.
        schneider: who loses with so many points or fewer loses class 2.
    """
    if points >= 61:
        return Verdict(won=True, level=3 if tricks == of_tricks else 2 if points >= 91 else 1)
    return Verdict(won=False, level=3 if tricks == 0 else 2 if points <= schneider else 1)


def picked_scores(
    variant: Variant, ruling: Verdict, picker: int, partner: int | None
) -> tuple[int, ...]:
    """What each seat wins or loses on a picked deal at stake 1 (R22)."""
    row = variant.name, partner is not None, ruling.won
    for_picker, for_partner, for_defender = _PAYMENTS[row]
    if variant.loss_payer == "side" and partner is not None and not ruling.won:
        for_picker, for_partner, for_defender = _SIDE_PAYS
    scores = [for_defender * ruling.level] * variant.players
    scores[picker] = for_picker * ruling.level
    if partner is not None:
        scores[partner] = for_partner * ruling.level
    return tuple(scores)


def leaster_scores(
    points: Sequence[int], tricks: Sequence[int], *, needs_trick: bool
) -> tuple[int, ...]:
    """What each seat wins or loses in a leaster at stake 1 (R30).

    Args:
        points: by seat, with the blind where it goes.
        needs_trick: only seats that took a trick compete.
    """
    seats = range(len(points))
    competing = [seat for seat in seats if tricks[seat] or not needs_trick]
    fewest = min(points[seat] for seat in competing)
    winners = [seat for seat in competing if points[seat] == fewest]
    if len(winners) > 1:
        return (0,) * len(points)
    return tuple(len(points) - 1 if seat == winners[0] else -1 for seat in seats)


def least_scores(points: Sequence[int], winners: Sequence[int]) -> tuple[int, ...]:
    """What each seat wins or loses in a least, in the order of R31.

    Args:
        points: by seat, with the blind.
        winners: who took each trick.
    """
    seats = range(len(points))
    trickless = [seat for seat in seats if seat not in winners]
    if len(trickless) == len(points) - 1:
        return tuple(0 if seat in trickless else -4 for seat in seats)
    if trickless:
        return tuple(4 // len(trickless) if seat in trickless else 0 for seat in seats)
    fewest = min(points)
    last_tricks = {seat: trick for trick, seat in enumerate(winners) if points[seat] == fewest}
    winner = min(last_tricks, key=lambda seat: last_tricks[seat])
    return tuple(2 if seat == winner else 0 for seat in seats)
