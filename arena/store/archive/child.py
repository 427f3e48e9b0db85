"""The process that unpacks one archive: `python -m arena.store.archive.child`.

The archive is its standard input. It ends with 0, or with 2 after printing, as
one line, what is wrong with the archive.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Sequence
from pathlib import Path

from arena.errors import ConfigError
from arena.store.archive.limits import MAX_ARCHIVE_BYTES, MAX_FILE_BYTES, MIB, UnpackingLimits
from arena.store.archive.unpack import Form, unpack

REFUSED = 2
"""The exit code for an archive that is not as it must be."""


def child_argv(form: Form, folder: Path, limits: UnpackingLimits) -> tuple[str, ...]:
    """How to start the process; its standard input is the archive, *folder* is empty."""
    words = (form.value, str(folder), str(limits.cpu_s), str(limits.memory_mib))
    return (sys.executable, "-P", "-m", "arena.store.archive.child", *words)


def main(words: Sequence[str]) -> int:
    """Unpack, and say with which code to exit."""
    form, folder, cpu_s, memory_mib = words
    confine(int(cpu_s), int(memory_mib))
    try:
        top = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        unpack(sys.stdin.buffer.read(MAX_ARCHIVE_BYTES + 1), Form(form), top)
    except ConfigError as error:
        sys.stdout.write(f"{error}\n")
        return REFUSED
    except MemoryError:
        sys.stdout.write(f"expected to be unpacked in {memory_mib} MiB of memory, got more\n")
        return REFUSED
    return 0


def confine(cpu_s: int, memory_mib: int) -> None:
    """Limit this process for good: CPU, memory, the size of a file, open files, no core."""
    for kind, most in (
        (resource.RLIMIT_CPU, cpu_s + 1),  # a second to be killed by SIGXCPU, which tells why
        (resource.RLIMIT_AS, memory_mib * MIB),
        (resource.RLIMIT_FSIZE, MAX_FILE_BYTES),
        (resource.RLIMIT_NOFILE, 32),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        soft = min(cpu_s, allowed) if kind == resource.RLIMIT_CPU else allowed
        resource.setrlimit(kind, (soft, allowed))
    os.umask(0o077)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
