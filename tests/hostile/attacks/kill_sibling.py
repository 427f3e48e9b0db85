"""Kills another bot that plays at the same time."""

from __future__ import annotations

import os
import signal

from attack_kit import Attack


def by_descriptor() -> None:
    signal.pidfd_send_signal(os.pidfd_open(attack.aims["sibling"]), signal.SIGKILL)


with Attack() as attack:
    for number in (signal.SIGSTOP, signal.SIGKILL):
        attack.attempt(number.name, lambda n=number: os.kill(attack.aims["sibling"], n))
    attack.attempt("group", lambda: os.killpg(attack.aims["sibling"], signal.SIGKILL))
    attack.attempt("descriptor", by_descriptor)
