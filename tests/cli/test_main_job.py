"""The main job on real bots: submit, play, look, verify."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from tests.cli.commands import SECRET, Arena, at_one_table
from tests.cli.conftest import BOTS

pytestmark = [pytest.mark.process, pytest.mark.slow]


def test_a_played_event_is_complete_and_rated(played: Arena) -> None:
    (event,) = (e for e in played("events", "--json").json if e["event"] == "first")

    assert event["status"] == "complete"
    assert (event["matches_done"], event["matches"]) == (4, 4)
    assert (event["sittings_done"], event["sittings"]) == (20, 20)


def test_the_ladder_shows_the_house_at_1500_and_conserves_the_sum(played: Arena) -> None:
    ladder = played("ladder", "--json").json
    ratings = {rung["bot"]: rung["rating"] for rung in ladder}

    assert ratings["rule-of-thumb@1.1.0"] == 1500
    assert [rung["bot"] for rung in ladder if rung["house"]] == ["rule-of-thumb@1.1.0"]
    assert {rung["playings"] for rung in ladder} == {60}
    assert all(rung["faults"] == 0 for rung in ladder)


def test_the_crosstable_holds_every_pair_with_its_error(played: Arena) -> None:
    text = played("crosstable", "first").out
    table = played.look("crosstable", "first", "--json").json

    assert max(map(len, text.splitlines())) <= 100
    assert table["results_digest"] in text
    assert len(table["standings"]) == 5
    assert sum(standing["total"] for standing in table["standings"]) == 0


def test_every_log_verifies_with_its_revealed_secret(played: Arena) -> None:
    out = played("verify", played.data / "logs").out

    assert out == "20 logs, 60 playings, 0 differences\n"


def test_a_playing_is_shown_card_by_card_and_hidden_from_a_seat(played: Arena) -> None:
    whole = played("show", "first-0002/3/4").out
    seat = played.look("show", "first-0002/3/4", "--seat", "2").out
    shown = played.look("show", "first-0002/3/4", "--json").json

    assert max(map(len, whole.splitlines())) <= 100
    assert "··" in seat
    assert "··" not in whole
    assert shown["deal"] == 4
    assert len(shown["tricks"]) == 6


def test_a_match_and_a_sitting_are_listed(played: Arena) -> None:
    assert len(played("show", "first-0001", "--json").json["playings"]) == 15
    assert len(played.look("show", "first-0001/2", "--json").json["playings"]) == 3


def test_playings_are_written_as_lines_that_the_referee_reads(played: Arena) -> None:
    one = played("show", "first-0002/3/4", "--notation").out
    sitting = played.look("show", "first-0002/3", "--notation").out
    match = played.look("show", "first-0002", "--notation", "--json").json
    shown = played.look("show", "first-0002/3/4", "--json").json

    settled = json.loads(played("referee", stdin=one).out)
    assert settled["error"] is None
    assert settled["result"]["scores"] == [seat["score"] for seat in shown["seats"]]
    assert one in sitting.splitlines(keepends=True)
    assert [line["notation"] for line in match if line["rotation"] == 3] == sitting.splitlines()
    assert len(match) == 15


def test_bots_are_listed_and_one_is_shown(played: Arena) -> None:
    listed = played("bots", "--json").json
    one = played.look("bots", "show", "bold", "--json").json

    assert {bot["bot"].partition("@")[0] for bot in listed} == set(BOTS)
    assert one["digest"].startswith("sha256:")
    assert one["origin"] == "folder"


def test_the_revealed_secret_deals_the_cards_of_the_log(played: Arena) -> None:
    folder = played.data / "logs" / "first" / "first-0003"
    secret = (folder / "secret").read_text().strip()
    dealt = played("deal", "--secret", secret, "--index", "7", "--json").json
    of_event = played.look(
        "deal", "--secret", SECRET, "--match", "3", "--index", "7", "--json"
    ).json
    shown = played.look("show", "first-0003/0/7", "--json").json

    assert dealt == of_event
    hands = [set(seat["hand"]) for seat in shown["seats"]]
    assert [set(hand) for hand in dealt["hands"]] == hands


def test_commitments_stand_before_and_secrets_after(played: Arena) -> None:
    listed = played.look("events", "first", "--json").json
    revealed = [listed, *listed["matches"]]

    assert listed["secret"] == SECRET
    assert len(listed["matches"]) == 4
    for one in revealed:
        assert hashlib.sha256(bytes.fromhex(one["secret"])).hexdigest() == one["commitment"]


def test_a_name_that_is_taken_is_refused_at_once(played: Arena) -> None:
    err = played("tournament", "round-robin", *BOTS, "--event", "first", code=2).err

    assert err == "arena: event 'first': there is one of that name already\n"


def test_the_same_secret_gives_the_same_digest_whatever_the_concurrency(
    played: Arena, tmp_path_factory: pytest.TempPathFactory
) -> None:
    arena = played.copied(tmp_path_factory.mktemp("same"))
    for concurrency in ("1", "3"):
        arena(
            *("tournament", "round-robin", *BOTS[:3], "--ladder", "picker-alone-3"),
            *("--deals", "3", "--secret", "0c" * 32),
            *("--event", f"at_once_{concurrency}", "--concurrency", concurrency),
        )

    assert arena.digest("at_once_1") == arena.digest("at_once_3")
    ladder = arena.look("ladder", "--ladder", "picker-alone-3", "--json").json
    assert {rung["playings"] for rung in ladder} == {18}  # the same deals count once


def test_a_changed_byte_of_a_sealed_log_is_found(played: Arena, tmp_path: Path) -> None:
    log = played.data / "logs" / "first" / "first-0001" / "0.1.jsonl.zst"
    secret = log.with_name("secret").read_text()
    original = log.read_bytes()
    copy = tmp_path / "0.1.jsonl.zst"
    (tmp_path / "secret").write_text(secret)
    copy.write_bytes(original)
    played("verify", copy)

    for place in range(len(original) // 9, len(original), len(original) // 5):
        changed = bytearray(original)
        changed[place] ^= 0x55
        copy.write_bytes(bytes(changed))

        out = played.look("verify", copy, code=1).out

        assert "playing" in out or "line" in out


def test_a_missing_and_a_damaged_log_are_found_and_said(
    played: Arena, tmp_path_factory: pytest.TempPathFactory
) -> None:
    copy = Arena(tmp_path_factory.mktemp("copy") / "data")
    shutil.copytree(played.data, copy.data)
    logs = copy.data / "logs" / "first"
    (logs / "first-0001" / "2.1.jsonl.zst").unlink()
    (logs / "first-0002" / "3.1.jsonl.zst").write_bytes(b"junk")

    out = copy("verify", logs, code=1).out

    assert "2.1.jsonl.zst: missing" in out
    assert "3.1.jsonl.zst: damaged" in out
    assert " 2 differences" in out
    assert "cannot be read" in copy("show", "first-0001/2/0", code=1).err
    assert "damaged" in copy("show", "first-0002/3/4", code=1).err


@pytest.mark.parametrize(
    ("table", "seats"),
    [
        pytest.param("picker-alone-3", 3, id="three"),
        pytest.param("called-ace", 5, id="five", marks=pytest.mark.nightly),
    ],
)
def test_copies_of_one_bot_score_exactly_0_in_every_block(
    stocked: Arena, tmp_path_factory: pytest.TempPathFactory, table: str, seats: int
) -> None:
    place = tmp_path_factory.mktemp("copies")
    arena = stocked.copied(place)
    folder = at_one_table("rule-of-thumb", table, place)
    names = [f"copy-{letter}" for letter in "abcde"[:seats]]
    for name in names:
        arena("submit", folder, "--name", name)
    arena(
        *("tournament", "round-robin", *names, "--ladder", table),
        *("--deals", "4", "--event", "copies"),
    )

    crosstable = arena.look("crosstable", "copies", "--json").json

    assert {standing["score_per_playing"] for standing in crosstable["standings"]} == {0}
    assert {standing["error"] for standing in crosstable["standings"]} == {0}
    ladder = arena.look("ladder", "--ladder", table, "--json").json
    ratings = {rung["bot"]: rung["rating"] for rung in ladder}
    assert len({ratings[f"{name}@1.1.0"] for name in names}) == 1


def test_a_clear_difference_is_seen_on_200_duplicate_deals(
    played: Arena, tmp_path_factory: pytest.TempPathFactory
) -> None:
    arena = played.copied(tmp_path_factory.mktemp("clear"))
    arena(
        *("tournament", "round-robin", "rule-of-thumb", "random-legal", "--deals", "50"),
        *("--event", "two", "--secret", "07" * 32),
    )
    table = arena.look("crosstable", "two", "--json").json
    (pair,) = (
        one
        for one in table["differences"]
        if (one["bot"], one["other"]) == ("rule-of-thumb@1.1.0", "random-legal@1.1.0")
    )

    assert pair["blocks"] == 200
    assert pair["score_per_playing"] > 1
    assert pair["score_per_playing"] - pair["error"] > 0


def test_arena_referee_answers_a_line_for_a_line(played: Arena) -> None:
    deal = played("deal", "--secret", SECRET, "--index", "3", "--json").out
    answers = played("referee", stdin=f"{deal}\nnot json\n\n{deal}").out.splitlines()

    assert len(answers) == 3
    assert json.loads(answers[0])["next"] == {"seat": 0, "kind": "pick", "legal": ["pass", "pick"]}
    assert json.loads(answers[1])["error"]["step"] is None
