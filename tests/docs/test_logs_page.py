"""docs/reading-logs.md describes logs exactly: each key, the chain, the shuffle, the referee."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from arena.errors import BotError, Fault
from arena.referee.form import Form
from arena.referee.line_text import line_object
from arena.referee.lines import (
    DealLine,
    DecisionLine,
    EndLine,
    FaultLine,
    Line,
    LoggedBot,
    NoteLine,
    ResultLine,
)
from arena.referee.question import Reply
from arena.referee.refereeing import Referee
from arena.referee.settle import settle
from arena.rules.actions import PASS, PLAYS, Kind
from arena.rules.cards import cards_of
from arena.rules.variants import variant
from arena.schedule.exchange import drawn_seats
from tests.docs.pages import read, rows, section, words
from tests.referee.sittings import SECRET, header_of, play, replies

LOGS = read("docs/reading-logs.md")


def lines_of_every_kind() -> list[Line]:
    """Each kind of line, with every key that it can have."""
    header = header_of(variant("called-ace"), deals=1)
    filler = LoggedBot(header.bots[0].bot, "sha256:0", filler=True)
    decision = DecisionLine(0, 0, PASS, forced=True, substitute=True, ms=1, cpu_ms=1)
    return [
        replace(header, bots=(filler, *header.bots[1:]), form=Form.SESSION),
        DealLine(0, (0, 1, 2, 3, 4), (0,) * 5, 0, redeal=1, totals=(0,) * 5),
        replace(decision, fault=Fault.LATE, detail="late", offered=PASS),
        FaultLine(0, 0, Fault.OUTPUT_LIMIT, "too much"),
        NoteLine("started again", 0),
        ResultLine(0, (0,), (0,), "leaster", (0,), (0,)),
        EndLine((0,), (0,)),
        EndLine((0,), (0,), void="the disk is full"),
    ]


def table_of(kind: str) -> list[list[str]]:
    (heading,) = re.findall(rf"^### (`{kind}`.*)$", LOGS, re.M)
    return rows(section(LOGS, heading))[1:]


@pytest.mark.parametrize("line", lines_of_every_kind(), ids=lambda line: type(line).__name__)
def test_the_keys_of_a_line_stand_in_its_table_in_their_order(line: Line) -> None:
    made = line_object(line)
    said = [word for row in table_of(str(made["kind"])) for word in words(row[0])]

    assert [word for word in said if word in made] == list(made)
    assert set(said) - set(made) <= {"h", "complete", "void"}


def test_the_keys_inside_the_header_are_explained() -> None:
    header = line_object(lines_of_every_kind()[0])
    text = section(LOGS, "`sitting`, the first line")
    bots: Any = header["bots"]
    faults: Any = header["faults"]

    assert {*bots[0], *faults, "name"} - set(words(text)) == set()


def program(name: str) -> str:
    """The text of the page's program *name*, which its first line names."""
    programs = re.findall(r"^```python\n(.*?)^```$", LOGS, re.M | re.S)
    (text,) = (
        text for text in programs if text.startswith((f'"""python3 {name} ', f'"""python3 {name}:'))
    )
    return str(text)


def checker() -> SimpleNamespace:
    """What the page's checker defines."""
    made: dict[str, object] = {"__name__": "check_log"}
    exec(compile(program("check_log.py"), "check_log.py", "exec"), made)
    return SimpleNamespace(**made)


def printed_by(name: str, given: object, *words: str) -> list[str]:
    """The lines that the page's program *name* prints when it reads *given* as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", program(name), *words],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_the_answers_there_were_are_listed_step_by_step() -> None:
    (asked,) = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", LOGS, re.S)[:1]]

    assert printed_by("steps.py", json.loads(settle(json.dumps(asked)))) == [
        "  0  seat 0  pick     pass, pick",
        "  1  seat 1  pick     pass, pick",
        "  2  seat 1  bury     any cards of the hand",
        "  3  seat 1  call     alone, call AH",
        "R14: the called card is the picker's own: AS",
    ]


def test_the_checker_finds_the_chain_of_a_log_whole() -> None:
    log = play(variant("called-ace"), 3, replies(1, {5: BotError(Fault.CRASHED, "signal 9")}))

    h = checker().last_h(log.lines)

    assert log.lines[-1].endswith(f',"h":"{h}"}}\n'.encode())


def test_the_checker_finds_every_changed_lost_or_added_line() -> None:
    lines = play(variant("called-ace"), 1, replies(2)).lines
    last_h = checker().last_h

    for place, line in enumerate(lines):
        for instead in ([line.replace(b"kind", b"Kind")], [line, line], []):
            if not instead and place == len(lines) - 1:
                continue  # a log that only lacks its end line is whole as far as it goes
            with pytest.raises(ValueError, match=r"h should be|after the last h"):
                last_h([*lines[:place], *instead, *lines[place + 1 :]])


def all_pass_twice(referee: Referee, _: int) -> Reply:
    """Everybody passes and plays his cheapest card: a doubler's deals are thrown in."""
    deal = referee.deal
    answer = PASS if deal.kind is Kind.PICK else PLAYS[cards_of(deal.legal_plays())[-1]]
    return Reply(answer, 1, 1)


