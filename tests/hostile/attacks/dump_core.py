"""Crashes, to have the kernel write all of its memory somewhere."""

from __future__ import annotations

import contextlib
import os
import resource

from attack_kit import Attack


def crash() -> int:
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY,) * 2)
        os.chdir(os.environ["HOME"])
        os.abort()
    status = os.waitpid(pid, 0)[1]
    if not os.WCOREDUMP(status):
        raise OSError(2, "no core")
    return status


with Attack() as attack:
    attack.attempt("core", crash)
    attack.notes["home"] = os.listdir(os.environ["HOME"])
