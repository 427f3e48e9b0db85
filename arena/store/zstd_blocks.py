"""A zstd frame block by block, so that damage costs nothing that stands before it.

A decompressor that is fed more at once throws away what it had already decoded
when a later block is bad. Block sizes are read here (RFC 8878, 3.1.1.2), and
each block is fed alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final

import zstandard

_HEADER_BYTES: Final = 18
"""The longest header of a frame."""
_BLOCK_HEADER_BYTES: Final = 3
_CHECKSUM_BYTES: Final = 4
_WINDOW_BYTES: Final = 8 * 1024 * 1024
"""More memory than any log of ours asks for."""
_RLE, _RESERVED = 1, 3


class DamagedFrame(ValueError):
    """Not one whole zstd frame with a checksum."""


def decompressed_blocks(file: BinaryIO) -> Iterator[bytes]:
    """What each block of the one frame in *file* holds, at most 128 KiB each.

    Raises:
        DamagedFrame: after the last block that could be decoded.
    """
    decompressor = zstandard.ZstdDecompressor(max_window_size=_WINDOW_BYTES).decompressobj()
    try:
        size = _header_size(file)
        yield decompressor.decompress(_exactly(file, size))
        last = False
        while not last:
            header = _exactly(file, _BLOCK_HEADER_BYTES)
            last, body_bytes = _block(header)
            yield decompressor.decompress(header + _exactly(file, body_bytes))
        yield decompressor.decompress(_exactly(file, _CHECKSUM_BYTES))
    except zstandard.ZstdError as error:
        raise DamagedFrame(str(error)) from error
    if not decompressor.eof:
        raise DamagedFrame("no end")
    if file.read(1):
        raise DamagedFrame("something follows the end")


def _header_size(file: BinaryIO) -> int:
    start = file.read(_HEADER_BYTES)
    file.seek(0)
    parameters = zstandard.get_frame_parameters(start)
    if not parameters.has_checksum:
        raise DamagedFrame("no checksum")
    return zstandard.frame_header_size(start)


def _block(header: bytes) -> tuple[bool, int]:
    """Whether the block is the last one, and how many bytes follow its header."""
    number = int.from_bytes(header, "little")
    last, kind, size = bool(number & 1), number >> 1 & 3, number >> 3
    if kind == _RESERVED:
        raise DamagedFrame("a block of no known kind")
    return last, 1 if kind == _RLE else size


def _exactly(file: BinaryIO, size: int) -> bytes:
    content = file.read(size)
    if len(content) < size:
        raise DamagedFrame("cut off")
    return content
