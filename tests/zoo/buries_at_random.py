"""Buries cards that others hold. Fails: bury."""

from __future__ import annotations

from blameless import Blameless, not_held, pb


class Bot(Blameless):
    def action(self, seen):
        if seen.kind == pb.KIND_BURY:
            return pb.Action(bury=pb.Bury(cards=not_held(seen)[: seen.variant.blind_size]))
        return super().action(seen)


Bot().serve()
