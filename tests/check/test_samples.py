"""The sample bots keep everything that the contract demands."""

from __future__ import annotations

import pytest

from arena.report.check import Status
from arena.rules.variants import PLAYABLE
from arena.run.check.conducting import check_submission
from arena.run.samples import samples_folder
from tests.check.zoo import BRIEF

SAMPLES = ("random-legal", "timid", "bold", "high-card", "rule-of-thumb", "monte-carlo")


WELL = {Status.PASSED, Status.ADVICE, Status.NOT_HERE}


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize(("bot", "table"), list(zip(SAMPLES, PLAYABLE, strict=True)))
def test_a_sample_bot_passes_every_check(bot: str, table: str) -> None:
    report = check_submission(samples_folder() / bot, lambda _: None, tables=[table], effort=BRIEF)

    assert [one for one in report.results if one.status not in WELL] == []


@pytest.mark.process
@pytest.mark.nightly
@pytest.mark.parametrize("bot", SAMPLES)
def test_a_sample_bot_passes_every_check_at_every_table(bot: str) -> None:
    report = check_submission(samples_folder() / bot, lambda _: None)

    assert [one for one in report.results if one.status not in WELL] == []
    assert {one.table for one in report.results} == {None, *PLAYABLE}
