"""Raises an exception in each Decide. Fails: answers."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def Decide(self, request, context):
        raise RuntimeError("this bot cannot decide")


Bot().serve()
