"""Random deals stopped at their decisions, and the same deals with hidden cards exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from arena.rules.actions import PLAYS, Action, Word, bury
from arena.rules.cards import DECK, Card, Mask, cards_of, mask_of
from arena.rules.deal import Deal
from arena.rules.observe import observe
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


def decisions(table: Variant, chance: Random) -> Iterator[tuple[Deal, list[Action]]]:
    """One random deal at each of its decisions, with the actions before it."""
    cards = dealt(chance.randbytes(32), table, index=0)
    deal, actions = Deal(table, cards.hands, cards.blind), list[Action]()
    while not deal.over:
        yield deal, actions
        legal = deal.legal()
        if legal is None:
            choice = chance.sample(cards_of(deal.hands[deal.seat]), table.blind_size)
            action = bury(mask_of(choice))
        else:
            action = chance.choice(legal)
        deal.apply(action)
        actions.append(action)


def unseen_by(deal: Deal, seat: int) -> tuple[Card, ...]:
    """The cards whose place *seat* cannot know (R50)."""
    seen = observe(deal, seat)
    known = deal.dealt[seat] | seen.blind
    for trick in seen.tricks:
        known |= mask_of(card for card in trick.cards if card >= 0)
    if seen.unknown is not None:
        known |= 1 << seen.unknown
    return cards_of(DECK & ~known)


def exchanged(deal: Deal, actions: list[Action], one: Card, other: Card) -> Deal | None:
    """*deal* at the same point had two unseen cards lain in each other's places.

    None where what was seen would not have been legal then.
    """

    def swap(cards: Mask) -> Mask:
        if (cards >> one ^ cards >> other) & 1:
            return cards ^ (1 << one | 1 << other)
        return cards

    twin = Deal(deal.variant, [swap(hand) for hand in deal.dealt], swap(deal.blind))
    for action in actions:
        match action.word:
            case Word.PLAY:
                action = PLAYS[swap(action.cards).bit_length() - 1]
            case Word.BURY:
                action = bury(swap(action.cards))
            case Word.CALL:
                action = replace(action, unknown=swap(action.unknown))
        if twin.over or twin.broken_rule(action):
            return None
        twin.apply(action)
    return twin
