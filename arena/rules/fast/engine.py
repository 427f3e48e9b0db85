"""From deals to arrays, through the compiled code, and back to actions and results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from arena.rules.actions import Action, Word
from arena.rules.cards import Mask
from arena.rules.deal import Deal
from arena.rules.fast import kernel as at
from arena.rules.fast.policy import SENSIBLE, Policy
from arena.rules.fast.position import Numbers, fresh, row_of, table_of
from arena.rules.variants import Variant

_WORDS: Final = tuple(Word)
_NO_RECORDS: Final = np.empty((0, at.RECORD_SIZE), np.int64)
_UNUSED: Final = SENSIBLE.tables()
"""Stands where random play has no policy: compiled code wants tables of some kind."""


def ends_from(deals: Sequence[Deal], each: int, seed: int, policy: Policy | None) -> Numbers:
    """How *deals*, of one table, end: *each* rows for each deal."""
    ends, _ = _from(deals, each, seed, policy, _NO_RECORDS)
    return ends


def recorded_from(
    deals: Sequence[Deal], each: int, seed: int, policy: Policy | None
) -> tuple[Numbers, Numbers]:
    """The same, and what was done."""
    records = np.zeros((len(deals) * each, at.RECORD_SIZE), np.int64)
    return _from(deals, each, seed, policy, records)


def _from(
    deals: Sequence[Deal], each: int, seed: int, policy: Policy | None, records: Numbers
) -> tuple[Numbers, Numbers]:
    ends = np.zeros((len(deals) * each, at.END_SIZE), np.int64)
    if not ends.size:
        return ends, records
    rows = np.array([row_of(deal) for deal in deals])
    tables, follows = _policy(policy)
    table = table_of(deals[0].variant)
    at.play_out_rows(rows, each, table, _seed(seed), tables, follows, records, ends)
    return ends, records


def ends_of_fresh(table: Variant, count: int, seed: int, policy: Policy | None) -> Numbers:
    """How *count* deals end that are shuffled here."""
    ends, _ = _fresh(table, count, seed, policy, _NO_RECORDS)
    return ends


def recorded_fresh(
    table: Variant, count: int, seed: int, policy: Policy | None
) -> tuple[Numbers, Numbers]:
    """The same, with the cards dealt and what was done."""
    records = np.zeros((count, at.RECORD_SIZE), np.int64)
    return _fresh(table, count, seed, policy, records)


def _fresh(
    table: Variant, count: int, seed: int, policy: Policy | None, records: Numbers
) -> tuple[Numbers, Numbers]:
    ends = np.zeros((count, at.END_SIZE), np.int64)
    tables, follows = _policy(policy)
    numbers = table_of(table)
    at.play_fresh_deals(fresh(table), numbers, _seed(seed), tables, follows, records, ends)
    return ends, records


def _policy(policy: Policy | None) -> tuple[at.PolicyTables, bool]:
    return (_UNUSED, False) if policy is None else (policy.tables(), True)


def _seed(seed: int) -> int:
    return int(np.uint64(seed & 0xFFFFFFFFFFFFFFFF).astype(np.int64))


def actions_of(record: Numbers) -> tuple[Action, ...]:
    """What was done, in order."""
    codes = record[at.ACTIONS : at.ACTIONS + int(record[at.LENGTH])]
    return tuple(_action(int(code)) for code in codes)


def _action(code: int) -> Action:
    unknown = code >> at.UNKNOWN_AT
    cards = code >> at.CARDS_AT & 0xFFFFFFFF
    return Action(_WORDS[code & at.WORDS], cards, 1 << unknown - 1 if unknown else 0)


def dealt_of(record: Numbers, table: Variant) -> tuple[tuple[Mask, ...], Mask]:
    """The hands and the blind of a fresh deal."""
    hands = record[at.DEALT : at.DEALT + table.players]
    return tuple(map(int, hands)), int(record[at.DEALT_BLIND])
