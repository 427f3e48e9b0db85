"""What is no fault is at most advised against."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.report.check import CheckReport, Status
from arena.run.check.conducting import check_submission
from tests.bad_bots.submissions import submission
from tests.check.zoo import BRIEF

pytestmark = [pytest.mark.process, pytest.mark.slow]


def test_chatter_ignored_signals_and_children_left_behind_fail_nothing(tmp_path: Path) -> None:
    folder = submission(
        tmp_path / "bot", "harmless", "banner chatter ignores-sigterm leaves-children"
    )

    report = _check(folder, "whole-deals", "no-children", "output")

    assert report.failed == ()
    assert "no-children" in {one.name for one in report.results if one.status is Status.ADVICE}


def test_a_bot_that_takes_one_deal_and_one_observation_at_a_time_passes(tmp_path: Path) -> None:
    folder = submission(tmp_path / "bot", "single", "max-batch=1 concurrent-deals=1 wants-results")

    names = ("full-batch", "mixed-batch", "interleaved-deals", "in-time", "deal-over")
    report = _check(folder, *names)

    assert report.failed == ()
    left_out = {one.name for one in report.results if one.status is Status.NOT_HERE}
    assert {*names[:3]} <= left_out
    assert not {*names[3:]} & left_out


def test_a_bot_that_answers_at_random_is_advised(tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.toml").write_text(
        '[bot]\nname = "dice"\nversion = "1"\n'
        '[run]\ncommand = ["python", "bot.py"]\nruntime = "python"\n'
        '[plays]\nvariants = ["picker-alone-3"]\n'
    )
    (folder / "bot.py").write_text(
        "from random import choice\n"
        "from arena.sdk.answers import legal_answers\n"
        "from arena.sdk.bot import serve\n"
        "serve(lambda q: choice(legal_answers(q.observation)), name='dice', version='1')\n"
    )

    names = ("same-everywhere", "same-in-any-order", "same-by-any-clock")
    report = _check(folder, *names)

    assert report.failed == ()
    assert {*names} <= {one.name for one in report.results if one.status is Status.ADVICE}


def _check(folder: Path, *only: str) -> CheckReport:
    return check_submission(folder, lambda _: None, only=frozenset(only), effort=BRIEF)
