"""Archives unpacked, each in a short-lived process of its own that is ended at its limits."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, Protocol

from arena.errors import ConfigError, InfrastructureError
from arena.store.archive.child import REFUSED, child_argv
from arena.store.archive.limits import MAX_ARCHIVE_BYTES, MIB, UnpackingLimits
from arena.store.archive.unpack import Form

_SUFFIXES: Final = {
    ".zip": Form.ZIP,
    ".tar": Form.TAR,
    ".tar.gz": Form.TAR_GZ,
    ".tgz": Form.TAR_GZ,
}
SUFFIXES: Final = tuple(_SUFFIXES)
"""How the names of archives end that are taken, in lower case."""
_LIMITS: Final = UnpackingLimits()


@dataclass(frozen=True, slots=True)
class Ended:
    """How the unpacking process ended."""

    code: int
    """Below zero: the signal that killed it."""
    said: str
    complaint: str
    """What it wrote to its standard error."""


class Run(Protocol):
    """Something that runs the unpacking process, here or in a sandbox.

    It may see the machine's Python and the arena's own files; it writes below
    *folder* alone, reads *archive*, and needs nothing else.
    """

    def __call__(
        self, argv: Sequence[str], archive: BinaryIO, folder: Path, wall_s: float
    ) -> Ended | None:
        """Run *argv* with *archive* as its input; None if it was killed after *wall_s*."""
        ...


def archive_form(path: Path) -> Form | None:
    """What kind of archive *path* is by its name; None if it is none that is taken."""
    name = path.name.lower()
    return next((form for suffix, form in _SUFFIXES.items() if name.endswith(suffix)), None)


def run_here(
    argv: Sequence[str],
    archive: BinaryIO,
    folder: Path,  # noqa: ARG001 - a sandbox needs it
    wall_s: float,
) -> Ended | None:
    """Run the unpacking process as this user, in a session of its own."""
    with subprocess.Popen(
        argv,
        stdin=archive,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
        errors="replace",
    ) as process:
        try:
            said, complaint = process.communicate(timeout=wall_s)
        except subprocess.TimeoutExpired:
            return None
        finally:
            process.kill()
    return Ended(process.returncode, said, complaint)


def unpack_archive(
    archive: Path,
    folder: Path,
    limits: UnpackingLimits = _LIMITS,
    run: Run = run_here,
) -> None:
    """Unpack the file *archive* into the new folder *folder*, which only this user can enter.

    If it raises, *folder* is gone.

    Raises:
        ConfigError: *archive* cannot be read, or is not as it must be; the message
            names the member, what was found and what was expected.
        InfrastructureError: the disk failed, or the machine was too slow.
    """
    form = archive_form(archive)
    if form is None:
        raise ConfigError(f"{archive}: expected an archive ({', '.join(SUFFIXES)})")
    with _opened(archive) as file:
        folder.mkdir(mode=0o700)
        try:
            argv = child_argv(form, folder, limits)
            _judge(archive, run(argv, file, folder, limits.wall_s), limits)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise


@contextmanager
def _opened(archive: Path) -> Iterator[BinaryIO]:
    try:
        descriptor = os.open(archive, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise ConfigError(f"{archive}: cannot be read: {os.strerror(error.errno or 0)}") from None
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise ConfigError(f"{archive}: expected a file")
        if status.st_size > MAX_ARCHIVE_BYTES:
            found = f"{status.st_size / MIB:.1f} MiB"
            most = MAX_ARCHIVE_BYTES // MIB
            raise ConfigError(f"{archive}: expected at most {most} MiB, got {found}")
        yield file


def _judge(archive: Path, ended: Ended | None, limits: UnpackingLimits) -> None:
    if ended is None:
        raise InfrastructureError(
            f"{archive}: unpacking was ended after {limits.wall_s:g} s: the machine is too slow"
        )
    if ended.code == REFUSED:
        raise ConfigError(f"{archive}: {ended.said.strip()}")
    if ended.code == -signal.SIGXCPU:
        raise ConfigError(
            f"{archive}: expected to be unpacked in {limits.cpu_s} s of CPU, got more"
        )
    if ended.code:
        last = ended.complaint.strip().rpartition("\n")[2]
        raise InfrastructureError(f"{archive}: unpacking ended with code {ended.code}: {last}")
