"""Takes 200 ms of CPU time, whatever is left. Fails: low-bank."""

from __future__ import annotations

import time

from blameless import Blameless


class Bot(Blameless):
    def action(self, seen):
        if seen.cpu_left_ms <= 100:
            until_s = time.process_time() + 0.2
            while time.process_time() < until_s:
                pass
        return super().action(seen)


Bot().serve()
