"""What the conformance checks found, as text and as one JSON value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum


class Status(Enum):
    """What became of a check. JSON holds the values: add to them, never edit."""

    PASSED = "passed"
    FAILED = "failed"
    """The bot broke what the contract demands."""
    ADVICE = "advice"
    """Nothing is broken, but its author may want to know."""
    NOT_REACHED = "not-reached"
    """An earlier failure is in the way."""
    NOT_HERE = "does-not-apply"
    """This bot, or this table, has nothing of the kind."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a verdict rests on. Bounded and printable."""

    sent: str
    came: str


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check, on one table where it is a table's."""

    number: int
    """Never changes once given."""
    name: str
    """Likewise."""
    table: str | None
    status: Status
    expected: str
    evidence: Evidence | None
    """None where nothing was tried."""
    reason: str = ""
    """Why it was not reached, or does not apply."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All checks of one submission."""

    bot: str
    """Name and version, or the folder where bot.toml does not say."""
    level: str
    """How it was confined."""
    results: Sequence[CheckResult]

    @property
    def failed(self) -> tuple[CheckResult, ...]:
        """What is to be mended."""
        return tuple(one for one in self.results if one.status is Status.FAILED)


def check_lines(report: CheckReport, *, verbose: bool = False) -> Iterator[str]:
    """The report as lines of text: a line a check, its evidence below what is not well.

    Args:
        verbose: the evidence of every check.
    """
    width = max((len(_label(one)) for one in report.results), default=0)
    for one in report.results:
        said = f"  {one.reason}" if one.reason else ""
        yield f"{one.number:3} {_label(one):{width}}  {one.status.value}{said}"
        if verbose or one.status in (Status.FAILED, Status.ADVICE):
            yield from _evidence_lines(one)
    yield ""
    yield f"{report.bot}, confined {report.level}: {_summary(report.results)}"
    if report.failed:
        yield f"failed: {'; '.join(f'{one.number} {_label(one)}' for one in report.failed)}"


def check_object(report: CheckReport) -> Mapping[str, object]:
    """The report for ``--json``."""
    return {
        "bot": report.bot,
        "level": report.level,
        "passed": not report.failed,
        "checks": [
            {
                "number": one.number,
                "name": one.name,
                "table": one.table,
                "status": one.status.value,
                "sent": one.evidence.sent if one.evidence else None,
                "came": one.evidence.came if one.evidence else None,
                "expected": one.expected,
                "reason": one.reason or None,
            }
            for one in report.results
        ],
    }


def _label(result: CheckResult) -> str:
    return f"{result.name}, {result.table}" if result.table else result.name


def _evidence_lines(result: CheckResult) -> Iterator[str]:
    if result.evidence:
        yield f"      sent      {result.evidence.sent}"
        yield f"      came      {result.evidence.came}"
    yield f"      expected  {result.expected}"


def _summary(results: Sequence[CheckResult]) -> str:
    counts = ((status, sum(one.status is status for one in results)) for status in Status)
    words = {
        Status.PASSED: "passed",
        Status.FAILED: "failed",
        Status.ADVICE: "with advice",
        Status.NOT_REACHED: "not reached",
        Status.NOT_HERE: "that do not apply",
    }
    return ", ".join(f"{count} {words[status]}" for status, count in counts if count)
