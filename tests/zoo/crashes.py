"""Ends in the first Decide. Fails: answers."""

from __future__ import annotations

import os

from blameless import Blameless


class Bot(Blameless):
    def Decide(self, request, context):
        os._exit(3)


Bot().serve()
