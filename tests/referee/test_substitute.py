"""What is played for a bot that gave nothing is legal, at every table."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from arena.referee.substitute import substitute
from arena.rules.actions import format_action
from arena.rules.variants import variant
from tests.rules.records import SEEDS, around, random_record, written


@given(SEEDS)
@settings(max_examples=200)
def test_the_substitute_is_legal_wherever_a_deal_may_stand(seed: int) -> None:
    for deal, _ in random_record(seed).positions():
        assert deal.broken_rule(substitute(deal)) is None


@given(SEEDS)
@settings(max_examples=100)
def test_substitutes_alone_play_a_deal_to_its_end(seed: int) -> None:
    deal = random_record(seed).start()
    while not deal.over:
        deal.apply(substitute(deal))

    assert deal.result().outcome in ("leaster", "least", "thrown-in") or deal.variant.all_pass == (
        "forced-pick"
    )


@pytest.mark.parametrize(
    ("name", "own", "actions", "played"),
    [
        pytest.param(
            *("hoyle-4", "QC QH JC AD TD TC 9S 8S", "pick"), "alone", id="alone-with-JC-at-hoyle-4"
        ),
        pytest.param(
            *("hoyle-4", "QC QH JC JS AD TC 9S 8S", "pick"),
            "alone",
            id="alone-rather-than-a-named-card",
        ),
        pytest.param(
            # no points in 9D 8D 7D 9S, of those the highest numbers first
            *("picker-alone-4", "QC JC 9D 8D 7D AC KC 9S TH AH QS", "pick"),
            "bury 9D 8D 7D 9S",
            id="four-cheap-cards-are-buried",
        ),
        pytest.param(
            *("hoyle-3", "QC JC 9D 8D 7D AC KC 9S TH AH QS 7H", "pick"),
            "bury 9S 7H",
            id="two-cheap-cards-are-buried",
        ),
        pytest.param(
            *("hoyle-4", "QC QH JC AD TD TC 9S 8S", "pick, alone"), "play 8S", id="cheapest-card"
        ),
    ],
)
def test_the_substitute_at_the_tables_for_three_and_four(
    name: str, own: str, actions: str, played: str
) -> None:
    hands, blind = around(0, own, name)
    deal = written(variant(name), hands, blind, actions).replay()

    assert format_action(substitute(deal)) == played
