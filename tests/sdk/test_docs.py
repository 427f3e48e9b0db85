"""The bots of the documentation are what it says they are."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from google.protobuf.message import Message

from arena.config.bot_toml import read_bot_toml
from arena.errors import Fault
from arena.referee.question import Question
from arena.rules.actions import Action
from arena.rules.observe import observe
from arena.rules.variants import variant
from arena.v1 import bot_pb2 as pb
from tests.sdk.serving import REPOSITORY, served
from tests.wire.deals import decisions

DOCS = REPOSITORY / "docs"
PAGE = (DOCS / "write-a-bot.md").read_text(encoding="utf-8")
SPECIFICATION = (DOCS / "protocol.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The page's only block in *language*."""
    (text,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return text


@pytest.fixture
def submission(tmp_path: Path) -> Path:
    """The folder that a reader has made by the end of section 2."""
    (tmp_path / "bot.toml").write_text(block("toml"))
    (tmp_path / "bot.py").write_text(block("python"))
    return tmp_path


def test_a_bot_takes_less_than_20_lines_of_code() -> None:
    lines = [line for line in block("python").splitlines() if line.strip()]

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
            for deal in decisions(variant("called-ace"), Random(seed)):
                question = Question(bytes(8), observe(deal, deal.seat), 99, 4000, 1000)
                action = running.decide(question)[bytes(8)]
                assert isinstance(action, Action)
                assert deal.broken_rule(action) is None
