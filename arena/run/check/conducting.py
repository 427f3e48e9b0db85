"""The checks run on one submission, one after the other."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from arena.errors import BotError, ConfigError
from arena.host.descendants import become_subreaper, kill_descendants
from arena.host.proc import children_of
from arena.host.sandbox.cage import OPEN, Confinement
from arena.report.check import CheckReport, CheckResult, Evidence, Status
from arena.rules.variants import PLAYABLE
from arena.run.check.catalogue import BY_NAME, CHECKS, with_needed
from arena.run.check.outcome import Broken, Check, Kept, Noted, NotHere, Unclear
from arena.run.check.rig import Effort, Rig
from arena.run.failures import run_trio
from arena.run.folders import run_folder
from arena.run.handing_in import handed_in

Tell = Callable[[CheckResult], None]
_EVERY: Final = frozenset(BY_NAME)


def check_submission(
    source: Path,
    tell: Tell,
    *,
    tables: Sequence[str] = (),
    only: frozenset[str] = _EVERY,
    effort: Effort | None = None,
    confinement: Confinement = OPEN,
) -> CheckReport:
    """Run the checks on the submission at *source*, a folder or an archive.

    Args:
        tell: told each result as it comes.
        tables: those to check; empty for all that bot.toml claims.
        only: the names of the checks to run, besides those that they need.
        effort: how much is tried; as much as is usual if left out.
        confinement: how the bot is confined; its limits are those of the checks.

    Raises:
        ConfigError: there is no submission, or it does not claim one of *tables*.
        InfrastructureError: the host failed.
    """
    become_subreaper()
    others = frozenset(children_of(os.getpid()))
    with handed_in(source, confinement) as submission, run_folder() as place:
        try:
            rig = Rig(submission, effort or Effort(), place, confinement)
            run = _Run(rig, tell)
            return run_trio(run.all_of, with_needed(only), tables)
        finally:
            kill_descendants(spare=others)


class _Run:
    """One pass through the checks."""

    def __init__(self, rig: Rig, tell: Tell) -> None:
        self._rig = rig
        self._tell = tell
        self._results: list[CheckResult] = []
        self._roots: dict[str, CheckResult] = {}
        """What first stood in the way of each check that was not reached."""

    async def all_of(self, wanted: frozenset[str], tables: Sequence[str]) -> CheckReport:
        """Run those *wanted*."""
        try:
            for check in CHECKS:
                if check.name in wanted:
                    for table in self._tables_of(check, tables):
                        self._add(await self._result(check, table))
        finally:
            await self._rig.close()
        level = self._rig.confinement.level.value
        return CheckReport(self._name(), level, tuple(self._results))

    def _add(self, result: CheckResult) -> None:
        self._results.append(result)
        self._tell(result)

    def _tables_of(self, check: Check, tables: Sequence[str]) -> Sequence[str]:
        """The tables that *check* is run at; one without a name while they are not known."""
        if check.number < _FIRST_WITH_TABLE or self._missing(check):
            return ("",)
        claimed = self._rig.manifest.variants
        for table in tables:
            if table not in claimed:
                raise ConfigError(
                    f"--variant {table}: {self._rig.shown} plays {', '.join(claimed)}"
                )
        chosen = [one for one in tables or claimed if one in PLAYABLE]
        return chosen if check.by_table else chosen[:1]

    async def _result(self, check: Check, table: str) -> CheckResult:
        missing = self._missing(check)
        if missing is not None:
            root = self._roots[check.name] = self._roots.get(missing.name, missing)
            return _without(check, table, Status.NOT_REACHED, _because(root))
        rig = self._rig
        rig.sent = rig.came = ""
        try:
            outcome = await check.run(rig, table)
        except BotError as fault:
            return self._interfered(check, table, fault)
        match outcome:
            case NotHere(reason):
                return _without(check, table, Status.NOT_HERE, reason)
            case Unclear(reason):
                return _without(check, table, Status.NOT_REACHED, reason)
            case Kept(came):
                status = Status.PASSED
            case Noted(came):
                status = Status.ADVICE
            case Broken(came):
                status = Status.FAILED
        return _with(check, table, status, Evidence(rig.sent, rig.came if came is None else came))

    def _interfered(self, check: Check, table: str, fault: BotError) -> CheckResult:
        """What a check comes to in whose way *fault* came; see the theory in outcome."""
        earlier = next((one for one in self._results if one.status is Status.FAILED), None)
        if earlier is not None:
            return _without(check, table, Status.NOT_REACHED, f"{fault}; {_because(earlier)}")
        status = Status.ADVICE if check.advice else Status.FAILED
        return _with(check, table, status, Evidence(self._rig.sent, self._rig.came or str(fault)))

    def _missing(self, check: Check) -> CheckResult | None:
        """The first of those that *check* needs which did not come to a good end."""
        bad = (Status.FAILED, Status.NOT_REACHED)
        found = (one for one in self._results if one.status in bad and one.name in check.needs)
        return next(found, None)

    def _name(self) -> str:
        try:
            manifest = self._rig.manifest
        except ConfigError:
            return str(self._rig.shown)
        return f"{manifest.name}@{manifest.version}"


_FIRST_WITH_TABLE: Final = 10


def _because(other: CheckResult) -> str:
    what = "failed" if other.status is Status.FAILED else "was not reached"
    return f"check {other.number}, {other.name}, {what}"


def _with(check: Check, table: str, status: Status, evidence: Evidence) -> CheckResult:
    return CheckResult(
        check.number, check.name, _table(check, table), status, check.expects, evidence
    )


def _without(check: Check, table: str, status: Status, reason: str) -> CheckResult:
    return CheckResult(
        check.number, check.name, _table(check, table), status, check.expects, None, reason
    )


def _table(check: Check, table: str) -> str | None:
    return table if check.by_table and table else None
