"""How fast deals are played at random, as a search or a training run plays them."""

from __future__ import annotations

import random
import time

import pytest

from arena.rules.deal import Deal
from arena.rules.phases import Phase
from arena.rules.shuffle import dealt
from arena.rules.variants import PLAYABLE, variant
from tests.rules.records import random_answer


@pytest.mark.bench
@pytest.mark.parametrize("name", PLAYABLE)
def test_decisions_a_second_of_random_play(name: str) -> None:
    table = variant(name)
    cards = [dealt(bytes(32), table, index) for index in range(2000)]
    rng = random.Random(0)
    chance = rng.random
    decisions = 0

    started = time.process_time()
    for dealing in cards:
        deal = Deal(table, dealing.hands, dealing.blind)
        while deal.phase is not Phase.PLAY:
            deal.apply(random_answer(deal, rng))
            decisions += 1
        while deal.phase is Phase.PLAY:
            plays = deal.legal_plays()
            for _ in range(int(chance() * plays.bit_count())):
                plays &= plays - 1
            deal.play((plays & -plays).bit_length() - 1)
            decisions += 1
        deal.result()
    seconds = time.process_time() - started

    print(f"{name}: {decisions / seconds:,.0f} decisions a second")
