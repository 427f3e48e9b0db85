"""Takes batches apart in pairs, and raises where one is left. Fails: every-size."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def Decide(self, request, context):
        size = len(request.observations)
        if size % 2 and size > 1:
            raise IndexError("no partner for the last one")
        return super().Decide(request, context)


Bot().serve()
