"""Bots: one name and version, one submission; versions follow each other."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from arena.errors import ConfigError
from arena.names import BotId
from arena.store.folder import DataFolder
from arena.store.registry import (
    Origin,
    find_bot,
    list_bots,
    register_bot,
    registered_with,
    retire_bot,
)
from tests.store.situations import DIGEST, AManifest, register

OTHER = "sha256:" + "1" * 64


def test_a_bot_is_found_as_it_was_registered(data: DataFolder) -> None:
    manifest = AManifest("ann", command=("./bot", "ü '\""), env={"B": "2", "A": "1"})

    bot = register_bot(data, manifest, DIGEST, Origin.FOLDER)

    assert find_bot(data, "ann") == find_bot(data, "ann@1.0.0") == bot
    assert bot.id == BotId("ann", "1.0.0")
    assert (bot.digest, bot.command, bot.runtime) == (DIGEST, ("./bot", "ü '\""), "python")
    assert (bot.description, bot.author, bot.owner) == ("A bot.", "somebody", None)
    assert (bot.variants, dict(bot.env)) == (("called-ace",), {"A": "1", "B": "2"})
    assert (bot.successor_of, bot.retired, bot.origin) == (None, False, Origin.FOLDER)
    assert timedelta(0) <= datetime.now(UTC) - bot.submitted_at < timedelta(minutes=5)


def test_registering_twice_changes_nothing(data: DataFolder) -> None:
    first = register_bot(data, AManifest("ann"), DIGEST, Origin.FOLDER)

    assert register_bot(data, AManifest("ann"), DIGEST, Origin.FOLDER) == first
    assert list_bots(data) == (first,)


def test_where_a_bot_came_from_is_remembered_from_its_first_submission(data: DataFolder) -> None:
    register_bot(data, AManifest("ann"), DIGEST, Origin.ARCHIVE)

    register_bot(data, AManifest("ann"), DIGEST, Origin.FOLDER)

    assert find_bot(data, "ann").origin is Origin.ARCHIVE


def test_other_files_under_the_same_version_are_refused(data: DataFolder) -> None:
    register_bot(data, AManifest("ann"), DIGEST, Origin.FOLDER)

    with pytest.raises(ConfigError, match=r"files \(.*\): give them a new version"):
        register_bot(data, AManifest("ann"), OTHER, Origin.FOLDER)

    assert find_bot(data, "ann").digest == DIGEST


def test_a_version_of_another_owner_is_told_by_his_name(data: DataFolder) -> None:
    register_bot(data, AManifest("ann", owner="ann's mother"), DIGEST, Origin.FOLDER)

    for refused in (
        lambda other: register_bot(data, other, OTHER, Origin.FOLDER),
        lambda other: registered_with(data, other, OTHER),
    ):
        with pytest.raises(ConfigError) as refusal:
            refused(AManifest("ann", owner="bob"))
        assert str(refusal.value).endswith(
            """by the owner "ann's mother" (these are by 'bob'): choose another name in bot.toml"""
        )


def test_a_new_version_says_whose_successor_it_is(data: DataFolder) -> None:
    for version in ("1.0.0", "0.9.0", "2.0.0"):
        register_bot(data, AManifest("ann", version), OTHER, Origin.FOLDER)
        register(data, f"between-{version[0]}")

    assert find_bot(data, "ann").id == BotId("ann", "2.0.0")
    assert find_bot(data, "ann@2.0.0").successor_of == BotId("ann", "0.9.0")
    assert find_bot(data, "ann@0.9.0").successor_of == BotId("ann", "1.0.0")
    assert find_bot(data, "ann@1.0.0").successor_of is None


def test_two_names_may_share_a_submission(data: DataFolder) -> None:
    register(data, "ann", "bob")

    assert {bot.digest for bot in list_bots(data)} == {DIGEST}


def test_a_retired_bot_is_passed_over_unless_it_is_named_in_full(data: DataFolder) -> None:
    register(data, "ann")
    register_bot(data, AManifest("ann", "2.0.0"), OTHER, Origin.FOLDER)

    retire_bot(data, BotId("ann", "2.0.0"))

    assert find_bot(data, "ann").id == BotId("ann", "1.0.0")
    assert find_bot(data, "ann@2.0.0").retired

    retire_bot(data, BotId("ann", "1.0.0"))

    with pytest.raises(ConfigError, match="bot 'ann': all its versions are retired"):
        find_bot(data, "ann")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("annn", "bot 'annn': no such bot (did you mean 'ann'?)", id="name"),
        pytest.param("ann@1.0", "(did you mean 'ann@1.0.0'?)", id="version"),
        pytest.param("zzzzzz", "bot 'zzzzzz': no such bot", id="like-no-other"),
        pytest.param("A", "expected 2 to 32 of a-z, 0-9 and -", id="no-name-at-all"),
        pytest.param("ann@", "expected 1 to 32 letters", id="no-version-at-all"),
    ],
)
def test_a_bot_that_is_not_there_is_named_with_the_nearest(
    text: str, sentence: str, data: DataFolder
) -> None:
    register(data, "ann", "bob")

    with pytest.raises(ConfigError) as refusal:
        find_bot(data, text)

    assert sentence in str(refusal.value)


def test_an_empty_registry_says_how_to_fill_it(data: DataFolder) -> None:
    with pytest.raises(ConfigError, match="none is registered yet, 'arena submit' does it"):
        find_bot(data, "ann")


_REGISTER = """
import sys
from pathlib import Path
sys.path.insert(0, ".")
from arena.errors import ConfigError
from arena.store.folder import open_data
from arena.store.registry import Origin, register_bot
from tests.store.situations import AManifest
with open_data(Path(sys.argv[1])) as data:
    for number in range(20):
        try:
            register_bot(data, AManifest(f"bot-{number}"), sys.argv[2], Origin.FOLDER)
            print(number)
        except ConfigError:
            pass
"""


@pytest.mark.process
def test_of_two_processes_that_register_one_version_one_wins(data: DataFolder) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", _REGISTER, str(data.path), digest], stdout=subprocess.PIPE
        )
        for digest in (DIGEST, OTHER)
    ]
    won = [process.communicate()[0].split() for process in processes]

    assert [process.returncode for process in processes] == [0, 0]
    assert sorted(int(number) for numbers in won for number in numbers) == list(range(20))
    owners = {bot.id.name: bot.digest for bot in list_bots(data)}
    for digest, numbers in zip((DIGEST, OTHER), won, strict=True):
        assert {owners[f"bot-{int(number)}"] for number in numbers} <= {digest}


def test_a_bot_may_be_registered_under_another_name_than_its_own(data: DataFolder) -> None:
    register_bot(data, replace(AManifest("ann"), name="ann-2"), DIGEST, Origin.FOLDER)

    assert find_bot(data, "ann-2").digest == DIGEST
