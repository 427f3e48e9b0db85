"""Takes a real-time scheduler, before which everybody else has to wait."""

from __future__ import annotations

import ctypes
import os

from attack_kit import Attack, system_call

DEADLINE = ctypes.create_string_buffer(
    (48).to_bytes(4, "little")
    + (6).to_bytes(4, "little")
    + bytes(16)
    + (10**7).to_bytes(8, "little")
    + (10**8).to_bytes(8, "little") * 2,
    48,
)


def take(policy: int) -> int:
    os.sched_setscheduler(0, policy, os.sched_param(1))
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    return policy


with Attack() as attack:
    attack.attempt("fifo", lambda: take(os.SCHED_FIFO))
    attack.attempt("round robin", lambda: take(os.SCHED_RR))
    attack.attempt("deadline", lambda: system_call("sched_setattr", 0, DEADLINE, 0))
