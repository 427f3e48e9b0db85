"""Ends at Bye without an answer. Fails: answers-bye."""

from __future__ import annotations

import os

from blameless import Blameless


class Bot(Blameless):
    def Bye(self, request, context):
        os._exit(0)


Bot().serve()
