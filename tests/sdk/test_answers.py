"""Legal answers with buries spelled out: each one legal, none left out."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from random import Random

from hypothesis import given

from arena.rules.actions import Kind
from arena.rules.observe import observe
from arena.rules.variants import Variant
from arena.sdk.answers import legal_answers
from tests.wire.deals import decisions, seeds, tables


@given(tables(), seeds)
def test_every_answer_offered_is_legal(table: Variant, chance: Random) -> None:
    for deal in decisions(table, chance):
        answers = legal_answers(observe(deal, deal.seat))

        assert answers
        assert [deal.broken_rule(answer) for answer in answers] == [None] * len(answers)


@given(tables(), seeds)
def test_a_bury_offers_every_choice_of_the_blinds_size(table: Variant, chance: Random) -> None:
    for deal in decisions(table, chance):
        if deal.kind is Kind.BURY:
            answers = legal_answers(observe(deal, deal.seat))
            assert len(set(answers)) == comb(table.hand_size + table.blind_size, table.blind_size)


@given(tables(), seeds)
def test_listed_answers_are_offered_in_their_order(table: Variant, chance: Random) -> None:
    deal = next(decisions(table, chance))
    seen = observe(deal, deal.seat)

    assert legal_answers(replace(seen, legal=seen.legal)) == seen.legal
