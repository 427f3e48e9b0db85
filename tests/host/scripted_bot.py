"""One bot that misbehaves as its arguments say: ``scripted_bot.py stall at=3 max-batch=8``.

In bare protocol: grpc and arena.v1 alone. Without arguments it is blameless. A misbehaviour
in Decide happens at the call `at` (from 1, default 1), once, and in every life of the bot
or, with `first-life`, in its first alone. What it is asked is written to its log.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc

from arena.v1 import bot_pb2 as pb

LONG_S = 60
"""Longer than any test waits."""


class Script:
    """The arguments: words, and words with a value."""

    def __init__(self, words: list[str]) -> None:
        self._values = dict(word.partition("=")[::2] for word in words)

    def __contains__(self, word: str) -> bool:
        return word in self._values

    def text(self, word: str, default: str = "") -> str:
        return self._values.get(word, default)

    def holds_in(self, life: int) -> bool:
        """Whether what is done instead of serving is done in *life*, from 1."""
        if "first-life" in self:
            return life == 1
        return life > 1 or "later-lives" not in self

    def number(self, word: str, default: int) -> int:
        return int(self._values.get(word, default))


def legal_action(seen: pb.Observation) -> pb.Action:
    """The first legal answer; for a bury the hand's last cards."""
    if seen.kind == pb.KIND_BURY:
        return pb.Action(bury=pb.Bury(cards=seen.hand[-seen.variant.blind_size :]))
    return seen.legal[0]


def answered(request: pb.DecideRequest) -> list[pb.Answer]:
    """Blameless answers."""
    return [
        pb.Answer(decision_id=seen.decision_id, action=legal_action(seen))
        for seen in request.observations
    ]


def reply(answers: list[pb.Answer]) -> bytes:
    return pb.DecideResponse(answers=answers).SerializeToString()


# ------------------------------------------------------------ in Decide: (bot, request, context)


