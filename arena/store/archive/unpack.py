"""An archive's bytes become files below a folder, if every one of its members may."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from typing import Final

from arena.errors import ConfigError
from arena.store.archive.claims import Claims
from arena.store.archive.inflate import Inflation
from arena.store.archive.limits import MAX_ARCHIVE_BYTES, MAX_BYTES, MAX_FILE_BYTES, MIB
from arena.store.archive.member import FileMember, Member, refuse_member
from arena.store.archive.tar_reader import read_tar, read_tar_gz
from arena.store.archive.writing import write_file
from arena.store.archive.zip_reader import read_zip

_RESOURCE_FORKS: Final = "__MACOSX"
"""The folder that macOS adds to a zip archive beside what was asked for."""


class Form(Enum):
    """The kinds of archive that are taken."""

    ZIP = "zip"
    TAR = "tar"
    TAR_GZ = "tar.gz"


def unpack(archive: bytes, form: Form, top: int) -> None:
    """Write the files of *archive* below the empty folder *top*, an open descriptor.

    All of it is read once before anything is written, so a refused archive leaves
    nothing. Folders are made for the files in them: empty ones are left out, as they
    are of a submission.

    Raises:
        ConfigError: the archive is damaged, or holds what a submission may not.
        OSError: the disk failed.
    """
    if len(archive) > MAX_ARCHIVE_BYTES:
        raise ConfigError(f"expected at most {MAX_ARCHIVE_BYTES // MIB} MiB, got more")
    for file in _files(memoryview(archive), form):
        _pass_over(file)
    for file in _files(memoryview(archive), form):
        if file.path[0] == _RESOURCE_FORKS:
            _pass_over(file)
        else:
            write_file(top, file.path, file.content, executable=file.executable)


def _files(archive: memoryview, form: Form) -> Iterator[FileMember]:
    """The files, whose names are claimed and whose bytes are counted."""
    claims = Claims()
    size = _Size()
    for member in _members(archive, form):
        claims.claim(member)
        if isinstance(member, FileMember):
            yield replace(member, content=size.counted(member))


def _pass_over(file: FileMember) -> None:
    for _ in file.content:
        pass


def _members(archive: memoryview, form: Form) -> Iterator[Member]:
    inflation = Inflation(len(archive))
    match form:
        case Form.ZIP:
            return read_zip(archive, inflation)
        case Form.TAR:
            return read_tar(archive)
        case Form.TAR_GZ:
            return read_tar_gz(archive, inflation)


class _Size:
    """How many bytes all files have so far."""

    def __init__(self) -> None:
        self._total = 0

    def counted(self, member: FileMember) -> Iterator[bytes]:
        """The content of *member*, as long as it is not too much."""
        of_file = 0
        for chunk in member.content:
            of_file += len(chunk)
            self._total += len(chunk)
            if of_file > MAX_FILE_BYTES:
                name = "/".join(member.path).encode()
                refuse_member(name, f"at most {MAX_FILE_BYTES // MIB} MiB", "more")
            if self._total > MAX_BYTES:
                raise ConfigError(f"expected at most {MAX_BYTES // MIB} MiB in all, got more")
            yield chunk
