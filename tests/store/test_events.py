"""Events are stored whole, and each sitting's result enters once, whatever happens."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.names import BotId
from arena.referee.clock import TimeControl
from arena.referee.policy import FaultPolicy
from arena.rules.variants import variant
from arena.schedule.secrets import commitment, match_secret
from arena.store.events import (
    AttemptRecord,
    SittingStatus,
    begin_attempt,
    complete_matches,
    create_event,
    event_matches,
    list_events,
    played_matches,
    playings,
    read_event,
    record_sitting,
    sittings,
    void_attempt,
)
from arena.store.folder import DataFolder, open_data
from arena.store.ladders import ensure_ladder
from arena.store.logs import log_path, match_folder
from tests.store.situations import (
    DIGEST,
    FIVE,
    SECRET,
    Terms,
    a_match,
    an_event,
    played,
    register,
    schedule,
)


def record(
    data: DataFolder, rotation: int, attempt: int = 1, match: int = 1, event: str = "e1"
) -> bool:
    log = log_path(data, event, match, rotation, attempt)
    return record_sitting(
        data,
        event,
        match,
        rotation,
        attempt,
        log,
        "0123456789abcdef",
        "none",
        played(rotation, match),
    )


def play(data: DataFolder, match: int = 1, event: str = "e1") -> None:
    """All sittings of a match at their first attempt."""
    for rotation in range(5):
        begin_attempt(data, event, match, rotation)
        record(data, rotation, match=match, event=event)


def statuses(data: DataFolder) -> list[str]:
    return [sitting.status.value for sitting in sittings(data, "e1")]


def secret_file(data: DataFolder, match: int = 1) -> Path:
    return match_folder(data, "e1", match) / "secret"


def test_an_event_is_read_as_it_was_created(data: DataFolder) -> None:
    bots = register(data, *FIVE)
    ensure_ladder(data, Terms(), bots[0])
    event = an_event(
        ladder="jacks",
        rated=True,
        variant=variant("jack-of-diamonds", {"crack": "crack", "may_go_alone": True}),
        policy=FaultPolicy(margin_ms=50, max_faults=5, penalty=1, ponder=False),
        house=bots[0],
        created_at=datetime(2026, 11, 29, 12, 0, 0, 7, tzinfo=UTC),
    )
    lineup = (*bots[:3], bots[0], bots[0])

    create_event(data, event, [a_match(1, bots), a_match(2, lineup)])

    assert read_event(data, "e1") == event
    assert event_matches(data, "e1") == (a_match(1, bots), a_match(2, lineup))
    assert [(s.match, s.rotation, s.status) for s in sittings(data, "e1")] == [
        (match, rotation, SittingStatus.PENDING) for match in (1, 2) for rotation in range(5)
    ]


def test_it_is_kept_which_entries_only_fill_a_seat(data: DataFolder) -> None:
    bots = register(data, *FIVE)
    match = replace(a_match(1, bots), fillers=frozenset({1, 4}))

    create_event(data, an_event(), [match, a_match(2, bots)])

    assert [each.fillers for each in event_matches(data, "e1")] == [{1, 4}, frozenset()]


def test_a_time_is_kept_as_a_moment_whatever_its_zone(data: DataFolder) -> None:
    moment = datetime(2026, 11, 29, 12, tzinfo=timezone(timedelta(hours=-6)))
    schedule(data, created_at=moment)

    assert read_event(data, "e1").created_at == moment
    assert read_event(data, "e1").created_at.tzinfo is UTC


def test_a_secret_does_not_show_in_a_printed_event() -> None:
    assert SECRET.hex() not in repr(an_event())
    assert repr(SECRET) not in repr(an_event())


def test_an_event_comes_whole_or_not_at_all(data: DataFolder) -> None:
    bots = register(data, *FIVE)
    stranger = BotId("zoe", "1.0.0")

    with pytest.raises(ConfigError, match=r"bot zoe@1\.0\.0: not registered"):
        create_event(data, an_event(), [a_match(1, bots), a_match(2, (*bots[:4], stranger))])

    assert list_events(data) == ()


def test_no_two_events_share_a_name(data: DataFolder) -> None:
    schedule(data)

    with pytest.raises(ConfigError, match="event 'e1': there is one of that name already"):
        schedule(data)

    assert len(list_events(data)) == 1


def test_an_event_that_is_not_there_is_named_with_the_nearest(data: DataFolder) -> None:
    schedule(data, "winter_2026")

    with pytest.raises(ConfigError, match=r"event 'winter26': no such event \(did you mean 'wint"):
        read_event(data, "winter26")


def test_events_are_listed_in_their_order_with_how_far_they_are(data: DataFolder) -> None:
    schedule(data, "later", matches=1, created_at=datetime(2027, 1, 1, tzinfo=UTC))
    schedule(data, "e1", matches=2)
    play(data)
    begin_attempt(data, "e1", 2, 0)

    later, e1 = list_events(data)

    assert (later.event.name, later.sittings, later.complete) == ("later", 5, 0)
    assert (e1.event.name, e1.matches, e1.sittings, e1.complete) == ("e1", 2, 10, 5)
    assert [bot.name for bot in e1.bots] == list(FIVE)


def test_a_sitting_runs_and_is_complete(data: DataFolder) -> None:
    schedule(data)
    assert begin_attempt(data, "e1", 1, 0) == 1
    assert statuses(data)[:2] == ["running", "pending"]

    assert record(data, 0)

    sitting = sittings(data, "e1")[0]
    (attempt,) = sitting.attempts
    assert sitting.status is attempt.status is SittingStatus.COMPLETE
    assert (attempt.number, attempt.reason) == (1, None)
    assert (attempt.last_h, attempt.sandbox) == ("0123456789abcdef", "none")
    assert attempt.log == data.logs / "e1" / "e1-0001" / "0.1.jsonl"
    assert attempt.ended_at is not None
    assert attempt.began_at <= attempt.ended_at
    assert playings(data, "e1") == played(0)


def test_a_log_is_found_after_the_data_folder_moved(data: DataFolder) -> None:
    schedule(data)
    begin_attempt(data, "e1", 1, 0)
    record(data, 0)
    data.close()
    moved = data.path.rename(data.path.with_name("moved"))

    with open_data(moved) as there:
        (attempt,) = sittings(there, "e1")[0].attempts

    assert attempt.log == moved / "logs" / "e1" / "e1-0001" / "0.1.jsonl"


def test_recording_a_sitting_again_changes_nothing(data: DataFolder) -> None:
    schedule(data)
    begin_attempt(data, "e1", 1, 0)
    record(data, 0)
    before = sittings(data, "e1"), playings(data, "e1")

    assert not record(data, 0)

    assert (sittings(data, "e1"), playings(data, "e1")) == before


def test_of_two_complete_attempts_the_first_counts(data: DataFolder) -> None:
    schedule(data)
    for _ in range(2):
        begin_attempt(data, "e1", 1, 0)

    assert record(data, 0, attempt=2)
    assert not record(data, 0, attempt=1)

    first, second = sittings(data, "e1")[0].attempts
    assert (first.status, first.reason) == (SittingStatus.VOID, "attempt 2 was complete before")
    assert (second.status, second.reason) == (SittingStatus.COMPLETE, None)
    assert playings(data, "e1") == played(0)


def test_a_void_attempt_stays_listed_and_the_sitting_is_played_again(data: DataFolder) -> None:
    schedule(data)
    begin_attempt(data, "e1", 1, 0)

    void_attempt(data, "e1", 1, 0, 1, "the disk was full")

    assert statuses(data)[0] == "void"
    assert not record(data, 0, attempt=1)
    assert playings(data, "e1") == ()

    assert begin_attempt(data, "e1", 1, 0) == 2
    assert statuses(data)[0] == "running"
    assert record(data, 0, attempt=2)

    first, second = sittings(data, "e1")[0].attempts
    assert (first.status, first.reason) == (SittingStatus.VOID, "the disk was full")
    assert second.status is SittingStatus.COMPLETE
    assert statuses(data)[0] == "complete"


def test_what_is_complete_cannot_be_annulled(data: DataFolder) -> None:
    schedule(data)
    begin_attempt(data, "e1", 1, 0)
    record(data, 0)

    void_attempt(data, "e1", 1, 0, 1, "too late")

    assert statuses(data)[0] == "complete"
    assert playings(data, "e1") == played(0)


def test_a_sitting_that_lacks_a_deal_is_not_recorded(data: DataFolder) -> None:
    schedule(data)
    begin_attempt(data, "e1", 1, 0)
    log = log_path(data, "e1", 1, 0, 1)

    with pytest.raises(AssertionError):
        record_sitting(data, "e1", 1, 0, 1, log, "", "none", played(0)[:1])

    assert statuses(data)[0] == "running"
    assert playings(data, "e1") == ()


def test_a_secret_is_revealed_with_the_last_sitting_of_its_match(data: DataFolder) -> None:
    schedule(data, matches=2)
    for rotation in (3, 0, 4, 1):
        begin_attempt(data, "e1", 1, rotation)
        record(data, rotation)
    assert [match.revealed_secret for match in event_matches(data, "e1")] == [None, None]
    assert not secret_file(data).exists()

    begin_attempt(data, "e1", 1, 2)
    record(data, 2)

    first, second = event_matches(data, "e1")
    assert first.revealed_secret == match_secret(SECRET, 1)
    assert commitment(first.revealed_secret) == first.commitment
    assert second.revealed_secret is None
    assert bytes.fromhex(secret_file(data).read_text()) == first.revealed_secret
    assert not secret_file(data, match=2).exists()


def test_matches_are_read_with_what_is_complete_of_them(data: DataFolder) -> None:
    schedule(data, matches=2)
    play(data)
    begin_attempt(data, "e1", 2, 3)
    record(data, 3, match=2)

    first, second = played_matches(data, "e1")

    assert (first.event, first.number, first.complete) == ("e1", 1, True)
    assert [bot.name for bot in first.bots] == list(FIVE)
    assert first.digests == (DIGEST,) * 5
    assert first.playings == tuple(p for rotation in range(5) for p in played(rotation))
    assert (second.complete, second.playings) == (False, played(3, match=2))
    assert playings(data, "e1") == first.playings + second.playings


def test_a_ladder_counts_complete_matches_in_the_order_of_the_schedule(data: DataFolder) -> None:
    register(data, *FIVE)
    ensure_ladder(data, Terms(), None)
    ensure_ladder(data, Terms(name="other", time=TimeControl(5000, 0)), None)
    schedule(data, "zzz", matches=2, ladder="jacks", rated=True)
    schedule(data, "aaa", ladder="jacks", rated=True)
    schedule(data, "friendly", ladder="jacks", rated=False)
    schedule(data, "elsewhere", ladder="other", rated=True)
    for event, match in [("friendly", 1), ("aaa", 1), ("elsewhere", 1), ("zzz", 2)]:
        play(data, match, event)

    assert [(m.event, m.number) for m in complete_matches(data, "jacks")] == [
        ("zzz", 2),
        ("aaa", 1),
    ]

    play(data, 1, "zzz")

    assert [(m.event, m.number) for m in complete_matches(data, "jacks")] == [
        ("zzz", 1),
        ("zzz", 2),
        ("aaa", 1),
    ]


def test_a_crash_before_the_commit_is_healed_by_recording_again(data: DataFolder) -> None:
    """The secret's file is written last but one: a folder in its place stops everything there."""
    schedule(data)
    for rotation in range(4):
        begin_attempt(data, "e1", 1, rotation)
        record(data, rotation)
    begin_attempt(data, "e1", 1, 4)
    secret_file(data).mkdir(parents=True)

    with pytest.raises(OSError, match="secret"):
        record(data, 4)

    assert statuses(data)[4] == "running"
    assert event_matches(data, "e1")[0].revealed_secret is None
    secret_file(data).rmdir()
    assert record(data, 4)
    assert len(playings(data, "e1")) == 10


