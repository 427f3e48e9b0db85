"""The checks' report as text and as JSON."""

from __future__ import annotations

from arena.report.check import (
    CheckReport,
    CheckResult,
    Evidence,
    Status,
    check_lines,
    check_object,
)

FAILED = CheckResult(
    31,
    "bury",
    "called-ace",
    Status.FAILED,
    "two cards",
    Evidence("Decide: bury", "illegal: R9"),
)
PASSED = CheckResult(1, "folder", None, Status.PASSED, "a folder", Evidence("files", "sha256:1"))
MISSED = CheckResult(
    49, "whole-deals", "called-ace", Status.NOT_REACHED, "no fault", None, "check 31, bury, failed"
)
REPORT = CheckReport("zoo@1", "weak", (PASSED, FAILED, MISSED))


def test_a_failed_check_shows_what_was_sent_what_came_and_what_was_expected() -> None:
    assert list(check_lines(REPORT)) == [
        "  1 folder                   passed",
        " 31 bury, called-ace         failed",
        "      sent      Decide: bury",
        "      came      illegal: R9",
        "      expected  two cards",
        " 49 whole-deals, called-ace  not-reached  check 31, bury, failed",
        "",
        "zoo@1, confined weak: 1 passed, 1 failed, 1 not reached",
        "failed: 31 bury, called-ace",
    ]


def test_json_has_the_evidence_of_every_check() -> None:
    made = check_object(REPORT)

    assert made["bot"] == "zoo@1"
    assert made["passed"] is False
    assert made["checks"][0] == {  # type: ignore[index]
        "number": 1,
        "name": "folder",
        "table": None,
        "status": "passed",
        "sent": "files",
        "came": "sha256:1",
        "expected": "a folder",
        "reason": None,
    }


def test_without_a_failure_it_has_passed() -> None:
    assert check_object(CheckReport("zoo@1", "weak", (PASSED,)))["passed"] is True


def test_verbose_shows_the_evidence_of_what_passed() -> None:
    lines = list(check_lines(CheckReport("zoo@1", "weak", (PASSED,)), verbose=True))

    assert lines[1:4] == [
        "      sent      files",
        "      came      sha256:1",
        "      expected  a folder",
    ]
