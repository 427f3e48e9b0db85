"""A name has one owner, for all its versions; what bot.toml says of the author is no claim."""

from __future__ import annotations

import pytest

from arena.errors import ConfigError
from arena.names import BotId
from arena.store.folder import DataFolder
from arena.store.owners import check_claim, check_owner, owners_of
from arena.store.registry import Origin, RegisteredBot, find_bot, list_bots, register_bot
from tests.store.situations import DIGEST, AManifest

OTHER = "sha256:" + "1" * 64


def submit(
    data: DataFolder, owner: str | None, name: str = "ann", version: str = "1.0.0"
) -> RegisteredBot:
    return register_bot(data, AManifest(name, version), DIGEST, Origin.FOLDER, owner)


def test_a_bot_is_nobodys_unless_an_owner_is_told(data: DataFolder) -> None:
    assert submit(data, None).owner is None


def test_all_versions_of_a_name_belong_to_its_owner(data: DataFolder) -> None:
    submit(data, "Ann")
    submit(data, None, version="2.0.0")

    assert [bot.owner for bot in list_bots(data)] == ["Ann", "Ann"]


def test_an_owner_who_is_told_later_holds_for_earlier_versions_too(data: DataFolder) -> None:
    submit(data, None)
    submit(data, "Ann", version="2.0.0")

    assert find_bot(data, "ann@1.0.0").owner == "Ann"


def test_the_same_files_again_may_bring_an_owner(data: DataFolder) -> None:
    submit(data, None)

    assert submit(data, "Ann").owner == "Ann"


def test_a_second_owner_of_a_name_is_refused_and_told_whose_it_is(data: DataFolder) -> None:
    submit(data, "Ann")

    for refused in (
        lambda: submit(data, "Bob", version="2.0.0"),
        lambda: check_claim(data, "ann", "Bob"),
    ):
        with pytest.raises(ConfigError, match=r"bot name 'ann': it belongs to 'Ann'.*'Bob'"):
            refused()

    assert [str(bot.id) for bot in list_bots(data)] == ["ann@1.0.0"]


def test_a_name_that_is_free_or_ones_own_may_be_claimed(data: DataFolder) -> None:
    submit(data, "Ann")

    check_claim(data, "ann", "Ann")
    check_claim(data, "ann", None)
    check_claim(data, "bob", "Ann")


def test_owners_are_found_by_name_whatever_the_version(data: DataFolder) -> None:
    submit(data, "Ann")
    submit(data, None, name="bob")

    assert owners_of(data, (BotId("bob", "1.0.0"), BotId("ann", "9.0.0"))) == (None, "Ann")


@pytest.mark.parametrize("text", ["", " Ann", "Ann\n", "A\x1b[31m", "a" * 101])
def test_what_cannot_name_an_owner_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="expected one line of 1 to 100 characters"):
        check_owner(text)
