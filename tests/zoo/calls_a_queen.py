"""Calls a queen. Fails: call."""

from __future__ import annotations

from blameless import Blameless, pb


class Bot(Blameless):
    def action(self, seen):
        unknown = any(action.call.unknown for action in seen.legal)
        called = any(action.HasField("call") for action in seen.legal)
        if called and not unknown:
            return pb.Action(call=pb.Call(card=pb.CARD_QC))
        return super().action(seen)


Bot().serve()
