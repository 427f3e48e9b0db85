"""Numbers its answers as it likes. Fails: decision-id."""

from __future__ import annotations

from blameless import Blameless


class Bot(Blameless):
    def answer(self, seen):
        answer = super().answer(seen)
        answer.decision_id = b"answer 1"
        return answer


Bot().serve()
