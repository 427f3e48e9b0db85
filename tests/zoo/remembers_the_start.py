"""Cannot begin in the middle of a deal. Fails: mid-deal-start."""

from __future__ import annotations

from blameless import Blameless, pb


class Bot(Blameless):
    begun = False

    def action(self, seen):
        if seen.kind == pb.KIND_PICK:
            self.begun = True
        if not self.begun:
            raise KeyError("which deal is this")
        return super().action(seen)


Bot().serve()
