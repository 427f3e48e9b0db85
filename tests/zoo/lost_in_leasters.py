"""Looks for the picker in a leaster. Fails: leaster."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def action(self, seen):
        if seen.leaster and not seen.picker_plus_1:
            raise IndexError("seat -1")
        return super().action(seen)


Bot().serve()
