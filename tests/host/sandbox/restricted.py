"""Processes behind the walls of the partial level, for tests to knock at."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import pytest

import arena.host.launch
from arena.host.sandbox.bpf import ALLOW, assemble, give
from arena.host.sandbox.restrict import Restrictions, encode_restrictions
from arena.host.sandbox.seccomp import FilterTraits, filter_program

LAUNCHER = Path(arena.host.launch.__file__)
REPOSITORY = Path(__file__).parents[3]
SYSTEM = ("/usr", "/lib", "/lib64", "/etc/ld.so.cache")
SYSTEM_PYTHON = "/usr/bin/python3"
NOBODY = 63999
"""A uid that is no user's, and no bot's."""
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom")
NO_NAMESPACES = filter_program(
    FilterTraits(pid_namespace=False, counts_memory=False, may_connect=False)
)
NO_FILTER = assemble([give(ALLOW)])
"""Lets everything pass, so that what is refused is refused by Landlock."""
INTERPRETER = tuple(
    sorted({*map(os.path.realpath, (sys.prefix, sys.base_prefix)), *filter(None, sys.path)})
)
"""Where this Python's files are, and the packages it finds."""

_EACH = """
import contextlib, ctypes, errno, io, json, os, resource, signal, socket, sys
def said_by(code):
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            exec(code)
    except OSError as error:
        return errno.errorcode[error.errno]
    return said.getvalue().strip()
print(json.dumps([said_by(code) for code in json.loads(sys.argv[1])]))
"""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process behind the walls ended."""

    out: str
    err: str
    status: str
    """What the launcher reported: empty when the command ran."""


def walls(
    private: Path, program: bytes = NO_NAMESPACES, *, shown: Sequence[str] = INTERPRETER
) -> Restrictions:
    """The system, a scratch and a folder for its socket below *private*, and what is *shown*."""
    for name in ("scratch", "run"):
        (private / name).mkdir(mode=0o700, exist_ok=True)
    there = tuple(path for path in (*SYSTEM, *shown) if os.path.exists(path))  # noqa: PTH110
    return Restrictions(
        readable=there,
        listed=(),
        writable=(str(private / "scratch"), *DEVICES),
        listening=(str(private / "run"),),
        program=program,
    )


def walls_of_nobody(private: Path) -> Restrictions:
    """As `walls`, for `NOBODY` and the system's Python, whom *private* then lets pass."""
    restrictions = walls(private, shown=())
    private.chmod(0o711)
    for folder in (restrictions.writable[0], *restrictions.listening):
        os.chown(folder, NOBODY, NOBODY)
    return restrictions


def dropping_uid() -> tuple[str, ...]:
    """What starts the launcher as `NOBODY`; skips where that cannot be done."""
    if os.geteuid() != 0:
        pytest.skip("only root can drop its uid")
    dropped = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--")
    if not all(map(shutil.which, (dropped[0], SYSTEM_PYTHON))):
        pytest.skip(f"needs setpriv and {SYSTEM_PYTHON}")
    if subprocess.run([*dropped, "test", "-r", str(LAUNCHER)], check=False).returncode:
        pytest.skip(f"{LAUNCHER} is not for others to read")
    return (*dropped, SYSTEM_PYTHON)


@contextmanager
def started(
    restrictions: Restrictions,
    command: Sequence[str],
    starter: Sequence[str] = (sys.executable,),
    **env: str,
) -> Iterator[tuple[subprocess.Popen[str], TextIO]]:
    """*command* behind *restrictions*, and what the launcher reports; killed in the end.

    Args:
        starter: the launcher's interpreter, after what drops its uid.
        env: what it gets besides a PATH.
    """
    status_read, status_write = os.pipe()
    told_read, told_write = os.pipe()
    with os.fdopen(told_write, "wb") as told:
        told.write(encode_restrictions(restrictions))
    fds = f"{status_write}:{told_read}"
    process = subprocess.Popen(
        [*starter, "-I", "-S", str(LAUNCHER), fds, str(os.getpid()), "nofile=128", *command],
        cwd="/",
        env={"PATH": "/usr/bin:/bin", **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=[status_write, told_read],
        start_new_session=True,
        text=True,
    )
    os.close(status_write)
    os.close(told_read)
    with process, os.fdopen(status_read) as status:
        try:
            yield process, status
        finally:
            process.kill()


def ended(
    restrictions: Restrictions, command: Sequence[str], starter: Sequence[str] = (sys.executable,)
) -> Ended:
    """Run *command* behind *restrictions* to its end, as in `started`."""
    with started(restrictions, command, starter) as (process, status):
        out, err = process.communicate(timeout=20)
        return Ended(out, err, status.read().strip())


def said_by(code: str, restrictions: Restrictions) -> str:
    """What the Python *code* prints behind *restrictions*; ``EPERM``… for the OSError it raises.

    The modules ctypes, os, resource, signal, socket and sys are there.
    """
    return said_by_each([code], restrictions)[0]


def said_by_each(
    codes: Sequence[str], restrictions: Restrictions, starter: Sequence[str] = (sys.executable,)
) -> list[str]:
    """What each of *codes* prints, as in `said_by`, one after the other in one process.

    Args:
        starter: as in `ended`; its last word is the Python that runs *codes*.
    """
    command = (starter[-1], "-I", "-S", "-c", _EACH, json.dumps(codes))
    process = ended(restrictions, command, starter)
    assert (process.status, process.err) == ("", "")
    return list(json.loads(process.out))
