"""Lines over the socket pair between the arena and a worker."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import trio

_CHUNK = 65536


async def read_lines(stream: trio.abc.ReceiveStream) -> AsyncGenerator[bytes, None]:
    """Whole lines without their newline, until the other side is gone.

    A last line without its newline was torn by the other side's death: it is dropped.
    """
    rest = b""
    while True:
        try:
            chunk = await stream.receive_some(_CHUNK)
        except trio.BrokenResourceError:
            return
        if not chunk:
            return
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line
