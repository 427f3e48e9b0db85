"""Ten thousand playings in one worker of few descriptors: memory, threads and rate stay flat."""

from __future__ import annotations

import os
import resource
import time
from contextlib import aclosing
from pathlib import Path
from statistics import median

import pytest

from arena.run.bench import order_of
from arena.run.order import Complete, Played
from arena.run.workers import Worker

PLAYINGS = 10_000
SAMPLES = 20


def used(pid: int) -> tuple[int, int, int]:
    """Resident KiB, descriptors and threads of a process."""
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines()
    )
    descriptors = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return int(status["VmRSS"].split()[0]), descriptors, int(status["Threads"])


@pytest.mark.nightly
@pytest.mark.process
async def test_ten_thousand_playings_leave_everything_flat(tmp_path: Path) -> None:
    worker = Worker.start(tmp_path / "w")
    resource.prlimit(worker.pid, resource.RLIMIT_NOFILE, (256, 256))
    samples = []
    ending = None
    try:
        count, began_s = 0, time.monotonic()
        async with aclosing(worker.carry_out(order_of(tmp_path, PLAYINGS, 64))) as reports:
            async for report in reports:
                if not isinstance(report, Played):
                    ending = report
                    continue
                count += 1
                if count % (PLAYINGS // SAMPLES) == 0:
                    lasted_s, began_s = time.monotonic() - began_s, time.monotonic()
                    samples.append((*used(worker.pid), *used(os.getpid()), lasted_s))
                    print("\nworker KiB, fds, threads; arena KiB, fds, threads; s:", samples[-1])
    finally:
        await worker.end()

    assert isinstance(ending, Complete)
    assert count == PLAYINGS
    early, late = samples[2:8], samples[-6:]
    for column in (0, 1, 3, 4, 5):
        before = median(sample[column] for sample in early)
        after = median(sample[column] for sample in late)
        assert after <= before * 1.1, f"column {column} grew from {before} to {after}"
    # grpc has six threads of its own, and one that comes and goes for each bot with a call
    assert max(sample[2] for sample in samples) <= 1 + 6 + 5
    print("rate, late over early:", median(s[6] for s in early) / median(s[6] for s in late))
