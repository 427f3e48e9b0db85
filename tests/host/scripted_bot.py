"""One bot that misbehaves as its arguments say: ``scripted_bot.py stall at=3 max-batch=8``.

In bare protocol: grpc and arena.v1 alone. Without arguments it is blameless. A misbehaviour
in Decide happens at the call `at` (from 1, default 1) of those that fit (`on=KIND`,
`from-size=N`), once or at all of them (`always`), and in every life of the bot or, with
`first-life`, in its first alone. With `only-with=PATH` it misbehaves while that file is there.
What it is asked is written to its log. All in one file, so that a copy of it is a submission.
"""

from __future__ import annotations

import hashlib
import os
import random
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import grpc

from arena.v1 import bot_pb2 as pb

LONG_S = 60
"""Longer than any test waits."""
OVER_MS = 15
"""More than the clocks that CPU time is read by can differ."""
GOOD_WORDS = (
    *("max-batch", "concurrent-deals", "wants-results", "versions"),
    *("eager", "cracks", "think"),
)
"""The words that are no misbehaviour."""
DECK = (*range(pb.CARD_QC, pb.CARD_7H + 1),)


class Script:
    """The arguments: words, and words with a value."""

    def __init__(self, words: list[str]) -> None:
        self._values = dict(word.partition("=")[::2] for word in words)
        if "only-with" in self and not Path(self.text("only-with")).exists():
            self._values = {k: v for k, v in self._values.items() if k in GOOD_WORDS}

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


def legal_action(seen: pb.Observation, script: Script) -> pb.Action:
    """A legal answer: pass if not `eager`, crack if it `cracks`; bury the hand's last cards."""
    if seen.kind == pb.KIND_BURY:
        return pb.Action(bury=pb.Bury(cards=seen.hand[-seen.variant.blind_size :]))
    if seen.kind == pb.KIND_PICK:
        return seen.legal[-1 if "eager" in script else 0]
    if seen.kind in (pb.KIND_CRACK, pb.KIND_RECRACK):
        return seen.legal[0 if "cracks" in script else -1]
    return seen.legal[0]


def illegal_action(seen: pb.Observation) -> pb.Action:
    """An answer of the kind that is asked, which breaks a rule."""
    not_held = [card for card in DECK if card not in seen.hand]
    match seen.kind:
        case pb.KIND_PICK:
            return pb.Action(word=pb.WORD_ALONE)
        case pb.KIND_BURY:
            return pb.Action(bury=pb.Bury(cards=not_held[: seen.variant.blind_size]))
        case pb.KIND_CALL:
            return pb.Action(call=pb.Call(card=seen.hand[0]))
        case pb.KIND_CRACK | pb.KIND_RECRACK:
            return pb.Action(word=pb.WORD_PICK)
        case _:
            return pb.Action(play=(*revokes(seen), *not_held)[0])


def revokes(seen: pb.Observation) -> list[int]:
    """The cards that it holds and may not play."""
    legal = {action.play for action in seen.legal}
    return [card for card in seen.hand if card not in legal]


def reply(answers: list[pb.Answer]) -> bytes:
    return pb.DecideResponse(answers=answers).SerializeToString()


# ------------------------------------------------------------ in Decide: (bot, request, context)


