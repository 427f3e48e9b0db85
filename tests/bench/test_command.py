"""`arena bench rules` prints every figure, or what to install for it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from arena.cli.benching import bench_command
from arena.rules.fast.playouts import can_compile
from arena.rules.variants import PLAYABLE
from arena.run.rules_bench import HOW_TO_COMPARE, HOW_TO_COMPILE, open_spiel_version

pytestmark = pytest.mark.slow


def bench(*arguments: str) -> str:
    answer = CliRunner().invoke(bench_command, ["rules", "--seconds", "0.1", *arguments])
    assert answer.exit_code == 0, answer.output
    return answer.stdout


def test_json_has_every_table_in_python_and_compiled() -> None:
    rules = json.loads(bench("--json"))["rules"]

    assert [speed["variant"] for speed in rules["python"]] == list(PLAYABLE)
    for speed in rules["python"]:
        assert speed["decisions_per_s"] > speed["deals_per_s"] > 0
        assert (speed["ratio"] is None) == (open_spiel_version() is None)
    if can_compile():
        expected = [(name, play) for name in PLAYABLE for play in ("random", "policy")]
        assert [(speed["variant"], speed["play"]) for speed in rules["compiled"]] == expected
        assert all(speed["deals_per_s"] > 0 for speed in rules["compiled"])
    else:
        assert rules["compiled"] is None


def test_text_says_what_to_install_for_what_is_missing() -> None:
    text = bench()

    assert (HOW_TO_COMPARE in text) == (open_spiel_version() is None)
    assert (HOW_TO_COMPILE in text) == (not can_compile())
    assert all(text.count(name) >= 1 for name in PLAYABLE)
