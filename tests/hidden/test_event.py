"""What real bots are given in a real event: no secret, no name of an opponent, nothing unknown."""

from __future__ import annotations

import base64
import hmac
import json
import shutil
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import trio

from arena.host.command import BotCommand
from arena.referee.lines import SittingLine
from arena.referee.record import SittingRecord, read_record
from arena.rules.shuffle import deal_label
from arena.run.order import Complete, Played, PlayOrder
from arena.run.workers import Worker
from arena.schedule.secrets import bot_seed, match_secret, proof_key
from arena.store.logs import open_log_lines, sealed_path
from arena.v1 import bot_pb2 as pb
from tests.cli.commands import Arena

pytestmark = [pytest.mark.process, pytest.mark.slow]

SECRET = bytes.fromhex("c0ffee" * 10 + "c0ff")
DEALS = 6
MESSAGES = {
    "/arena.v1.Bot/Hello": pb.HelloRequest,
    "/arena.v1.Bot/Decide": pb.DecideRequest,
    "/arena.v1.Bot/DealOver": pb.DealOverRequest,
    "/arena.v1.Bot/Bye": pb.ByeRequest,
}
RECORDER = Path(__file__).with_name("recorder.py")
OPPONENTS = ("zebra-quagga", "okapi-gnu", "tapir-kudu", "crashing-lemur")


@dataclass(frozen=True)
class Life:
    """One process of the recording bot, as it wrote itself down."""

    born: dict[str, Any]
    """What it saw at its start."""
    calls: tuple[dict[str, Any], ...]

    def requests(self) -> Iterator[tuple[str, bytes]]:
        """Method and bytes of each call."""
        for call in self.calls:
            yield call["method"], base64.b64decode(call["request"])

    def questions(self) -> Iterator[pb.Observation]:
        for method, request in self.requests():
            if method.endswith("/Decide"):
                yield from pb.DecideRequest.FromString(request).observations

    def given(self) -> bytes:
        """Everything it was given, in one text."""
        around = [self.born, [{**call, "request": ""} for call in self.calls]]
        return b"\0".join([json.dumps(around).encode(), *(data for _, data in self.requests())])


@dataclass(frozen=True)
class Sitting:
    """One sitting with a recording bot in it."""

    record: SittingRecord
    seat: int
    lives: tuple[Life, ...]

    @property
    def header(self) -> SittingLine:
        return self.record.header

    @property
    def match(self) -> int:
        return int(self.header.match.rpartition("-")[2])


@pytest.fixture(scope="module")
def sittings(initial: Arena, tmp_path_factory: pytest.TempPathFactory) -> list[Sitting]:
    """An event of a recording bot, three quiet opponents and one that runs out of faults."""
    place = tmp_path_factory.mktemp("sent")
    arena = initial.copied(place)
    for name in OPPONENTS:
        submission(place / name, name, "crash" if "crash" in name else "batch")
    submission(place / "recorder", "recorder", "batch")
    arena("submit", *(place / name for name in (*OPPONENTS, "recorder")))
    arena(
        *("tournament", "round-robin", *OPPONENTS, "recorder", "--deals", str(DEALS)),
        *("--secret", SECRET.hex(), "--event", "recorded", "--time", "20+1"),
    )
    logs = sorted((arena.data / "logs" / "recorded").glob("*/*.jsonl.zst"))
    event = [read_sitting(path) for path in logs]
    return [*event, trio.run(play_to_a_bot_that_wants_results, place, event[0].header)]


async def play_to_a_bot_that_wants_results(place: Path, like: SittingLine) -> Sitting:
    """One sitting more, with the bots of another: such a bot would slow a whole event down."""
    names = [logged.bot.name for logged in like.bots]
    modes = {"recorder": "told", "crashing-lemur": "crash"}
    commands = tuple(
        BotCommand(
            ("python", "bot.py"), place / name, {"RECORDER": modes.get(name, "batch")}, "python"
        )
        for name in names
    )
    secret = match_secret(SECRET, 1)
    logs = place / "told"
    order = PlayOrder(like, secret, commands, logs / "0.1.jsonl", logs / "0.1")
    worker = Worker.start(place / "tmp" / "worker")
    try:
        async with aclosing(worker.carry_out(order)) as reports:
            async for report in reports:
                assert isinstance(report, Played | Complete), report
    finally:
        await worker.end()
    return read_sitting(sealed_path(order.log))


def submission(folder: Path, name: str, mode: str) -> Path:
    """The recorder as a submission that shares no name, version, owner or digest with another."""
    folder.mkdir()
    shutil.copy(RECORDER, folder / "bot.py")
    (folder / "bot.toml").write_text(
        f'[bot]\nname = "{name}"\nversion = "77-{name}"\nowner = "owner of {name}"\n'
        '[run]\ncommand = ["python", "bot.py"]\nruntime = "python"\n'
        f'[plays]\nvariants = ["called-ace"]\n[env]\nRECORDER = "{mode}"\n'
    )
    return folder


