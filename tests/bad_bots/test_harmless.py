"""Ill-mannered bots that break nothing: they play as others do, and nothing is left of them."""

from __future__ import annotations

import pytest

from arena.errors import Fault
from tests.bad_bots.sittings import BAD, Table, assert_one_fault, assert_scored, sit

pytestmark = [pytest.mark.process, pytest.mark.slow]

LEAVES = ["leaves-children", "leaves-unknown", "leaves-heir", "leaves-hydra"]
"""Children, in sessions of their own, with an emptied environment, born after the bot's end,
and a pair that starts each other again."""


@pytest.mark.parametrize(
    "manners",
    [
        pytest.param("", id="none-of-it"),
        pytest.param("chatter", id="chatters-on-stdout-without-end"),
        pytest.param("banner", id="banner-warning-traceback-and-binary-before-and-in-play"),
        pytest.param("ignores-sigterm", id="ignores-sigterm"),
        pytest.param("endless-bye", id="never-returns-from-bye"),
        pytest.param("without-bye", id="knows-no-bye"),
        pytest.param("stays", id="stays-after-bye"),
        pytest.param("wants-results deal-over-stall", id="never-returns-from-deal-over"),
        pytest.param("locks-scratch", id="locks-folders-in-its-scratch"),
        *LEAVES,
        pytest.param(
            f"banner chatter ignores-sigterm endless-bye {' '.join(LEAVES)}", id="all-of-it"
        ),
    ],
)
def test_bad_manners_are_no_fault_and_leave_nothing(table: Table, manners: str) -> None:
    sat = sit(table, manners)

    assert_scored(sat)
    assert sat.faults == []
    assert sat.notes == []


def test_what_it_chatters_is_in_its_log(table: Table) -> None:
    sat = sit(table, "banner chatter")

    said = sat.said()
    before, _, in_play = said.partition("life 1 call 1: ")
    for part in (before, in_play):
        assert "| SCRIPTED! |" in part
        assert "warning: this card table is deprecated" in part
        assert "ValueError: and yet it plays" in part
    assert bytes(range(256)) in sat.outputs[BAD].read_bytes()
    assert "did you know" in in_play


@pytest.mark.parametrize("children", LEAVES)
def test_what_a_bot_leaves_by_its_own_end_in_mid_deal_is_ended_too(
    table: Table, children: str
) -> None:
    sat = sit(table, f"crash=exit-0 on=play first-life {children}")

    assert_one_fault(sat, Fault.CRASHED)