_RECORD = """
import sys
from pathlib import Path
sys.path.insert(0, ".")
from arena.store.events import begin_attempt, sittings
from arena.store.folder import open_data
from tests.store.test_events import record
with open_data(Path(sys.argv[1])) as data:
    print("ready", flush=True)
    sys.stdin.readline()
    for sitting in sittings(data, "e1"):
        if sitting.attempts:
            record(data, sitting.rotation, len(sitting.attempts), sitting.match)
"""


def recorder(data: DataFolder) -> subprocess.Popen[bytes]:
    """A process that records every sitting of e1 once it is told to go."""
    process = subprocess.Popen(
        [sys.executable, "-c", _RECORD, str(data.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stdout.readline() == b"ready\n"
    return process


def go(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin
    process.stdin.write(b"go\n")
    process.stdin.flush()


def begin_all(data: DataFolder, matches: int) -> None:
    schedule(data, matches=matches)
    for match in range(matches):
        for rotation in range(5):
            begin_attempt(data, "e1", match + 1, rotation)


@pytest.mark.process
@pytest.mark.slow
def test_two_processes_that_record_the_same_sittings_enter_each_once(data: DataFolder) -> None:
    begin_all(data, matches=4)
    processes = [recorder(data), recorder(data)]

    for process in processes:
        go(process)
    for process in processes:
        process.communicate()

    assert [process.returncode for process in processes] == [0, 0]
    assert set(statuses(data)) == {"complete"}
    assert playings(data, "e1") == tuple(
        p for match in range(4) for rotation in range(5) for p in played(rotation, match + 1)
    )


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("chance", range(4))
def test_a_recorder_killed_at_any_moment_leaves_whole_sittings_only(
    chance: int, data: DataFolder
) -> None:
    begin_all(data, matches=6)
    process = recorder(data)
    go(process)
    time.sleep(random.Random(chance).uniform(0.01, 0.25))
    process.kill()
    process.communicate()

    with open_data(data.path) as again:
        for match in played_matches(again, "e1"):
            by_rotation = {playing.rotation for playing in match.playings}
            assert len(match.playings) == 2 * len(by_rotation)
            assert match.complete == (len(by_rotation) == 5)
            assert not match.complete or secret_file(again, match.number).exists()

        for sitting in sittings(again, "e1"):
            record(again, sitting.rotation, match=sitting.match)

        assert set(statuses(again)) == {"complete"}
        assert len(playings(again, "e1")) == 6 * 5 * 2
        assert all(match.complete for match in played_matches(again, "e1"))


def test_attempts_are_values(data: DataFolder) -> None:
    schedule(data)
    begin_attempt(data, "e1", 1, 0)

    (attempt,) = sittings(data, "e1")[0].attempts

    assert attempt == AttemptRecord(
        number=1,
        status=SittingStatus.RUNNING,
        reason=None,
        log=None,
        last_h=None,
        sandbox=None,
        began_at=attempt.began_at,
        ended_at=None,
    )
