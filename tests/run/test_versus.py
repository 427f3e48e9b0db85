"""A versus event and its panel set up: who plays, how many deals, with which secrets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from arena.config.ladder_toml import find_settings, read_settings
from arena.errors import ConfigError
from arena.names import BotId
from arena.ratings.sequential import Hypotheses
from arena.referee.form import Form
from arena.run.kinds import RoundRobin
from arena.run.prepared import Prepared, store
from arena.run.tournament import prepare
from arena.run.versus import Versus, prepare_panel, prepare_versus
from arena.schedule.secrets import match_secret
from arena.store.folder import DataFolder, create_data
from arena.store.registry import retire_bot
from tests.run.tournaments import HOUSE, asked, enter, play
from tests.store.situations import register

SETTINGS = read_settings(find_settings(None))
LADDER = SETTINGS.ladders[0]
WANTED = Versus(
    bot="ann",
    other="bob",
    ladder=LADDER,
    variant=LADDER.variant,
    time=LADDER.time,
    hypotheses=Hypotheses(0.0, 0.05),
    match_deals=100,
    max_deals=1000,
    panel=(),
    secret=None,
    name="e1",
)


@pytest.fixture
def data(tmp_path: Path) -> Iterator[DataFolder]:
    """The house bot and some others, none of which is on the ladder yet."""
    with create_data(tmp_path / "data") as opened:
        register(opened, "rule-of-thumb", "ann", "bob", "cat", "dan", "eve")
        yield opened


def panel_of(data: DataFolder, wanted: Versus) -> Prepared:
    """The panel event that follows *wanted*."""
    versus = prepare_versus(data, SETTINGS, wanted)
    store(data, versus)
    panel = prepare_panel(data, versus.event)
    assert isinstance(panel, Prepared)
    return panel


@pytest.mark.parametrize(
    ("most", "of_match", "matches", "deals"),
    [
        pytest.param(1000, 100, 10, 100, id="divides"),
        pytest.param(250, 100, 3, 83, id="never-more-than-asked"),
        pytest.param(60, 100, 1, 60, id="less-than-a-match"),
    ],
)
def test_as_many_deals_as_asked_at_most(
    data: DataFolder, most: int, of_match: int, matches: int, deals: int
) -> None:
    prepared = prepare_versus(data, SETTINGS, replace(WANTED, max_deals=most, match_deals=of_match))

    assert (len(prepared.matches), prepared.event.deals) == (matches, deals)
    assert [match.first_deal for match in prepared.matches] == [
        deals * number for number in range(matches)
    ]


def test_every_seat_has_an_entry_of_either(data: DataFolder) -> None:
    prepared = prepare_versus(data, SETTINGS, WANTED)

    assert prepared.event.form is Form.VERSUS
    assert not prepared.event.rated
    assert {tuple(bot.name for bot in match.bots) for match in prepared.matches} == {
        ("ann",) * 5 + ("bob",) * 5
    }
    assert [bot.id.name for bot in prepared.bots] == ["ann", "bob"]


def test_a_bot_may_be_compared_with_itself(data: DataFolder) -> None:
    prepared = prepare_versus(data, SETTINGS, replace(WANTED, other="ann"))

    assert [bot.id.name for bot in prepared.bots] == ["ann"]
    assert {bot.name for match in prepared.matches for bot in match.bots} == {"ann"}


def test_with_an_empty_ladder_the_panel_is_house_bots_whose_faults_void(data: DataFolder) -> None:
    panel = panel_of(data, WANTED)

    match = panel.matches[0]
    assert panel.event.form is Form.PANEL
    assert [bot.name for bot in match.bots] == ["ann", "bob", *["rule-of-thumb"] * 4]
    assert match.fillers == {2, 3, 4, 5}
    assert [bot.id.name for bot in panel.bots] == ["ann", "bob", "rule-of-thumb"]


def test_the_bots_of_a_panel_take_turns(data: DataFolder) -> None:
    named = replace(WANTED, panel=("cat", "dan", "eve"), variant=LADDER.variant)

    matches = panel_of(data, named).matches

    assert ["".join(bot.name[0] for bot in match.bots[2:]) for match in matches[:4]] == [
        *("cdec", "decd", "ecde", "cdec"),
    ]
    assert not any(match.fillers for match in matches)


@pytest.mark.parametrize(
    ("same_owner", "panel"),
    [
        pytest.param(False, {"cat", "eve"}, id="one-of-each-owner-and-none-of-the-compared"),
        pytest.param(True, {"cat", "dan", "eve", "fay", HOUSE}, id="all-where-that-is-allowed"),
    ],
)
def test_the_ladders_bots_in_a_panel_are_nobodys_friends(
    tmp_path: Path, same_owner: bool, panel: set[str]
) -> None:
    names = ("ann", "bob", "cat", "dan", "eve", "fay")
    owners = {"ann": "Ann", "fay": "Ann", "cat": "Kit", "dan": "Kit"}
    with create_data(tmp_path / "played") as data:
        enter(data, *names, owners=owners)
        ladder_event = asked(RoundRobin(1), *names, HOUSE, name="lad", same_owner=True)
        store(data, prepare(data, SETTINGS, ladder_event))
        play(data, "lad", {})

        versus = prepare_versus(data, SETTINGS, replace(WANTED, same_owner=same_owner))

    assert versus.event.versus is not None
    plan = versus.event.versus.panel
    assert plan is not None
    assert {bot.name for bot in plan.bots} == {HOUSE, *panel}


def test_friends_may_be_named_for_a_panel_where_that_is_allowed(data: DataFolder) -> None:
    register(data, "cat", "dan", owner="Kit")

    panel = panel_of(data, replace(WANTED, panel=("cat", "dan"), same_owner=True))

    assert {bot.name for bot in panel.matches[0].bots[2:]} == {"cat", "dan"}


def test_the_panel_tests_for_as_large_a_loss_as_the_gain_was_to_be(data: DataFolder) -> None:
    panel = panel_of(data, replace(WANTED, hypotheses=Hypotheses(0.25, 1.0, 0.02, 0.1)))

    assert panel.event.versus is not None
    assert panel.event.versus.hypotheses == Hypotheses(-0.75, 0.0, 0.02, 0.1)
    assert panel.event.versus.panel is None


def test_the_panel_shares_no_secret_with_the_event_that_is_revealed_before_it(
    data: DataFolder,
) -> None:
    versus = prepare_versus(data, SETTINGS, WANTED)
    again = prepare_versus(data, SETTINGS, WANTED)
    assert versus.event.versus is not None
    assert again.event.versus is not None
    plan, other = versus.event.versus.panel, again.event.versus.panel
    assert plan is not None
    assert other is not None

    assert len({versus.event.secret, plan.secret, again.event.secret, other.secret}) == 4


def test_a_given_secret_gives_the_same_cards_again(data: DataFolder) -> None:
    given = replace(WANTED, secret=bytes(range(32)))

    versus, again = (prepare_versus(data, SETTINGS, given).event for _ in range(2))

    assert versus.match_secret(3) == match_secret(bytes(range(32)), 3)
    assert versus.versus == again.versus


def test_a_panel_that_was_begun_is_found_again(data: DataFolder) -> None:
    versus = prepare_versus(data, SETTINGS, WANTED)
    store(data, versus)
    panel = prepare_panel(data, versus.event)
    assert isinstance(panel, Prepared)
    store(data, panel)

    assert prepare_panel(data, versus.event) == panel.event


def test_two_events_of_one_secret_have_a_panel_each(data: DataFolder) -> None:
    given = replace(WANTED, secret=bytes(range(32)))
    store(data, panel_of(data, given))

    other = panel_of(data, replace(given, bot="cat", name="e2"))

    assert other.event.name == "e2_panel"
    assert other.matches[0].bots[0].name == "cat"


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        pytest.param({"name": "e1_panel"}, "e1_panel", id="the-panels-name"),
        pytest.param(
            {"hypotheses": Hypotheses(0.0, 20.0)}, "--delta1: expected less than 12.5", id="gap"
        ),
        pytest.param({"bot": "retired"}, "retired", id="retired"),
        pytest.param({"panel": ("cat", "cat")}, "named twice", id="panel-twice"),
        pytest.param({"panel": ("cat", "ann")}, "ann.*those compared", id="panel-of-a"),
        pytest.param({"panel": ("bob", "cat")}, "bob.*those compared", id="panel-of-b"),
        pytest.param({"panel": ("zoe", "zac")}, "'Zed'.*--allow-same", id="panel-of-one-owner"),
        pytest.param(
            {"bot": "zoe", "panel": ("zac", "cat")}, "zac.*'Zed'", id="panel-of-the-owner-of-a"
        ),
        pytest.param({"ladder": replace(LADDER, house="nobody")}, "--no-panel", id="no-house"),
    ],
)
def test_what_cannot_be_set_up_is_said(
    data: DataFolder, changed: dict[str, object], said: str
) -> None:
    store(data, panel_of(data, WANTED))
    register(data, "retired")
    register(data, "zoe", "zac", owner="Zed")
    retire_bot(data, BotId("retired", "1.0.0"))

    with pytest.raises(ConfigError, match=said):
        prepare_versus(data, SETTINGS, replace(replace(WANTED, name="e3"), **changed))  # type: ignore[arg-type]
