"""Through batches, failures and restarts a bot is sent the same in worlds it cannot tell apart."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain

import trio.testing

from arena.rules.variants import variant
from tests.hidden.recording import (
    Failing,
    Recording,
    Script,
    Watched,
    WatchedInOrderOfTheBlind,
    play,
)
from tests.hidden.worlds import World, random_table, stopped, twins, world_of
from tests.rules.records import random_record

DEALS = 7
Makes = Callable[[Recording, Script, Sequence[World]], Watched]


def honest(bot: Recording, script: Script, worlds: Sequence[World]) -> Watched:
    return Watched(bot, script)


def told_results(bot: Recording, script: Script, worlds: Sequence[World]) -> Watched:
    return Watched(bot, script, wants_results=True)


async def recorded(
    worlds: Sequence[World], seat: int, failing: Failing, makes: Makes = honest
) -> tuple[Recording, Watched]:
    """What the bot at *seat* was sent up to where *worlds* stop."""
    script = Script(worlds)
    bot = Recording(worlds, script, failing)
    watched = makes(bot, script, worlds)
    await play(worlds, watched, seat, script)
    assert script.stopped == script.stops
    return bot, watched


def sitting(seed: int) -> tuple[list[World], list[World], int, Failing]:
    """Deals of one table, the same deals with hidden cards exchanged, a seat, and its faults."""
    rng = random.Random(seed)
    table = random_table(rng)
    seat = rng.randrange(table.players)
    records = [random_record(1000 * seed + number, table) for number in range(DEALS)]
    worlds = [world_of(stopped(record, rng), rng) for record in records]
    exchanged = [list(twins(world, seat, rng, steps=8))[-1] for world in worlds]
    return worlds, exchanged, seat, Script(worlds).failing(seat, rng)


async def test_all_that_a_bot_is_sent_in_a_sitting_is_the_same_in_both_worlds(
    autojump_clock: trio.testing.MockClock,
) -> None:
    reached: Counter[str] = Counter()
    for seed in range(40):
        worlds, exchanged, seat, failing = sitting(seed)
        one, _ = await recorded(worlds, seat, failing)
        other, _ = await recorded(exchanged, seat, failing)

        assert one.sent == other.sent, seed
        reached.update(
            batches=sum(len(call) > 1 for call in one.calls),
            restarts=sum(method == "Hello" for method, _, _ in one.sent),
            asked_again=sum(map(len, one.calls)) - len(set(chain(*one.calls))),
            exchanges=sum(w.record != x.record for w, x in zip(worlds, exchanged, strict=True)),
            thrown_in=sum(world.record.thrown_in for world in worlds),
        )
    assert min(reached.values()) > 5, reached


async def test_the_ends_of_earlier_deals_tell_nothing_of_deals_that_were_thrown_in(
    autojump_clock: trio.testing.MockClock,
) -> None:
    table = variant("jack-of-diamonds", {"all_pass": "doubler", "crack": "crack-recrack"})
    told = 0
    for seed in range(12):
        rng = random.Random(seed)
        seat = rng.randrange(5)
        records = [random_record(100 * seed + number, table) for number in range(4)]
        whole = [world_of(record, rng) for record in records if not record.replay().thrown]
        last = world_of(stopped(random_record(seed, table), rng), rng)
        exchanged = [next(twins(world, seat, rng, steps=0)) for world in whole]
        worlds = [*whole, last]
        others = [*exchanged, list(twins(last, seat, rng, steps=8))[-1]]
        failing = Script(worlds).failing(seat, rng)

        one, _ = await recorded(worlds, seat, failing, told_results)
        other, _ = await recorded(others, seat, failing, told_results)

        assert one.sent == other.sent, seed
        assert sum(method == "DealOver" for method, _, _ in one.sent) == len(whole)
        told += sum(world.record.thrown_in for world in whole)
    assert told > 5


async def test_decision_ids_repeat_in_no_world(autojump_clock: trio.testing.MockClock) -> None:
    ids: list[bytes] = []
    for seed in range(5):
        worlds, exchanged, seat, failing = sitting(seed)
        for deals in (worlds, worlds, exchanged):
            _, watched = await recorded(deals, seat, failing)
            ids += watched.ids

    assert {len(decision_id) for decision_id in ids} == {8}
    assert len(set(ids)) == len(ids)


async def test_a_queue_in_the_order_of_something_hidden_is_found(
    autojump_clock: trio.testing.MockClock,
) -> None:
    found = 0
    for seed in range(10):
        worlds, exchanged, seat, failing = sitting(seed)
        one, _ = await recorded(worlds, seat, failing, WatchedInOrderOfTheBlind)
        other, _ = await recorded(exchanged, seat, failing, WatchedInOrderOfTheBlind)
        found += one.sent != other.sent

    assert found > 0
