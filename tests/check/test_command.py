"""`arena check` as its user meets it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.check.zoo import submission
from tests.cli.commands import SAMPLES, Arena

pytestmark = [pytest.mark.process, pytest.mark.slow]


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    """The command, with no data folder: it needs none."""
    return Arena(tmp_path / "none")


def test_a_good_bot_ends_with_0(arena: Arena) -> None:
    ran = arena("check", SAMPLES / "random-legal", "--only", "20,exits-at-bye", "--json")

    assert ran.json["bot"].startswith("random-legal@")
    assert ran.json["passed"] is True
    checks = {one["name"]: one for one in ran.json["checks"]}
    assert checks["answers"]["number"] == 20
    assert all(checks["answers"][key] for key in ("sent", "came", "expected"))
    assert not arena.data.exists()


def test_a_failed_check_ends_with_1(arena: Arena, tmp_path: Path) -> None:
    ran = arena("check", submission("misspelt_key", tmp_path), code=1)

    assert "  2 bot-toml" in ran.out
    assert "not-reached" in ran.out
    assert "expected  a bot.toml without a mistake" in ran.out


def test_a_bot_that_does_not_start_ends_with_3(arena: Arena, tmp_path: Path) -> None:
    ran = arena("check", submission("ends_at_once", tmp_path), code=3)

    assert "no table is good enough for this bot" in ran.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["--only", "999"], "'999': no check has this number or name", id="number"),
        pytest.param(["--only", "bury,burry"], "'burry': no check", id="name"),
        pytest.param(["--variant", "skat"], "'skat' is not one of", id="table"),
        pytest.param(["--variant", "hoyle-3"], "plays called-ace", id="table-not-claimed"),
    ],
)
def test_what_cannot_be_checked_ends_with_2(
    arena: Arena, tmp_path: Path, words: list[str], said: str
) -> None:
    ran = arena("check", submission("stays", tmp_path), *words, code=2)

    assert said in ran.err
