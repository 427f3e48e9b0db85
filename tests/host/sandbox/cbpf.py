"""An interpreter of classic BPF as the kernel runs it, to try filters on calls nobody makes."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping

_X86_64 = 0xC000003E
_AARCH64 = 0xC00000B7
ARCHITECTURES: Mapping[str, int] = {"x86_64": _X86_64, "aarch64": _AARCH64}
_WORD = 0xFFFFFFFF
_ERRNO = 0x00050000

_JUMPS: Mapping[int, Callable[[int, int], bool]] = {
    0x15: lambda a, k: a == k,
    0x25: lambda a, k: a > k,
    0x35: lambda a, k: a >= k,
    0x45: lambda a, k: bool(a & k),
}


def verdict_of(program: bytes, number: int, *arguments: int, architecture: int = _X86_64) -> str:
    """``allow``, ``kill`` or the number of an errno, of one call under *program*."""
    padded = [argument & (1 << 64) - 1 for argument in (*arguments, *[0] * 6)][:6]
    data = struct.pack("=iIQ6Q", _signed(number), architecture, 0, *padded)
    returned = _run(program, data)
    if returned == 0x7FFF0000:
        return "allow"
    if returned == 0x80000000:
        return "kill"
    assert returned & ~0xFFFF == _ERRNO, hex(returned)
    return str(returned & 0xFFFF)


def _run(program: bytes, data: bytes) -> int:
    rows = list(struct.iter_unpack("=HBBI", program))
    accumulator = at = 0
    while True:
        code, if_true, if_false, operand = rows[at]
        at += 1
        if code == 0x06:
            return operand
        if code == 0x20:
            assert operand % 4 == 0
            (accumulator,) = struct.unpack_from("=I", data, operand)
        elif code == 0x54:
            accumulator &= operand
        elif code == 0x05:
            at += operand
        else:
            at += if_true if _JUMPS[code](accumulator, operand) else if_false


def _signed(number: int) -> int:
    return number - (1 << 32) if number & _WORD > 0x7FFFFFFF else number