def crash(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """End the process: by exit (the default), exit-0, exception, segv or kill."""
    match bot.script.text("crash"):
        case "segv":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "exit-0":
            os._exit(0)
        case "exception":
            try:
                raise RuntimeError("this bot did not expect that")
            except RuntimeError:
                traceback.print_exc()
                sys.stderr.flush()
                os._exit(1)  # as an exception in the main thread would
        case _:
            os._exit(3)
    time.sleep(LONG_S)
    return b""


def raise_error(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    raise RuntimeError("this bot cannot decide")


def stall(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    time.sleep(LONG_S)
    return reply(bot.answered(request))


def stop_itself(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """SIGSTOP, from which nobody wakes it."""
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(LONG_S)
    return reply(bot.answered(request))


def hog(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Take so many MiB of memory, each of four children a part, and then wait for the end."""
    share = bot.script.number("hog", 400) // 4
    taking = f"import time; taken = bytearray({share} << 20); time.sleep({LONG_S})"
    for _ in range(4):
        subprocess.Popen([sys.executable, "-I", "-c", taking])
    time.sleep(LONG_S)
    return reply(bot.answered(request))


def late(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Answer well after so many milliseconds."""
    time.sleep(bot.script.number("late", 100) / 1000)
    return reply(bot.answered(request))


def spin(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Answer well after so many milliseconds of CPU time, or just more than the bank holds."""
    burn(milliseconds_of(bot, "spin", request))
    return reply(bot.answered(request))


def forks(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """As thread-spins, but a child does the work, tells when it is done, and lives on.

    It executes a program of its own: a child that only forks off a process with gRPC's
    threads may never get a lock that one of them held.
    """
    done, told = os.pipe()
    work_s = bot.script.number("forks", 100) / 1000
    work = f"while time.thread_time() < {work_s}: pass"
    code = f"import os, time\n{work}\nos.write({told}, b'x')\ntime.sleep({LONG_S})"
    subprocess.Popen([sys.executable, "-I", "-S", "-c", code], pass_fds=[told])
    os.read(done, 1)
    return reply(bot.answered(request))


def thread_spins(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Answer after exactly so many milliseconds of this thread's CPU time."""
    until_s = time.thread_time() + bot.script.number("thread-spins", 100) / 1000
    while time.thread_time() < until_s:
        pass
    return reply(bot.answered(request))


def milliseconds_of(bot: Bot, word: str, request: pb.DecideRequest) -> int:
    """The value of *word*; ``over`` is a little more than the CPU bank holds."""
    if bot.script.text(word) != "over":
        return bot.script.number(word, 100)
    return OVER_MS + min(seen.cpu_left_ms for seen in request.observations)


def child_spins(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """As spin, but a child does the work, and its parent waits for it."""
    milliseconds = milliseconds_of(bot, "child-spins", request)
    subprocess.run([sys.executable, __file__, f"burn={milliseconds}"], check=True)
    return reply(bot.answered(request))


def illegal(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Actions that can be read and break a rule: a pick where none is asked, else a play."""
    answers = bot.answered(request)
    for answer, seen in zip(answers, request.observations, strict=True):
        play = pb.Action(play=pb.CARD_QC)
        answer.action.CopyFrom(play if seen.kind == pb.KIND_PICK else pb.Action(word=pb.WORD_PICK))
    return reply(answers)


def illegal_kind(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Actions of the kind that is asked which break a rule."""
    answers = bot.answered(request)
    for answer, seen in zip(answers, request.observations, strict=True):
        answer.action.CopyFrom(illegal_action(seen))
    return reply(answers)


def no_action(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """The last answer has its id and no action."""
    answers = bot.answered(request)
    answers[-1].ClearField("action")
    return reply(answers)


def two_actions(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """The last decision is answered twice."""
    answers = bot.answered(request)
    return reply([*answers, answers[-1]])


def no_answer(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """The last decision is not answered."""
    return reply(bot.answered(request)[:-1])


def extra_answer(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """One answer too many, to a decision that was never asked."""
    answers = bot.answered(request)
    return reply([*answers, pb.Answer(decision_id=b"nobody's", action=answers[0].action)])


def stale_id(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """The last answer names an earlier decision, or one of nobody's."""
    answers = bot.answered(request)
    answers[-1].decision_id = bot.earlier_id
    return reply(answers)


def huge(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """10 MB that would decode."""
    answers = bot.answered(request)
    answers[0].decision_id = bytes(10_000_000)
    return reply(answers)


def gzip_bomb(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """20 MB of nothing, which is 20 kB on the way."""
    context.set_compression(grpc.Compression.Gzip)
    return bytes(20_000_000)


def metadata(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """A good answer with 100 kB of trailing metadata."""
    context.set_trailing_metadata((("much", "x" * 100_000),))
    return reply(bot.answered(request))


def undecodable(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    return b"\xff" * 40


def status(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """End the call with the gRPC status that is named."""
    code = getattr(grpc.StatusCode, bot.script.text("status", "INTERNAL"))
    colours = "\x1b[31m\x07" if "colourful" in bot.script else ""
    context.abort(code, f"{colours}this bot does not want to")
    raise AssertionError


def exit_later(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Answer, and end a moment later."""
    threading.Timer(0.005, os._exit, (0,)).start()
    return reply(bot.answered(request))


def disconnect(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Close the connection under the call, and live."""
    for connection in unix_sockets():
        connection.shutdown(socket.SHUT_RDWR)
    time.sleep(LONG_S)
    return b""


def slow_end(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """End as a process does that a busy machine lets wait between two steps of it."""
    for connection in unix_sockets():
        connection.shutdown(socket.SHUT_RDWR)
    time.sleep(0.4)
    os._exit(3)


def hang_up_later(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Answer, and close the connection a moment later."""

    def hang_up() -> None:
        for connection in unix_sockets():
            connection.shutdown(socket.SHUT_RDWR)

    threading.Timer(0.005, hang_up).start()
    return reply(bot.answered(request))


def flood_stderr(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Write so many bytes to stderr, and then answer."""
    pour(bot.script.number("flood-stderr", 0), 2)
    return reply(bot.answered(request))


def long_line(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Write a line of so many bytes without its end, and then answer."""
    sys.stdout.buffer.write(b"x" * bot.script.number("long-line", 0))
    sys.stdout.flush()
    return reply(bot.answered(request))


def noise(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Garbage in the middle of a good connection."""
    for connection in unix_sockets():
        connection.send(b"\xffgarbage" * 100)
    time.sleep(LONG_S)
    return b""


def corrupt(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """A good answer, of which some bytes are changed on their way; see `corrupting_front`."""
    bot.changes = random.Random(f"{bot.script.text('corrupt')} {bot.life} {bot.calls}")
    return reply(bot.answered(request))


def unix_sockets() -> list[socket.socket]:
    """This process's connected unix sockets."""
    found = []
    for link in Path("/proc/self/fd").iterdir():
        try:
            if not stat.S_ISSOCK(link.stat().st_mode):
                continue
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
    """Use so much CPU time, on several cores where there are some, to be done the sooner."""
    until_s = time.process_time() + milliseconds / 1000
    piece = bytes(200_000)  # long enough for Python to let other threads run meanwhile

    def work() -> None:
        while time.process_time() < until_s:
            hashlib.sha256(piece)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


Misbehaviour = Callable[["Bot", pb.DecideRequest, grpc.ServicerContext], bytes]

IN_DECIDE: dict[str, Misbehaviour] = {
    "crash": crash,
    "raise": raise_error,
    "stall": stall,
    "stop-itself": stop_itself,
    "hog": hog,
    "late": late,
    "spin": spin,
    "child-spins": child_spins,
    "forks": forks,
    "thread-spins": thread_spins,
    "illegal": illegal,
    "illegal-kind": illegal_kind,
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
    "exit-later": exit_later,
    "disconnect": disconnect,
    "slow-end": slow_end,
    "hang-up-later": hang_up_later,
    "flood-stderr": flood_stderr,
    "long-line": long_line,
    "noise": noise,
    "corrupt": corrupt,
}

NO_MESSAGE = b"none"
"""Instead of an answer: an end without one."""


def no_message(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """End the call well and say nothing."""
    return NO_MESSAGE


def two_messages(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Answer twice in one call."""
    return reply(bot.answered(request))


def no_end(bot: Bot, request: pb.DecideRequest, context: grpc.ServicerContext) -> bytes:
    """Answer, and leave the call open."""
    return reply(bot.answered(request))


STREAMED: dict[str, Misbehaviour] = {
    "no-message": no_message,
    "two-messages": two_messages,
    "no-end": no_end,
}
"""What a server can do that takes Decide for a call with a stream of answers."""
IN_DECIDE |= STREAMED

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
    sys.exit(int(Script(sys.argv[1:]).text("exits") or 4))


INSTEAD: dict[str, Callable[[str], None]] = {
    "garbage-on-socket": garbage_on_socket,
    "socket-elsewhere": socket_elsewhere,
    "file-for-socket": file_for_socket,
    "never-listens": never_listens,
    "exits": exits,
}

# ------------------------------------------------------------ beside serving


ORPHANING = "import subprocess, sys; subprocess.Popen(sys.argv[1:], start_new_session=True)"
UNKNOWN = "import subprocess, sys; subprocess.Popen(sys.argv[1:], start_new_session=True, env={})"
"""As ORPHANING, with nothing in its environment to be known by."""
HEIR = """
import os, subprocess, sys, time
while os.path.exists(f"/proc/{sys.argv[1]}/exe"):
    time.sleep(0.001)
subprocess.Popen(sys.argv[2:], start_new_session=True)
"""
"""Waits for the end of the bot, and then leaves a child."""


HYDRA = """
import os, sys, time
until_s = time.monotonic() + float(sys.argv[1])
while time.monotonic() < until_s:
    if child := os.fork():
        os.waitpid(child, 0)
        continue
    os.setsid()
    parent = os.getppid()
    while os.getppid() == parent and time.monotonic() < until_s:
        time.sleep(0.001)
"""
"""Two processes, each in a session of its own; whoever loses the other starts another."""


def sleeping() -> list[str]:
    """The command of a child that stays; its last word tells whose it is."""
    return [sys.executable, "-c", f"import time; time.sleep({LONG_S})", os.environ["HOME"]]


def leave_children() -> None:
    """A child, one in a session of its own, and an orphan in yet another."""
    subprocess.Popen(sleeping())
    subprocess.Popen(sleeping(), start_new_session=True)
    subprocess.run([sys.executable, "-c", ORPHANING, *sleeping()], check=True)


def leave_unknown() -> None:
    """An orphan in a session of its own with an empty environment."""
    subprocess.run([sys.executable, "-c", UNKNOWN, *sleeping()], check=True)


def leave_heir() -> None:
    """A process in a session of its own that has children once the bot has ended."""
    heir = [sys.executable, "-c", HEIR, str(os.getpid()), *sleeping()]
    subprocess.Popen(heir, start_new_session=True)


def leave_hydra() -> None:
    """A pair of which neither may be missing, for 20 s."""
    subprocess.Popen([sys.executable, "-c", HYDRA, "20", os.environ["HOME"]])


LEAVES: dict[str, Callable[[], None]] = {
    "leaves-children": leave_children,
    "leaves-unknown": leave_unknown,
    "leaves-heir": leave_heir,
    "leaves-hydra": leave_hydra,
}


def pour(size: int, descriptor: int) -> None:
    """Write *size* bytes of log as fast as they are taken."""
    line = b"all work and no play makes jack a dull card\n" * 1489
    while size > 0:
        size -= os.write(descriptor, line[:size])


def chatter() -> None:
    """Talk without end."""
    while True:
        print("did you know", flush=True)
        time.sleep(0.001)


def lock_scratch() -> None:
    """Folders that hold a file and may not be written to, as package caches make them."""
    folder = Path(os.environ["HOME"]) / "cache" / "module"
    folder.mkdir(parents=True)
    (folder / "code").touch(0o400)
    for path in (folder, folder.parent):
        path.chmod(0o500)
    sealed = Path(os.environ["TMPDIR"]) / "sealed"
    (sealed / "inside").mkdir(parents=True)
    sealed.chmod(0)


def pour_without_end() -> None:
    while True:
        pour(1_000_000, 1)


def banner() -> None:
    """What programs say before they work: a banner, a warning, a traceback, bytes of no text."""
    print("+-----------+\n| SCRIPTED! |\n+-----------+", flush=True)
    print("warning: this card table is deprecated", file=sys.stderr, flush=True)
    try:
        raise ValueError("and yet it plays")
    except ValueError:
        traceback.print_exc()
    sys.stderr.flush()
    os.write(1, bytes(range(256)) + b"\x00\xff\r\x1b[2J")


def ponder() -> None:
    """Think, whoever's turn it is."""
    piece = bytes(200_000)
    while True:
        hashlib.sha256(piece)


def begin_beside(script: Script) -> None:
    """Do what is done before and while it serves."""
    if "locks-scratch" in script:
        lock_scratch()
    for word, leave in LEAVES.items():
        if word in script:
            leave()
    if "banner" in script:
        banner()
    if "ponders" in script:
        threading.Thread(target=ponder, daemon=True).start()
    if "chatter" in script:
        threading.Thread(target=chatter, daemon=True).start()
    if "endless-flood" in script:
        threading.Thread(target=pour_without_end, daemon=True).start()
    pour(script.number("flood", 0), 1)


def corrupting_front(bot: Bot, address: str, inner: str) -> None:
    """Take connections at *address* and hand on what they say and what *inner* answers.

    While the bot's `changes` are set, one to four bytes of each piece are replaced.
    """
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()

    def hand_on(source: socket.socket, sink: socket.socket, *, changed: bool) -> None:
        with suppress(OSError):
            while piece := bytearray(source.recv(65536)):
                for _ in range(bot.changes.randint(1, 4) if changed and bot.changes else 0):
                    assert bot.changes
                    piece[bot.changes.randrange(len(piece))] = bot.changes.randrange(256)
                sink.sendall(piece)
            sink.shutdown(socket.SHUT_RDWR)

    def accept() -> None:
        while True:
            client, _ = listener.accept()
            server = socket.socket(socket.AF_UNIX)
            server.connect(inner)
            for source, sink, changed in ((client, server, False), (server, client, True)):
                arguments = {"source": source, "sink": sink, "changed": changed}
                threading.Thread(target=hand_on, kwargs=arguments, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()


class Bot:
    """The four calls, as the script wants them."""

    def __init__(self, script: Script, life: int) -> None:
        self.script = script
        self.life = life
        self.calls = 0
        self.fitting = 0
        self.earlier_id = b"nobody's"
        self.changes: random.Random | None = None
        self.over = threading.Event()

    def hello(self, request: pb.HelloRequest, context: grpc.ServicerContext) -> bytes:
        if "hello-stall" in self.script:
            time.sleep(LONG_S)
        if "hello-status" in self.script:
            code = self.script.text("hello-status") or "PERMISSION_DENIED"
            context.abort(getattr(grpc.StatusCode, code), "not with you")
        if "hello-undecodable" in self.script:
            return b"\xff" * 10
        if "hello-huge" in self.script:
            return pb.HelloResponse(name="x" * 10_000_000, protocol_version=1).SerializeToString()
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
        if "banner" in self.script:
            banner()
        time.sleep(self.script.number("think", 0) / 1000)
        misbehaves = self._is_time(request)
        self.changes = None
        for word, misbehaviour in IN_DECIDE.items():
            if misbehaves and word in self.script:
                return misbehaviour(self, request, context)
        self.earlier_id = request.observations[-1].decision_id
        return reply(self.answered(request))

    def answered(self, request: pb.DecideRequest) -> list[pb.Answer]:
        """Blameless answers."""
        return [
            pb.Answer(decision_id=seen.decision_id, action=legal_action(seen, self.script))
            for seen in request.observations
        ]

    def decide_streaming(
        self, request: pb.DecideRequest, context: grpc.ServicerContext
    ) -> Iterator[bytes]:
        """As decide, by a server that takes the answer for a stream."""
        before = self.fitting
        answer = self.decide(request, context)
        misbehaves = self.fitting > before and self.fitting == self.script.number("at", 1)
        if answer is not NO_MESSAGE:
            yield answer
        if misbehaves and "two-messages" in self.script:
            yield answer
        if misbehaves and "no-end" in self.script:
            time.sleep(LONG_S)

    def _is_time(self, request: pb.DecideRequest) -> bool:
        """Whether this is the call at which it misbehaves."""
        if self.life > 1 and "first-life" in self.script:
            return False
        fits = self._fits(request)
        self.fitting += fits
        return fits and ("always" in self.script or self.fitting == self.script.number("at", 1))

    def _fits(self, request: pb.DecideRequest) -> bool:
        if len(request.observations) < self.script.number("from-size", 1):
            return False
        if not (kind := self.script.text("on")):
            return True
        if kind == "revoke":
            return any(seen.kind == pb.KIND_PLAY and revokes(seen) for seen in request.observations)
        wanted = getattr(pb, f"KIND_{kind.upper()}")
        return any(seen.kind == wanted for seen in request.observations)

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
        handlers: dict[str, grpc.RpcMethodHandler[Any, bytes]] = {
            name: grpc.unary_unary_rpc_method_handler(behaviour, read, None)
            for name, behaviour, read in (
                ("Hello", self.hello, pb.HelloRequest.FromString),
                ("Decide", self.decide, pb.DecideRequest.FromString),
                ("DealOver", self.deal_over, pb.DealOverRequest.FromString),
                ("Bye", self.bye, pb.ByeRequest.FromString),
            )
            if f"without-{name.lower()}" not in self.script
        }
        if any(word in self.script for word in STREAMED):
            handlers["Decide"] = grpc.unary_stream_rpc_method_handler(
                self.decide_streaming, pb.DecideRequest.FromString, None
            )
        if "hello-nothing" in self.script:  # a call that ends well and without an answer
            handlers["Hello"] = grpc.unary_stream_rpc_method_handler(lambda _, __: iter(()))
        service = grpc.method_handlers_generic_handler("arena.v1.Bot", handlers)
        server = grpc.server(ThreadPoolExecutor(8))  # calls that never return hold one each
        server.add_generic_rpc_handlers((service,))
        inner = f"{address}.inner" if "corrupt" in self.script else address
        server.add_insecure_port(inner)
        server.start()
        if inner != address:
            corrupting_front(self, *(path.removeprefix("unix:") for path in (address, inner)))
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


def may_not_start(script: Script) -> bool:
    """Whether this start is one too many: counted in the file `starts`, while that is there."""
    starts = Path(script.text("starts", "/nowhere"))
    if not starts.exists():
        return False
    with starts.open("ab") as count:
        count.write(b"x")
    return starts.stat().st_size > script.number("may-start", 0)


def main(words: list[str]) -> None:
    script = Script(words)
    if "burn" in script:
        burn(script.number("burn", 0))
        return
    if "show-environment" in script:
        print("environment", sorted(os.environ), "in", Path.cwd(), flush=True)
    if "ignores-sigterm" in script:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if may_not_start(script):
        sys.exit("this bot has started too often")
    life = count_life()
    address = os.environ["ARENA_BOT_ADDRESS"].removeprefix("unix:")
    for word, instead in INSTEAD.items():
        if word in script and script.holds_in(life):
            instead(address)
            return
    begin_beside(script)
    Bot(script, life).serve(f"unix:{address}")


if __name__ == "__main__":
    main(sys.argv[1:])
