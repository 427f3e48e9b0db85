"""Fails where no card can be called. Fails: partner-or-alone."""

from __future__ import annotations

from blameless import Blameless, pb


class Bot(Blameless):
    def action(self, seen):
        calls = [action.call for action in seen.legal if action.HasField("call")]
        if seen.kind == pb.KIND_CALL and not calls:
            raise IndexError("no card to call")
        return super().action(seen)


Bot().serve()
