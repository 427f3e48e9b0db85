"""What a deal is worth to each seat, from points and tricks (R20 to R22, R30)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena.rules.variants import Variant


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended. Tuples are by seat."""

    points: tuple[int, ...]
    """Card points of the seat's tricks, with a leaster's blind where it goes; no bury."""
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
    ruling = verdict(side_points, side_tricks, variant.hand_size)
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


def thrown_in_result(variant: Variant) -> Result:
    """The result of a deal that nobody played and that another one replaces (R38)."""
    nothing = (0,) * variant.players
    return Result(nothing, nothing, "thrown-in", nothing, None, None)


def verdict(points: int, tricks: int, of_tricks: int) -> Verdict:
    """Won or lost, and the class, for the picker's side (R20, R21).

    Tricks, not points, decide class 3: a rich bury saves nobody without a
    trick, and 120 points are class 2 if a worthless trick was lost.

    Args:
        points: of the side's tricks, and the bury.
        tricks: that picker and partner took, of *of_tricks*.
    """
    if points >= 61:
        return Verdict(won=True, level=3 if tricks == of_tricks else 2 if points >= 91 else 1)
    return Verdict(won=False, level=3 if tricks == 0 else 2 if points <= 30 else 1)


def picked_scores(
    variant: Variant, ruling: Verdict, picker: int, partner: int | None
) -> tuple[int, ...]:
    """What each seat wins or loses on a picked deal at stake 1 (R22)."""
    for_picker, for_partner, for_defender = _payments(variant, ruling.won, partner is None)
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


def _payments(variant: Variant, won: bool, without_partner: bool) -> tuple[int, int, int]:
    """To picker, partner and each defender at class 1: the rows of R22."""
    match variant.name, won, without_partner:
        case "called-ace", True, False:
            return 2, 1, -1
        case "called-ace", True, True:
            return 4, 0, -1
        case "called-ace", False, False:
            return -4, -2, 2
        case "called-ace", False, True:
            return -8, 0, 2
        case "jack-of-diamonds", True, False:
            return 2, 1, -1
        case "jack-of-diamonds", True, True:
            return 8, 0, -2
        case "jack-of-diamonds", False, False:
            return (-2, -1, 1) if variant.loss_payer == "side" else (-3, 0, 1)
        case "jack-of-diamonds", False, True:
            return -8, 0, 2
    raise AssertionError(f"no payments for {variant.name}")
