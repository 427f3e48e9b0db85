"""`arena check` as its user meets it."""

from __future__ import annotations

import json
import shutil
import signal
import time
from pathlib import Path

import pytest

from arena.cli.main import run
from arena.config.ladder_toml import packaged_settings
from arena.host.descendants import below
from arena.host.proc import all_facts
from arena.run.samples import samples_folder
from tests.check.zoo import submission
from tests.cli.commands import Arena


@pytest.mark.process
@pytest.mark.slow
def test_a_good_bot_ends_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    folder = samples_folder() / "random-legal"

    code = run(["check", str(folder), "--only", "20,exits-at-bye", "--json"])

    report = json.loads(capsys.readouterr().out)
    assert code == 0
    assert report["bot"].startswith("random-legal@")
    assert report["passed"] is True
    checks = {one["name"]: one for one in report["checks"]}
    assert checks["answers"]["number"] == 20
    assert all(checks["answers"][key] for key in ("sent", "came", "expected"))
    assert "whole-deals" not in checks


@pytest.mark.process
@pytest.mark.slow
def test_a_bot_whose_files_are_its_authors_alone_is_run(place: Path) -> None:
    folder = place / "bot"
    shutil.copytree(samples_folder() / "random-legal", folder)
    for path in folder.iterdir():
        path.chmod(0o600)
    folder.chmod(0o700)

    assert run(["check", str(folder), "--only", "starts"]) == 0


@pytest.mark.process
def test_an_archive_is_not_run_below_the_level_required(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    archive = shutil.make_archive(str(place / "bot"), "zip", samples_folder() / "random-legal")
    config = place / "ladder.toml"
    config.write_text(packaged_settings().read_text().replace('level = "best"', 'level = "weak"'))

    code = run(["check", archive, "--only", "starts", "--config", str(config)])

    assert code == 2
    assert "bot.zip is not trusted, so it runs at level strong" in capsys.readouterr().err


def test_a_failed_check_ends_with_1(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["check", str(submission("misspelt_key", place))])

    shown = capsys.readouterr()
    assert code == 1
    assert "expected  a bot.toml without a mistake" in shown.out
    assert " 10 starts" in shown.out
    assert "check 10 of 94: starts" in shown.err


@pytest.mark.process
@pytest.mark.slow
def test_a_bot_that_does_not_start_ends_with_3(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["check", str(submission("ends_at_once", place))])

    assert code == 3
    assert "no table is good enough for this bot" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["--only", "999"], "'999': no check has this number or name", id="number"),
        pytest.param(["--only", "bury,burry"], "'burry': no check", id="name"),
        pytest.param(["--variant", "skat"], "'skat' is not one of", id="table"),
    ],
)
def test_what_there_is_no_check_for_ends_with_2(
    place: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    code = run(["check", str(submission("stays", place)), *words])

    assert code == 2
    assert said in capsys.readouterr().err


@pytest.mark.process
def test_a_table_that_it_does_not_claim_ends_with_2(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["check", str(submission("stays", place)), "--variant", "hoyle-3"])

    assert code == 2
    assert "stays plays called-ace" in capsys.readouterr().err


@pytest.mark.process
@pytest.mark.slow
def test_interrupted_it_ends_its_bots_and_says_so(place: Path) -> None:
    arena = Arena(place / "none")
    command = arena.start("check", submission("never_listens", place))
    bots = _once_there(command.pid, within_s=60)
    assert bots

    command.send_signal(signal.SIGINT)
    _, said = command.communicate(timeout=60)

    assert command.returncode == 4, said
    assert "interrupted" in said
    assert _gone(bots, within_s=5)
    assert list((place / "tmp").iterdir()) == []


def _once_there(command: int, within_s: float) -> set[tuple[int, int]]:
    """What runs below *command* once the bot is among it."""
    until_s = time.monotonic() + within_s
    while time.monotonic() < until_s:
        pids = below([command], all_facts())
        if any(_runs_bot(pid) for pid in pids):
            return {one for one in _running() if one[0] in pids}
        time.sleep(0.05)
    return set()


def _gone(bots: set[tuple[int, int]], within_s: float) -> bool:
    """Whether none of *bots* runs, at once or soon."""
    until_s = time.monotonic() + within_s
    while bots & _running():
        if time.monotonic() > until_s:
            return False
        time.sleep(0.02)
    return True


def _running() -> set[tuple[int, int]]:
    """Every process that is not dead, by pid and start."""
    return {(facts.pid, facts.started_ticks) for facts in all_facts() if facts.state != "Z"}


def _runs_bot(pid: int) -> bool:
    try:
        return b"bot.py" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
