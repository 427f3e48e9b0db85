"""Plays a card it lacks in one deal of some hundred. Fails: whole-deals."""

from __future__ import annotations

from blameless import Blameless, not_held, pb


class Bot(Blameless):
    def action(self, seen):
        if seen.kind == pb.KIND_PLAY and seen.bot_seed % 101 == 83:
            return pb.Action(play=not_held(seen)[0])
        return super().action(seen)


Bot().serve()
