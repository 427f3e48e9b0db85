"""A whole event by the command, at which every bot but one misbehaves in its own way."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from arena.referee.record import SittingRecord, playing_of, read_record
from arena.store.logs import open_log_lines
from tests.bad_bots.crew import alive
from tests.bad_bots.sittings import PATIENT
from tests.bad_bots.submissions import submission, unconfined
from tests.cli.commands import SECRET, Arena

pytestmark = [pytest.mark.process, pytest.mark.slow]

DEALS = 4
SITTINGS = 20
"""Four matches of five bots, five rotations each."""
STARTS = 3
"""The starts of the bot that then starts no more: at the event's start, and two sittings."""
BLAMELESS = "blameless"
FAULTS = {
    "crasher": ["crashed"],
    "cheat": ["illegal"],
    "flooder": ["output-limit"],
    "fragile": ["start-failed"] * 3,
}
"""What each is charged with in a sitting; the last one in those where it does not start."""


@dataclass
class Event:
    """The event after its end."""

    arena: Arena
    records: list[SittingRecord]

    def faults(self, name: str) -> list[list[str]]:
        """What *name* was charged with, by sitting."""
        charged = []
        for record in self.records:
            entry = [logged.bot.name for logged in record.header.bots].index(name)
            playings = [playing_of(1, 0, one, None, None) for one in record.playings]
            charged.append([fault for one in playings for by, fault in one.faults if by == entry])
        return charged


@pytest.fixture(scope="module")
def event(initial: Arena, tmp_path_factory: pytest.TempPathFactory) -> Event:
    """Five bots that are good at submission, and bad once a file is there."""
    base = tmp_path_factory.mktemp("event")
    switch, starts = base / "switch", base / "starts"
    misdeeds = {
        BLAMELESS: "",
        "crasher": "crash=segv first-life",
        "cheat": "illegal-kind on=play",
        "flooder": "flood-stderr=9000000",
        "fragile": f"starts={starts} may-start={STARTS}",
    }
    arena = initial.copied(base)
    unconfined(base / "ladder.toml")  # which would not see the file
    arena(
        "submit",
        *(
            submission(base / name, name, f"only-with={switch} {words}")
            for name, words in misdeeds.items()
        ),
    )
    switch.touch()
    starts.touch()
    arena(
        *("tournament", "round-robin", *misdeeds, "--deals", str(DEALS), "--time", PATIENT),
        *("--secret", SECRET, "--event", "bad"),
    )
    logs = sorted((arena.data / "logs" / "bad").rglob("*.zst"))
    return Event(arena, [read_record(open_log_lines(log)) for log in logs])


def test_the_event_is_complete_and_its_logs_are_true(event: Event) -> None:
    (listed,) = event.arena("events", "--json").json
    verified = event.arena("verify", event.arena.data / "logs").out

    assert listed["status"] == "complete"
    assert (listed["sittings_done"], listed["sittings"]) == (SITTINGS, SITTINGS)
    assert verified == f"{SITTINGS} logs, {SITTINGS * DEALS} playings, 0 differences\n"
    assert [len(record.playings) for record in event.records] == [DEALS] * SITTINGS


def test_every_playing_is_scored_for_all_seats(event: Event) -> None:
    for record in event.records:
        for playing in record.playings:
            assert sum(playing.result.scores) == 0


@pytest.mark.parametrize("name", ["crasher", "cheat", "flooder"])
def test_a_bad_bot_is_charged_with_its_fault_in_every_sitting_and_with_no_other(
    event: Event, name: str
) -> None:
    assert event.faults(name) == [FAULTS[name]] * SITTINGS


def test_a_bot_that_starts_no_more_fails_to_start_in_every_later_sitting(event: Event) -> None:
    charged = event.faults("fragile")

    assert charged.count([]) == STARTS - 1
    assert charged.count(FAULTS["fragile"]) == SITTINGS - (STARTS - 1)


def test_the_blameless_bot_is_charged_with_nothing(event: Event) -> None:
    assert event.faults(BLAMELESS) == [[]] * SITTINGS


def test_the_crosstable_counts_the_faults_of_each(event: Event) -> None:
    standings = event.arena("crosstable", "bad", "--json").json["standings"]
    counted = {standing["bot"].partition("@")[0]: standing["faults"] for standing in standings}

    assert counted == {
        BLAMELESS: {},
        "crasher": {"crashed": SITTINGS},
        "cheat": {"illegal": SITTINGS},
        "flooder": {"output-limit": SITTINGS},
        "fragile": {"start-failed": 3 * (SITTINGS - (STARTS - 1))},
    }


def test_nothing_of_the_bots_is_left(event: Event) -> None:
    base = event.arena.data.parent

    assert alive(base) == ()
    assert list((base / "tmp").iterdir()) == []
    assert sum(log.stat().st_size for log in (event.arena.data / "logs").rglob("*.log")) < (
        SITTINGS * 5 * 1_100_000
    )
