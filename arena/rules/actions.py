"""What a seat can answer, and the words for it that logs and messages use."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from arena.rules.cards import Card, CardError, Mask, cards_of, format_card, format_cards, parse_card


class Kind(Enum):
    """What is asked. The value is the word of logs and messages."""

    PICK = "pick"
    BURY = "bury"
    CALL = "call"
    """Also where the answers are ``partner`` or ``alone``."""
    CRACK = "crack"
    RECRACK = "recrack"
    PLAY = "play"


class Word(Enum):
    """The verb of an action. The value is the word of logs and messages."""

    PASS = "pass"
    PICK = "pick"
    BURY = "bury"
    CALL = "call"
    PARTNER = "partner"
    ALONE = "alone"
    CRACK = "crack"
    NO_CRACK = "no-crack"
    RECRACK = "recrack"
    NO_RECRACK = "no-recrack"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Action:
    """An answer: a verb and, for bury, call and play, its cards."""

    word: Word
    cards: Mask = 0
    """Bury: the cards laid away. Call: the card called. Play: the card. Else empty."""
    unknown: Mask = 0
    """Call: the card set aside face down (R14 c), or empty."""

    @property
    def card(self) -> Card:
        """The one card of a call or a play."""
        return self.cards.bit_length() - 1


PASS: Final = Action(Word.PASS)
PICK: Final = Action(Word.PICK)
PARTNER: Final = Action(Word.PARTNER)
ALONE: Final = Action(Word.ALONE)
CRACK: Final = Action(Word.CRACK)
NO_CRACK: Final = Action(Word.NO_CRACK)
RECRACK: Final = Action(Word.RECRACK)
NO_RECRACK: Final = Action(Word.NO_RECRACK)
PLAYS: Final[tuple[Action, ...]] = tuple(Action(Word.PLAY, 1 << card) for card in range(32))
"""The play of each card, by number."""


_PLAYS_OF_BYTES: Final = tuple(
    tuple(tuple(PLAYS[first + bit] for bit in range(8) if byte >> bit & 1) for byte in range(256))
    for first in (0, 8, 16, 24)
)


class ActionError(ValueError):
    """A text that is no action."""


def bury(cards: Mask) -> Action:
    """Laying away *cards*."""
    return Action(Word.BURY, cards)


def call(card: Card, unknown: Card | None = None) -> Action:
    """Calling *card*, with *unknown* set aside face down if given."""
    return Action(Word.CALL, 1 << card, 0 if unknown is None else 1 << unknown)


def plays_of(cards: Mask) -> tuple[Action, ...]:
    """The play of each card of *cards*, by number."""
    first, second, third, fourth = _PLAYS_OF_BYTES
    return (
        first[cards & 255]
        + second[cards >> 8 & 255]
        + third[cards >> 16 & 255]
        + fourth[cards >> 24]
    )


def format_action(action: Action) -> str:
    """``pick``, ``bury 8S 9H`` (by card number), ``call AC unknown TD``, ``play 7C``."""
    match action.word:
        case Word.BURY:
            return f"bury {format_cards(cards_of(action.cards))}"
        case Word.CALL if action.unknown:
            unknown = format_card(action.unknown.bit_length() - 1)
            return f"call {format_card(action.card)} unknown {unknown}"
        case Word.CALL | Word.PLAY:
            return f"{action.word.value} {format_card(action.card)}"
        case _:
            return str(action.word.value)


def parse_action(text: str) -> Action:
    """The action that *text* says.

    Raises:
        ActionError: unknown verb, a missing or surplus word, a card named twice.
    """
    verb, *words = text.split()[:40] or [""]
    try:
        cards = [parse_card(word) for word in words if word != "unknown"]
    except CardError as error:
        raise ActionError(f"action {text!r}: {error}") from None
    match verb:
        case "bury" if cards and len(words) == len(cards) == len(set(cards)):
            mask = 0
            for card in cards:
                mask |= 1 << card
            return bury(mask)
        case "call" if len(words) == len(cards) == 1:
            return call(cards[0])
        case "call" if len(words) == 3 and words[1] == "unknown" and cards[0] != cards[-1]:
            return call(cards[0], cards[1])
        case "play" if len(words) == len(cards) == 1:
            return PLAYS[cards[0]]
        case "bury" | "call" | "play":
            raise ActionError(
                f"action {text!r}: expected 'bury' with different cards, "
                "'call CARD', 'call CARD unknown CARD' or 'play CARD'"
            )
    if words or verb not in {word.value for word in Word}:
        expected = ", ".join(word.value for word in Word)
        raise ActionError(f"action {text!r}: expected one of {expected}")
    return Action(Word(verb))
