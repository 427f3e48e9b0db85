"""The worker process: carries out orders from its pipe, and leaves nothing alive."""

from __future__ import annotations

import math
import os
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

import trio

from arena.host.descendants import become_subreaper, kill_descendants
from arena.host.stall_clock import run_without_stalls
from arena.run.carry_out import Tell, carry_out
from arena.run.folders import remove_folder
from arena.run.order import Order, Report, decode_order, encode_report
from arena.run.pipe import read_lines


def main() -> None:
    """``python -m arena.run.worker FD FOLDER``; ends when the pipe at FD closes."""
    descriptor, folder = int(sys.argv[1]), Path(sys.argv[2])
    arena = os.getppid()
    os.set_inheritable(descriptor, False)  # noqa: FBT003 - the library's signature
    become_subreaper()
    try:
        run_without_stalls(_serve, descriptor, folder)
    finally:
        kill_descendants()
        killed = os.getppid() != arena
        # A killed arena cannot clear up behind itself: its workers do, whoever is last.
        remove_folder(folder.parent if killed else folder)


async def _serve(descriptor: int, folder: Path) -> None:
    stream = trio.SocketStream(trio.socket.from_stdlib_socket(socket.socket(fileno=descriptor)))
    orders_in, orders_out = trio.open_memory_channel[Order](math.inf)

    async def tell(report: Report) -> None:
        await stream.send_all(encode_report(report))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(_listen, read_lines(stream), orders_in, nursery.cancel_scope)
        nursery.start_soon(_work, orders_out, folder, tell)


async def _listen(
    lines: AsyncGenerator[bytes, None],
    orders: trio.MemorySendChannel[Order],
    work: trio.CancelScope,
) -> None:
    """Pass orders on; when the arena is gone, stop all work."""
    async with aclosing(lines):
        async for line in lines:
            orders.send_nowait(decode_order(line))
    work.cancel()


async def _work(orders: trio.MemoryReceiveChannel[Order], folder: Path, tell: Tell) -> None:
    """One order after the other; between two of them no process and no file is left."""
    number = 0
    async for order in orders:
        number += 1
        place = folder / str(number)
        place.mkdir(mode=0o700)
        report = await carry_out(order, place, tell)
        kill_descendants()
        remove_folder(place)
        await tell(report)


if __name__ == "__main__":
    main()
