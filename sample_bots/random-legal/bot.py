"""The smallest bot: any legal answer, in the bare protocol.

It uses gRPC and the messages of proto/arena/v1/bot.proto, nothing else of the arena. Read
it beside docs/protocol.md: whatever your language, this is all there is to do.
"""
# ruff: noqa: ARG002  the signatures of the four calls are gRPC's

from __future__ import annotations

import logging
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from random import Random

import grpc

from arena.v1 import bot_pb2, bot_pb2_grpc

PROTOCOL_VERSION = 1


def decide(seen: bot_pb2.Observation) -> bot_pb2.Action:
    """Any legal action, drawn from the bot seed, so that the same deal is played the same way.

    The observation holds all there is to know and nothing is kept between calls: the
    bot can be restarted in mid-deal, and calls of several deals can come mixed. The
    draw differs from decision to decision because the kind or the hand does.
    """
    chance = Random(f"{seen.bot_seed}:{seen.kind}:{list(seen.hand)}")
    if seen.kind == bot_pb2.KIND_BURY:
        # The one kind whose answers are not listed: any cards, as many as the blind had.
        cards = chance.sample(list(seen.hand), seen.variant.blind_size)
        return bot_pb2.Action(bury=bot_pb2.Bury(cards=cards))
    return chance.choice(list(seen.legal))


class RandomLegal(bot_pb2_grpc.BotServicer):
    """The four calls, made by the arena one after the other."""

    def __init__(self) -> None:
        self.over = threading.Event()

    def Hello(self, request: bot_pb2.HelloRequest, context: object) -> bot_pb2.HelloResponse:
        """Choose a version of the contract, 0 for none, and say what the bot can do."""
        common = PROTOCOL_VERSION in request.protocol_versions
        return bot_pb2.HelloResponse(
            name="random-legal",
            version="1.1.0",
            protocol_version=PROTOCOL_VERSION if common else 0,
            supported_versions=[PROTOCOL_VERSION],
            max_batch=64,
            concurrent_deals=64,
        )

    def Decide(self, request: bot_pb2.DecideRequest, context: object) -> bot_pb2.DecideResponse:
        """One answer for each observation, with the id of its decision."""
        response = bot_pb2.DecideResponse()
        for seen in request.observations:
            response.answers.add(decision_id=seen.decision_id, action=decide(seen))
        return response

    def DealOver(
        self, request: bot_pb2.DealOverRequest, context: object
    ) -> bot_pb2.DealOverResponse:
        """Never called, because Hello did not say wants_results."""
        return bot_pb2.DealOverResponse()

    def Bye(self, request: bot_pb2.ByeRequest, context: object) -> bot_pb2.ByeResponse:
        """Let the main thread end; a second later the arena kills what is left."""
        self.over.set()
        return bot_pb2.ByeResponse()


def main() -> None:
    """Serve on the socket that the arena names until it says Bye."""
    logging.basicConfig()  # or gRPC keeps the exceptions of the four calls to itself
    bot = RandomLegal()
    server = grpc.server(ThreadPoolExecutor(max_workers=1))
    bot_pb2_grpc.add_BotServicer_to_server(bot, server)
    server.add_insecure_port(os.environ["ARENA_BOT_ADDRESS"])
    server.start()
    bot.over.wait()
    server.stop(0.1).wait()  # so that the answer to Bye still leaves


if __name__ == "__main__":
    main()