def read_sitting(path: Path) -> Sitting:
    """The sitting logged at *path*, with the lives of its recording bot."""
    record = read_record(open_log_lines(path))
    names = [logged.bot.name for logged in record.header.bots]
    entry = names.index("recorder")
    output = path.with_name(f"{path.name.removesuffix('.jsonl.zst')}.{entry}.log")
    lives: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []
    for line in output.read_text().splitlines():
        seen = json.loads(line)
        if "argv" in seen:
            lives.append((seen, []))
        else:
            lives[-1][1].append(seen)
    seat = (entry + record.header.rotation) % len(names)
    return Sitting(record, seat, tuple(Life(born, tuple(calls)) for born, calls in lives))


def spellings(secret: bytes) -> set[bytes]:
    """*secret* as it may stand among bytes or in a text."""
    return {
        secret,
        secret[::-1],
        secret.hex().encode(),
        secret.hex().upper().encode(),
        base64.b64encode(secret).rstrip(b"="),
    }


def test_no_secret_is_among_what_a_bot_is_given(sittings: list[Sitting]) -> None:
    matches = {sitting.match for sitting in sittings}
    secrets = {SECRET, *(match_secret(SECRET, number) for number in matches)}
    for number in matches:
        of_match = match_secret(SECRET, number)
        deals = {p.deal for s in sittings if s.match == number for p in s.record.playings}
        secrets.add(proof_key(of_match))
        secrets |= {hmac.digest(of_match, deal_label(d).encode(), "sha256") for d in deals}
    needles = {spelling for secret in secrets for spelling in spellings(secret)}

    for sitting in sittings:
        for life in sitting.lives:
            given = life.given()
            assert not [needle for needle in needles if needle in given]


def test_no_bot_seed_of_another_seat_is_among_what_a_bot_is_given(sittings: list[Sitting]) -> None:
    for sitting in sittings:
        secret = match_secret(SECRET, sitting.match)
        given = b"".join(life.given() for life in sitting.lives)
        for playing in sitting.record.playings:
            for seat in range(5):
                seed = bot_seed(secret, playing.deal, seat)
                found = seed.to_bytes(8, "little") in given or seed.to_bytes(8, "big") in given
                assert found == (seat == sitting.seat)


def test_no_opponent_is_named_in_what_a_bot_is_given(sittings: list[Sitting]) -> None:
    for sitting in sittings:
        names = {b"owner of " + name.encode() for name in OPPONENTS}
        for logged in sitting.header.bots:
            if logged.bot.name != "recorder":
                digest = logged.digest.partition(":")[2]
                names |= {logged.bot.name.encode(), logged.bot.version.encode()}
                names |= {digest.encode(), bytes.fromhex(digest)}
        for life in sitting.lives:
            given = life.given()
            assert not [name for name in names if name in given]


def test_a_bot_is_sent_the_four_known_messages_and_no_byte_more(sittings: list[Sitting]) -> None:
    for sitting in sittings:
        for life in sitting.lives:
            for method, request in life.requests():
                message = MESSAGES[method].FromString(request)
                message.DiscardUnknownFields()
                assert message.SerializeToString(deterministic=True) == request
            first, *_, last = (method for method, _ in life.requests())
            assert (first, last) == ("/arena.v1.Bot/Hello", "/arena.v1.Bot/Bye")
    met = {method for s in sittings for life in s.lives for method, _ in life.requests()}
    assert met == set(MESSAGES)


def test_a_bot_starts_with_its_submission_an_empty_home_and_no_open_file(
    sittings: list[Sitting],
) -> None:
    for sitting in sittings:
        for life in sitting.lives:
            folder = Path(life.born["folder"])
            assert [Path(path).relative_to(folder) for path in life.born["files"]] == [
                Path("bot.py"),
                Path("bot.toml"),
            ]
            assert life.born["home"] == []
            assert life.born["open_files"] == [0, 1, 2]
            assert set(life.born["environ"]) == {
                *("PATH", "LANG", "HOME", "TMPDIR", "PYTHONHASHSEED", "RECORDER"),
                *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"),
                *("ARENA_BOT_ADDRESS", "ARENA_PROTOCOL_VERSIONS"),
            }


def test_deals_that_are_played_again_meet_processes_that_have_not_seen_them(
    sittings: list[Sitting],
) -> None:
    begun_anew = 0
    for sitting in sittings:
        begun_anew += len(sitting.lives) > 1
        for life in sitting.lives:
            asked = [(seen.bot_seed, len(seen.hand), seen.kind) for seen in life.questions()]
            assert len(set(asked)) == len(asked)
    assert begun_anew > 0
