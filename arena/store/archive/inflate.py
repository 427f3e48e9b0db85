"""Deflated bytes inflated, a chunk at a time, and counted as they come."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final

from arena.errors import ConfigError
from arena.store.archive.limits import CHUNK, MAX_BYTES, MAX_RATIO, MIB, RATIO_FLOOR

RAW: Final = -zlib.MAX_WBITS
"""Deflate alone, as in a zip archive."""
GZIP: Final = zlib.MAX_WBITS + 16
"""With gzip's header and checksum."""
_MAX_INFLATED: Final = MAX_BYTES + 16 * MIB
"""A tar archive adds its headers to what it holds."""


class Inflation:
    """How much came out of an archive so far. No size that it declares is believed."""

    def __init__(self, archive_bytes: int) -> None:
        self._most = min(_MAX_INFLATED, max(RATIO_FLOOR, MAX_RATIO * archive_bytes))
        self._total = 0

    def count(self, size: int) -> None:
        """That *size* bytes more came out.

        Raises:
            ConfigError: that is too many in all, or for an archive of this size.
        """
        self._total += size
        if self._total <= self._most:
            return
        if self._most == _MAX_INFLATED:
            raise ConfigError(f"expected at most {MAX_BYTES // MIB} MiB in all, got more")
        raise ConfigError(
            f"expected to inflate to at most {MAX_RATIO} times its size (or {RATIO_FLOOR // MIB} "
            "MiB), got more"
        )


def inflated(packed: memoryview, window: int, inflation: Inflation) -> Iterator[bytes]:
    """What *packed* holds: exactly one deflated stream.

    Args:
        window: `RAW` or `GZIP`.

    Raises:
        ConfigError: it is damaged, cut off, followed by something, or too much.
    """
    stream = zlib.decompressobj(window)
    at = 0
    waiting: bytes | memoryview = b""
    while not stream.eof:
        if not waiting:
            waiting = packed[at : at + CHUNK]
            at += len(waiting)
        starved = not waiting
        try:
            chunk = stream.decompress(waiting, CHUNK)
        except zlib.error as error:
            reason = str(error).rpartition(": ")[2]
            raise ConfigError(f"damaged: expected deflated bytes, got {reason}") from None
        waiting = stream.unconsumed_tail
        if chunk:
            inflation.count(len(chunk))
            yield chunk
        elif starved and not stream.eof:
            raise ConfigError("damaged: expected more deflated bytes, got the end")
    left = len(packed) - at + len(stream.unused_data)
    if left:
        raise ConfigError(f"expected nothing after the deflated bytes, got {left} bytes more")
