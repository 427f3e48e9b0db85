"""Deals of random tables, played at random, as records that can be played again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from hypothesis import strategies as st

from arena.rules.actions import PASS, PICK, Action, bury, format_action, parse_action
from arena.rules.cards import DECK, Mask, cards_of, format_cards, mask_of, parse_cards
from arena.rules.deal import Deal
from arena.rules.legal import FAIL_ACES, FAIL_TENS
from arena.rules.phases import Phase
from arena.rules.shuffle import DealtCards, deal_out
from arena.rules.variants import OPTIONS, PLAYABLE, Variant, variant

SEEDS: Final = st.integers(0, 2**32 - 1)
"""What a random record is made from."""
_TRUMPS: Final[Mask] = (1 << 14) - 1


@dataclass(frozen=True)
class Record:
    """A deal and what was done in it, from the first pass on."""

    variant: Variant
    hands: tuple[Mask, ...]
    blind: Mask
    thrown_in: int = 0
    actions: tuple[Action, ...] = ()

    def start(self) -> Deal:
        """The deal before its first action."""
        return Deal(self.variant, self.hands, self.blind, thrown_in=self.thrown_in)

    def replay(self) -> Deal:
        """The deal after its last action; fails if one is illegal."""
        deal = self.start()
        for action in self.actions:
            assert deal.broken_rule(action) is None, (deal.broken_rule(action), str(self))
            deal.apply(action)
        return deal

    def positions(self) -> Iterator[tuple[Deal, Action]]:
        """The deal before each action, and the action."""
        deal = self.start()
        for action in self.actions:
            yield deal, action
            deal.apply(action)

    def cut(self, length: int) -> Record:
        """The record up to its first *length* actions."""
        return replace(self, actions=self.actions[:length])

    def __str__(self) -> str:
        said = ", ".join(format_action(action) for action in self.actions)
        return f"{self.variant} {self.hands} {self.blind} {said}"


def written(
    table: Variant, hands: list[str], blind: str, actions: str = "", *, thrown_in: int = 0
) -> Record:
    """A record from text: actions separated by commas."""
    said = tuple(parse_action(text) for text in actions.split(", ") if text)
    masks = tuple(mask_of(parse_cards(hand)) for hand in hands)
    return Record(table, masks, mask_of(parse_cards(blind)), thrown_in, said)


def around(seat: int, eight: str) -> tuple[list[str], str]:
    """Hands of five and a blind such that *seat* has all of *eight* once it picks."""
    own = parse_cards(eight)
    rest = cards_of(DECK & ~mask_of(own))
    hands = [format_cards(rest[start : start + 6]) for start in range(0, 24, 6)]
    hands.insert(seat, format_cards(own[:6]))
    return hands, format_cards(own[6:])


def random_variant(rng: random.Random) -> Variant:
    """A table that is played, each option at random."""
    name = rng.choice(PLAYABLE)
    return variant(name, {key: rng.choice(o.values) for key, o in OPTIONS[name].items()})


def random_record(seed: int, table: Variant | None = None) -> Record:
    """A whole deal of *table*, by default a random one. In half of them rare calls are in reach."""
    rng = random.Random(seed)
    table = table or random_variant(rng)
    cards = deal_out(table, rng.sample(range(32), 32))
    keen = None
    if rng.random() < 0.5:
        keen = rng.randrange(table.players)
        cards = _rigged(table, keen, rng)
    cap = table.doubler_cap if table.all_pass == "doubler" else 1
    record = Record(table, cards.hands, cards.blind, rng.randrange(cap.bit_length()))
    deal = record.start()
    said = []
    while not deal.over:
        said.append(random_answer(deal, rng, keen))
        deal.apply(said[-1])
    return replace(record, actions=tuple(said))


def random_answer(deal: Deal, rng: random.Random, keen: int | None = None) -> Action:
    """A legal answer at random; the seat *keen*, if any, is the one that likes to pick."""
    legal = deal.legal()
    if legal is None:
        return bury(_random_bury(deal.hands[deal.seat], deal.variant.blind_size, rng))
    if deal.phase is Phase.PICK and len(legal) > 1:
        eager = 0.25 if keen is None else 0.9 if deal.seat == keen else 0.05
        return PICK if rng.random() < eager else PASS
    return rng.choice(legal)


def _random_bury(hand: Mask, size: int, rng: random.Random) -> Mask:
    cards = rng.sample(cards_of(hand), hand.bit_count())
    if rng.random() < 0.5:
        cards.sort(key=lambda card: bool(1 << card & (_TRUMPS | FAIL_ACES)))
    return mask_of(cards[:size])


def _rigged(table: Variant, keen: int, rng: random.Random) -> DealtCards:
    """Hands where *keen*, with the blind, has little but trumps, fail aces and a ten."""
    wanted = [card for card in cards_of(FAIL_ACES) if rng.random() < 0.6]
    wanted += [card for card in cards_of(FAIL_TENS) if rng.random() < 0.2]
    wanted += rng.sample(range(14), 8)
    own = wanted[: table.hand_size + table.blind_size - rng.randrange(2)]
    rest = [card for card in rng.sample(range(32), 32) if card not in own]
    while len(own) < table.hand_size + table.blind_size:
        own.append(rest.pop())
    rng.shuffle(own)
    hands = [mask_of(rest[start : start + 6]) for start in range(0, 24, 6)]
    hands.insert(keen, mask_of(own[:6]))
    return DealtCards(tuple(hands), mask_of(own[6:]))
