"""Two bots whisper by descriptors on their way, which the kernel counts by user."""

from __future__ import annotations

import array
import resource
import socket
import time

from attack_kit import SEND, Attack, until

ENOUGH = resource.getrlimit(resource.RLIMIT_NOFILE)[0] + 1


def send(carrier: socket.socket, count: int) -> None:
    rights = array.array("i", [carrier.fileno()] * count)
    carrier.sendmsg([b"-"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])


def one_way() -> str:
    """Whether a descriptor can be sent."""
    one, other = socket.socketpair()
    with one, other:
        try:
            send(one, 1)
        except OSError as error:
            return str(error)
        return "sent"


def unusual() -> str:
    for _ in until(1):
        if one_way() != attack.aims["usual"]:
            return f"{one_way()}, not {attack.aims['usual']}"
    raise OSError(2, "as usual")


with Attack() as attack:
    if attack.aims["role"] == SEND:
        attack.notes["usual"] = one_way()
        kept = socket.socketpair()
        for _ in range(0, ENOUGH, 100):
            try:
                send(kept[0], 100)
            except OSError as error:
                attack.notes["stopped by"] = str(error)
        attack.report()
        time.sleep(20)
    else:
        attack.attempt("sending is another", unusual)
