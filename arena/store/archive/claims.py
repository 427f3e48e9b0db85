"""Which names an archive has used so far, and that no two of them meet anywhere.

Two names meet if some file system takes them for one: those that differ in
case (``A`` and ``a``) or in how an accent is composed. Folders are names too, so
``a/x`` and ``A/y`` meet.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import NoReturn

from arena.errors import ConfigError
from arena.store.archive.limits import MAX_ENTRIES
from arena.store.archive.member import FileMember, Member, quoted


@dataclass(slots=True)
class _Claim:
    path: tuple[str, ...]
    is_file: bool
    listed: bool
    """False for a folder that only the names in it imply, so far."""


class Claims:
    """The names of one archive."""

    def __init__(self) -> None:
        self._claims: dict[tuple[str, ...], _Claim] = {}

    def claim(self, member: Member) -> None:
        """That *member* has its name, and its folders theirs.

        Raises:
            ConfigError: the name is taken, or there are too many.
        """
        for depth in range(1, len(member.path)):
            self._claim(_Claim(member.path[:depth], is_file=False, listed=False))
        self._claim(_Claim(member.path, isinstance(member, FileMember), listed=True))
        if len(self._claims) > MAX_ENTRIES:
            raise ConfigError(f"expected at most {MAX_ENTRIES} files and folders, got more")

    def _claim(self, new: _Claim) -> None:
        known = self._claims.setdefault(tuple(map(_folded, new.path)), new)
        if known is new:
            return
        if known.path != new.path:
            meant = f"a name that differs from {_shown(known)} in more than case or accents"
            _refuse(new, meant, "this one")
        if known.is_file != new.is_file:
            _refuse(new, "a file or a folder of this name", "both")
        if known.listed and new.listed:
            _refuse(new, "each name once", "it twice")
        known.listed = known.listed or new.listed


def _folded(name: str) -> str:
    """What names that meet have in common: Unicode's canonical caseless form."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", name).casefold())


def _shown(claim: _Claim) -> str:
    return quoted("/".join(claim.path).encode() or b".")


def _refuse(claim: _Claim, wanted: str, found: str) -> NoReturn:
    raise ConfigError(f"member {_shown(claim)}: expected {wanted}, got {found}")
