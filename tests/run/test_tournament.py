"""Tournaments set up: who meets whom, what is rated, and what is refused with a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.run.kinds import Gauntlet, Kind, RoundRobin, Swiss
from arena.run.tournament import prepare
from arena.store.folder import DataFolder, create_data
from tests.run.tournaments import asked, enter, line_ups, settings

NAMES = tuple(f"bot-{letter}" for letter in "abcdefghij")


@pytest.fixture
def data(tmp_path: Path) -> Iterator[DataFolder]:
    with create_data(tmp_path / "data") as folder:
        yield folder


def refusal(data: DataFolder, kind: Kind, *bots: str) -> str:
    with pytest.raises(ConfigError) as refused:
        prepare(data, settings(), asked(kind, *bots))
    return str(refused.value)


def test_a_gauntlet_has_one_seed_at_every_table_and_is_rated(data: DataFolder) -> None:
    enter(data, *NAMES)

    prepared = prepare(data, settings(), asked(Gauntlet(2, 1), *NAMES))

    tables = line_ups(prepared)
    assert {len(table & {"bot-a", "bot-b"}) for table in tables} == {1}
    met = Counter(bot for table in tables if "bot-a" in table for bot in table - {"bot-a"})
    assert met == dict.fromkeys(NAMES[2:], 4)
    assert (prepared.event.kind, prepared.event.rated) == ("gauntlet", True)


def test_a_gauntlet_of_one_and_three_others_fills_up_with_the_house_bot(data: DataFolder) -> None:
    enter(data, *NAMES)

    prepared = prepare(data, settings(), asked(Gauntlet(1, 1), *NAMES[:4]))

    assert all(table == set(NAMES[:4]) for table in line_ups(prepared))
    assert all(len(match.fillers) == 1 for match in prepared.matches)
    assert all(
        match.bots[entry].name == "rule-of-thumb"
        for match in prepared.matches
        for entry in match.fillers
    )


def test_two_bots_of_one_owner_never_sit_at_one_table_of_any_schedule(data: DataFolder) -> None:
    enter(data, *NAMES, owners={"bot-c": "Ann", "bot-d": "Ann"})

    for kind in (RoundRobin(1), Gauntlet(1, 1), Swiss(3)):
        prepared = prepare(data, settings(), asked(kind, *NAMES, name=f"e{len(kind.name)}"))

        assert not any({"bot-c", "bot-d"} <= table for table in line_ups(prepared))


def test_they_may_if_it_is_allowed(data: DataFolder) -> None:
    enter(data, *NAMES, owners={"bot-c": "Ann", "bot-d": "Ann"})

    wanted = asked(RoundRobin(1), *NAMES[:6], same_owner=True)

    assert any({"bot-c", "bot-d"} <= table for table in line_ups(prepare(data, settings(), wanted)))


@pytest.mark.parametrize(
    ("kind", "bots", "said"),
    [
        pytest.param(
            RoundRobin(1), "abcdef", "owner 'Ann' has 2 of 6 bots (bot-a@1.0.0, bot-b", id="table"
        ),
        pytest.param(RoundRobin(1), "ab", "owner 'Ann' has 2 of 2 bots", id="fewer-than-seats"),
        pytest.param(
            Gauntlet(1, 1),
            "acdeb",
            "bots bot-a@1.0.0 and bot-b@1.0.0 belong to 'Ann', so the seed could never meet",
            id="gauntlet",
        ),
        pytest.param(Gauntlet(1, 1), "cabdef", "owner 'Ann' has 2 of 5 bots", id="panel"),
        pytest.param(Gauntlet(4, 1), "abcd", "--seeds 4: expected fewer than the 4", id="no-panel"),
        pytest.param(Swiss(3), "abcde", "5 bots for 5 seats: a Swiss needs more", id="swiss"),
    ],
)
def test_what_cannot_be_scheduled_is_refused_with_its_reason(
    data: DataFolder, kind: Kind, bots: str, said: str
) -> None:
    enter(data, *NAMES, owners={"bot-a": "Ann", "bot-b": "Ann"})

    message = refusal(data, kind, *(f"bot-{letter}" for letter in bots))

    assert said in message
    if "Ann" in said:
        assert message.endswith("leave bots out, or allow it with --allow-same-owner")


def test_two_versions_of_nobodys_bot_may_meet(data: DataFolder) -> None:
    enter(data, "bot-a")
    enter(data, "bot-a", version="2.0.0")

    prepared = prepare(data, settings(), asked(RoundRobin(1), "bot-a@1.0.0", "bot-a@2.0.0"))

    assert all(len(match.fillers) == 3 for match in prepared.matches)


def test_two_versions_of_an_owners_bot_may_not(data: DataFolder) -> None:
    enter(data, "bot-a", owners={"bot-a": "Ann"})
    enter(data, "bot-a", version="2.0.0")

    message = refusal(data, RoundRobin(1), "bot-a@1.0.0", "bot-a@2.0.0")

    assert "owner 'Ann' has 2 of 2 bots (bot-a@1.0.0, bot-a@2.0.0)" in message


def test_a_swiss_is_rated_only_on_demand(data: DataFolder) -> None:
    enter(data, *NAMES)

    for rated in (False, True):
        wanted = asked(Swiss(2), *NAMES, rated=rated)
        assert prepare(data, settings(), wanted).event.rated is rated
