"""Who plays with the picker at the jack-of-diamonds table (R12), and what is public of it."""

from __future__ import annotations

import pytest

from arena.rules.actions import format_action, parse_action
from arena.rules.cards import parse_cards
from arena.rules.deal import Deal
from arena.rules.observe import observe
from arena.rules.variants import variant
from tests.rules.records import around, written

WITH_JD = "QC QS JD TD 9D 8D 8C 7C"
WITHOUT_JD = "QC QS JH TD 9D 8D 8C 7C"
"""Of seat 0. Then seat 1 holds QH QD JC JS JD AD, of the rest's six strongest."""


def picked(eight: str, actions: str, **options: object) -> Deal:
    """Seat 0 has *eight* when it picks."""
    hands, blind = around(0, eight)
    return written(variant("jack-of-diamonds", options), hands, blind, actions).replay()


def said(deal: Deal) -> list[str]:
    return [format_action(action) for action in deal.legal() or ()]


def test_the_holder_of_the_jack_of_diamonds_is_the_partner_and_secret() -> None:
    deal = picked(WITHOUT_JD, "pick, bury 8C 7C")

    assert (deal.partner, deal.partner_public) == (1, False)
    assert observe(deal, 0).partner is None


@pytest.mark.parametrize("bury", ["8C 7C", "JD 7C"])
def test_a_picker_with_the_jack_of_diamonds_is_solo_and_nobody_is_told(bury: str) -> None:
    deal = picked(WITH_JD, f"pick, bury {bury}")
    told = observe(deal, 3)

    assert deal.partner is None
    assert not deal.alone
    assert (told.alone, told.partner, told.called) == (False, None, None)


def test_the_jack_of_diamonds_from_the_blind_makes_him_solo_too() -> None:
    deal = picked("QC QS TD 9D 8D 8C 7C JD", "pick, bury 8C 7C")

    assert deal.blind >> parse_cards("JD")[0] & 1
    assert deal.partner is None


def test_a_solo_pickers_jack_of_diamonds_makes_nothing_public() -> None:
    deal = picked(WITH_JD, "pick, bury 8C 7C, play JD")

    assert observe(deal, 1).partner is None


def test_without_the_option_nobody_is_asked_to_go_alone() -> None:
    assert picked(WITHOUT_JD, "pick, bury 8C 7C").kind is not None
    assert said(picked(WITHOUT_JD, "pick, bury 8C 7C"))[0].startswith("play")


@pytest.mark.parametrize("eight", [WITH_JD, WITHOUT_JD])
def test_every_picker_is_asked_the_holder_included(eight: str) -> None:
    deal = picked(eight, "pick, bury 8C 7C", may_go_alone=True)

    assert deal.seat == 0
    assert said(deal) == ["partner", "alone"]
    assert deal.broken_rule(parse_action("call AC")) == "R12: expected partner or alone"


def test_alone_makes_the_holder_a_defender() -> None:
    deal = picked(WITHOUT_JD, "pick, bury 8C 7C, alone", may_go_alone=True)

    assert (deal.alone, deal.partner) == (True, None)
    assert observe(deal, 2).alone
    deal.apply(parse_action("play QC"))
    deal.apply(parse_action("play JD"))
    assert observe(deal, 2).partner is None


def test_partner_from_the_holder_leaves_him_secretly_solo() -> None:
    deal = picked(WITH_JD, "pick, bury 8C 7C, partner", may_go_alone=True)

    assert (deal.alone, deal.partner) == (False, None)


def test_partner_from_another_leaves_the_holder_his_partner() -> None:
    deal = picked(WITHOUT_JD, "pick, bury 8C 7C, partner", may_go_alone=True)

    assert (deal.alone, deal.partner) == (False, 1)


def test_with_a_called_ace_the_jack_of_diamonds_means_nothing() -> None:
    options = {"partner": "called-ace", "may_go_alone": True}
    deal = picked("QC QS JH TD 9D 8D 8C 7H", "pick, bury TD 9D", **options)

    assert said(deal) == ["call AC", "call AH", "alone"]
    deal.apply(parse_action("call AH"))
    assert deal.partner == 4
    deal.apply(parse_action("play QC"))
    deal.apply(parse_action("play JD"))
    assert not deal.partner_public
