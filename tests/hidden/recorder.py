"""A bot that writes down all it can see: its process, its folders, and every byte of every call.

It is copied into submissions. ``RECORDER=told`` wants to be told of each deal's end;
``RECORDER=crash`` ends whenever it is asked about several deals at once, the first of them
one in two.
"""

from __future__ import annotations

import base64
import json
import os
import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc

from arena.v1 import bot_pb2 as pb

MODE = os.environ.get("RECORDER", "batch")


def record(**seen: object) -> None:
    """A line of the log that the arena keeps."""
    print(json.dumps(seen), flush=True)


class Recorder(grpc.GenericRpcHandler):
    """Every method, its request as the bytes that came."""

    def __init__(self) -> None:
        self.over = threading.Event()

    def service(self, details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler:
        method = details.method
        metadata = [(key, str(value)) for key, value in details.invocation_metadata]

        def answer(request: bytes, context: grpc.ServicerContext) -> bytes:
            record(
                method=method,
                request=base64.b64encode(request).decode(),
                metadata=metadata,
                peer=context.peer(),
            )
            return self.answer(method.rpartition("/")[2], request)

        return grpc.unary_unary_rpc_method_handler(answer)

    def answer(self, method: str, request: bytes) -> bytes:
        match method:
            case "Hello":
                return introduction().SerializeToString()
            case "Decide":
                (Path.home() / "I was here").touch()
                return decide(pb.DecideRequest.FromString(request)).SerializeToString()
            case "Bye":
                self.over.set()
        return b""


def introduction() -> pb.HelloResponse:
    told = MODE == "told"
    return pb.HelloResponse(
        name="recorder",
        version="1",
        protocol_version=1,
        supported_versions=[1],
        max_batch=64,
        concurrent_deals=1 if told else 64,
        wants_results=told,
    )


def decide(request: pb.DecideRequest) -> pb.DecideResponse:
    if MODE == "crash":
        first, *others = request.observations
        if others and first.bot_seed % 2 == 0:
            os._exit(1)
    response = pb.DecideResponse()
    for seen in request.observations:
        chance = random.Random(f"{seen.bot_seed} {seen.kind} {list(seen.hand)}")
        if seen.kind == pb.KIND_BURY:
            cards = chance.sample(list(seen.hand), seen.variant.blind_size)
            action = pb.Action(bury=pb.Bury(cards=cards))
        else:
            action = chance.choice(list(seen.legal))
        response.answers.add(decision_id=seen.decision_id, action=action)
    return response


def files_below(folder: Path) -> list[str]:
    return sorted(str(path) for path in folder.rglob("*"))


def main() -> None:
    record(
        argv=sys.orig_argv,
        environ=dict(os.environ),
        folder=str(Path.cwd()),
        files=files_below(Path.cwd()),
        home=files_below(Path.home()),
        open_files=[fd for fd in range(64) if Path(f"/proc/self/fd/{fd}").exists()],
    )
    bot = Recorder()
    server = grpc.server(ThreadPoolExecutor(max_workers=1), handlers=[bot])
    server.add_insecure_port(os.environ["ARENA_BOT_ADDRESS"])
    server.start()
    bot.over.wait()
    server.stop(0.1).wait()


if __name__ == "__main__":
    main()
