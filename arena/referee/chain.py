"""The hash chain that ties the lines of a sitting log together.

Theory. The lines `sitting`, `result` and `end` close a stretch: their last key "h" is the
first 16 hex digits of SHA-256 over the previous h, the bytes of all lines since it
(newlines included), and their own bytes before ``,"h":``. Whoever changes a byte must
change every later h, and the last one stands in the database.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from arena.referee.line_text import format_line
from arena.referee.lines import EndLine, Line, ResultLine, SittingLine

_SEALED = re.compile(rb'(.*),"h":"([0-9a-f]{16})"\}\n', re.DOTALL)


@dataclass(slots=True)
class Chain:
    """The running h of a log: format lines through it in order."""

    h: str = ""
    """The last h; empty before the header."""
    _since: list[bytes] = field(default_factory=list)

    def seal(self, line: Line) -> bytes:
        """The bytes of *line* with its newline, closed by h where its kind has one."""
        body = format_line(line)
        if not isinstance(line, SittingLine | ResultLine | EndLine):
            self._since.append(body + b"\n")
            return self._since[-1]
        self._close(body[:-1])
        return body[:-1] + f',"h":"{self.h}"}}\n'.encode()

    def follow(self, raw: bytes) -> tuple[bytes, bool]:
        """Read on: the line without its h, and whether the chain holds so far.

        Args:
            raw: one whole line with its newline.
        """
        sealed = _SEALED.fullmatch(raw)
        if not sealed:
            self._since.append(raw)
            return raw, True
        self._close(sealed[1])
        return sealed[1] + b"}\n", self.h.encode() == sealed[2]

    def _close(self, front: bytes) -> None:
        text = hashlib.sha256(self.h.encode())
        for raw in self._since:
            text.update(raw)
        text.update(front)
        self.h = text.hexdigest()[:16]
        self._since.clear()


def last_valid_length(raw_lines: Iterable[bytes]) -> tuple[int, str]:
    """How many bytes of a log stand under a valid h, and that h.

    What a torn log is cut back to: (0, "") where not even the header holds.
    """
    chain = Chain()
    length = valid = 0
    h = ""
    for raw in raw_lines:
        length += len(raw)
        _, holds = chain.follow(raw)
        if not holds or not raw.endswith(b"\n"):
            break
        if _SEALED.fullmatch(raw):
            valid, h = length, chain.h
    return valid, h
