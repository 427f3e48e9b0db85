"""Deals played out in compiled code: from any position, or from fresh shuffles.

At random, each legal answer as likely, or by a `Policy`. The rules are those of
`arena.rules.deal`, which plays one deal at a time and says why; here whole deals are played
by the thousand and only how they end is told. The first call compiles, which takes ten
seconds or more once per installation, or loads what was compiled: a bot calls `prepare`
before its clock runs. The cards come from a generator of their own; the arena's shuffle (R6) is
`arena.rules.shuffle`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from arena.rules.actions import Action
from arena.rules.cards import Mask
from arena.rules.deal import Deal
from arena.rules.fast.policy import Policy
from arena.rules.scoring import Result
from arena.rules.variants import Variant, variant

if TYPE_CHECKING:
    from types import ModuleType

OUTCOMES: Final = (
    "thrown-in",
    "won-1",
    "won-2",
    "won-3",
    "lost-1",
    "lost-2",
    "lost-3",
    "leaster",
    "least",
)


class CompilerMissingError(ImportError):
    """numba is not installed here."""


@dataclass(frozen=True, slots=True)
class Ends:
    """How deals ended, in the order they were played."""

    variant: Variant
    numbers: NDArray[np.int64]
    """A row for each deal; read it through the properties."""

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def scores(self) -> NDArray[np.int64]:
        """What each seat (column) won or lost, the stake in it, by deal (row)."""
        return self.numbers[:, 0 : self.variant.players]

    @property
    def points(self) -> NDArray[np.int64]:
        """Card points of each seat's tricks, as `Result.points`."""
        return self.numbers[:, 5 : 5 + self.variant.players]

    @property
    def tricks(self) -> NDArray[np.int64]:
        """How many tricks each seat took."""
        return self.numbers[:, 10 : 10 + self.variant.players]

    def result(self, number: int) -> Result:
        """What `Deal.result` says of deal *number*."""
        row = self.numbers[number].tolist()
        picker, partner, outcome = row[15:18]
        seats = self.variant.players
        return Result(
            points=tuple(row[5 : 5 + seats]),
            tricks=tuple(row[10 : 10 + seats]),
            outcome=OUTCOMES[outcome],
            scores=tuple(row[:seats]),
            picker=None if picker < 0 else picker,
            partner=None if partner < 0 else partner,
        )


@dataclass(frozen=True, slots=True)
class Played:
    """One deal with all that was done in it."""

    hands: tuple[Mask, ...]
    """As dealt, by seat; of a deal that was played out, as it was given."""
    blind: Mask
    actions: tuple[Action, ...]
    """From the position that was given to the end."""
    result: Result


def prepare() -> None:
    """Compile, or load what was compiled, now.

    Raises:
        CompilerMissingError: numba is not installed.
    """
    fresh_deals(variant("called-ace"), 1, seed=0)
    cards = 0b111111
    table = variant("called-ace")
    play_out([Deal(table, [cards << 6 * seat for seat in range(5)], 3 << 30)], 1, seed=0)


def play_out(deals: Sequence[Deal], each: int, *, seed: int, policy: Policy | None = None) -> Ends:
    """How *deals*, of one table, end when each is played out *each* times.

    One that is over already ends as it did. One that was thrown in (R38) ends so.

    Returns:
        The ends of the first deal, then those of the second and so on.

    Raises:
        CompilerMissingError: numba is not installed.
        ValueError: there is no deal, or they are of different tables.
    """
    table = _one_table(deals)
    return Ends(table, _engine().ends_from(deals, each, seed, policy))


def fresh_deals(table: Variant, count: int, *, seed: int, policy: Policy | None = None) -> Ends:
    """How *count* deals end that are shuffled and played from their first pass.

    A deal that all pass under `doubler` ends as thrown in (R38).

    Raises:
        CompilerMissingError: numba is not installed.
    """
    return Ends(table, _engine().ends_of_fresh(table, count, seed, policy))


def record_play_out(
    deals: Sequence[Deal], each: int, *, seed: int, policy: Policy | None = None
) -> Iterator[Played]:
    """What `play_out` with the same arguments does, deal by deal."""
    table = _one_table(deals)
    engine = _engine()
    numbers, records = engine.recorded_from(deals, each, seed, policy)
    ends = Ends(table, numbers)
    for number, record in enumerate(records):
        deal = deals[number // each]
        actions = engine.actions_of(record)
        yield Played(deal.dealt, deal.blind, actions, ends.result(number))


def record_fresh_deals(
    table: Variant, count: int, *, seed: int, policy: Policy | None = None
) -> Iterator[Played]:
    """What `fresh_deals` with the same arguments does, deal by deal."""
    engine = _engine()
    numbers, records = engine.recorded_fresh(table, count, seed, policy)
    ends = Ends(table, numbers)
    for number, record in enumerate(records):
        hands, blind = engine.dealt_of(record, table)
        yield Played(hands, blind, engine.actions_of(record), ends.result(number))


def can_compile() -> bool:
    """Whether numba is installed here."""
    return find_spec("numba") is not None


def _one_table(deals: Sequence[Deal]) -> Variant:
    if not deals:
        raise ValueError("no deal: expected at least one")
    table = deals[0].variant
    if any(deal.variant != table for deal in deals):
        raise ValueError("deals of different tables: expected one table")
    return table


def _engine() -> ModuleType:
    """The compiled code, which only loads where numba is."""
    if not can_compile():
        raise CompilerMissingError(
            "compiled playouts need numba: install the arena with its extra 'search', "
            "pip install '.[search]' in its checkout"
        )
    from arena.rules.fast import engine

    return engine
