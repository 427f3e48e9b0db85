"""Stays after Bye. Fails: exits-at-bye."""

from __future__ import annotations

from blameless import Blameless, pb


class Bot(Blameless):
    def Bye(self, request, context):
        return pb.ByeResponse()


Bot().serve()
