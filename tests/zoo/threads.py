"""Starts a thread for each observation. Fails: processes."""

from __future__ import annotations

import threading
import time

from blameless import Blameless


class Bot(Blameless):
    started = 0

    def action(self, seen):
        if self.started < 100:
            self.started += 1
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        return super().action(seen)


Bot().serve()
