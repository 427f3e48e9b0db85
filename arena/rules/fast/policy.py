"""How every seat plays in a compiled playout, said in tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena.rules.cards import DECK, POINTS, SUIT_MASKS, TRUMP, Card

ROLES: Final = ("picker", "partner", "defender", "leaster")
"""Who plays: a side's member, or anybody in a leaster or least."""
SITUATIONS: Final = ("leading", "loses to them", "beats them", "loses to us", "beats us")
"""What a card would do: be led, or beat or not the best card so far, theirs or our side's.

In a leaster everybody else is "them". The partner counts as "us" for the picker, and the
picker for the partner, whether the table knows or not: a playout sees all cards.
"""
_MOST_TRUMPS: Final = 14

PlayTable: TypeAlias = tuple[tuple[tuple[float, ...], ...], ...]


class PolicyError(ValueError):
    """A table of another shape, or a chance that is none."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What each seat does, whoever it is. Chances are 0 to 1.

    A call that is not `alone`, with the unknown that goes with it, is any legal one.

    Raises:
        PolicyError: a table of another shape, or a chance that is none.
    """

    pick: tuple[float, ...]
    """The chance to pick, by trumps held: fifteen, for none to all fourteen."""
    bury: tuple[float, ...]
    """A value by card; the highest are buried."""
    play: PlayTable
    """A value by role, situation and card; of the legal cards the highest is played.

    The lower card number among equals.
    """
    go_alone: float = 0.0
    """The chance of `alone` where something else may be said."""
    crack: float = 0.0
    recrack: float = 0.0
    slip: float = 0.0
    """The chance that a play is any legal card instead."""

    def __post_init__(self) -> None:
        _check_shape("pick", self.pick, (_MOST_TRUMPS + 1,))
        _check_shape("bury", self.bury, (len(POINTS),))
        _check_shape("play", self.play, (len(ROLES), len(SITUATIONS), len(POINTS)))
        chances = (*self.pick, self.go_alone, self.crack, self.recrack, self.slip)
        for chance in chances:
            if not 0 <= chance <= 1:
                raise PolicyError(f"chance {chance!r}: expected 0 to 1")

    def tables(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
        """As compiled code takes them: pick, bury, what is announced, play."""
        announce = (self.go_alone, self.crack, self.recrack, self.slip)
        pick, bury, said, play = map(_numbers, (self.pick, self.bury, announce, self.play))
        return pick, bury, said, play


def play_table(value: Callable[[str, str, Card], float]) -> PlayTable:
    """The table of plays in which each card has the *value* of role, situation and card."""
    return tuple(
        tuple(tuple(value(role, situation, card) for card in range(32)) for situation in SITUATIONS)
        for role in ROLES
    )


def _check_shape(name: str, table: Sequence[object], expected: tuple[int, ...]) -> None:
    try:
        shape = _numbers(table).shape
    except (TypeError, ValueError):
        raise PolicyError(f"{name}: expected numbers in the shape {expected}") from None
    if shape != expected:
        raise PolicyError(f"{name}: shape {shape}: expected {expected}")


def _numbers(table: Sequence[object]) -> NDArray[np.float64]:
    return np.array(table, np.float64)


def _is_trump(card: Card) -> bool:
    return bool(SUIT_MASKS[TRUMP] & DECK & 1 << card)


def _sensible_play(role: str, situation: str, card: Card) -> float:
    points = POINTS[card]
    strength = 31 - card
    if role == "leaster":
        return -points - strength / 100 if situation != "beats them" else -20 - points
    match situation:
        case "leading" if role == "defender":
            return points / 10 - (20 if _is_trump(card) else 0)
        case "leading":
            return strength
        case "loses to them":
            return -points - strength / 100
        case "beats them":
            return 30 + points - strength / 100
        case "loses to us":
            return points - strength / 100
        case _:
            return points - 5 - strength / 100


SENSIBLE: Final = Policy(
    pick=(0.0, 0.0, 0.0, 0.1, 0.5, 0.9, *[1.0] * 9),
    bury=tuple(POINTS[card] - (50 if _is_trump(card) else 0) for card in range(32)),
    play=play_table(_sensible_play),
    slip=0.05,
)
"""Wins what it can, gives points to its own side, few to the other; better than chance, no more."""
