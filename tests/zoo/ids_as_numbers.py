"""Takes an id for a number of 8 bytes. Fails: opaque-ids."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def answer(self, seen):
        answer = super().answer(seen)
        number = int.from_bytes(seen.decision_id, "big") % (1 << 64)
        answer.decision_id = number.to_bytes(8, "big")
        return answer


Bot().serve()
