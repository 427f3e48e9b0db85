"""Deals of random tables, played at random, as records that can be played again."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from hypothesis import strategies as st

from arena.rules.actions import PASS, PICK, PLAYS, Action, bury, format_action, parse_action
from arena.rules.cards import DECK, POINTS, Mask, cards_of, format_cards, mask_of, parse_cards
from arena.rules.deal import Deal
from arena.rules.legal import BLACK_JACKS, FAIL_ACES, FAIL_TENS
from arena.rules.phases import Phase
from arena.rules.shuffle import DealtCards, deal_out
from arena.rules.variants import OPTIONS, PLAYABLE, Variant, variant

SEEDS: Final = st.integers(0, 2**32 - 1)
"""What a random record is made from."""
_TRUMPS: Final[Mask] = (1 << 14) - 1
_WEIGHTS: Final = dict.fromkeys(PLAYABLE, 1) | {
    "called-ace": 4,
    "jack-of-diamonds": 4,
    "hoyle-4": 2,
}
"""How often each table is drawn: where much is secret, much can leak."""
_EAGER: Final = 0.25
"""How probably a seat picks, if nothing is said."""


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


def around(seat: int, own: str, table: str = "called-ace") -> tuple[list[str], str]:
    """Hands and a blind such that *seat* has all of *own* once it picks."""
    cards, size = parse_cards(own), variant(table).hand_size
    rest = cards_of(DECK & ~mask_of(cards))
    hands = [format_cards(rest[start : start + size]) for start in range(0, len(rest), size)]
    hands.insert(seat, format_cards(cards[:size]))
    return hands, format_cards(cards[size:])


def random_variant(rng: random.Random) -> Variant:
    """A table, those with more to hide more often, each option at random."""
    (name,) = rng.choices(list(_WEIGHTS), list(_WEIGHTS.values()))
    return random_options(name, rng)


def random_options(name: str, rng: random.Random) -> Variant:
    """The table *name*, each option at random."""
    return variant(name, {key: rng.choice(o.values) for key, o in OPTIONS[name].items()})


def random_record(seed: int, table: Variant | None = None) -> Record:
    """A whole deal of *table*, by default a random one, with what is rare in reach.

    In half of them one seat has a hand for rare calls, a solo or a schwarz, and mostly likes
    to pick; in the rest of these nobody does, for a leaster or least with such a hand. In a
    third of all deals each seat plays its strongest or its weakest cards.
    """
    rng = random.Random(seed)
    table = table or random_variant(rng)
    cards = deal_out(table, rng.sample(range(32), 32))
    eager = [_EAGER] * table.players
    strong = None
    if rng.random() < 0.5:
        strong = rng.randrange(table.players)
        cards = _rigged(table, strong, rng)
        eager = [0.03] * table.players
        if rng.random() < 0.7:
            eager[strong] = 0.9
    tempers = None
    if rng.random() < 0.33:
        tempers = [rng.choice([_strongest, _weakest]) for _ in range(table.players)]
        if strong is not None and rng.random() < 0.5:
            tempers[strong] = _strongest
    cap = table.doubler_cap if table.all_pass == "doubler" else 1
    record = Record(table, cards.hands, cards.blind, rng.randrange(cap.bit_length()))
    deal = record.start()
    said = []
    while not deal.over:
        if tempers and deal.phase is Phase.PLAY:
            said.append(tempers[deal.seat](deal))
        else:
            said.append(random_answer(deal, rng, eager[deal.seat]))
        deal.apply(said[-1])
    return replace(record, actions=tuple(said))


def fork(deal: Deal) -> Deal:
    """The same deal once more, to be played on by itself."""
    twin = copy.copy(deal)
    for name in Deal.__slots__:
        value = getattr(twin, name)
        if isinstance(value, list):
            setattr(twin, name, list(value))
    return twin


def random_answer(deal: Deal, rng: random.Random, eager: float = _EAGER) -> Action:
    """A legal answer at random; *eager* is how probably the seat picks."""
    legal = deal.legal()
    if legal is None:
        return bury(_random_bury(deal.hands[deal.seat], deal.variant.blind_size, rng))
    if deal.phase is Phase.PICK and len(legal) > 1:
        return PICK if rng.random() < eager else PASS
    return rng.choice(legal)


def _random_bury(hand: Mask, size: int, rng: random.Random) -> Mask:
    cards = rng.sample(cards_of(hand), hand.bit_count())
    if rng.random() < 0.5:
        cards.sort(key=lambda card: bool(1 << card & (_TRUMPS | FAIL_ACES)))
    return mask_of(cards[:size])


def _strongest(deal: Deal) -> Action:
    return PLAYS[min(cards_of(deal.legal_plays()))]


def _weakest(deal: Deal) -> Action:
    return PLAYS[min(cards_of(deal.legal_plays()), key=lambda card: (POINTS[card], -card))]


def _rigged(table: Variant, seat: int, rng: random.Random) -> DealtCards:
    """Hands where *seat*, with the blind, has little but trumps, fail aces and a ten."""
    size = table.hand_size
    wanted = [card for card in cards_of(FAIL_ACES) if rng.random() < 0.6]
    wanted += [card for card in cards_of(FAIL_TENS) if rng.random() < 0.2]
    wanted += [card for card in cards_of(BLACK_JACKS) if rng.random() < 0.6]
    wanted += rng.sample([card for card in range(14) if card not in wanted], 8)
    own = wanted[: size + table.blind_size - rng.randrange(2)]
    rest = [card for card in rng.sample(range(32), 32) if card not in own]
    while len(own) < size + table.blind_size:
        own.append(rest.pop())
    rng.shuffle(own)
    hands = [mask_of(rest[start : start + size]) for start in range(0, len(rest), size)]
    hands.insert(seat, mask_of(own[:size]))
    return DealtCards(tuple(hands), mask_of(own[size:]))
