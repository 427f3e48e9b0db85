"""Answers no observation. Fails: one-answer."""

from __future__ import annotations

from blameless import Blameless, pb


class Bot(Blameless):
    def Decide(self, request, context):
        return pb.DecideResponse()


Bot().serve()
