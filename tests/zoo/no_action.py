"""Answers with an id and nothing else. Fails: action."""

from __future__ import annotations

from blameless import Blameless, pb


class Bot(Blameless):
    def answer(self, seen):
        return pb.Answer(decision_id=seen.decision_id)


Bot().serve()
