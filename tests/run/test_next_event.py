"""The next matches of a ladder set up from its state: for whom, with whom, rated on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.names import BotId
from arena.run.kinds import RoundRobin
from arena.run.next_event import prepare_next
from arena.run.prepared import store
from arena.run.tournament import prepare
from arena.store.folder import DataFolder, create_data
from arena.store.registry import retire_bot
from tests.run.tournaments import HOUSE, asked, enter, line_ups, next_asked, play, settings

NAMES = tuple(f"bot-{letter}" for letter in "abcd")
STRENGTH = {name: number for number, name in enumerate(NAMES)}


@pytest.fixture
def data(tmp_path: Path) -> Iterator[DataFolder]:
    """A ladder of four bots and the house bot, which have all met, and a new bot."""
    with create_data(tmp_path / "data") as folder:
        enter(folder, *NAMES)
        wanted = asked(RoundRobin(1), *NAMES, HOUSE, deals=2)
        store(folder, prepare(folder, settings(), wanted))
        play(folder, "e1", STRENGTH)
        enter(folder, "new-one")
        yield folder


def test_a_new_bot_is_served_first_and_the_event_is_rated(data: DataFolder) -> None:
    prepared = prepare_next(data, settings(), next_asked(count=3))

    assert all("new-one" in table for table in line_ups(prepared))
    assert (prepared.event.kind, prepared.event.ladder) == ("next", "called-ace")
    assert len(prepared.matches) == 3


def test_matches_for_a_named_bot_all_have_it(data: DataFolder) -> None:
    prepared = prepare_next(data, settings(), next_asked("bot-c", count=5))

    assert all("bot-c" in table for table in line_ups(prepared))


def test_retired_bots_are_not_chosen(data: DataFolder) -> None:
    for name in NAMES[2:]:
        retire_bot(data, BotId(name, "1.0.0"))

    prepared = prepare_next(data, settings(), next_asked(count=10))

    assert not set().union(*line_ups(prepared)) & set(NAMES[2:])


def test_bots_of_one_owner_are_not_chosen_for_one_table(data: DataFolder) -> None:
    enter(data, *NAMES, owners=dict.fromkeys(NAMES[:3], "Ann"))

    tables = line_ups(prepare_next(data, settings(), next_asked(count=10)))

    assert all(len(table & set(NAMES[:3])) <= 1 for table in tables)


def test_the_secret_and_the_state_decide(data: DataFolder) -> None:
    first = prepare_next(data, settings(), next_asked(count=12))
    again = prepare_next(data, settings(), next_asked(count=12))
    other = prepare_next(data, settings(), next_asked(count=12, secret=b"\1" * 32))

    assert first.matches == again.matches
    assert first.matches != other.matches


def test_before_anything_is_played_it_works_too(tmp_path: Path) -> None:
    with create_data(tmp_path / "data") as folder:
        enter(folder, "bot-a", "bot-b")

        prepared = prepare_next(folder, settings(), next_asked(count=2))

    assert all(table == {"bot-a", "bot-b", HOUSE} for table in line_ups(prepared))
    assert all(len(match.fillers) == 2 for match in prepared.matches)


def test_a_ladder_without_its_house_bot_says_so(tmp_path: Path) -> None:
    with create_data(tmp_path / "data") as folder, pytest.raises(ConfigError) as refusal:
        prepare_next(folder, settings(), next_asked())

    assert str(refusal.value) == (
        "ladder called-ace: no registered house bot 'rule-of-thumb' yet, so nothing can be rated"
    )


def test_copies_of_the_house_bot_alone_play_no_match(tmp_path: Path) -> None:
    with create_data(tmp_path / "data") as folder:
        enter(folder)

        with pytest.raises(ConfigError) as refusal:
            prepare_next(folder, settings(), next_asked())

    assert str(refusal.value) == (
        "ladder called-ace: 1 of the bots that are not retired play "
        "called-ace, expected at least 2: copies of one tell nothing"
    )


def test_an_unknown_bot_is_named_with_the_nearest(data: DataFolder) -> None:
    with pytest.raises(ConfigError, match=r"'new-on': no such bot \(did you mean 'new-one'\?\)"):
        prepare_next(data, settings(), next_asked("new-on"))
