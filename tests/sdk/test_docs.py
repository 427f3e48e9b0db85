"""The bots of the documentation are what it says they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest
from google.protobuf.message import Message

from arena.config.bot_toml import read_bot_toml
from arena.errors import Fault
from arena.referee.question import Question
from arena.rules.actions import PASS, PICK, Action, Kind, Word, format_action
from arena.rules.cards import cards_of
from arena.rules.deal import Deal
from arena.rules.observation import HIDDEN, Observation, SeenTrick
from arena.rules.observe import observe
from arena.rules.variants import Variant, variant
from arena.sdk.answers import legal_answers
from arena.v1 import bot_pb2 as pb
from tests.docs.pages import rows, words
from tests.sdk.serving import REPOSITORY, served
from tests.wire.deals import decisions

DOCS = REPOSITORY / "docs"
PAGE = (DOCS / "write-a-bot.md").read_text(encoding="utf-8")
SPECIFICATION = (DOCS / "protocol.md").read_text(encoding="utf-8")


def blocks(language: str) -> tuple[str, ...]:
    """The page's blocks in *language*."""
    return tuple(re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


FIRST_BOT, WHOLE_BOT = blocks("python")
(BOT_TOML,) = blocks("toml")


def decide_of(bot: str) -> Callable[[Question], Action]:
    """The function of a bot that is imported, not started."""
    made: dict[str, object] = {"__name__": "bot"}
    exec(compile(bot, "bot.py", "exec"), made)
    decide = made["decide"]
    assert callable(decide)
    return decide


def asked(table: Variant, seed: int) -> Iterator[tuple[Deal, Question]]:
    """Each decision of a random deal, with the question for it."""
    for deal in decisions(table, Random(seed)):
        yield deal, Question(bytes(8), observe(deal, deal.seat), 99, 4000, 1000)


@pytest.fixture
def submission(tmp_path: Path) -> Path:
    """The folder that a reader has made by the end of section 2."""
    (tmp_path / "bot.toml").write_text(BOT_TOML)
    (tmp_path / "bot.py").write_text(FIRST_BOT)
    return tmp_path


def test_a_bot_takes_less_than_20_lines_of_code() -> None:
    lines = [line for line in FIRST_BOT.splitlines() if line.strip()]

    assert len(lines) < 20


def test_the_bot_toml_is_accepted(submission: Path) -> None:
    assert read_bot_toml(submission).name == "four-trumps"


def test_the_specification_names_every_fault() -> None:
    assert [fault for fault in Fault if f"| `{fault.value}` |" not in SPECIFICATION] == []


@pytest.mark.parametrize(
    "message",
    [pb.HelloRequest, pb.HelloResponse, pb.Limits, pb.Variant, pb.Observation, pb.Trick, pb.Answer],
)
def test_the_specification_names_every_field(message: type[Message]) -> None:
    fields = [field.name for field in message.DESCRIPTOR.fields]

    assert [name for name in fields if name not in SPECIFICATION] == []


def test_the_specification_names_every_kind_and_table() -> None:
    constants = [*pb.Kind.keys()[1:], *pb.Table.keys()[1:]]

    assert [name for name in constants if f"`{name}`" not in SPECIFICATION] == []


@pytest.mark.process
def test_every_answer_of_the_first_bot_is_legal(submission: Path) -> None:
    with served(submission / "bot.py") as running:
        assert running.hello().name == "four-trumps"

        for seed in range(5):
            for deal, question in asked(variant("called-ace"), seed):
                action = running.decide(question)[bytes(8)]
                assert isinstance(action, Action)
                assert deal.broken_rule(action) is None


FIVE_HAND_TABLES = (
    variant("called-ace"),
    variant("called-ace", {"unknown_when": "no-callable-suit", "called_ten_wins": True}),
    variant("jack-of-diamonds"),
    variant("jack-of-diamonds", {"may_go_alone": True, "crack": "crack-recrack"}),
    variant("jack-of-diamonds", {"partner": "called-ace", "unknown_when": "no-callable-suit"}),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "table", FIVE_HAND_TABLES, ids=lambda table: f"{table.name}-{table.partner}"
)
def test_the_whole_bot_answers_every_decision_of_random_deals_legally(table: Variant) -> None:
    decide = decide_of(WHOLE_BOT)

    for seed in range(150):
        for deal, question in asked(table, seed):
            action = decide(question)
            assert deal.broken_rule(action) is None, format_action(action)


@pytest.mark.slow
def test_the_random_deals_ask_for_everything_and_hide_unknowns() -> None:
    seen = [
        question.observation
        for table in FIVE_HAND_TABLES
        for seed in range(150)
        for _, question in asked(table, seed)
    ]
    running = [one.tricks[-1].cards for one in seen if one.kind is Kind.PLAY]

    assert {one.kind for one in seen} == set(Kind)
    assert any(cards[:1] == (HIDDEN,) for cards in running), "one is led"
    assert any(HIDDEN in cards[1:] for cards in running), "one is played to a trick"


def test_the_whole_bot_picks_on_some_hands_and_passes_on_most() -> None:
    decide = decide_of(WHOLE_BOT)
    picks = {PASS: 0, PICK: 0}
    for seed in range(100):
        for _, question in asked(variant("called-ace"), seed):
            if question.observation.kind is Kind.PICK:
                picks[decide(question)] += 1

    assert 0.05 < picks[PICK] / sum(picks.values()) < 0.5


@pytest.mark.parametrize("seen", [Observation, SeenTrick])
def test_the_page_names_every_attribute_of_a_question(seen: type[Observation | SeenTrick]) -> None:
    named = {word for row in rows(PAGE) for word in words(row[0])}

    assert {field.name for field in fields(seen)} - named == set()


def test_the_legal_answers_come_in_the_order_of_the_page() -> None:
    for table in FIVE_HAND_TABLES:
        for seed in range(30):
            for _, question in asked(table, seed):
                seen = question.observation
                answers = legal_answers(seen)
                assert answers == tuple(sorted(answers, key=lambda one: said_place(seen, one)))


def said_place(seen: Observation, action: Action) -> tuple[object, ...]:
    """What the page sorts the answers to one question by."""
    match seen.kind:
        case Kind.PICK:
            return (action.word is Word.PICK,)
        case Kind.CALL if action.word is Word.CALL:
            return (0, action.unknown != 0, action.card, action.unknown)
        case Kind.CALL:
            return (1, action.word is Word.ALONE)
        case Kind.CRACK | Kind.RECRACK:
            return (action.word in (Word.NO_CRACK, Word.NO_RECRACK),)
        case Kind.BURY | Kind.PLAY:
            return cards_of(action.cards)
