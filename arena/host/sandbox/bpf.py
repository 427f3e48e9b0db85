"""A small assembler for classic BPF, the language of seccomp filters.

A program is a chain of blocks, each of which returns a verdict or falls through to the
next. A condition is a block around another: it jumps over it where it does not hold, by as
many instructions as that has. So nothing needs a label, and no jump goes backwards.

The kernel's words have 32 bits. Of what it takes as an int, such as the command of an
ioctl, it drops the high half of the register, and so does a condition here: filters that
compared all 64 bits let TIOCSTI pass with a high bit set (CVE-2019-10063).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from typing import Final

Instruction = tuple[int, int, int, int]
"""Code, jump if true, jump if false, operand: a struct sock_filter."""
Block = tuple[Instruction, ...]
Condition = Callable[[Block], Block]
"""A block that runs its argument where something holds of the call. A is lost."""

ALLOW: Final = 0x7FFF0000
KILL_PROCESS: Final = 0x80000000
_ERRNO: Final = 0x00050000

_LOAD: Final = 0x20  # BPF_LD | BPF_W | BPF_ABS: A = the word at k of struct seccomp_data
_AND: Final = 0x54  # BPF_ALU | BPF_AND | BPF_K
_JUMP: Final = 0x05  # BPF_JMP | BPF_JA
_IF_EQUAL: Final = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_IF_OVER: Final = 0x25  # BPF_JMP | BPF_JGT | BPF_K
_IF_ANY_BIT: Final = 0x45  # BPF_JMP | BPF_JSET | BPF_K
_RETURN: Final = 0x06  # BPF_RET | BPF_K
_ALL_BITS: Final = 0xFFFFFFFF

LOAD_NUMBER: Final[Block] = ((_LOAD, 0, 0, 0),)
"""A = the number of the system call."""
LOAD_ARCHITECTURE: Final[Block] = ((_LOAD, 0, 0, 4),)
"""A = the AUDIT_ARCH_… by whose table the number counts."""


def give(verdict: int) -> Block:
    """Return *verdict* to the kernel."""
    return ((_RETURN, 0, 0, verdict),)


def refuse(errno: int) -> Block:
    """Let the call fail with *errno*."""
    return give(_ERRNO | errno)


def if_equal(values: Iterable[int], then: Block) -> Block:
    """Run *then* when A is one of *values*, of which there is at least one."""
    *others, last = values
    jumps = [(_IF_EQUAL, len(others) - index, 0, value) for index, value in enumerate(others)]
    return (*jumps, (_IF_EQUAL, 0, len(then), last), *then)


def unless_equal(value: int, then: Block) -> Block:
    """Run *then* when A is not *value*."""
    return ((_IF_EQUAL, len(then), 0, value), *then)


def if_over(value: int, then: Block) -> Block:
    """Run *then* when A is greater than *value*."""
    return ((_IF_OVER, 0, len(then), value), *then)


def one_of(argument: int, *values: int) -> Condition:
    """Whether the low half of an argument, counted from 0, is one of *values*."""
    return lambda then: (*_low(argument), *if_equal(values, then))


def none_of(argument: int, *values: int, mask: int = _ALL_BITS) -> Condition:
    """Whether the bits of *mask* in the low half of an argument are none of *values*."""
    return lambda then: (
        *_low(argument),
        (_AND, 0, 0, mask),
        *if_equal(values, _over(then)),
        *then,
    )


def any_bit(argument: int, mask: int) -> Condition:
    """Whether the low half of an argument has a bit of *mask*."""
    return lambda then: (*_low(argument), (_IF_ANY_BIT, 0, len(then), mask), *then)


def not_zero(argument: int) -> Condition:
    """Whether an argument has a bit in either half: a pointer that is not NULL."""
    return lambda then: (
        *_low(argument),
        *if_equal([0], (*_high(argument), *if_equal([0], _over(then)))),
        *then,
    )


def where(conditions: Iterable[Condition], then: Block) -> Block:
    """Run *then* when all *conditions* hold."""
    for condition in reversed(tuple(conditions)):
        then = condition(then)
    return then


def assemble(blocks: Iterable[Block]) -> bytes:
    """The program of *blocks*: an array of struct sock_filter."""
    return b"".join(struct.pack("=HBBI", *row) for block in blocks for row in block)


def _low(argument: int) -> Block:
    """A = the low half of an argument, which comes first on both machines."""
    return ((_LOAD, 0, 0, 16 + 8 * argument),)


def _high(argument: int) -> Block:
    return ((_LOAD, 0, 0, 20 + 8 * argument),)


def _over(block: Block) -> Block:
    """Jump over *block*, which follows."""
    return ((_JUMP, 0, 0, len(block)),)
