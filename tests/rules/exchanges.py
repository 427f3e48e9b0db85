"""Other deals that one seat cannot tell from this one (R51).

What a seat has seen is worked out here from the record alone, without
`observe`. Any two cards it has not seen may have been exchanged, wherever they
lie: in two hands, a hand and the blind, the bury, the unknown. The exchanged
record is another deal in which everybody said and played the same before the
seat's eyes; it counts if the rules allow every step of it, and if the table
learns who the partner is from the same card.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from arena.rules.actions import PARTNER, PLAYS, Action, Word
from arena.rules.cards import DECK, Card, Mask, cards_of
from tests.rules.records import Record

_JC: Final[Mask] = 1 << 4
_JS: Final[Mask] = 1 << 5


def exchanges(record: Record, seat: int, rng: random.Random, steps: int) -> Iterator[Record]:
    """Records that *seat* cannot tell from *record*: a walk of *steps* random exchanges."""
    hidden = cards_of(DECK & ~seen_cards(record, seat))
    picker = _picker(record)
    hidden_blind = bool(record.blind) and picker is not None and picker != seat
    for _ in range(steps):
        if hidden_blind and picker is not None and rng.random() < 0.2:
            changed = _blind_for_hand(record, picker, rng)
        elif len(hidden) >= 2:
            changed = _exchanged(record, *rng.sample(hidden, 2))
        else:
            return
        if _is_allowed(changed) and _tells_partner(changed) == _tells_partner(record):
            record = changed
            yield record


def seen_cards(record: Record, seat: int) -> Mask:
    """Every card whose place *seat* knows."""
    seen = record.hands[seat]
    picker = _picker(record)
    if picker == seat:
        seen |= record.blind
    plays = [action.cards for action in record.actions if action.word is Word.PLAY]
    unknown = _unknown(record)
    for number, card in enumerate(plays):
        if card != unknown or seat in (picker, _winner(record, number // record.variant.players)):
            seen |= card
    return seen


def _picker(record: Record) -> int | None:
    words = [action.word for action in record.actions]
    return words.index(Word.PICK) if Word.PICK in words else None


def _unknown(record: Record) -> Mask:
    return sum(action.unknown for action in record.actions)


def _winner(record: Record, trick: int) -> int | None:
    """Who took trick number *trick*; None while it runs."""
    winners = record.replay().winners
    return winners[trick] if trick < len(winners) else None


def _tells_partner(record: Record) -> int | None:
    """The play that makes a jack's holder the partner before everybody's eyes (R13).

    At other tables the card itself tells, and it is seen.
    """
    picker = _picker(record)
    if record.variant.partner != "jack-of-clubs" or picker is None:
        return None
    if PARTNER not in record.actions:
        return None
    jack = _JS if record.hands[picker] & _JC else _JC
    plays = [action.cards for action in record.actions if action.word is Word.PLAY]
    return plays.index(jack) if jack in plays else None


def _exchanged(record: Record, one: Card, other: Card) -> Record:
    """*record* with two cards in each other's places; the called card keeps its name."""

    def swap(mask: Mask) -> Mask:
        if (mask >> one & 1) != (mask >> other & 1):
            return mask ^ (1 << one | 1 << other)
        return mask

    def renamed(action: Action) -> Action:
        match action.word:
            case Word.PLAY:
                return PLAYS[swap(action.cards).bit_length() - 1]
            case Word.BURY:
                return replace(action, cards=swap(action.cards))
            case Word.CALL:
                return replace(action, unknown=swap(action.unknown))
        return action

    return replace(
        record,
        hands=tuple(swap(hand) for hand in record.hands),
        blind=swap(record.blind),
        actions=tuple(renamed(action) for action in record.actions),
    )


def _blind_for_hand(record: Record, picker: int, rng: random.Random) -> Record:
    """One card of the blind had been dealt to the picker, and one of his to the blind."""
    from_blind = 1 << rng.choice(cards_of(record.blind))
    from_hand = 1 << rng.choice(cards_of(record.hands[picker]))
    hands = list(record.hands)
    hands[picker] ^= from_blind | from_hand
    return replace(record, hands=tuple(hands), blind=record.blind ^ from_blind ^ from_hand)


def _is_allowed(record: Record) -> bool:
    deal = record.start()
    for action in record.actions:
        if deal.broken_rule(action) is not None:
            return False
        deal.apply(action)
    return True
