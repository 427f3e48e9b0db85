"""Confinement as an operator meets it: the level of an event, who is refused, the doctor."""

from __future__ import annotations

import itertools
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arena.config.ladder_toml import packaged_settings
from arena.referee.confinement import Level
from arena.store.logs import open_log_lines
from tests.cli.commands import ARGV, ROOT, Arena, at_one_table

pytestmark = [pytest.mark.process, pytest.mark.slow]

TABLE = "hoyle-3"
BOTS = ("random-legal", "high-card", "timid")


def settings(arena: Arena, sandbox: str) -> Path:
    """A ladder.toml like the packaged one, with *sandbox* for its ``[sandbox]``."""
    text = packaged_settings().read_text()
    before, _, rest = text.partition("[sandbox]\n")
    after = rest[rest.index("\n[") :]
    file = arena.data.parent / "ladder.toml"
    file.write_text(f"{before}[sandbox]\n{sandbox}\n{after}")
    return file


@pytest.fixture
def arena(initial: Arena, tmp_path_factory: pytest.TempPathFactory) -> Arena:
    return initial.copied(tmp_path_factory.mktemp("confined"))


@pytest.fixture(scope="module")
def three(initial: Arena, tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """BOTS, submitted as folders; for a test to copy."""
    arena = initial.copied(tmp_path_factory.mktemp("three"))
    arena("submit", *(at_one_table(bot, TABLE, arena.data.parent) for bot in BOTS))
    return arena


def attempts_of(arena: Arena, event: str) -> list[dict[str, Any]]:
    """Every attempt at every sitting of *event*."""
    attempts: list[dict[str, Any]] = arena.look("events", event, "--json").json["attempts"]
    return attempts


def test_the_level_of_every_sitting_is_the_doctors_and_stands_in_its_log(
    three: Arena, tmp_path_factory: pytest.TempPathFactory
) -> None:
    arena = three.copied(tmp_path_factory.mktemp("levels"))
    doctor = arena("doctor", "--json").json

    arena("tournament", "round-robin", *BOTS, "--variant", TABLE, "--deals", "2", "--event", "e")

    levels = {attempt["sandbox"] for attempt in attempts_of(arena, "e")}
    assert levels == {doctor["level"]}
    assert doctor["levels"][doctor["level"]]["works"]
    headers = {next(open_log_lines(log)) for log in (arena.data / "logs" / "e").rglob("*.zst")}
    assert len(headers) == 6
    assert all(f'"sandbox":"{doctor["level"]}"'.encode() in header for header in headers)


def test_a_bot_that_is_not_trusted_does_not_run_below_the_level_required(arena: Arena) -> None:
    weak = settings(arena, 'level = "weak"\nrequire = "partial"\ntrusted = false')

    refused = arena(
        "submit", at_one_table("timid", TABLE, arena.data.parent), "--config", weak, code=2
    )

    assert "timid@1.1.0 is not trusted, so it runs at level partial or better" in refused.err
    assert "here is weak" in refused.err
    assert "timid" not in arena.look("bots").out


def test_a_folder_is_trusted_and_runs_at_any_level(arena: Arena) -> None:
    weak = settings(arena, 'level = "weak"\nrequire = "full"')

    arena("submit", at_one_table("timid", TABLE, arena.data.parent), "--config", weak)

    assert "timid" in arena.look("bots").out


def test_a_level_that_cannot_be_had_is_not_silently_another(arena: Arena) -> None:
    levels = arena("doctor", "--json", code=None).json["levels"]
    missing = [level for level, had in levels.items() if not had["works"]]
    if not missing:
        pytest.skip("every level can be had here")
    wanted = settings(arena, f'level = "{missing[0]}"')

    refused = arena(
        "submit", at_one_table("timid", TABLE, arena.data.parent), "--config", wanted, code=2
    )

    assert f"[sandbox] level {missing[0]}: " in refused.err
    assert "arena doctor" in refused.err


@pytest.mark.parametrize(
    ("trusted", "overlap"),
    [
        pytest.param("true", True, id="trusted-bots-may-play-two-rotations-at-once"),
        pytest.param("false", False, id="others-never-do"),
    ],
)
def test_rotations_of_one_match_run_apart_unless_bots_are_trusted(
    three: Arena, tmp_path_factory: pytest.TempPathFactory, trusted: str, overlap: bool
) -> None:
    arena = three.copied(tmp_path_factory.mktemp("apart"))
    chosen = settings(arena, f'trusted = {trusted}\nrequire = "weak"')

    arena(
        *("tournament", "round-robin", *BOTS, "--variant", TABLE, "--deals", "3"),
        *("--event", "e", "--concurrency", "3", "--config", chosen),
    )

    attempts = attempts_of(arena, "e")
    assert len(attempts) == 6
    met = any(
        first["match"] == second["match"]
        and first["began"] < second["ended"]
        and second["began"] < first["ended"]
        for first, second in itertools.combinations(attempts, 2)
    )
    assert met is overlap


def test_the_doctor_names_the_fix_where_bubblewrap_is_missing(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can hide a program")
    hidden = 'mount --bind /dev/null /usr/bin/bwrap && exec "$@"'
    command = ["unshare", "--mount", "sh", "-c", hidden, "sh", *ARGV, "doctor"]

    ended = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert ended.returncode == 1, ended.stderr
    lines = [line.split() for line in ended.stdout.splitlines()]
    assert ["bubblewrap", "no", "bwrap", "is", "not", "there"] in lines
    assert "apt-get install bubblewrap" in " ".join(ended.stdout.split())
    assert all(len(line) <= 100 for line in ended.stdout.splitlines())
    assert "needs level strong and is refused here" in " ".join(ended.stdout.split())


def test_the_doctor_lists_every_level(tmp_path: Path) -> None:
    doctor = Arena(tmp_path / "data")("doctor", "--json", code=None).json

    assert list(doctor["levels"]) == [level.value for level in Level]
    assert doctor["levels"]["none"] == {"works": True, "why_not": None}
    for layer in doctor["layers"]:
        assert layer["works"] or layer["fix"], layer
