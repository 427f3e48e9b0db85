"""How a check comes to its verdict, told from bots of the zoo."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.report.check import CheckReport, CheckResult, Status
from arena.run.check.conducting import check_submission
from tests.check.zoo import BRIEF, submission


def _check(bot: str, place: Path, *only: str) -> CheckReport:
    return check_submission(
        submission(bot, place), lambda _: None, only=frozenset(only), effort=BRIEF
    )


def _result(report: CheckReport, name: str) -> CheckResult:
    (result,) = [one for one in report.results if one.name == name]
    return result


def test_what_needs_a_failed_check_is_not_reached(tmp_path: Path) -> None:
    report = _check("misspelt_key", tmp_path, "tables", "starts", "answers")

    assert [one.name for one in report.failed] == ["bot-toml"]
    assert _result(report, "tables").reason == "check 2, bot-toml, failed"
    assert _result(report, "answers").reason == "check 2, bot-toml, failed"


def test_the_evidence_of_a_mistake_in_bot_toml_names_the_line(tmp_path: Path) -> None:
    evidence = _result(_check("misspelt_key", tmp_path, "bot-toml"), "bot-toml").evidence

    assert evidence is not None
    assert "bot.toml:6" in evidence.came
    assert "comand" in evidence.came


def test_a_link_in_the_folder_fails(tmp_path: Path) -> None:
    folder = submission("no_such_program", tmp_path)
    (folder / "bot.py").symlink_to("elsewhere.py")

    report = check_submission(folder, lambda _: None, effort=BRIEF)

    assert [one.name for one in report.failed] == ["folder"]


def test_a_folder_that_is_not_there_is_a_mistake_of_usage(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no such folder"):
        check_submission(tmp_path / "nowhere", lambda _: None)


@pytest.mark.process
@pytest.mark.slow
def test_the_evidence_of_an_illegal_answer_is_the_rule_that_it_breaks(tmp_path: Path) -> None:
    report = _check("buries_at_random", tmp_path, "bury", "whole-deals")

    failed = _result(report, "bury")
    assert failed.table == "called-ace"
    assert failed.evidence is not None
    assert "R9: not held" in failed.evidence.came
    assert "bury, hand " in failed.evidence.sent
    assert _result(report, "whole-deals").status is Status.NOT_REACHED


@pytest.mark.process
@pytest.mark.slow
def test_a_bot_that_faults_at_every_seat_alike_fails_though_it_loses_to_nobody(
    place: Path,
) -> None:
    effort = replace(BRIEF, deals=5)

    report = check_submission(
        submission("seldom_wrong", place),
        lambda _: None,
        only=frozenset({"whole-deals"}),
        effort=effort,
    )

    assert [one.name for one in report.failed] == ["whole-deals"]


@pytest.mark.process
@pytest.mark.slow
def test_a_fault_that_is_another_checks_is_not_counted_twice(tmp_path: Path) -> None:
    report = _check("crashes", tmp_path, "pick", "exits-at-bye")

    assert [one.name for one in report.failed] == ["answers"]
    assert _result(report, "exits-at-bye").status is Status.NOT_REACHED


def test_a_program_is_looked_for_where_the_bot_would_find_it(place: Path) -> None:
    folder = submission("no_such_program", place)
    text = (folder / "bot.toml").read_text()
    text = text.replace('["python", "bot.py"]', '["nowhere-to-be-found"]')
    (folder / "bot.toml").write_text(text.replace('"python"', '"none"'))

    report = check_submission(folder, lambda _: None, only=frozenset({"program"}))

    evidence = _result(report, "program").evidence
    assert evidence is not None
    assert evidence.came.startswith("no program 'nowhere-to-be-found' in /usr/local/sbin:")
