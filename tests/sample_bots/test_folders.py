"""Each sample bot is a folder of the very shape that a submission has."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from arena.config.bot_toml import read_bot_toml
from tests.sample_bots.folders import SAMPLE_BOTS, TABLES, sdk_bots

FOLDERS = tuple(sorted(path.parent.name for path in SAMPLE_BOTS.glob("*/bot.toml")))


def test_at_least_six_entrants_come_with_the_arena() -> None:
    assert len(FOLDERS) >= 6
    assert {"random-legal", "rule-of-thumb"} <= set(FOLDERS)


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_is_named_as_its_bot_and_plays_all_tables(name: str) -> None:
    manifest = read_bot_toml(SAMPLE_BOTS / name)

    assert manifest.name == name
    assert manifest.owner == "arena"
    assert manifest.description
    assert set(manifest.variants) == set(TABLES)


@pytest.mark.parametrize("name", sdk_bots())
def test_the_glue_to_the_sdk_takes_less_than_twenty_lines(name: str) -> None:
    assert len(_glue(name).splitlines()) < 20


@pytest.mark.parametrize("name", sdk_bots())
def test_a_bot_introduces_itself_as_its_manifest_does(name: str) -> None:
    manifest = read_bot_toml(SAMPLE_BOTS / name)
    call = next(
        node
        for node in ast.walk(ast.parse(_glue(name)))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "serve"
    )

    said = {word.arg: ast.literal_eval(word.value) for word in call.keywords}

    assert said == {"name": manifest.name, "version": manifest.version}


def test_timid_and_bold_are_one_program_with_two_settings() -> None:
    timid, bold = (read_bot_toml(SAMPLE_BOTS / name) for name in ("timid", "bold"))

    assert _strategy("timid") == _strategy("bold")
    assert int(timid.env["PICK_AT"]) > int(bold.env["PICK_AT"])


def _glue(name: str) -> str:
    return Path(SAMPLE_BOTS / name / "bot.py").read_text(encoding="utf-8")


def _strategy(name: str) -> bytes:
    return Path(SAMPLE_BOTS / name / "strategy.py").read_bytes()
