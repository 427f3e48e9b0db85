"""Actions as messages spell them, in legal answers, answers and deal summaries."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from arena.rules.actions import PLAYS, Action, Word, bury, call
from arena.rules.cards import cards_of
from arena.v1 import bot_pb2 as pb
from arena.wire.cards import (
    CARD_VALUES,
    decode_card,
    decode_card_or_none,
    decode_cards,
    encode_cards,
    no_card,
)
from arena.wire.error import WireError

_WITH_CARDS: Final = (Word.BURY, Word.CALL, Word.PLAY)
WORDS: Final = tuple(word for word in Word if word not in _WITH_CARDS)
"""The verbs that are whole actions."""
_WORD_MESSAGES: Final = {word: pb.Action(word=pb.Word.Value(f"WORD_{word.name}")) for word in WORDS}
_WORD_ACTIONS: Final = {message.word: Action(word) for word, message in _WORD_MESSAGES.items()}
_PLAY_MESSAGES: Final = tuple(pb.Action(play=value) for value in CARD_VALUES)


def encode_action(action: Action) -> pb.Action:
    """*action* as a message, shared between callers, who must not change it."""
    match action.word:
        case Word.PLAY:
            return _PLAY_MESSAGES[action.card]
        case Word.BURY:
            return pb.Action(bury=pb.Bury(cards=encode_cards(action.cards)))
        case Word.CALL:
            return _encode_call(action)
        case word:
            return _WORD_MESSAGES[word]


@lru_cache(maxsize=1024)
def _encode_call(action: Action) -> pb.Action:
    message = pb.Call(card=CARD_VALUES[action.card])
    for card in cards_of(action.unknown):
        message.unknown = CARD_VALUES[card]
    return pb.Action(call=message)


def decode_action(message: pb.Action) -> Action:
    """The action that *message* says.

    Raises:
        WireError: none of the alternatives, an unknown word, something that is no
            card, a bury of nothing or of one card twice.
    """
    match message.WhichOneof("action"):
        case "play":
            if not 1 <= message.play <= 32:
                raise no_card(message.play, "play")
            return PLAYS[message.play - 1]
        case "word":
            if message.word not in _WORD_ACTIONS:
                raise WireError(f"word {message.word}: expected 1 to {len(_WORD_ACTIONS)}")
            return _WORD_ACTIONS[message.word]
        case "bury":
            cards = decode_cards(message.bury.cards, "bury")
            if not cards:
                raise WireError("bury: no cards")
            return bury(cards)
        case "call":
            return _decode_call(message.call)
        case _:
            raise WireError("no action")


def _decode_call(message: pb.Call) -> Action:
    card = decode_card(message.card, "call")
    unknown = decode_card_or_none(message.unknown, "call: unknown")
    if card == unknown:
        raise WireError(f"call: card {message.card} is also the unknown")
    return call(card, unknown)
