"""The limits told in Hello are the limits enforced, to the millisecond and to the fault."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest
import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import Fault
from arena.host.pump import Pump
from arena.referee.clock import LONGEST_S, TimeControl
from arena.referee.lines import DecisionLine, Line
from arena.referee.playing import Playing
from arena.referee.policy import FaultPolicy
from arena.referee.question import Question, Reply
from arena.referee.refereeing import Referee, Terms
from arena.rules.shuffle import DealtCards, dealt
from arena.rules.variants import variant
from arena.run.sitting import Player, Progress, SittingPlan, play_sitting
from tests.hidden.timed import Deed, TimedBot, TimedPlayer, hello_of
from tests.run.fakes import SeededPlayer, seeded_action

TABLE = variant("called-ace")
SECRET = bytes(range(32))

spans_ms = st.one_of(st.integers(0, 50), st.integers(0, LONGEST_S * 1000))
controls = st.builds(TimeControl, spans_ms.map(lambda ms: ms or 1), spans_ms)
margins = spans_ms.map(lambda ms: FaultPolicy(margin_ms=ms))
sizes = st.integers(1, 8)


class Deals:
    """Deals in which the bot has the first seat, asked about all of them in one call."""

    def __init__(self, bot: TimedBot, terms: Terms, count: int) -> None:
        self._pump = Pump(bot, bot.introduction, terms.policy)
        self._referees = [Referee(terms, n, (0,) * 5, partial(_cards, n)) for n in range(count)]

    async def decide(self) -> set[Fault | None]:
        """What the bot's next decisions, one in each deal, are charged with."""
        for referee in self._referees:
            while referee.asked and referee.asked.seat != 0:
                action = seeded_action(referee.observation(), 1)
                referee.answer(Reply(action, wall_ms=0, cpu_ms=None))
        async with trio.open_nursery() as nursery:
            async with trio.open_nursery() as asking:
                for number, referee in enumerate(self._referees):
                    asking.start_soon(self._ask, number, referee)
                await trio.testing.wait_all_tasks_blocked()
                nursery.start_soon(self._pump.run)
            nursery.cancel_scope.cancel()
        return {_asked_lines(referee)[-1].fault for referee in self._referees}

    async def _ask(self, number: int, referee: Referee) -> None:
        asked = referee.asked
        assert asked is not None
        question = Question(
            number.to_bytes(8),
            referee.observation(),
            number,
            asked.clock.wall_left_ms,
            asked.clock.cpu_left_ms,
        )
        referee.answer(await self._pump.ask(question, number))


def _cards(deal: int, redeal: int) -> DealtCards:
    return dealt(SECRET, TABLE, deal, redeal)


def _asked_lines(referee: Referee) -> Sequence[DecisionLine]:
    lines = [line for line in referee.lines if isinstance(line, DecisionLine)]
    return [line for line in lines if line.ms is not None]


def faults_of(
    deeds: Sequence[Deed], control: TimeControl, policy: FaultPolicy, size: int, *, reads_cpu: bool
) -> tuple[list[set[Fault | None]], TimedBot]:
    """What each of *deeds* is charged with, one call after the other."""
    to_do = iter(deeds)
    hello = hello_of(TABLE, control, policy, reads_cpu=reads_cpu)
    bot = TimedBot(hello, lambda _: next(to_do), max_batch=64)

    async def all_deeds() -> list[set[Fault | None]]:
        deals = Deals(bot, Terms(TABLE, (0, 1, 2, 3, 4), control, reads_cpu, policy), size)
        return [await deals.decide() for _ in deeds]

    return trio.run(all_deeds, clock=trio.testing.MockClock(autojump_threshold=0)), bot


@given(controls, margins, sizes, st.booleans())
@settings(max_examples=60)
def test_the_wall_bank_falls_one_millisecond_after_what_hello_said(
    control: TimeControl, policy: FaultPolicy, size: int, reads_cpu: bool
) -> None:
    told = TimedBot(hello_of(TABLE, control, policy, reads_cpu=reads_cpu), no_plan).told
    whole = [told.wall_base_ms, told.wall_increment_ms, told.wall_increment_ms]
    spans = [left + told.margin_ms for left in whole]
    spans[-1] += 1
    deeds = [Deed(span * size, cpu_ms=0 if reads_cpu else None) for span in spans]

    faults, bot = faults_of(deeds, control, policy, size, reads_cpu=reads_cpu)

    assert faults == [{None}, {None}, {Fault.LATE}]
    assert [{q.wall_left_ms for q in call.questions} for call in bot.calls] == [
        {left} for left in whole
    ]


