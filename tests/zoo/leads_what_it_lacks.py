"""Leads cards that it does not hold. Fails: lead."""

from __future__ import annotations

from blameless import Blameless, is_bound, not_held, pb


class Bot(Blameless):
    def action(self, seen):
        leads = seen.kind == pb.KIND_PLAY and not seen.tricks[-1].cards and not seen.leaster
        if leads and len(seen.hand) > 2 and len(seen.legal) > 1 and not is_bound(seen):
            return pb.Action(play=not_held(seen)[0])
        return super().action(seen)


Bot().serve()
