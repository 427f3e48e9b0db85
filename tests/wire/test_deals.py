"""Real deals on the wire: nothing is lost, and nothing hidden is in the bytes (R51)."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings

from arena.referee.question import Question
from arena.rules.deal import Deal
from arena.rules.observe import observe
from arena.rules.variants import Variant, variant
from arena.v1 import bot_pb2 as pb
from arena.wire.observation import decode_question, encode_question
from tests.wire.deals import decisions, exchanged, seeds, tables, unseen_by

KEY = bytes(32)
JACK_OF_DIAMONDS = 7
EXCHANGES = 6
"""Pairs of cards tried at each decision."""


def asked(deal: Deal) -> Question:
    """What the seat to decide is asked, everything but the deal being equal."""
    return Question(b"decision", observe(deal, deal.seat), 7, 4000, 1000)


def sent(deal: Deal) -> bytes:
    return encode_question(asked(deal), KEY).SerializeToString()


def pairs_exchanged(table: Variant, chance: Random) -> int:
    """How many exchanges of hidden cards one deal allowed; each left the bytes alone."""
    exchanges = 0
    for deal, actions in decisions(table, chance):
        unseen = unseen_by(deal, deal.seat)
        for _ in range(EXCHANGES if len(unseen) > 1 else 0):
            twin = exchanged(deal, actions, *chance.sample(unseen, 2))
            if twin is not None:
                exchanges += 1
                assert sent(twin) == sent(deal)
    return exchanges


@given(tables(), seeds)
def test_every_question_of_a_deal_survives_the_wire(table: Variant, chance: Random) -> None:
    for deal, _ in decisions(table, chance):
        assert decode_question(pb.Observation.FromString(sent(deal))) == asked(deal)


@settings(max_examples=15, deadline=None)
@given(tables(), seeds)
def test_exchanged_hidden_cards_leave_the_bytes_as_they_were(
    table: Variant, chance: Random
) -> None:
    assert pairs_exchanged(table, chance) > 0


def test_exchanges_reach_the_secrets_of_both_tables() -> None:
    unknowns = solos = 0
    for seed in range(80):
        chance = Random(seed)
        table = variant(
            "called-ace", {"unknown_when": "no-callable-suit", "all_pass": "forced-pick"}
        )
        for deal, actions in decisions(table, chance):
            unknown = deal.unknown
            unseen = unseen_by(deal, deal.seat)
            if unknown in unseen:
                unknowns += any(
                    exchanged(deal, actions, unknown, card) for card in unseen if card != unknown
                )
        for deal, actions in decisions(variant("jack-of-diamonds"), chance):
            unseen = unseen_by(deal, deal.seat)
            if deal.picker is not None and JACK_OF_DIAMONDS in unseen:
                twins = (exchanged(deal, actions, JACK_OF_DIAMONDS, card) for card in unseen)
                solos += any(
                    twin and (twin.partner is None) != (deal.partner is None) for twin in twins
                )

    assert unknowns > 10
    assert solos > 10
