"""Gauntlets, Swiss events and next matches as a user plays them, and owners as he names them."""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from arena.names import parse_match_id
from tests.cli.commands import SECRET, Arena, at_one_table
from tests.cli.running import no_process_is_left

pytestmark = [pytest.mark.process, pytest.mark.slow]
TABLE = "picker-alone-3"
BOTS = ("rule-of-thumb", "random-legal", "high-card", "timid")
SWISS = ("tournament", "swiss", *BOTS, "--rounds", "2", "--deals", "2", "--variant", TABLE)


@pytest.fixture(scope="module")
def arena(initial: Arena, tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """Four bots at a table of three, two of them Ann's, and a Swiss that ran through: `whole`."""
    place = tmp_path_factory.mktemp("tournaments")
    made = initial.copied(place)
    folders = {bot: at_one_table(bot, TABLE, place / "bots") for bot in BOTS[1:]}
    made("submit", "--owner", "Ann", folders["random-legal"], folders["timid"])
    made("submit", folders["high-card"])
    made(*SWISS, "--secret", SECRET, "--event", "whole")
    return made


def line_ups(arena: Arena, event: str) -> list[list[str]]:
    matches = arena.look("events", event, "--json").json["matches"]
    return [[bot.partition("@")[0] for bot in match["bots"]] for match in matches]


def test_a_gauntlet_is_played_and_rated(arena: Arena) -> None:
    ran = arena(
        *("tournament", "gauntlet", "high-card", "random-legal", "rule-of-thumb"),
        *("--deals", "2", "--variant", TABLE, "--event", "gauntlet", "--json"),
    )

    assert ran.json["sittings_done"] == ran.json["sittings"] == 6
    assert all("high-card" in line_up for line_up in line_ups(arena, "gauntlet"))
    rated = {row["bot"] for row in arena.look("ladder", "--ladder", TABLE, "--json").json}
    assert "high-card@1.1.0" in rated


def test_a_swiss_is_said_to_be_for_show_and_keeps_owners_apart(arena: Arena) -> None:
    assert "A Swiss is for show" in arena.look("crosstable", "whole").out
    assert all(not {"random-legal", "timid"} <= set(one) for one in line_ups(arena, "whole"))


def test_a_swiss_killed_between_rounds_goes_on_as_if_it_had_not_been(arena: Arena) -> None:
    process = arena.start(*SWISS, "--secret", SECRET, "--event", "killed")
    until_s = time.monotonic() + 120
    while _matches_done(arena, "killed") < 2:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until_s, "it does not get going"
        time.sleep(0.02)
    process.kill()
    process.communicate()
    assert no_process_is_left(arena)
    resumed = arena("resume", "killed")

    assert line_ups(arena, "killed") == line_ups(arena, "whole")
    assert arena.digest("killed") == arena.digest("whole")
    assert "Not finished" not in resumed.out
    verified = arena.look("verify", arena.data / "logs" / "killed").out
    assert verified.endswith(" 0 differences\n")


def test_an_arena_that_died_before_it_stored_the_next_round_makes_the_same_one(
    arena: Arena, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = arena.copied(tmp_path_factory.mktemp("died"))
    _forget_after(other, "whole", 2)
    assert len(line_ups(other, "whole")) == 2

    other("resume", "whole")

    assert line_ups(other, "whole") == line_ups(arena, "whole")
    assert other.digest("whole") == arena.digest("whole")


def _forget_after(arena: Arena, event: str, match: int) -> None:
    """Take out the matches of *event* after *match*, as if they had never been stored."""
    late = (
        "SELECT matches.id FROM matches JOIN events ON events.id = matches.event "
        f"WHERE events.name = '{event}' AND number > {match}"
    )
    with closing(sqlite3.connect(arena.data / "arena.db")) as connection, connection:
        for table in ("playings", "attempts", "sittings", "entries"):
            connection.execute(f'DELETE FROM {table} WHERE "match" IN ({late})')
        connection.execute(f"DELETE FROM matches WHERE id IN ({late})")
    for folder in (arena.data / "logs" / event).iterdir():
        if parse_match_id(folder.name)[1] > match:
            shutil.rmtree(folder)


def _matches_done(arena: Arena, event: str) -> int:
    done = [one for one in arena.look("events", "--json").json if one["event"] == event]
    return done[0]["matches_done"] if done else 0


def test_the_next_matches_are_for_the_bot_that_is_named(arena: Arena) -> None:
    ran = arena(
        *("tournament", "next", "timid", "--matches", "2", "--deals", "2", "--ladder", TABLE),
        *("--event", "nexts"),
    )

    assert "2 matches of 2 deals" in ran.err
    assert f"rated on {TABLE}" in ran.err
    assert all("timid" in line_up for line_up in line_ups(arena, "nexts"))


def test_owners_are_shown_and_kept(arena: Arena, tmp_path: Path) -> None:
    folder = at_one_table("timid", TABLE, tmp_path)

    refused = arena("submit", "--owner", "Bob", folder, code=2)
    again = arena("submit", folder)

    assert "bot name 'timid': it belongs to 'Ann'" in refused.err
    assert again.out.rstrip().endswith("owner Ann")
    owners = {one["bot"]: one["owner"] for one in arena.look("bots", "--json").json}
    assert owners["timid@1.1.0"] == "Ann"
    assert owners["high-card@1.1.0"] is None
    assert arena.look("bots", "show", "timid", "--json").json["author"] == "arena"


def test_two_bots_of_one_owner_at_one_table_are_refused_unless_allowed(arena: Arena) -> None:
    event = ("tournament", "session", "timid", "random-legal", "--deals", "1", "--variant", TABLE)

    refused = arena(*event, code=2)
    arena(*event, "--allow-same-owner", "--event", "allowed")

    assert "bots timid@1.1.0, random-legal@1.1.0 belong to 'Ann'" in refused.err
    assert {"timid", "random-legal"} <= set(line_ups(arena, "allowed")[0])
