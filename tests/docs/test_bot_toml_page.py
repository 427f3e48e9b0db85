"""docs/bot-toml.md has every key of bot.toml, in an example that is accepted."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from arena.config.bot_toml import INTERPRETERS, OWN_ENVIRONMENT, BotManifest, read_bot_toml
from arena.errors import ConfigError
from tests.docs.pages import read, rows, section, words

PAGE = read("docs/bot-toml.md")
(EXAMPLE,) = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.M | re.S)
KEYS = rows(section(PAGE, "The keys"))[1:]
REQUIRED = [words(key)[0] for key, _, about, _ in KEYS if about.startswith("required")]


@pytest.fixture
def submission(tmp_path: Path) -> Path:
    (tmp_path / "bot.toml").write_text(EXAMPLE)
    (tmp_path / "bot.py").write_text("")
    return tmp_path


def test_the_example_is_accepted_and_says_all_that_can_be_said(submission: Path) -> None:
    manifest = read_bot_toml(submission)

    assert all(getattr(manifest, field.name) for field in fields(BotManifest))


def test_the_keys_are_those_of_the_example_with_its_values() -> None:
    made = tomllib.loads(EXAMPLE)
    own = [key for table, keys in made.items() if table != "env" for key in keys]

    listed = [words(key)[0] for key, *_ in KEYS]
    assert listed == re.findall(r"^(\[\w+\]|[a-z]+)", EXAMPLE, re.M)
    assert [key for key in listed if not key.startswith("[")] == own
    for key, _, _, example in KEYS:
        name = words(key)[0]
        if not name.startswith("["):
            assert f"{name} = {words(example)[0]}\n" in EXAMPLE


@pytest.mark.parametrize("key", REQUIRED)
def test_a_required_key_is_missed(submission: Path, key: str) -> None:
    lines = EXAMPLE.splitlines(keepends=True)
    file = submission / "bot.toml"
    file.write_text("".join(line for line in lines if not line.startswith(key)))

    with pytest.raises(ConfigError):
        read_bot_toml(submission)


def test_the_other_keys_can_be_left_out(submission: Path) -> None:
    file = submission / "bot.toml"
    shorter = EXAMPLE.partition("[env]")[0]
    file.write_text(re.sub(r"^(description|owner) = .*\n", "", shorter, flags=re.M))

    assert read_bot_toml(submission).env == {}
    assert {words(key)[0] for key, *_ in KEYS} - set(REQUIRED) == {"description", "owner", "[env]"}


def test_the_first_words_of_commands_are_the_ones_that_are_accepted() -> None:
    table = rows(section(PAGE, "The command"))[1:]
    bare = {words(name)[0]: tuple(words(word)) for name, word, _ in table if words(name)}

    assert {name: bare[name] for name in INTERPRETERS} == INTERPRETERS
    assert set(bare) == {*INTERPRETERS, "none"}


def test_the_variables_of_the_arena_are_named() -> None:
    (env,) = [about for key, _, about, _ in KEYS if key == "`[env]`"]

    assert set(OWN_ENVIRONMENT) < set(words(env))
