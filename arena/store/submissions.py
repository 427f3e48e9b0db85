"""Submissions frozen as they are, and the digest that identifies one.

Frozen are the regular files of the folder with their contents and whether they
are executable, nothing else about them. ``__pycache__`` folders and ``*.pyc``
files are left out, of the digest as of the copy, since they come and go
with running; so are empty folders. Nothing else is left out: what cannot be
frozen is refused.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from arena.errors import ConfigError, InfrastructureError
from arena.store.archive.unpacking import SUFFIXES
from arena.store.durable import sync_folder
from arena.store.folder import DataFolder

MAX_FILES: Final = 2_000
MAX_FOLDERS: Final = 2_000
MAX_BYTES: Final = 256 * 1024 * 1024
_PREFIX: Final = "sha256:"
_INCOMING: Final = ".incoming-"
_LOCK: Final = ".lock"
_CHUNK: Final = 1024 * 1024


@dataclass(frozen=True, slots=True)
class _Entry:
    """A file of a submission."""

    path: Path
    name: bytes
    """Relative to the submission, parts joined by ``/``."""


def digest_of(folder: Path) -> str:
    """``sha256:…`` of the submission in *folder*.

    SHA-256 over, for each file in byte order of its relative path: path, NUL,
    ``x`` or ``-``, NUL, length in decimal, NUL, content.

    Raises:
        ConfigError: it holds what cannot be frozen.
    """
    digest = hashlib.sha256()
    total = 0
    for entry in _entries(folder):
        with _opened(entry.path) as file:
            status = os.fstat(file.fileno())
            total += status.st_size
            if total > MAX_BYTES:
                raise ConfigError(f"{folder}: expected at most {MAX_BYTES >> 20} MiB, got more")
            executable = b"x" if status.st_mode & stat.S_IXUSR else b"-"
            digest.update(b"\0".join((entry.name, executable, b"%d" % status.st_size, b"")))
            read = 0
            while chunk := file.read(_CHUNK):
                read += len(chunk)
                digest.update(chunk)
        if read != status.st_size:
            raise ConfigError(f"{entry.path}: changed while it was read: submit again")
    return _PREFIX + digest.hexdigest()


def freeze(data: DataFolder, folder: Path) -> str:
    """Copy the submission in *folder* into *data*, read-only, and return its digest.

    The digest is the copy's, so it holds whatever happens to *folder*
    meanwhile. What is frozen already stays untouched. A copy that was
    interrupted is removed by the next one.

    Raises:
        ConfigError: it holds what cannot be frozen.
    """
    try:
        with _only_one(data):
            for leftover in data.submissions.glob(f"{_INCOMING}*"):
                _remove(leftover)
            incoming = Path(tempfile.mkdtemp(prefix=_INCOMING, dir=data.submissions))
            try:
                _copy(folder, incoming)
                digest = digest_of(incoming)
                _settle(data, incoming, digest)
            finally:
                _remove(incoming)
    except OSError as error:
        raise InfrastructureError(f"freezing {folder}: {error}") from error
    return digest


def copy_as_frozen(folder: Path, target: Path) -> None:
    """Copy the submission in *folder* to the new folder *target*, as freezing would leave it.

    So every user can read it, whatever the modes of its files are.

    Raises:
        ConfigError: it holds what cannot be frozen.
    """
    try:
        target.mkdir()
        _copy(folder, target)
        for place, _, _ in os.walk(target, topdown=False):
            Path(place).chmod(0o555)
    except OSError as error:
        raise InfrastructureError(f"copying {folder}: {error}") from error


def frozen_path(data: DataFolder, digest: str) -> Path:
    """Where the submission of *digest* lies.

    Raises:
        InfrastructureError: it is gone.
    """
    path = _place(data, digest)
    if not path.is_dir():
        raise InfrastructureError(f"submission {digest}: missing from {data.submissions}")
    return path


def _place(data: DataFolder, digest: str) -> Path:
    assert digest.startswith(_PREFIX), digest
    return data.submissions / digest.removeprefix(_PREFIX)


def _entries(folder: Path) -> tuple[_Entry, ...]:
    """The files to freeze, in byte order of their names."""
    check_folder(folder)
    found: list[_Entry] = []
    waiting = [(folder, b"")]
    folders = 0
    while waiting:
        place, prefix = waiting.pop()
        folders += 1
        if folders > MAX_FOLDERS:
            raise ConfigError(f"{folder}: expected at most {MAX_FOLDERS} folders, got more")
        for item in _listed(place):
            name = prefix + _checked_name(item)
            if item.is_dir(follow_symlinks=False):
                if item.name != "__pycache__":
                    waiting.append((Path(item.path), name + b"/"))
            elif not item.name.endswith(".pyc"):
                _check_kind(item)
                found.append(_Entry(Path(item.path), name))
                if len(found) > MAX_FILES:
                    raise ConfigError(f"{folder}: expected at most {MAX_FILES} files, got more")
    return tuple(sorted(found, key=lambda entry: entry.name))


def check_folder(folder: Path) -> None:
    """That *folder* is one, before anything is read from it.

    Raises:
        ConfigError: it is not there, or a file.
    """
    if folder.is_dir():
        return
    if not folder.exists():
        raise ConfigError(f"{folder}: no such folder or archive")
    raise ConfigError(
        f"{folder}: expected a submission's folder, or an archive of it ({', '.join(SUFFIXES)}), "
        "got another file"
    )


def _listed(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as items:
            return list(items)
    except OSError as error:
        raise ConfigError(f"{folder}: cannot be read: {error.strerror}") from None


def _checked_name(item: os.DirEntry[str]) -> bytes:
    name = os.fsencode(item.name)
    try:
        name.decode()
    except UnicodeDecodeError:
        raise ConfigError(f"{item.path!r}: expected a name in UTF-8") from None
    if b"\n" in name:
        raise ConfigError(f"{item.path!r}: expected a name without newlines")
    return name


def _check_kind(item: os.DirEntry[str]) -> None:
    if item.is_symlink():
        raise ConfigError(f"{item.path}: expected files and folders, got a link: copy its target")
    if not item.is_file(follow_symlinks=False):
        raise ConfigError(f"{item.path}: expected files and folders, got a device or socket")


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """The regular file *path*, also if somebody exchanges it right now."""
    try:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        descriptor = os.open(path, flags)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {os.strerror(error.errno or 0)}") from None
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise ConfigError(f"{path}: changed while it was read: submit again")
        yield file


def _copy(folder: Path, target: Path) -> None:
    total = 0
    for entry in _entries(folder):
        copy = target / os.fsdecode(entry.name)
        copy.parent.mkdir(parents=True, exist_ok=True)
        with _opened(entry.path) as source, copy.open("xb") as sink:
            while chunk := source.read(_CHUNK):
                total += len(chunk)
                if total > MAX_BYTES:
                    raise ConfigError(f"{folder}: expected at most {MAX_BYTES >> 20} MiB, got more")
                sink.write(chunk)
            executable = os.fstat(source.fileno()).st_mode & stat.S_IXUSR
            sink.flush()
            os.fchmod(sink.fileno(), 0o555 if executable else 0o444)
            os.fsync(sink.fileno())


def _settle(data: DataFolder, incoming: Path, digest: str) -> None:
    """Give the finished copy its name, unless one is there."""
    place = _place(data, digest)
    if place.exists():
        return
    for folder, _, _ in os.walk(incoming, topdown=False):
        sync_folder(Path(folder))
        Path(folder).chmod(0o555)
    incoming.rename(place)
    sync_folder(data.submissions)


@contextmanager
def _only_one(data: DataFolder) -> Iterator[None]:
    """One copy at a time: whatever else is incoming was left behind."""
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
    descriptor = os.open(data.submissions / _LOCK, flags, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _remove(tree: Path) -> None:
    """Delete a copy, read-only folders and all, if it is there."""
    for folder, _, _ in os.walk(tree):
        Path(folder).chmod(0o700)
    if tree.exists():
        shutil.rmtree(tree)
