"""Leaves marks in every way that it can think of, and looks for those that others of it left.

Each life has a number of its own. What it finds of another life it says in its log, which is
the arena's: ``found WAY OTHER``. It says what it is asked, too, for somebody who sees all logs.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from arena.sdk import bot
from arena.sdk.answers import legal_answers
from arena.sdk.chance import random_for

LIFE = os.urandom(4).hex()
PREFIX = "recognise-"
HERE = Path(__file__).parent
HOME = Path(os.environ["HOME"])
FOLDERS = (HOME, HOME.parent, HERE, *map(Path, ("/tmp", "/var/tmp", "/dev/shm", "/run/arena")))
DAWDLE_S = 0.1
"""For each decision, so that two sittings that run at once do meet."""
KEY = 0x5EED
"""Of System V, where a number is a name."""
held: list[object] = []
"""What must stay open."""
names: set[int] = set()
"""Its own, among sockets without a file."""


def say(*words: object) -> None:
    """A line of the log, at once."""
    print(*words, flush=True)


def in_files() -> Iterator[str]:
    """Notes in folders: for those who come later."""
    for folder in FOLDERS:
        for path in folder.glob(f"{PREFIX}*.note"):
            yield path.read_text()
        (folder / f"{PREFIX}{LIFE}.note").write_text(LIFE)


def at_sockets() -> Iterator[str]:
    """Sockets in folders: for those who are there now."""
    for folder in FOLDERS:
        for path in folder.glob(f"{PREFIX}*.sock"):
            if LIFE not in path.name:
                with socket.socket(socket.AF_UNIX) as caller:
                    caller.connect(str(path))
                yield path.name
        own = folder / f"{PREFIX}{LIFE}.sock"
        if not own.exists():
            listen(str(own))


def at_names() -> Iterator[str]:
    """Sockets without a file."""
    for number in range(4):
        try:
            listen(f"\0{PREFIX}{number}")
        except OSError:
            if number not in names:
                yield f"name {number} is taken"
            continue
        names.add(number)
        return


def by_locks() -> Iterator[str]:
    """A lock on a file that both can read."""
    try:
        fcntl.flock(LOCKED, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        yield "bot.py is locked"


LOCKED = (HERE / "bot.py").open()


def by_processes() -> Iterator[str]:
    """The table of processes, where another one has the same command."""
    own = Path("/proc/self/cmdline").read_bytes()
    for folder in Path("/proc").glob("[0-9]*"):
        if int(folder.name) != os.getpid() and (folder / "cmdline").read_bytes() == own:
            yield f"process {folder.name}"


def by_logs() -> Iterator[str]:
    """Its log and those of others, as somebody has them open."""
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if link.readlink().suffix == ".log":
                yield from (
                    word
                    for word in link.read_text(errors="replace").split()
                    if word.startswith("life=")
                )
        except OSError:
            continue


def by_numbers() -> Iterator[str]:
    """Memory that has a number for a name."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.shmget(KEY, 0, 0) >= 0:
        yield "memory"
    elif (made := libc.shmget(KEY, 4096, 0o1000 | 0o666)) >= 0:
        held.append(made)


WAYS: dict[str, Callable[[], Iterator[str]]] = {
    "file": in_files,
    "socket": at_sockets,
    "name": at_names,
    "lock": by_locks,
    "process": by_processes,
    "log": by_logs,
    "number": by_numbers,
}


def look() -> None:
    """Leave marks and look for them, in every way."""
    for way, search in WAYS.items():
        marks = search()
        while True:
            try:
                mark = next(marks)
            except (OSError, StopIteration):
                break
            if LIFE not in mark:
                say("found", way, mark)


def listen(address: str) -> None:
    """Until the end of this life."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    held.append(listener)


def decide(question: bot.Question) -> bot.Action:
    """Look about, say what was asked, and play anything."""
    look()
    time.sleep(DAWDLE_S)
    hand = question.observation.hand
    say("asked", question.decision_id.hex(), question.bot_seed, hand, time.monotonic_ns())
    return random_for(question).choice(legal_answers(question.observation))


if __name__ == "__main__":
    say(f"life={LIFE}")
    say("told", *sorted(os.environ.items()), *sys.argv)
    look()
    bot.serve(decide, name="recogniser", version="1")
