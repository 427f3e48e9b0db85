"""Finished deals as messages, for bots that want results."""

from __future__ import annotations

from typing import Final

from arena.referee.question import DealSummary
from arena.v1 import bot_pb2 as pb
from arena.wire.action import decode_action, encode_action
from arena.wire.cards import decode_cards, encode_cards
from arena.wire.error import WireError

_MOST_SEATS: Final = 5
_MOST_ACTIONS: Final = 64
"""More than any deal has: 32 plays, and at most a dozen before them."""


def encode_summary(summary: DealSummary) -> pb.DealOverRequest:
    """*summary* as a message."""
    return pb.DealOverRequest(
        seat=summary.seat,
        hands=[pb.Hand(cards=encode_cards(hand)) for hand in summary.hands],
        blind=encode_cards(summary.blind),
        bury=encode_cards(summary.bury),
        actions=[encode_action(action) for action in summary.actions],
        points=summary.points,
        tricks=summary.tricks,
        scores=summary.scores,
        outcome=summary.outcome,
        picker_plus_1=0 if summary.picker is None else summary.picker + 1,
        partner_plus_1=0 if summary.partner is None else summary.partner + 1,
    )


def decode_summary(message: pb.DealOverRequest) -> DealSummary:
    """The finished deal that *message* tells.

    Raises:
        WireError: a card or an action that cannot be read, more seats or actions
            than a deal has, a figure for another number of seats.
    """
    seats = len(message.hands)
    by_seat = {len(message.points), len(message.tricks), len(message.scores)}
    highest = max(message.seat + 1, message.picker_plus_1, message.partner_plus_1)
    if by_seat != {seats} or not highest <= seats <= _MOST_SEATS:
        raise WireError(f"deal: {seats} hands, figures of {sorted(by_seat)} seats")
    if len(message.actions) > _MOST_ACTIONS:
        raise WireError(f"deal: {len(message.actions)} actions")
    return DealSummary(
        seat=message.seat,
        hands=tuple([decode_cards(hand.cards, "hand") for hand in message.hands]),
        blind=decode_cards(message.blind, "blind"),
        bury=decode_cards(message.bury, "bury"),
        actions=tuple([decode_action(action) for action in message.actions]),
        points=tuple(message.points),
        tricks=tuple(message.tricks),
        outcome=message.outcome,
        scores=tuple(message.scores),
        picker=message.picker_plus_1 - 1 if message.picker_plus_1 else None,
        partner=message.partner_plus_1 - 1 if message.partner_plus_1 else None,
    )
