"""Events that grow: a round comes when the one before is complete, and is always the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.cli.tables import secrets_object
from arena.names import BotId
from arena.run.kinds import RoundRobin, Swiss
from arena.run.prepared import store
from arena.run.rounds import append_round, standings_of
from arena.run.tournament import prepare
from arena.store.events import append_matches, event_matches, list_events, read_event
from arena.store.folder import DataFolder, create_data
from tests.run.tournaments import HOUSE, asked, enter, play, settings

NAMES = tuple(f"bot-{letter}" for letter in "abcdefghijk")
STRENGTH = {name: 3 - number for number, name in enumerate(NAMES[:7])}


def begun(place: Path, rounds: int = 3) -> Iterator[DataFolder]:
    with create_data(place) as folder:
        enter(folder, *NAMES)
        store(folder, prepare(folder, settings(), asked(Swiss(rounds), *NAMES)))
        yield folder


@pytest.fixture
def data(tmp_path: Path) -> Iterator[DataFolder]:
    yield from begun(tmp_path / "data")


@pytest.fixture
def other(tmp_path: Path) -> Iterator[DataFolder]:
    yield from begun(tmp_path / "other")


def played_through(data: DataFolder, order: int) -> None:
    play(data, "e1", STRENGTH, order)
    while append_round(data, "e1"):
        play(data, "e1", STRENGTH, order)


def test_every_round_has_all_bots_and_the_last_is_the_last(data: DataFolder) -> None:
    played_through(data, 0)

    matches = event_matches(data, "e1")
    assert [match.number for match in matches] == list(range(1, 10))
    for number in range(3):
        tables = matches[3 * number : 3 * number + 3]
        seated = [
            bot.name
            for match in tables
            for entry, bot in enumerate(match.bots)
            if entry not in match.fillers
        ]
        assert sorted(seated) == sorted(NAMES)
    assert not append_round(data, "e1")


def test_rounds_do_not_depend_on_the_order_in_which_results_came(
    data: DataFolder, other: DataFolder
) -> None:
    played_through(data, 0)
    played_through(other, 1)

    assert event_matches(data, "e1") == event_matches(other, "e1")


def test_a_round_that_is_stored_twice_is_stored_once(data: DataFolder) -> None:
    play(data, "e1", STRENGTH)
    assert append_round(data, "e1")
    once = event_matches(data, "e1")

    again = append_matches(data, read_event(data, "e1"), once[3:])

    assert not again
    assert event_matches(data, "e1") == once


def test_the_results_decide_who_meets(data: DataFolder, other: DataFolder) -> None:
    play(data, "e1", STRENGTH)
    play(other, "e1", {name: number % 3 for number, name in enumerate(NAMES)})

    append_round(data, "e1")
    append_round(other, "e1")

    second, of_other = (
        [set(match.bots) for match in event_matches(folder, "e1")[3:]] for folder in (data, other)
    )
    assert second != of_other


def test_rounds_to_come_are_counted_and_keep_the_secret(data: DataFolder) -> None:
    play(data, "e1", STRENGTH)

    (summary,) = list_events(data)
    assert (summary.matches, summary.sittings, summary.complete) == (9, 45, 15)
    secrets = secrets_object(data, "e1")
    assert secrets["secret"] is None

    while append_round(data, "e1"):
        play(data, "e1", STRENGTH)

    assert secrets_object(data, "e1")["secret"] == bytes(range(32)).hex()


def test_an_owner_who_comes_between_rounds_changes_nothing(
    data: DataFolder, other: DataFolder
) -> None:
    enter(other, *NAMES, owners=dict.fromkeys(NAMES[:3], "Ann"))

    played_through(data, 0)
    played_through(other, 0)

    assert event_matches(data, "e1") == event_matches(other, "e1")


def test_the_house_bots_standing_is_that_of_its_own_seats(tmp_path: Path) -> None:
    """Six at two tables of five, two fillers at each. A filler scores as its copy does."""
    with create_data(tmp_path / "data") as folder:
        enter(folder, *NAMES)
        store(folder, prepare(folder, settings(), asked(Swiss(2), HOUSE, *NAMES[:5])))
        entrants = event_entrants(folder)
        of_house = own_table(folder, entrants[0])
        strength = {bot.name: 5 for bot in entrants if bot not in of_house}

        play(folder, "e1", strength)

        # At its own table all are alike, at the other one its two copies lose to three bots.
        assert standings_of(folder, "e1", entrants)[0].score == 0


def event_entrants(data: DataFolder) -> tuple[BotId, ...]:
    rounds = read_event(data, "e1").rounds
    assert rounds is not None
    return rounds.entrants


def own_table(data: DataFolder, bot: BotId) -> tuple[BotId, ...]:
    """The table at which *bot* does not fill a seat."""
    return next(
        match.bots
        for match in event_matches(data, "e1")
        if bot in [one for entry, one in enumerate(match.bots) if entry not in match.fillers]
    )


def test_an_event_without_rounds_does_not_grow(tmp_path: Path) -> None:
    with create_data(tmp_path / "data") as folder:
        enter(folder, *NAMES)
        store(folder, prepare(folder, settings(), asked(RoundRobin(1), *NAMES[:5])))
        play(folder, "e1", STRENGTH)

        assert not append_round(folder, "e1")
