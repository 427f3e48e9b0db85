"""Each bot of the zoo is wrong in one respect, and fails the check of just that."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arena.report.check import Status
from arena.run.check.conducting import check_submission
from tests.check.zoo import BOTS, CRAMPED, SMALL, fails, submission

GLIMPSE = (
    "takes_any_version",
    "buries_at_random",
    "seldom_wrong",
    "stays",
)
"""Some of each kind; the others are seen at night."""


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("bot", GLIMPSE)
def test_a_bot_of_the_zoo_fails_its_own_check_and_no_other(bot: str, tmp_path: Path) -> None:
    assert _failed(bot, tmp_path) == {fails(bot)}


@pytest.mark.process
@pytest.mark.nightly
@pytest.mark.parametrize("bot", [bot for bot in BOTS if bot not in GLIMPSE])
def test_every_bot_of_the_zoo_fails_its_own_check_and_no_other(bot: str, tmp_path: Path) -> None:
    assert _failed(bot, tmp_path) == {fails(bot)}


def _failed(bot: str, place: Path) -> set[str]:
    effort = replace(SMALL, start_ms=3_000) if bot == "never_listens" else SMALL
    report = check_submission(
        submission(bot, place), lambda _: None, effort=effort, confinement=CRAMPED
    )
    return {one.name for one in report.results if one.status is Status.FAILED}
