"""Keeps a megabyte of each observation. Fails: memory."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def __init__(self):
        super().__init__()
        self.kept = []

    def action(self, seen):
        if len(self.kept) < 250:
            self.kept.append(bytearray(b"x") * 1_000_000)
        return super().action(seen)


Bot().serve()
