"""Loads a filter into itself, then makes raw system calls or becomes a command.

``under_filter.py FILTER calls [[NUMBER, ARGUMENT…]…]`` prints each call's errno, 0 where it
worked; ``under_filter.py FILTER exec COMMAND…``. FILTER is hexadecimal; empty for none.
Stands alone, for ``python -I -S``.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys

_PR_SET_NO_NEW_PRIVS = 38
_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2


class Program(ctypes.Structure):
    """A struct sock_fprog."""

    _fields_ = (("length", ctypes.c_ushort), ("rows", ctypes.c_char_p))


def main() -> None:
    """See above."""
    program, action, *words = bytes.fromhex(sys.argv[1]), *sys.argv[2:]
    libc = ctypes.CDLL(None, use_errno=True)
    if program:
        loaded = Program(len(program) // 8, program)
        assert libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        assert libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(loaded), 0, 0) == 0
    if action == "exec":
        os.execvp(words[0], words)
    print(json.dumps([errno_of(libc, call) for call in json.loads(words[0])]))


def errno_of(libc: ctypes.CDLL, call: list[int]) -> int:
    """What one call fails with."""
    result = libc.syscall(*[ctypes.c_long(number) for number in call])
    return ctypes.get_errno() if result == -1 else 0


if __name__ == "__main__":
    main()
