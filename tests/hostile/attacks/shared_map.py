"""Maps memory to share and has a child fill it, so that it is in nobody's resident set."""

from __future__ import annotations

import mmap
import os

from attack_kit import MIB, Attack

with Attack() as attack:
    kept: list[mmap.mmap] = []

    def make() -> mmap.mmap:
        try:
            return mmap.mmap(-1, 20 * MIB, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
        except OSError:
            with open("/dev/zero", "rb+") as zeros:
                return mmap.mmap(zeros.fileno(), 20 * MIB, flags=mmap.MAP_SHARED)

    def fill() -> None:
        kept.append(make())
        if os.waitstatus_to_exitcode(os.waitpid(touch(), 0)[1]):
            raise OSError(12, "the child that touched it was killed")

    def touch() -> int:
        pid = os.fork()
        if pid == 0:
            kept[-1].write(b"\1" * (20 * MIB))
            os._exit(0)
        return pid

    attack.up_to(1600, "MiB", fill, each=20)