def crash(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """End the process: by exit (the default), segv or kill."""
    match bot.script.text("crash"):
        case "segv":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case _:
            os._exit(3)
    time.sleep(LONG_S)
    return b""


def raise_error(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    raise RuntimeError("this bot cannot decide")


def stall(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    time.sleep(LONG_S)
    return reply(answered(request))


def late(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Answer well after so many milliseconds."""
    time.sleep(bot.script.number("late", 100) / 1000)
    return reply(answered(request))


def spin(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Answer well after so many milliseconds of CPU time."""
    burn(bot.script.number("spin", 100))
    return reply(answered(request))


def child_spins(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """As spin, but a child does the work, and its parent waits for it."""
    milliseconds = bot.script.number("child-spins", 100)
    subprocess.run([sys.executable, __file__, f"burn={milliseconds}"], check=True)
    return reply(answered(request))


def illegal(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Actions that can be read and break a rule: a pick where none is asked, else a play."""
    answers = answered(request)
    for answer, seen in zip(answers, request.observations, strict=True):
        play = pb.Action(play=pb.CARD_QC)
        answer.action.CopyFrom(play if seen.kind == pb.KIND_PICK else pb.Action(word=pb.WORD_PICK))
    return reply(answers)


def no_action(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """The last answer has its id and no action."""
    answers = answered(request)
    answers[-1].ClearField("action")
    return reply(answers)


def two_actions(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """The last decision is answered twice."""
    answers = answered(request)
    return reply([*answers, answers[-1]])


def no_answer(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """The last decision is not answered."""
    return reply(answered(request)[:-1])


def extra_answer(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """One answer too many, to a decision that was never asked."""
    answers = answered(request)
    return reply([*answers, pb.Answer(decision_id=b"nobody's", action=answers[0].action)])


def stale_id(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """The last answer names an earlier decision, or one of nobody's."""
    answers = answered(request)
    answers[-1].decision_id = bot.earlier_id
    return reply(answers)


def huge(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """10 MB that would decode."""
    answers = answered(request)
    answers[0].decision_id = bytes(10_000_000)
    return reply(answers)


def gzip_bomb(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """20 MB of nothing, which is 20 kB on the way."""
    context.set_compression(grpc.Compression.Gzip)
    return bytes(20_000_000)


def metadata(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """A good answer with 100 kB of trailing metadata."""
    context.set_trailing_metadata((("much", "x" * 100_000),))
    return reply(answered(request))


def undecodable(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    return b"\xff" * 40


def status(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """End the call with the gRPC status that is named."""
    code = getattr(grpc.StatusCode, bot.script.text("status", "INTERNAL"))
    context.abort(code, "this bot does not want to")
    raise AssertionError


def disconnect(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Close the connection under the call, and live."""
    for connection in unix_sockets():
        connection.shutdown(socket.SHUT_RDWR)
    time.sleep(LONG_S)
    return b""


def noise(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Garbage in the middle of a good connection."""
    for connection in unix_sockets():
        connection.send(b"\xffgarbage" * 100)
    time.sleep(LONG_S)
    return b""


def unix_sockets() -> list[socket.socket]:
    """This process's connected unix sockets."""
    found = []
    for link in Path("/proc/self/fd").iterdir():
        try:
            candidate = socket.socket(fileno=os.dup(int(link.name)))
        except OSError:
            continue
        if candidate.family == socket.AF_UNIX:
            try:
                candidate.getpeername()
            except OSError:
                continue
            found.append(candidate)
    return found


def burn(milliseconds: int) -> None:
    until_s = time.process_time() + milliseconds / 1000
    while time.process_time() < until_s:
        pass


Misbehaviour = Callable[["Bot", pb.DecideRequest, grpc.ServicerContext], bytes]

IN_DECIDE: dict[str, Misbehaviour] = {
    "crash": crash,
    "raise": raise_error,
    "stall": stall,
    "late": late,
    "spin": spin,
    "child-spins": child_spins,
    "illegal": illegal,
    "no-action": no_action,
    "two-actions": two_actions,
    "no-answer": no_answer,
    "extra-answer": extra_answer,
    "stale-id": stale_id,
    "huge": huge,
    "gzip-bomb": gzip_bomb,
    "metadata": metadata,
    "undecodable": undecodable,
    "status": status,
    "disconnect": disconnect,
    "noise": noise,
}

# ------------------------------------------------------------ instead of serving


def garbage_on_socket(address: str) -> None:
    """Something that listens and speaks no gRPC."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    while True:
        connection, _ = listener.accept()
        connection.send(b"HTTP/1.1 200 OK\r\n\r\nwelcome" * 100)


def socket_elsewhere(address: str) -> None:
    """A link to somebody else's socket in place of its own."""
    other = Path(address).with_name("other")
    socket.socket(socket.AF_UNIX).bind(str(other))
    Path(address).symlink_to(other)
    time.sleep(LONG_S)


def file_for_socket(address: str) -> None:
    Path(address).touch()
    time.sleep(LONG_S)


def never_listens(_: str) -> None:
    time.sleep(LONG_S)


def exits(_: str) -> None:
    print("this bot has nothing to say", flush=True)
    sys.exit(4)


INSTEAD: dict[str, Callable[[str], None]] = {
    "garbage-on-socket": garbage_on_socket,
    "socket-elsewhere": socket_elsewhere,
    "file-for-socket": file_for_socket,
    "never-listens": never_listens,
    "exits": exits,
}

# ------------------------------------------------------------ beside serving


def leave_children() -> None:
    """A child, one in a session of its own, and an orphan in yet another."""
    sleep = [sys.executable, "-c", f"import time; time.sleep({LONG_S})"]
    subprocess.Popen(sleep)
    subprocess.Popen(sleep, start_new_session=True)
    orphaning = "import subprocess, sys; subprocess.Popen(sys.argv[1:], start_new_session=True)"
    subprocess.run([sys.executable, "-c", orphaning, *sleep], check=True)


def flood(size: int) -> None:
    """Write *size* bytes of log as fast as they are taken."""
    line = b"all work and no play makes jack a dull card\n" * 1489
    while size > 0:
        size -= sys.stdout.buffer.write(line[:size])
    sys.stdout.flush()


def chatter() -> None:
    """Talk without end."""
    while True:
        print("did you know", flush=True)
        time.sleep(0.001)


class Bot:
    """The four calls, as the script wants them."""

    def __init__(self, script: Script, life: int) -> None:
        self.script = script
        self.life = life
        self.calls = 0
        self.earlier_id = b"nobody's"
        self.over = threading.Event()

    def hello(self, request: pb.HelloRequest, context: grpc.ServicerContext) -> bytes:
        if "hello-stall" in self.script:
            time.sleep(LONG_S)
        if "hello-status" in self.script:
            context.abort(grpc.StatusCode.PERMISSION_DENIED, "not with you")
        if "hello-undecodable" in self.script:
            return b"\xff" * 10
        if "hello-exits" in self.script:
            os._exit(5)
        versions = [int(word) for word in self.script.text("versions", "1").split(",")]
        common = set(versions).intersection(request.protocol_versions)
        return pb.HelloResponse(
            name="scripted",
            version="1",
            protocol_version=max(common, default=0),
            supported_versions=versions,
            max_batch=self.script.number("max-batch", 1),
            concurrent_deals=self.script.number("concurrent-deals", 1),
            wants_results="wants-results" in self.script,
        ).SerializeToString()

    def decide(self, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
        self.calls += 1
        asked = " ".join(seen.decision_id.hex() for seen in request.observations)
        print(f"life {self.life} call {self.calls}: {asked}", flush=True)
        misbehaves = self.calls == self.script.number("at", 1) and (
            self.life == 1 or "first-life" not in self.script
        )
        for word, misbehaviour in IN_DECIDE.items():
            if misbehaves and word in self.script:
                return misbehaviour(self, request, context)
        self.earlier_id = request.observations[-1].decision_id
        return reply(answered(request))

    def deal_over(self, request: pb.DealOverRequest, context: grpc.ServicerContext) -> bytes:
        print(f"deal over: {request.outcome}", flush=True)
        if "deal-over-stall" in self.script:
            time.sleep(LONG_S)
        return b""

    def bye(self, request: pb.ByeRequest, context: grpc.ServicerContext) -> bytes:
        print("bye", flush=True)
        if "endless-bye" in self.script:
            time.sleep(LONG_S)
        self.over.set()
        return b""

    def serve(self, address: str) -> None:
        handlers = {
            name: grpc.unary_unary_rpc_method_handler(behaviour, read, None)
            for name, behaviour, read in (
                ("Hello", self.hello, pb.HelloRequest.FromString),
                ("Decide", self.decide, pb.DecideRequest.FromString),
                ("DealOver", self.deal_over, pb.DealOverRequest.FromString),
                ("Bye", self.bye, pb.ByeRequest.FromString),
            )
            if f"without-{name.lower()}" not in self.script
        }
        service = grpc.method_handlers_generic_handler("arena.v1.Bot", handlers)
        server = grpc.server(ThreadPoolExecutor(2))
        server.add_generic_rpc_handlers((service,))
        server.add_insecure_port(address)
        server.start()
        self.over.wait()
        if "stays" in self.script:  # after Bye, until it is killed
            time.sleep(LONG_S)
        server.stop(0.1).wait()


def count_life() -> int:
    """Which life of the bot this is, from 1: its scratch folder outlives it."""
    lives = Path(os.environ["HOME"]) / "lives"
    life = 1 + (len(lives.read_text()) if lives.exists() else 0)
    lives.write_text("x" * life)
    return life


def main(words: list[str]) -> None:
    script = Script(words)
    if "burn" in script:
        burn(script.number("burn", 0))
        return
    if "show-environment" in script:
        print("environment", sorted(os.environ), "in", Path.cwd(), flush=True)
    if "ignores-sigterm" in script:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    life = count_life()
    address = os.environ["ARENA_BOT_ADDRESS"].removeprefix("unix:")
    for word, instead in INSTEAD.items():
        if word in script and script.holds_in(life):
            instead(address)
            return
    if "leaves-children" in script:
        leave_children()
    if "chatter" in script:
        threading.Thread(target=chatter, daemon=True).start()
    flood(script.number("flood", 0))
    Bot(script, life).serve(f"unix:{address}")


if __name__ == "__main__":
    main(sys.argv[1:])
