"""What the bots of the zoo have in common: a bot without fault, to be spoilt in one respect.

In bare protocol, as strangers' bots are. It answers with the first that is legal.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import grpc

from arena.v1 import bot_pb2 as pb
from arena.v1 import bot_pb2_grpc

__all__ = ["DECK", "Blameless", "pb"]

DECK = range(pb.CARD_QC, pb.CARD_7H + 1)


class Blameless(bot_pb2_grpc.BotServicer):
    """Override what is to be wrong, and `serve`."""

    def __init__(self) -> None:
        self.over = threading.Event()

    def Hello(self, request: pb.HelloRequest, context: grpc.ServicerContext) -> pb.HelloResponse:
        common = 1 in request.protocol_versions
        return pb.HelloResponse(
            name="zoo",
            version="1",
            protocol_version=1 if common else 0,
            supported_versions=[1],
            max_batch=16,
            concurrent_deals=16,
        )

    def Decide(self, request: pb.DecideRequest, context: grpc.ServicerContext) -> pb.DecideResponse:
        return pb.DecideResponse(answers=[self.answer(seen) for seen in request.observations])

    def DealOver(
        self, request: pb.DealOverRequest, context: grpc.ServicerContext
    ) -> pb.DealOverResponse:
        return pb.DealOverResponse()

    def Bye(self, request: pb.ByeRequest, context: grpc.ServicerContext) -> pb.ByeResponse:
        self.over.set()
        return pb.ByeResponse()

    def answer(self, seen: pb.Observation) -> pb.Answer:
        return pb.Answer(decision_id=seen.decision_id, action=self.action(seen))

    def action(self, seen: pb.Observation) -> pb.Action:
        if seen.kind == pb.KIND_BURY:
            return pb.Action(bury=pb.Bury(cards=seen.hand[: seen.variant.blind_size]))
        return seen.legal[0]

    def serve(self) -> None:
        server = grpc.server(ThreadPoolExecutor(max_workers=1))
        bot_pb2_grpc.add_BotServicer_to_server(self, server)
        server.add_insecure_port(os.environ["ARENA_BOT_ADDRESS"])
        server.start()
        self.over.wait()
        server.stop(0.1).wait()


def not_held(seen: pb.Observation) -> list[int]:
    """The cards that are not in the hand."""
    return [card for card in DECK if card not in seen.hand]


def revoke(seen: pb.Observation) -> pb.Action:
    """A card that may not be played: one of the hand if there is one, else one of others."""
    legal = {action.play for action in seen.legal}
    return pb.Action(play=[*(c for c in seen.hand if c not in legal), *not_held(seen)][0])


def is_bound(seen: pb.Observation) -> bool:
    """Whether R17 forbids a card that following suit allows."""
    suits = {
        pb.SUIT_TRUMP: range(1, 15),
        pb.SUIT_CLUBS: range(15, 21),
        pb.SUIT_SPADES: range(21, 27),
        pb.SUIT_HEARTS: range(27, 33),
    }
    asked = suits.get(seen.tricks[-1].suit, range(0))
    follows = [card for card in seen.hand if card in asked]
    return len(follows or seen.hand) != len(seen.legal)
