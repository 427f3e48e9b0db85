"""What to bury, and what to call with what is left.

Both are one plan: every bury is looked at together with the best call that it
leaves open. Points in the bury are safe; a fail suit run out of is a suit to
trump in; a kept loser is a trick for the others, unless the called ace covers it.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from arena.rules.actions import ALONE, PARTNER, Action, Word, bury
from arena.rules.cards import POINTS, SUIT_MASKS, SUITS, TRUMP, Card, Mask, cards_of
from arena.rules.legal import FAIL_ACES, FAIL_TENS, legal_calls
from arena.rules.observation import Observation
from arena.rules.variants import Variant
from picking import strength
from table import JACK_OF_DIAMONDS, fail_suits

KEPT_TRUMP: Final = 18.0
"""What a trump is worth in the hand rather than in the bury, on top of its rank."""
KEPT_ACE: Final = 5.0
KEPT_TEN: Final = 2.0
KEPT_KING: Final = 0.0
KEPT_OF_THREE: Final = 4.0
"""How much more an ace or a ten is worth at a table for three, where most can follow suit."""
LOSER: Final = -1.5
"""What a low fail card costs that stays in the hand."""
FAIL_SUIT: Final = -2.0
"""What each fail suit costs that is not run out of, the called one excepted."""
COVERED: Final = 0.6
"""The share of its points that a card of the called suit brings home under the ace."""
CALL: Final = 20.0
"""What having a partner is worth, in card points."""
UNKNOWN_CALL: Final = 6.0
CALLED_CARD: Final = -2.0
"""What each card of the called suit after the first costs: others are out of it sooner."""
ALONE_AT: Final = 13.5
"""The strength from which the picker wants no partner."""
ALONE_OF_EIGHT: Final = 16.0
"""The same with the eight cards of hoyle-4, where alone pays double, won or lost."""


def best_bury(seen: Observation) -> Action:
    """The bury with the best plan; of equals the one that comes first by card number."""
    size = seen.variant.blind_size
    cards = cards_of(seen.hand)
    if seen.variant.partner != "called-ace":
        cards = _buriable(cards, size)
    choices = [sum(1 << card for card in laid) for laid in combinations(cards, size)]
    return bury(max(choices, key=lambda laid: _plan_value(seen.variant, seen.hand & ~laid, laid)))


def _buriable(cards: tuple[Card, ...], size: int) -> tuple[Card, ...]:
    """The fail cards, and trump where they are too few: without a call none is buried else."""
    fail = tuple(card for card in cards if SUITS[card] != TRUMP)
    return fail if len(fail) >= size else cards


def best_call(seen: Observation) -> Action:
    """Whom to play with: a called card, an unknown if it takes one, or nobody."""
    legal = seen.legal
    assert legal is not None
    if any(action.word is Word.PARTNER for action in legal):
        if seen.variant.partner == "jack-of-clubs":
            return ALONE if strength(seen.hand) >= ALONE_OF_EIGHT else PARTNER
        holds_jack = (seen.hand | seen.bury) >> JACK_OF_DIAMONDS & 1
        return ALONE if not holds_jack and strength(seen.hand) >= ALONE_AT else PARTNER
    if seen.variant.partner == "jack-of-clubs":
        # Both black jacks held: with less than a hand to go alone on, name the highest trump.
        strong = strength(seen.hand) >= ALONE_OF_EIGHT
        return ALONE if strong else min(legal[:-1], key=lambda action: action.card)
    return max(legal, key=lambda action: _call_value(seen.hand, action))


def _plan_value(variant: Variant, kept: Mask, laid: Mask) -> float:
    points = float(sum(POINTS[card] for card in cards_of(laid)))
    value = points + _kept_value(kept)
    if variant.players == 3:
        value += KEPT_OF_THREE * (kept & (FAIL_ACES | FAIL_TENS)).bit_count()
    if variant.partner != "called-ace":
        return value
    calls = legal_calls(kept, laid, variant.unknown_when)
    return value + max(_call_value(kept, action) for action in calls)


def _kept_value(kept: Mask) -> float:
    """What the six cards are worth without regard to a partner."""
    value = 0.0
    for card in cards_of(kept):
        value += _KEPT[card]
    for suit in fail_suits():
        if kept & SUIT_MASKS[suit]:
            value += FAIL_SUIT
    return value


def _call_value(kept: Mask, action: Action) -> float:
    """What *action* adds to the six *kept* cards, in card points; alone is the measure, 0."""
    if action.word is Word.ALONE:
        return 0.0 if strength(kept) < ALONE_AT else 2 * CALL
    if action.unknown:
        unknown = action.unknown.bit_length() - 1
        return CALL + UNKNOWN_CALL + COVERED * POINTS[unknown] - _KEPT[unknown]
    held = cards_of(kept & SUIT_MASKS[SUITS[action.card]])
    best = max(held, key=lambda card: POINTS[card])
    covered = COVERED * POINTS[best] - FAIL_SUIT - _KEPT[best]
    return CALL + CALLED_CARD * (len(held) - 1) + covered


def _kept_card(card: Card) -> float:
    if SUITS[card] == TRUMP:
        return KEPT_TRUMP + 0.5 * (13 - card) + POINTS[card]
    return {11: KEPT_ACE, 10: KEPT_TEN, 4: KEPT_KING}.get(POINTS[card], LOSER)


_KEPT: Final = tuple(_kept_card(card) for card in range(32))
