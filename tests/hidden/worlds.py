"""A deal stopped at a decision, and the deals that a seat cannot tell from it, down to the deck.

Exchanged cards come from `tests.rules.exchanges`. Here the exchange goes further: the order
in which a hand came off the deck is nobody's knowledge, and of a deal that was thrown in a
seat knows its own hand alone, for ever (R50).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from arena.referee.clock import TimeControl
from arena.referee.lines import DecisionLine
from arena.referee.policy import FaultPolicy
from arena.referee.question import Reply
from arena.referee.refereeing import Referee, Terms
from arena.rules.actions import PASS, Action
from arena.rules.cards import Card, Mask, cards_of
from arena.rules.shuffle import DealtCards, deal_out
from arena.rules.variants import OPTIONS, PLAYABLE, Variant, variant
from tests.rules.exchanges import exchanges
from tests.rules.records import Record

NEVER_OUT = FaultPolicy(max_faults=10**6)
RICH = ("called-ace", "jack-of-diamonds")
"""The tables with most to hide: called cards, unknowns, secret partners, thrown-in deals."""


@dataclass(frozen=True)
class World:
    """One deal up to a decision, and all that is hidden in it."""

    record: Record
    decks: tuple[tuple[Card, ...], ...]
    """Every card in the order dealt, those of thrown-in deals first."""

    @property
    def variant(self) -> Variant:
        return self.record.variant

    @property
    def said(self) -> tuple[Action, ...]:
        """Every action up to the decision, from the first pass of a thrown-in deal on."""
        passes = self.record.thrown_in * self.variant.players
        return (PASS,) * passes + self.record.actions

    def cards(self, redeal: int) -> DealtCards:
        """What the deck of the deal, or of its replacement, deals."""
        return deal_out(self.variant, self.decks[redeal])

    def asked(self) -> Iterator[tuple[Referee, Action | None]]:
        """The real referee at each decision that is asked, and the answer.

        The answer is None at the decision where the world stops, if that is asked.
        """
        referee = Referee(terms_of(self.variant), 0, (0,) * self.variant.players, self.cards)
        said = self.said
        while referee.asked is not None:
            step = sum(isinstance(line, DecisionLine) for line in referee.lines)
            if step > len(said):
                return  # it stops at a decision that nobody is asked
            yield referee, said[step] if step < len(said) else None
            if step == len(said):
                return
            referee.answer(Reply(said[step], wall_ms=17 * step, cpu_ms=3 * step))


def random_table(rng: random.Random) -> Variant:
    """Any table that is played with any options, more often a rich one."""
    name = rng.choice([*PLAYABLE, *4 * RICH])
    return variant(name, {key: rng.choice(o.values) for key, o in OPTIONS[name].items()})


def terms_of(table: Variant) -> Terms:
    """Terms under which nobody runs out of time or faults."""
    entries = tuple((seat + 2) % table.players for seat in range(table.players))
    return Terms(table, entries, TimeControl(20_000, 100), True, NEVER_OUT)


def stopped(record: Record, rng: random.Random) -> Record:
    """*record* up to a random decision that is asked."""
    asked = [step for step, (deal, _) in enumerate(record.positions()) if not deal.is_forced()]
    return record.cut(rng.choice(asked))


def world_of(record: Record, rng: random.Random) -> World:
    """The deal of *record*, its decks at random."""
    thrown = tuple(tuple(rng.sample(range(32), 32)) for _ in range(record.thrown_in))
    return World(record, (*thrown, _deck(record, rng)))


def twins(world: World, seat: int, rng: random.Random, steps: int) -> Iterator[World]:
    """Worlds that *seat* cannot tell from *world*: *steps* exchanges, each of more cards."""
    thrown = [deal_out(world.variant, deck) for deck in world.decks[:-1]]
    for record in (world.record, *exchanges(world.record, seat, rng, steps)):
        others = tuple(_with_hand(world.variant, seat, cards.hands[seat], rng) for cards in thrown)
        yield World(record, (*others, _deck(record, rng)))


def _deck(record: Record, rng: random.Random) -> tuple[Card, ...]:
    """A deck that deals the cards of *record*."""
    places = deal_out(record.variant, range(32))
    deck = [0] * 32
    for at, cards in zip((*places.hands, places.blind), (*record.hands, record.blind), strict=True):
        shuffled = rng.sample(cards_of(cards), cards.bit_count())
        for place, card in zip(cards_of(at), shuffled, strict=True):
            deck[place] = card
    return tuple(deck)


def _with_hand(table: Variant, seat: int, hand: Mask, rng: random.Random) -> tuple[Card, ...]:
    """Any deck that deals *hand* to *seat*."""
    own = cards_of(deal_out(table, range(32)).hands[seat])
    mine = iter(rng.sample(cards_of(hand), len(own)))
    rest = iter(rng.sample([card for card in range(32) if not hand >> card & 1], 32 - len(own)))
    return tuple(next(mine if place in own else rest) for place in range(32))
