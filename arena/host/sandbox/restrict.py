"""The walls of the partial level, which a process puts up around itself before it is a bot.

`launch.py` does it, so nothing but Landlock's file is imported, and what it is to give up
comes as JSON on a descriptor.
"""

from __future__ import annotations

import ctypes
import json
import os
from typing import Final, NamedTuple

from arena.host.sandbox.landlock import give_up_all_but

_PR_SET_SECCOMP: Final = 22
_PR_SET_NO_NEW_PRIVS: Final = 38
_SECCOMP_MODE_FILTER: Final = 2
_FILTER_ROW_BYTES: Final = 8


class Restrictions(NamedTuple):
    """What is left to a process. No dataclass: importing those takes longer than all else here."""

    readable: tuple[str, ...]
    """Files to read and execute, folders with all below them. All must be there."""
    listed: tuple[str, ...]
    """Folders whose names, and of all below them, it may list and no more: Python finds a
    package only in a folder that it can list."""
    writable: tuple[str, ...]
    """As readable, to write, make and remove as well: its scratch, plain devices."""
    listening: tuple[str, ...]
    """Folders in which it may make and remove sockets, and nothing else."""
    program: bytes
    """The system call filter, from `filter_program`."""


def encode_restrictions(restrictions: Restrictions) -> bytes:
    """*restrictions* as the launcher reads them."""
    return json.dumps({**restrictions._asdict(), "program": restrictions.program.hex()}).encode()


def decode_restrictions(text: bytes) -> Restrictions:
    """The inverse of `encode_restrictions`."""
    said = json.loads(text)
    readable, listed, writable, listening = (
        tuple(said[name]) for name in ("readable", "listed", "writable", "listening")
    )
    return Restrictions(readable, listed, writable, listening, bytes.fromhex(said["program"]))


def restrict_self(restrictions: Restrictions) -> None:
    """Give up, for good and for all children, everything else. The filter goes up last.

    Raises:
        OSError: the kernel refuses, or a path cannot be reached.
    """
    _prctl(_PR_SET_NO_NEW_PRIVS, ctypes.c_ulong(1))
    give_up_all_but(
        restrictions.readable,
        restrictions.listed,
        restrictions.writable,
        restrictions.listening,
    )
    program = _SockFprog(len(restrictions.program) // _FILTER_ROW_BYTES, restrictions.program)
    _prctl(_PR_SET_SECCOMP, ctypes.c_ulong(_SECCOMP_MODE_FILTER), ctypes.byref(program))


class _SockFprog(ctypes.Structure):
    """A struct sock_fprog."""

    _fields_ = (("rows", ctypes.c_ushort), ("program", ctypes.c_char_p))


def _prctl(option: int, *arguments: object) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    zeros = [ctypes.c_ulong(0)] * (4 - len(arguments))
    if libc.prctl(option, *arguments, *zeros):
        error = ctypes.get_errno()
        raise OSError(error, f"prctl {option}: {os.strerror(error)}")
