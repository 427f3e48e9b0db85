"""Uses more CPU time than its bank holds, once it has begun to run down. Fails: in-time."""

from __future__ import annotations

import time

from blameless import Blameless, pb


class Bot(Blameless):
    def action(self, seen):
        if seen.cpu_left_ms not in (100, 1000) and seen.kind == pb.KIND_PLAY:
            until_s = time.process_time() + (seen.cpu_left_ms + 60) / 1000
            while time.process_time() < until_s:
                pass
        return super().action(seen)


Bot().serve()