@given(controls, margins, sizes)
@settings(max_examples=60)
def test_the_cpu_bank_falls_one_millisecond_after_what_hello_said(
    control: TimeControl, policy: FaultPolicy, size: int
) -> None:
    told = TimedBot(hello_of(TABLE, control, policy), no_plan).told
    whole = [told.cpu_base_ms, told.cpu_increment_ms, told.cpu_increment_ms]
    spans = [left + told.margin_ms for left in whole]
    spans[-1] += 1
    deeds = [Deed(wall_ms=0, cpu_ms=span * size) for span in spans]

    faults, bot = faults_of(deeds, control, policy, size, reads_cpu=True)

    assert faults == [{None}, {None}, {Fault.LATE}]
    assert [{q.cpu_left_ms for q in call.questions} for call in bot.calls] == [
        {left} for left in whole
    ]


@given(controls, margins, sizes | st.just(64))
@settings(max_examples=40)
def test_an_answer_is_late_and_not_cut_off_for_a_while_after_the_bank_fell(
    control: TimeControl, policy: FaultPolicy, size: int
) -> None:
    told = TimedBot(hello_of(TABLE, control, policy), no_plan).told
    cut_off_ms = (told.wall_base_ms + told.margin_ms) * size + 100

    faults, _ = faults_of([Deed(cut_off_ms - 1, 0)], control, policy, size, reads_cpu=True)

    assert faults == [{Fault.LATE}]


@given(controls, margins)
@settings(max_examples=40)
def test_no_answer_is_waited_for_after_the_cut_off(
    control: TimeControl, policy: FaultPolicy
) -> None:
    told = TimedBot(hello_of(TABLE, control, policy), no_plan).told
    cut_off_ms = told.wall_base_ms + told.margin_ms + 100

    faults, _ = faults_of([Deed(cut_off_ms + 1, 0)], control, policy, 1, reads_cpu=True)

    assert faults == [{Fault.STALLED}]


@pytest.mark.parametrize("ponder", [True, False])
def test_a_bot_is_told_whether_it_is_stopped_between_its_calls(ponder: bool) -> None:
    policy = FaultPolicy(ponder=ponder)

    told = TimedBot(hello_of(TABLE, TimeControl(1000, 100), policy), no_plan).told

    assert told.stopped_between_calls is not ponder


@pytest.mark.parametrize("penalty", [0, 4])
@pytest.mark.parametrize("max_faults", [1, 2, 5])
async def test_so_many_faults_as_told_are_borne_at_the_price_told(
    max_faults: int, penalty: int, autojump_clock: trio.testing.MockClock
) -> None:
    control, deals = TimeControl(1000, 100), 4
    policy = FaultPolicy(max_faults=max_faults, penalty=penalty)
    bot = TimedBot(hello_of(TABLE, control, policy), lambda _: Deed(1, 1, Fault.MALFORMED))
    watched = TimedPlayer(bot, policy)
    players: list[Player] = [watched, *(SeededPlayer(entry) for entry in range(1, 5))]
    terms = Terms(TABLE, (0, 1, 2, 3, 4), control, reads_cpu=True, policy=policy)
    plan = SittingPlan(terms, 1, 0, SECRET, 0, deals, frozenset(), concurrent=1)
    progress, lines = Progress.after(5, []), list[Line]()

    async def settled(playing: Playing) -> None:
        """Nobody counts."""

    async with trio.open_nursery() as nursery:
        nursery.start_soon(watched.run)
        await play_sitting(plan, players, progress, lines.extend, settled)
        nursery.cancel_scope.cancel()

    assert len(bot.calls) == bot.told.max_faults
    out_of_playings = deals - 1  # forehand has more than five decisions in the first
    assert progress.penalties[0] == bot.told.penalty * (bot.told.max_faults + out_of_playings)


def no_plan(questions: Sequence[Question]) -> Deed:
    raise AssertionError("nothing is asked")
