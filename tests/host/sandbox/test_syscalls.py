"""The numbers of system calls are the kernel's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena.errors import InfrastructureError
from arena.host.sandbox.syscalls import numbers_of

_HEADERS = {
    "x86_64": (
        Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
        Path("/usr/include/asm/unistd_64.h"),
    ),
    "aarch64": (Path("/usr/include/asm-generic/unistd.h"),),
}
_LATER = {"cachestat": 451, "fchmodat2": 452, "futex_requeue": 456}
"""Linux 6.5's to 6.7's: Debian 12's headers are older."""


def in_header(machine: str) -> dict[str, int]:
    """What the kernel's header for *machine* defines."""
    header = next((path for path in _HEADERS[machine] if path.exists()), None)
    if header is None:
        pytest.skip(f"no kernel header {_HEADERS[machine][0]}")
    defined = re.findall(r"#define\s+__NR(?:3264)?_(\w+)\s+(\d+)", header.read_text())
    return {name: int(number) for name, number in defined}


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_numbers_are_those_of_the_kernels_header(machine: str) -> None:
    header = _LATER | in_header(machine)

    assert {name: header.get(name) for name in numbers_of(machine)} == numbers_of(machine)


def test_a_machine_without_numbers_has_no_filter() -> None:
    with pytest.raises(InfrastructureError, match="x86_64 or aarch64, got the machine 'riscv64'"):
        numbers_of("riscv64")
