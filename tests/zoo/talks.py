"""Prints 60 KB for each observation. Fails: output."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def action(self, seen):
        print("thinking " * 6_700, flush=True)
        return super().action(seen)


Bot().serve()