def test_the_checker_finds_the_secrets_cards_in_replacements_too() -> None:
    table = variant("jack-of-diamonds", {"all_pass": "doubler", "doubler_cap": 4})
    lines = play(table, 2, all_pass_twice).lines
    check_cards = checker().check_cards

    assert check_cards(lines, SECRET) == 2 * 3
    with pytest.raises(ValueError, match="commits to"):
        check_cards(lines, bytes(32))
    cards = json.loads(lines[1])
    hands = [cards["hands"][1], cards["hands"][0], *cards["hands"][2:]]
    exchanged = json.dumps({**cards, "hands": hands}).encode() + b"\n"
    with pytest.raises(ValueError, match="deal 40: the secret gives"):
        check_cards([lines[0], exchanged, *lines[2:]], SECRET)


VECTORS = {
    (bytes(32), "deal:0"): "8H TH JC 7S TS KH 8C 8D KC AC JH KD 8S JD JS AD AS AH TC QH 7H 9D QS "
    "7C KS TD 9C 9S QC 9H QD 7D",
    (bytes(32), "deal:2513941"): "7S 8D AD QD TC 8S KH JS 7D KS 9C QS JC KC TS 7C 9S AS AH KD 9H "
    "JD 8H QC AC 7H TH 9D TD QH JH 8C",
    (bytes(32), "deal:0/1"): "9H AD AH 8C QD KD QH TD 8H AS 8D JD JC TH KS QC TC KH QS 9D 8S 7D "
    "9S KC JH JS 7S AC 7C 7H TS 9C",
}
"""From the rule book (R6); the second one skips a word."""


@pytest.mark.parametrize(("secret", "label"), VECTORS, ids=[label for _, label in VECTORS])
def test_the_checker_shuffles_as_the_rule_book_says(secret: bytes, label: str) -> None:
    assert checker().deck(secret, label) == VECTORS[secret, label].split()


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_checkers_deck_draws_the_seats_of_an_exchange_as_the_page_says(seats: int) -> None:
    stand_for_seats = "QC QS QH QD JC".split()[:seats]
    shuffled = checker().deck
    for deal in range(50):
        deck = shuffled(SECRET, f"seats:{deal}")
        order = tuple(stand_for_seats.index(card) for card in deck if card in stand_for_seats)

        assert drawn_seats(SECRET, deal, seats) == order
    drawn = " ".join(map(str, drawn_seats(SECRET, 0, 5)))
    assert f"the drawn order of deal 0 is {drawn} at five seats" in LOGS


def test_the_test_vector_of_the_page_is_the_rule_books() -> None:
    text = section(LOGS, "How cards derive from the secret")

    assert f"    deck  {VECTORS[bytes(32), 'deal:0']}\n" in text
    assert f"    key   {hmac.new(bytes(32), b'deal:0', hashlib.sha256).hexdigest()}\n" in text


def test_the_referee_answers_the_example_as_the_page_says() -> None:
    asked, answered = map(json.loads, re.findall(r"^```json\n(.*?)^```$", LOGS, re.M | re.S))

    assert json.loads(settle(json.dumps(asked))) == answered


def test_the_keys_of_the_referee_are_explained() -> None:
    asked, answered = map(json.loads, re.findall(r"^```json\n(.*?)^```$", LOGS, re.M | re.S))
    explained = {w for row in rows(section(LOGS, "Asking the referee")) for w in words(row[0])}

    assert {*asked, *answered} - {"options", "thrown_in"} <= explained
    refused = json.loads(settle('{"unknown": 1}'))["error"]["rule"]
    assert set(refused.partition("expected ")[2].split(", ")) <= explained
