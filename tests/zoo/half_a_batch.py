"""Answers eight observations at most. Fails: full-batch."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def Decide(self, request, context):
        del request.observations[8:]
        return super().Decide(request, context)


Bot().serve()
