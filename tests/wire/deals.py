"""Random deals stopped at their decisions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from arena.rules.actions import bury
from arena.rules.cards import cards_of, mask_of
from arena.rules.deal import Deal
from arena.rules.shuffle import dealt
from arena.rules.variants import OPTIONS, PLAYABLE, Variant, variant

seeds = st.integers(0, 2**32).map(Random)
"""Where a random deal takes its cards and its answers from."""


@st.composite
def tables(draw: st.DrawFn) -> Variant:
    """Any playable table with any options."""
    name = draw(st.sampled_from(PLAYABLE))
    options = {key: draw(st.sampled_from(o.values)) for key, o in OPTIONS[name].items()}
    return variant(name, options)


def decisions(table: Variant, chance: Random) -> Iterator[Deal]:
    """One random deal at each of its decisions."""
    cards = dealt(chance.randbytes(32), table, index=0)
    deal = Deal(table, cards.hands, cards.blind)
    while not deal.over:
        yield deal
        legal = deal.legal()
        if legal is None:
            choice = chance.sample(cards_of(deal.hands[deal.seat]), table.blind_size)
            deal.apply(bury(mask_of(choice)))
        else:
            deal.apply(chance.choice(legal))
