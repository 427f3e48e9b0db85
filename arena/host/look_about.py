"""What a level's probe runs in the sandbox: it looks about, tries things, and reports.

Its text is the program, run with ``python -c`` and the arguments SECRET PORT ARENA_PID, so it
imports nothing of the arena. It writes one JSON object: what a bot must not be able to do is
reported as true when it failed.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import socket
import sys
from collections.abc import Callable
from functools import partial


def fails(deed: Callable[[], object]) -> bool:
    """Whether the system refuses *deed*."""
    try:
        deed()
    except OSError:
        return True
    return False


def main() -> None:
    """Look about and report."""
    secret, port, arena = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    prctl = ctypes.CDLL(None).prctl
    home = os.environ["HOME"]
    report = {
        "no-new-privileges": prctl(39, 0, 0, 0, 0) == 1,
        "filtered": prctl(21, 0, 0, 0, 0) == 2,
        "not-root": os.getuid() != 0 and os.geteuid() != 0,
        "secret-unread": fails(partial(_read, secret)),
        "secret-unseen": not os.path.exists(secret),  # noqa: PTH110 - as few imports as can be
        "no-network": fails(lambda: socket.create_connection(("127.0.0.1", port), 2).close()),
        "arena-unseen": fails(partial(os.kill, arena, 0)),
        "cannot-write-outside": all(fails(partial(_write, place)) for place in _OUTSIDE),
        "writes-scratch": not fails(partial(_write, home)),
        "limited": resource.getrlimit(resource.RLIMIT_CORE) == (0, 0),
    }
    sys.stdout.write(json.dumps(report))


_OUTSIDE = ("/", "/usr", "/etc", "/dev", ".")


def _read(path: str) -> None:
    with open(path, "rb") as file:  # noqa: PTH123 - as few imports as can be
        file.read()


def _write(folder: str) -> None:
    path = os.path.join(folder, "probe")  # noqa: PTH118 - as few imports as can be
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    os.close(descriptor)
    with contextlib.suppress(OSError):
        os.unlink(path)  # noqa: PTH108 - as few imports as can be


if __name__ == "__main__":
    main()
