"""Says alone where it is asked to pick. Fails: pick."""

from __future__ import annotations

from blameless import Blameless, pb


class Bot(Blameless):
    def action(self, seen):
        if seen.kind == pb.KIND_PICK:
            return pb.Action(word=pb.WORD_ALONE)
        return super().action(seen)


Bot().serve()
