"""What every attack is written with: trying things, saying so, and the report at the end.

A submission holds it beside the attacks, so it imports nothing but the standard library.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from types import TracebackType

MIB = 1024 * 1024
STAY_S = 25
"""More than the arena needs to see what a bot has, on any machine."""
SEND = "send"
RECEIVE = "receive"
_CLOSED = (errno.EPERM, errno.EACCES, errno.ENOSYS)
"""How a system call fails that is not to be had; any other error comes from behind the door."""
_NUMBERS = {
    "x86_64": {
        "add_key": 248,
        "bpf": 321,
        "cachestat": 451,
        "clone3": 435,
        "delete_module": 176,
        "fanotify_init": 300,
        "init_module": 175,
        "inotify_add_watch": 254,
        "inotify_init1": 294,
        "io_setup": 206,
        "io_uring_setup": 425,
        "ioprio_set": 251,
        "kcmp": 312,
        "kexec_load": 246,
        "keyctl": 250,
        "memfd_secret": 447,
        "mq_open": 240,
        "msgget": 68,
        "name_to_handle_at": 303,
        "open_by_handle_at": 304,
        "perf_event_open": 298,
        "pidfd_getfd": 438,
        "pidfd_open": 434,
        "pivot_root": 155,
        "process_vm_readv": 310,
        "quotactl": 179,
        "reboot": 169,
        "request_key": 249,
        "sched_setattr": 314,
        "semget": 64,
        "shmat": 30,
        "shmget": 29,
        "swapon": 167,
        "syslog": 103,
        "userfaultfd": 323,
    },
    "aarch64": {
        "add_key": 217,
        "bpf": 280,
        "cachestat": 451,
        "clone3": 435,
        "delete_module": 106,
        "fanotify_init": 262,
        "init_module": 105,
        "inotify_add_watch": 27,
        "inotify_init1": 26,
        "io_setup": 0,
        "io_uring_setup": 425,
        "ioprio_set": 30,
        "kcmp": 272,
        "kexec_load": 104,
        "keyctl": 219,
        "memfd_secret": 447,
        "mq_open": 180,
        "msgget": 186,
        "name_to_handle_at": 264,
        "open_by_handle_at": 265,
        "perf_event_open": 241,
        "pidfd_getfd": 438,
        "pidfd_open": 434,
        "pivot_root": 41,
        "process_vm_readv": 270,
        "quotactl": 60,
        "reboot": 142,
        "request_key": 218,
        "sched_setattr": 274,
        "semget": 190,
        "shmat": 196,
        "shmget": 194,
        "swapon": 224,
        "syslog": 116,
        "userfaultfd": 282,
    },
}
libc = ctypes.CDLL(None, use_errno=True)


class Attack:
    """One attack as a block: it says that it began, and at the end what came of it."""

    def __init__(self) -> None:
        self.aims = json.loads(sys.argv[1])
        """What the harness knows and a real attacker would have to guess: pids, paths, ports."""
        self.achieved: list[str] = []
        """What nobody in a sandbox should be able to do."""
        self.notes: dict[str, object] = {}
        """What it found besides."""
        self.made: dict[str, int] = {}
        """How much it got of what there is a limit for, by unit."""
        self._refused: dict[str, str] = {}
        self._starter = os.getpid()

    def __enter__(self) -> Attack:
        self.say("began")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None and os.getpid() == self._starter:
            self.report()

    def report(self) -> None:
        """The last line."""
        found = {
            "achieved": self.achieved,
            "made": self.made,
            "notes": self.notes,
            "refused": self._refused,
        }
        self.say(json.dumps(found))

    def say(self, line: str) -> None:
        """Into its log, at once."""
        print(line, flush=True)

    def attempt(self, what: str, deed: Callable[[], object]) -> bool:
        """Whether *deed* can be done, which is an achievement."""
        try:
            result = deed()
        except (OSError, MemoryError, ValueError) as error:
            self._refused[what] = _name_of(error)
            return False
        self.achieved.append(f"{what}: {result!r:.80}")
        self.say(f"achieved {what}")
        return True

    def reach(self, what: str, *arguments: int | bytes | ctypes.Array[ctypes.c_char]) -> bool:
        """Whether system call *what* gets past the door, if only to be told of bad arguments."""
        try:
            result = system_call(what, *arguments)
        except OSError as error:
            if error.errno in _CLOSED:
                self._refused[what] = _name_of(error)
                return False
            result = -(error.errno or 0)
        self.achieved.append(f"{what}: {result}")
        return True

    def up_to(self, most: int, unit: str, make: Callable[[], object], *, each: int = 1) -> int:
        """Call *make* until it fails or *most* are made, and say how far it got."""
        self.made[unit] = 0
        while self.made[unit] < most:
            try:
                make()
            except (OSError, MemoryError, RuntimeError, ValueError) as error:
                self._refused[unit] = _name_of(error)
                break
            self.made[unit] += each
            if (self.made[unit] // each) % max(1, most // each // 40) == 0:
                self.say(f"made {self.made[unit]} {unit}")
        self.say(f"made {self.made[unit]} {unit}")
        return self.made[unit]

    def stay_if_too_many(self, unit: str) -> None:
        """With more than there should be of *unit*, until the arena sees it."""
        if self.made[unit] > self.aims["most"][unit]:
            time.sleep(STAY_S)


def system_call(name: str, *arguments: int | bytes | ctypes.Array[ctypes.c_char]) -> int:
    """The result of system call *name*.

    Raises:
        OSError: it failed.
    """
    number = _NUMBERS[platform.machine()][name]
    spelt = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    result: int = libc.syscall(ctypes.c_long(number), *spelt)
    return checked(result)


def checked(result: int) -> int:
    """*result* of a function of the C library.

    Raises:
        OSError: it is less than 0.
    """
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def in_child(deed: Callable[[], object]) -> str:
    """What came of *deed* in a child, which a filter or a limit may kill.

    Raises:
        OSError: it failed in the child, or the child was killed.
    """
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(BaseException):
            try:
                told = f"done {deed()!r:.80}"
            except OSError as error:
                told = f"errno {error.errno}"
            os.write(writing, told.encode())
        os._exit(0)
    os.close(writing)
    with open(reading, "rb") as answers:
        told = answers.read().decode()
    os.waitpid(pid, 0)
    word, _, rest = told.partition(" ")
    if word == "done":
        return rest
    number = int(rest) if word == "errno" else errno.EKEYREJECTED
    raise OSError(number, os.strerror(number) if word == "errno" else "killed")


def opened(path: str, flags: int) -> str:
    """Open *path* and close it again, touching nothing."""
    os.close(os.open(path, flags))
    return path


def read(path: str, most: int = 4096) -> bytes:
    """The first bytes of *path*."""
    with open(path, "rb") as file:
        return file.read(most)


def until(seconds: float, every: float = 0.05) -> Iterator[None]:
    """Rounds, for *seconds*."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
        time.sleep(every)


def _name_of(error: BaseException) -> str:
    number = getattr(error, "errno", None)
    return errno.errorcode.get(number, str(error)) if number else repr(error)[:80]
