"""Real deals on the wire: nothing is lost."""

from __future__ import annotations

from random import Random

from hypothesis import given

from arena.referee.question import Question
from arena.rules.observe import observe
from arena.rules.variants import Variant
from arena.v1 import bot_pb2 as pb
from arena.wire.observation import decode_question, encode_question
from tests.wire.deals import decisions, seeds, tables


@given(tables(), seeds)
def test_every_question_of_a_deal_survives_the_wire(table: Variant, chance: Random) -> None:
    for deal in decisions(table, chance):
        question = Question(b"decision", observe(deal, deal.seat), 7, 4000, 1000)

        sent = encode_question(question, bytes(32)).SerializeToString()

        assert decode_question(pb.Observation.FromString(sent)) == question
