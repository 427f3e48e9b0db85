"""Questions as messages: the observation of one decision, its clock, seed and proof."""

from __future__ import annotations

import hmac
from typing import Final

from arena.referee.question import Question
from arena.rules.actions import Kind
from arena.rules.observation import Observation, SeenTrick
from arena.v1 import bot_pb2 as pb
from arena.wire.action import decode_action, encode_action
from arena.wire.cards import (
    decode_card_or_none,
    decode_cards,
    decode_seen,
    encode_card_or_none,
    encode_cards,
    encode_seen,
)
from arena.wire.error import WireError
from arena.wire.variant import decode_variant, encode_variant

PROOF_BYTES: Final = 8
_KIND_VALUES: Final = {kind: pb.Kind.Value(f"KIND_{kind.name}") for kind in Kind}
_KINDS: Final = {value: kind for kind, value in _KIND_VALUES.items()}
_SUIT_VALUES: Final = (pb.SUIT_TRUMP, pb.SUIT_CLUBS, pb.SUIT_SPADES, pb.SUIT_HEARTS)
_RECRACK_VALUES: Final = {
    None: pb.RECRACK_UNSPECIFIED,
    False: pb.RECRACK_NO,
    True: pb.RECRACK_YES,
}
_RECRACKS: Final = {value: answer for answer, value in _RECRACK_VALUES.items()}
_MOST_TRICKS: Final = 10
"""Of a three-hand deal, the longest."""
_LONGEST_MS: Final = (1 << 32) - 1


def encode_question(question: Question, proof_key: bytes) -> pb.Observation:
    """*question* as a message, with its proof under *proof_key*."""
    seen = question.observation
    message = pb.Observation(
        decision_id=question.decision_id,
        variant=encode_variant(seen.variant),
        seat=seen.seat,
        kind=_KIND_VALUES[seen.kind],
        legal=[encode_action(action) for action in seen.legal or ()],
        hand=encode_cards(seen.hand),
        passes=seen.passes,
        picker_plus_1=_plus_1(seen.picker),
        leaster=seen.leaster,
        called=encode_card_or_none(seen.called),
        unknown_set_aside=seen.unknown_set_aside,
        unknown=encode_card_or_none(seen.unknown),
        alone=seen.alone,
        partner_plus_1=_plus_1(seen.partner),
        recrack=_RECRACK_VALUES[seen.recrack],
        stake=seen.stake,
        tricks=[_encode_trick(trick) for trick in seen.tricks],
        blind=encode_cards(seen.blind),
        bury=encode_cards(seen.bury),
        totals=seen.totals,
        cpu_left_ms=min(question.cpu_left_ms or 0, _LONGEST_MS),
        wall_left_ms=min(question.wall_left_ms, _LONGEST_MS),
        bot_seed=question.bot_seed,
        reads_cpu=question.cpu_left_ms is not None,
    )
    for seat, cracks in zip(seen.crack_seats, seen.cracks, strict=True):
        message.cracks.add(seat=seat, cracks=cracks)
    message.proof = proof_of(message, proof_key)
    return message


def proof_of(message: pb.Observation, proof_key: bytes) -> bytes:
    """What stands in *message*'s proof, which must be empty now."""
    data = message.SerializeToString(deterministic=True)
    return hmac.digest(proof_key, data, "sha256")[:PROOF_BYTES]


def decode_question(message: pb.Observation) -> Question:
    """The question that *message* asks.

    Raises:
        WireError: a value out of its range, or something missing.
    """
    return Question(
        decision_id=message.decision_id,
        observation=_decode_observation(message),
        bot_seed=message.bot_seed,
        wall_left_ms=message.wall_left_ms,
        cpu_left_ms=message.cpu_left_ms if message.reads_cpu else None,
    )


def _decode_observation(message: pb.Observation) -> Observation:
    table = decode_variant(message.variant)
    players = table.players
    kind = _KINDS.get(message.kind)
    recrack = message.recrack
    if kind is None or recrack not in _RECRACKS:
        raise WireError(f"observation: kind {message.kind}, recrack {recrack}: not known")
    if message.seat >= players or message.passes > players:
        raise WireError(
            f"observation: seat {message.seat}, passes {message.passes}: {players} seats"
        )
    if len(message.tricks) > _MOST_TRICKS or len(message.totals) not in (0, players):
        raise WireError("observation: tricks or totals: more than the table has")
    legal = tuple([decode_action(action) for action in message.legal])
    return Observation(
        variant=table,
        seat=message.seat,
        kind=kind,
        legal=None if kind is Kind.BURY else legal,
        hand=decode_cards(message.hand, "hand"),
        passes=message.passes,
        picker=_less_1(message.picker_plus_1, players, "picker"),
        leaster=message.leaster,
        called=decode_card_or_none(message.called, "called"),
        unknown_set_aside=message.unknown_set_aside,
        unknown=decode_card_or_none(message.unknown, "unknown"),
        alone=message.alone,
        partner=_less_1(message.partner_plus_1, players, "partner"),
        cracks=tuple([answer.cracks for answer in message.cracks]),
        crack_seats=tuple([answer.seat for answer in message.cracks]),
        recrack=_RECRACKS[recrack],
        stake=message.stake,
        tricks=tuple([_decode_trick(trick, players) for trick in message.tricks]),
        blind=decode_cards(message.blind, "blind"),
        bury=decode_cards(message.bury, "bury"),
        totals=tuple(message.totals),
    )


def _encode_trick(trick: SeenTrick) -> pb.Trick:
    return pb.Trick(
        leader=trick.leader,
        cards=encode_seen(trick.cards),
        suit=pb.SUIT_UNSPECIFIED if trick.suit is None else _SUIT_VALUES[trick.suit],
        winner_plus_1=_plus_1(trick.winner),
        points=trick.points,
    )


def _decode_trick(message: pb.Trick, players: int) -> SeenTrick:
    suit = message.suit
    if message.leader >= players or not 0 <= suit <= len(_SUIT_VALUES):
        raise WireError(f"trick: leader {message.leader}, suit {suit}: not known")
    return SeenTrick(
        leader=message.leader,
        cards=decode_seen(message.cards, "trick"),
        suit=suit - 1 if suit else None,
        winner=_less_1(message.winner_plus_1, players, "trick: winner"),
        points=message.points,
    )


def _plus_1(seat: int | None) -> int:
    return 0 if seat is None else seat + 1


def _less_1(value: int, players: int, place: str) -> int | None:
    if value > players:
        raise WireError(f"{place}: seat {value - 1}: {players} seats")
    return value - 1 if value else None
