"""Makes shared memory that outlives its maker."""

from __future__ import annotations

import ctypes

from attack_kit import MIB, Attack, checked, libc, system_call

CREATE = 0o1000 | 0o600

with Attack() as attack:
    if attack.attempt(
        "memory", lambda: attack.notes.setdefault("id", system_call("shmget", 0, MIB, CREATE))
    ):
        checked(libc.shmctl(ctypes.c_int(int(str(attack.notes["id"]))), 0, None))
    attack.attempt(
        "semaphores", lambda: checked(libc.semctl(system_call("semget", 0, 1, CREATE), 0, 0))
    )
    attack.attempt(
        "messages", lambda: checked(libc.msgctl(system_call("msgget", 0, CREATE), 0, None))
    )
