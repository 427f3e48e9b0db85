"""Sessions, races and days on real bots: played, verified, killed and resumed."""

from __future__ import annotations

import hashlib
import random
import time
from contextlib import suppress
from pathlib import Path
from subprocess import TimeoutExpired

import pytest

from tests.cli.commands import SECRET, Arena

pytestmark = [pytest.mark.process, pytest.mark.slow]
BOTS = ("timid", "random-legal")
SESSION = ("tournament", "session", *BOTS, "--deals", "100", "--secret", SECRET)
DAY = "2026-11-29"
HOYLE = """
[[ladder]]
name = "hoyle-3"
variant = "hoyle-3"
time = "1+0.1"
house = "rule-of-thumb"
"""


@pytest.fixture(scope="module")
def arena(stocked: Arena, tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """The house bot, some others, and a session that ran through: `whole`."""
    arena = stocked.copied(tmp_path_factory.mktemp("sessions"))
    arena(*SESSION, "--event", "whole")
    return arena


def test_a_session_is_one_sitting_unrated_and_true(arena: Arena) -> None:
    table = arena.look("crosstable", "whole", "--json").json
    (event,) = (one for one in arena.look("events", "--json").json if one["event"] == "whole")

    assert (event["kind"], event["sittings"], event["matches"]) == ("session", 1, 1)
    assert table["playings"] == 100
    assert table["differences"] == []
    assert {standing["error"] for standing in table["standings"]} == {None}
    assert arena.look("ladder", "--json").json == []
    logs = arena.data / "logs" / "whole"
    assert arena.look("verify", logs).out.endswith(", 100 playings, 0 differences\n")


def results_in(logs: Path) -> int:
    """How many deals stand in the open log of a session."""
    with suppress(FileNotFoundError):
        return sum(log.read_bytes().count(b'{"kind":"result"') for log in logs.rglob("*.jsonl"))
    return 0


def test_after_sigkill_at_random_moments_a_session_has_the_digest_of_an_unbroken_one(
    arena: Arena,
) -> None:
    moments = random.Random(5)
    logs = arena.data / "logs" / "killed"
    command: tuple[str, ...] = (*SESSION, "--event", "killed")
    deals = 0
    for _ in range(4):
        process = arena.start(*command)
        deals += moments.randint(1, 8)
        while results_in(logs) < deals and process.poll() is None:
            time.sleep(0.005)
        time.sleep(moments.uniform(0, 0.05))
        process.kill()
        process.communicate()
        command = ("resume", "killed")
    assert not list(logs.rglob("*.jsonl.zst")), "it was killed before its end"

    arena("resume", "killed")

    assert arena.digest("killed") == arena.digest("whole")
    assert arena.look("verify", logs).out.endswith(", 100 playings, 0 differences\n")


def test_a_race_ends_when_one_leads_alone_with_ten(arena: Arena, tmp_path: Path) -> None:
    config = tmp_path / "ladder.toml"
    config.write_text(HOYLE)
    race = ("tournament", "session", *BOTS, "--race", "--secret", SECRET, "--config", config)

    table = arena(*race, "--event", "race", "--json").json

    assert table["playings"] < 100
    best, second, _ = (standing["total"] for standing in table["standings"])
    assert best >= 10
    assert best > second
    assert arena.look("verify", arena.data / "logs" / "race").out.endswith(" 0 differences\n")
    assert (
        arena(*race, "--event", "again", "--json").json["results_digest"]
        == (table["results_digest"])
    )


def test_a_race_at_another_table_is_refused(arena: Arena) -> None:
    assert "hoyle-3 and hoyle-4, not for called-ace" in (
        arena("tournament", "session", "timid", "--race", code=2).err
    )


def test_more_bots_than_seats_are_refused(arena: Arena) -> None:
    many = ["timid"] * 6

    assert "6 bots for the 5 seats" in arena("tournament", "session", *many, code=2).err


def test_everybody_meets_the_deals_of_the_day_once(arena: Arena) -> None:
    assert arena.look("daily", "--date", DAY, "--json").json["results"] == []
    arena("daily", "timid", "--date", DAY)
    first = arena("daily", "timid", "random-legal", "--date", DAY, "--json")

    results = first.json["results"]
    assert "timid@" in first.err
    assert "first result of the day stands" in first.err
    assert {one["bot"].partition("@")[0] for one in results} == set(BOTS)
    assert [one["total"] for one in results] == [sum(one["scores"]) for one in results]
    assert {len(one["scores"]) for one in results} == {10}
    assert arena.look("daily", "--date", DAY, "--json").json == first.json
    again = arena("daily", *BOTS, "--date", DAY, "--json")
    assert again.json == first.json

    # The two played in different events, and met the same cards in the same seats.
    secret = hashlib.sha256(f"sheepshead daily {DAY}".encode()).hexdigest()
    assert first.json["secret"] == secret
    shown = [arena.look("show", f"{one['match']}/0/7", "--json").json for one in results]
    assert len({one["match"].partition("-")[0] for one in results}) == 2
    dealt = arena.look("deal", "--secret", secret, "--index", "7", "--json").json
    for one in shown:
        assert [seat["hand"] for seat in one["seats"]] == dealt["hands"]
    for one in results:
        folder = arena.data / "logs" / one["match"].partition("-")[0] / one["match"]
        assert (folder / "secret").read_text().strip() == secret
        verified = arena.look("verify", folder)
        assert verified.out.endswith(", 10 playings, 0 differences\n")
    assert arena.look("ladder", "--json").json == []


def test_a_day_that_was_cut_off_is_finished_with_the_same_result(arena: Arena) -> None:
    other = "2026-11-28"
    whole = arena("daily", *BOTS, "--date", DAY, "--json").json["results"]
    assert len(whole) == 2
    process = arena.start("daily", *BOTS, "--date", other)
    with suppress(TimeoutExpired):
        process.wait(4)
    process.kill()
    process.communicate()

    arena("daily", *BOTS, "--date", other)
    results = arena.look("daily", "--date", other, "--json").json

    assert results["unfinished"] == []
    assert len(results["results"]) == 2
    events = [one["event"] for one in arena.look("events", "--json").json if one["kind"] == "daily"]
    assert len([event for event in events if event.startswith("daily20261128")]) == 1


def test_a_day_is_said_as_a_date(arena: Arena) -> None:
    assert "expected a day, as in 2026-11-29" in arena("daily", "--date", "today", code=2).err
