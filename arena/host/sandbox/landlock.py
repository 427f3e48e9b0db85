"""Landlock: what files, ports and strangers a process gives up for good, without privilege.

By raw system calls and with nothing of the arena, because the launcher uses it too. What a
kernel does not know yet it cannot refuse; by its ABI it lacks

- below 2, renaming from folder to folder, which is then refused altogether;
- below 3, `truncate` of any file of the same owner: the system call filter refuses it;
- below 4, TCP ports: the filter refuses every internet socket;
- below 5, ioctls on devices: no device but the plain ones of /dev is shown;
- below 6, signals to other processes of the same uid, and abstract sockets: the filter
  refuses to connect, signals remain.

No version guards mode, owner, time or attributes of a file, which the filter therefore
does, nor what `stat` tells.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Iterable
from typing import Final

_CREATE_RULESET: Final = 444  # the same number on every machine
_ADD_RULE: Final = 445
_RESTRICT_SELF: Final = 446
_ASK_VERSION: Final = 1
_PATH_BENEATH: Final = 1

_EXECUTE: Final = 1 << 0
_WRITE_FILE: Final = 1 << 1
_READ_FILE: Final = 1 << 2
_READ_DIR: Final = 1 << 3
_REMOVE_DIR: Final = 1 << 4
_REMOVE_FILE: Final = 1 << 5
_MAKE_DIR: Final = 1 << 7
_MAKE_REG: Final = 1 << 8
_MAKE_SOCK: Final = 1 << 9
_MAKE_FIFO: Final = 1 << 10
_MAKE_SYM: Final = 1 << 12
_REFER: Final = 1 << 13
_TRUNCATE: Final = 1 << 14
_IOCTL_DEV: Final = 1 << 15

_OF_FILES: Final = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
"""Rights that a rule on a single file may give."""
_READ: Final = _EXECUTE | _READ_FILE | _READ_DIR
_MAKE: Final = _MAKE_DIR | _MAKE_REG | _MAKE_SOCK | _MAKE_FIFO | _MAKE_SYM
_WRITE: Final = _READ | _MAKE | _WRITE_FILE | _TRUNCATE | _REFER | _REMOVE_DIR | _REMOVE_FILE
_LISTEN: Final = _READ_DIR | _MAKE_SOCK | _REMOVE_FILE

_FILE_RIGHTS: Final = (0, 13, 14, 15, 15, 16)
"""How many rights on files each ABI knows, counted from the lowest bit."""
_BIND_AND_CONNECT_TCP: Final = 0b11
_ABSTRACT_SOCKETS_AND_SIGNALS: Final = 0b11


def landlock_abi() -> int:
    """The version of Landlock that this kernel offers; 0 if it has none, or has it off."""
    try:
        return _call(_CREATE_RULESET, None, 0, _ASK_VERSION)
    except OSError:
        return 0


def refusable(abi: int) -> tuple[int, int, int]:
    """What Landlock of version *abi* can refuse: bits of rights on files, on ports, of scopes."""
    files = (1 << _FILE_RIGHTS[min(abi, len(_FILE_RIGHTS) - 1)]) - 1
    ports = _BIND_AND_CONNECT_TCP if abi >= 4 else 0
    return files, ports, _ABSTRACT_SOCKETS_AND_SIGNALS if abi >= 6 else 0


def give_up_all_but(
    readable: Iterable[str],
    listed: Iterable[str],
    writable: Iterable[str],
    listening: Iterable[str],
) -> None:
    """Refuse the calling thread, and all that comes from it, everything but these paths.

    Needs PR_SET_NO_NEW_PRIVS. TCP, signals to strangers and their abstract sockets go too,
    as far as the kernel knows of them.

    Args:
        readable: files to read and execute, folders with all below them.
        listed: folders that can be listed, with all below them.
        writable: as readable, to write, make and remove as well.
        listening: folders in which sockets can be made and removed, and nothing else.

    Raises:
        OSError: the kernel refuses, or a path cannot be reached, which it then names.
    """
    known, ports, strangers = refusable(landlock_abi())
    # An older kernel takes the longer struct while what it does not know is 0.
    attributes = struct.pack("=QQQ", known, ports, strangers)
    groups = ((readable, _READ), (listed, _READ_DIR), (writable, _WRITE), (listening, _LISTEN))
    ruleset = _call(_CREATE_RULESET, attributes, len(attributes), 0)
    try:
        for paths, rights in groups:
            for path in paths:
                _allow(ruleset, path, rights & known)
        _call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(fd).st_mode):
            rights &= _OF_FILES
        _call(_ADD_RULE, ruleset, _PATH_BENEATH, struct.pack("=Qi", rights, fd), 0, path=path)
    finally:
        os.close(fd)


def _call(number: int, *arguments: int | bytes | None, path: str | None = None) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    spelt = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    result: int = libc.syscall(ctypes.c_long(number), *spelt)
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"landlock: {os.strerror(error)}", path)
    return result
