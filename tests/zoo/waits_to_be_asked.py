"""Cannot end before its first decision. Fails: bye-at-once."""

from __future__ import annotations

from blameless import Blameless, pb


class Bot(Blameless):
    asked = False

    def action(self, seen):
        self.asked = True
        return super().action(seen)

    def Bye(self, request, context):
        if self.asked:
            self.over.set()
        return pb.ByeResponse()


Bot().serve()
