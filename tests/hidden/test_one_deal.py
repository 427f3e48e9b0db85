"""Exchanged hidden cards leave every byte to a seat as it was (R51), and a leak would be found."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings

from arena.rules.deal import Deal
from tests.hidden.leaks import LEAKS, everybody_is_sent_what_it_may_know
from tests.hidden.told import Tell, honest, random_world, told_apart
from tests.hidden.worlds import RICH, twins
from tests.rules.records import SEEDS

SEARCHED = 1000
"""So many random positions are enough to find a leak, and more than enough."""


@pytest.mark.slow
@given(SEEDS)
@settings(max_examples=300)
def test_no_exchange_of_hidden_cards_changes_a_byte_to_a_seat(seed: int) -> None:
    assert told_apart(seed, honest) is None


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS, ids=[leak.__name__ for leak in LEAKS])
def test_the_exchange_finds_a_planted_leak(leak: Tell) -> None:
    assert any(told_apart(seed, leak) for seed in range(SEARCHED))


@pytest.mark.slow
def test_the_exchange_accuses_nobody_who_says_more_but_nothing_hidden() -> None:
    assert not any(told_apart(seed, everybody_is_sent_what_it_may_know) for seed in range(100))


def test_the_exchanges_reach_all_that_is_hidden_at_both_tables() -> None:
    reached: Counter[str] = Counter()
    for seed in range(400):
        rng = random.Random(seed)
        world = random_world(seed, rng)
        if world.variant.name not in RICH:
            continue
        for twin in twins(world, world.record.replay().seat, rng, 8):
            changed = _changed(world.record.replay(), twin.record.replay())
            reached.update(f"{world.variant.name}: {what}" for what in changed)
            reached["deck order"] += world.decks[-1] != twin.decks[-1]
            reached["a deal that was thrown in"] += world.decks[:-1] != twin.decks[:-1]

    everywhere = [
        f"{table}: {what}" for table in RICH for what in ("blind", "bury", "unknown", "partner")
    ]
    for what in (
        *everywhere,
        "jack-of-diamonds: whether the picker is solo",
        "deck order",
        "a deal that was thrown in",
    ):
        assert reached[what] > 5, (what, reached)


def _changed(was: Deal, now: Deal) -> list[str]:
    changed = {
        "blind": was.blind != now.blind,
        "bury": was.bury != now.bury,
        "unknown": was.unknown != now.unknown,
        "partner": was.partner != now.partner,
        "whether the picker is solo": (was.partner is None) != (now.partner is None),
    }
    return [what for what, differs in changed.items() if differs]
