"""A bot of one function, served by the SDK in a process of its own."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

from arena.errors import BotError, Fault
from arena.referee.question import DealSummary, Question
from arena.rules.actions import PASS
from arena.rules.observe import observe
from arena.rules.variants import variant
from arena.v1 import bot_pb2 as pb
from arena.wire.answer import decode_answers
from arena.wire.error import WireError
from arena.wire.hello import Introduction
from arena.wire.observation import encode_question
from arena.wire.summary import encode_summary
from tests.sdk.serving import PATIENCE_S, REPOSITORY, served
from tests.wire.deals import decisions

pytestmark = pytest.mark.process

PASSER = """
    from arena.sdk.bot import Action, Question, serve
    from arena.rules.actions import PASS

    def decide(question: Question) -> Action:
        return PASS

    serve(decide, name="passer", version="1.0")
"""


@pytest.fixture
def bot(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The script that the test's ``bot`` parameter holds."""
    script = tmp_path / "bot.py"
    script.write_text(dedent(getattr(request, "param", PASSER)))
    return script


def first_question(decision_id: bytes = b"decision") -> Question:
    """Seat 0, asked whether it picks."""
    deal = next(decisions(variant("called-ace"), Random(1)))
    return Question(decision_id, observe(deal, 0), 7, 4000, 1000)


def summary(outcome: str) -> DealSummary:
    zeros = (0,) * 5
    return DealSummary(1, zeros, 0, 0, (), zeros, zeros, outcome, zeros, None, None)


def test_a_bot_of_one_function_introduces_itself_and_answers(bot: Path) -> None:
    with served(bot) as running:
        introduction = running.hello()
        answers = running.decide(first_question(b"one"), first_question(b"other"))

    assert introduction == Introduction("passer", "1.0", 1, 64, 64, wants_results=False)
    assert answers == {b"one": PASS, b"other": PASS}


def test_a_bot_is_gone_soon_after_bye(bot: Path) -> None:
    with served(bot) as running:
        running.hello()
        said = time.monotonic()
        code = running.bye()

    assert code == 0
    assert time.monotonic() - said < 1  # the second that the arena grants


def test_an_arena_of_the_future_is_refused_with_the_versions_spoken(bot: Path) -> None:
    with served(bot) as running:
        response = running.stub.Hello(pb.HelloRequest(protocol_versions=[2, 3]))

    assert response.protocol_version == 0
    assert response.supported_versions == [1]


@pytest.mark.parametrize(
    ("bot", "complaint"),
    [
        pytest.param(
            PASSER.replace("return PASS", "raise KeyError('no plan')"),
            "KeyError: 'no plan' (bot.py, line 6)",
            id="an-exception",
        ),
        pytest.param(
            PASSER.replace("return PASS", "return mask_of('QC')").replace(
                "from arena.sdk", "from arena.rules.cards import mask_of\n    from arena.sdk", 1
            ),
            "(bot.py, line 7)",
            id="an-exception-in-the-arenas-own-code",
        ),
        pytest.param(
            PASSER.replace("return PASS", "return 'pass'"),
            "TypeError: decide returned 'pass': expected an Action",
            id="no-action",
        ),
    ],
    indirect=["bot"],
)
def test_what_goes_wrong_in_decide_is_told_and_the_bot_lives_on(bot: Path, complaint: str) -> None:
    with served(bot) as running:
        for _ in range(2):
            with pytest.raises(WireError) as failure:
                running.decide(first_question())
            assert complaint in str(failure.value)
        output = running.output()

    assert output.count("Traceback") == 2


@pytest.mark.parametrize(
    "bot",
    [PASSER.replace("return PASS", "return {1: PASS, 3: PASS}[question.bot_seed]")],
    indirect=True,
)
def test_a_mistake_at_one_question_spoils_no_other_answer_of_the_call(bot: Path) -> None:
    questions = [
        replace(first_question(), decision_id=bytes([seed] * 8), bot_seed=seed)
        for seed in (1, 2, 3)
    ]
    with served(bot) as running:
        request = pb.DecideRequest(
            observations=[encode_question(question, b"key") for question in questions]
        )
        response = running.stub.Decide(request, timeout=PATIENCE_S)
        answers = [answer for _, answer in decode_answers(response)]

    assert answers[0] == answers[2] == PASS
    assert isinstance(answers[1], WireError)
    assert "KeyError" in str(answers[1])


PRINTER = """
    from arena.sdk.bot import serve

    serve(lambda question: question.observation.legal[0], name="keeps-score", version="1",
          on_result=lambda summary: print(f"seat {summary.seat}: {summary.outcome}"))
"""


@pytest.mark.parametrize("bot", [PRINTER], indirect=True)
def test_a_bot_that_wants_results_is_told_them_one_deal_at_a_time(bot: Path) -> None:
    with served(bot) as running:
        introduction = running.hello()
        for outcome in ("won-1", "leaster"):
            running.stub.DealOver(encode_summary(summary(outcome)), timeout=PATIENCE_S)
        printed_before_the_end = running.output()

    assert introduction.wants_results
    assert introduction.concurrent_deals == 1
    assert printed_before_the_end == "seat 1: won-1\nseat 1: leaster\n"


def run_alone(script: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, script],
        env={"PYTHONPATH": str(REPOSITORY), **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_a_bot_started_by_hand_says_who_starts_it(bot: Path) -> None:
    ended = run_alone(bot)

    assert ended.returncode == 1
    assert "ARENA_BOT_ADDRESS is not set" in ended.stderr


@pytest.mark.parametrize("bot", [PASSER.replace('"1.0"', '"1.0", max_batch=65')], indirect=True)
def test_a_bot_that_the_arena_would_not_take_does_not_start(bot: Path, tmp_path: Path) -> None:
    ended = run_alone(bot, ARENA_BOT_ADDRESS=f"unix:{tmp_path}/bot.sock")

    expected = BotError(Fault.MALFORMED, "HelloResponse: max_batch 65: expected 1 to 64")
    assert str(expected) in ended.stderr
