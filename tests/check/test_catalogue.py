"""Checks keep their numbers and names, and what a check needs comes before it."""

from __future__ import annotations

from arena.run.check.catalogue import BY_NAME, CHECKS, with_needed
from tests.check.zoo import BOTS, fails

GIVEN = """
    1:folder 2:bot-toml 3:tables 4:program 10:starts 11:speaks-version-1 12:newest-common
    13:no-common 14:introduction 15:numbers 16:results-in-order 17:hello-extension
    18:starts-again 19:quick-start 20:answers 21:one-answer 22:decision-id 23:action
    24:opaque-ids 25:reply-size 26:full-batch 27:no-surplus 28:every-size 29:decide-extension
    30:pick 31:bury 32:call 33:call-unknown 34:partner-or-alone 35:crack 36:recrack 37:lead
    38:follow 39:discard 40:only-choice 41:called-suit 42:hidden-card 43:leaster 44:last-choice
    45:raised-stake 46:race-totals 49:whole-deals 50:mixed-batch 51:mid-deal-start
    52:interleaved-deals 53:asked-again 54:other-seat 55:dropped-deal 56:same-everywhere
    57:same-in-any-order 58:same-by-any-clock 60:in-time 61:in-time-under-load 62:low-bank
    63:batch-in-time 64:quiet 65:stopped-between-calls 70:deal-over 80:long-run 81:memory
    82:steady-memory 83:processes 84:descriptors 85:scratch 86:output 87:kept-output
    89:own-folder 90:answers-bye 91:exits-at-bye 92:bye-at-once 93:exit-code 94:no-children
"""
"""All numbers that were ever given. Add to them; never edit."""


def test_numbers_and_names_are_the_ones_that_were_given() -> None:
    assert GIVEN.split() == [f"{check.number}:{check.name}" for check in CHECKS]


def test_at_least_forty_checks_can_fail() -> None:
    assert sum(not check.advice for check in CHECKS) >= 40


def test_what_a_check_needs_comes_before_it() -> None:
    for check in CHECKS:
        for name in check.needs:
            assert BY_NAME[name].number < check.number


def test_needs_are_found_through_other_needs() -> None:
    assert {"folder", "bot-toml", "starts", "answers"} < with_needed(frozenset({"full-batch"}))


def test_the_zoo_is_large_and_fails_many_checks() -> None:
    assert len(BOTS) >= 25
    assert {fails(bot) for bot in BOTS} < set(BY_NAME)
    assert len({fails(bot) for bot in BOTS}) >= 40
