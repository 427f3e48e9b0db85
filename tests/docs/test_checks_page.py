"""docs/checking-a-bot.md lists every check as it is."""

from __future__ import annotations

from arena.report.check import Status
from arena.run.check.catalogue import CHECKS
from arena.run.check.outcome import Check
from tests.docs.pages import read, rows, section

PAGE = read("docs/checking-a-bot.md")


def test_the_table_of_checks_is_the_one_that_is_run() -> None:
    listed = rows(section(PAGE, "The checks"))[1:]

    assert listed == [
        [str(check.number), f"`{check.name}`", _kind(check), check.expects] for check in CHECKS
    ]


def test_every_status_is_explained() -> None:
    listed = [status for status, _ in rows(section(PAGE, "How to read it"))[1:]]

    assert listed == [f"`{status.value}`" for status in Status]


def _kind(check: Check) -> str:
    if check.advice:
        return "advice"
    return "check, each table" if check.by_table else "check"
