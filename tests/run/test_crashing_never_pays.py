"""What a fault costs, simulated over whole events with real strategies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from math import sqrt
from statistics import mean, stdev

import pytest
import trio
import trio.testing

from arena.errors import BotError, Fault
from arena.ratings.blocks import Match, bot_scores, complete_blocks
from arena.ratings.crosstable import crosstable
from arena.referee.clock import TimeControl
from arena.referee.playing import Playing
from arena.referee.policy import FaultPolicy
from arena.referee.question import DealSummary, Question, Reply
from arena.referee.refereeing import Terms
from arena.rules.variants import Variant, variant
from arena.run.sitting import Progress, SittingPlan, play_sitting
from arena.schedule.rotation import first_deal, seating
from arena.schedule.round_robin import round_robin
from arena.schedule.secrets import match_secret
from tests.sample_bots.folders import Decide, load_decide

SECRET = bytes(range(32, 64))
Gives = Callable[[Question, int], bool]
"""Whether a bot crashes at a question of the n-th deal of its sitting (from 0)."""


class StrategyPlayer:
    """A sample bot's strategy in this process, which may crash on purpose."""

    wants_results = False
    output_over_limit = False

    def __init__(self, decide: Decide, first: int, crashes: Gives | None = None) -> None:
        self._decide = decide
        self._first = first
        self._crashes = crashes

    async def ask(self, question: Question, order: int) -> Reply:
        if self._crashes and self._crashes(question, order - self._first):
            return Reply(BotError(Fault.CRASHED, "on purpose"), 1, 1)
        return Reply(self._decide(question), 1, 1)

    async def tell(self, summary: DealSummary) -> None:
        raise AssertionError("nobody wants results")

    async def begin_anew(self) -> None:
        """A strategy remembers nothing."""

    def take_notes(self) -> Sequence[str]:
        return ()


async def play_match(
    table: Variant,
    number: int,
    names: Sequence[str],
    decides: Sequence[Decide],
    deals: int,
    crashes: dict[str, Gives],
) -> Match:
    """All rotations of one match; entries of one strategy have one digest."""
    playings: list[Playing] = []

    async def settled(playing: Playing) -> None:
        playings.append(playing)

    first = first_deal(number, deals)
    for rotation in range(table.players):
        seats = seating(rotation, table.players)
        terms = Terms(table, seats, TimeControl(1000, 100), True, FaultPolicy())
        secret = match_secret(SECRET, number)
        plan = SittingPlan(terms, number, rotation, secret, first, deals, frozenset(), 8)
        players = [
            StrategyPlayer(decide, first, crashes.get(name))
            for name, decide in zip(names, decides, strict=True)
        ]
        await play_sitting(plan, players, Progress.after(table.players, []), _forget, settled)
    return Match(number, tuple(names), tuple(names), tuple(playings))


def _forget(lines: object) -> None:
    """No log is kept."""


async def event_score(
    table: Variant, bots: dict[str, Decide], deals: int, crashes: dict[str, Gives]
) -> dict[str, float]:
    """A round-robin of *bots*: score per playing, penalties subtracted."""
    names = list(bots)
    matches = []
    for number, line_up in enumerate(round_robin(len(bots), table.players, SECRET), 1):
        at_table = [names[entrant] for entrant in line_up if entrant is not None]
        decides = [bots[name] for name in at_table]
        matches.append(await play_match(table, number, at_table, decides, deals, crashes))
    standings = crosstable(matches).standings
    return {standing.record.bot: float(standing.record.score) for standing in standings}


def crashes_after(deals: int) -> Gives:
    """Play *deals* deals of each sitting, then crash at every question."""
    return lambda question, deal: deal >= deals


def crashes_at_bad_hands(question: Question, deal: int) -> bool:
    """The sly one: give up a deal only where it has been picked with a bad hand."""
    observation = question.observation
    trumps = (observation.hand & 0x3FFF).bit_count()
    return observation.picker == observation.seat and trumps < 3


@pytest.mark.slow
@pytest.mark.parametrize("table", ["called-ace", "jack-of-diamonds"])
@pytest.mark.parametrize(
    "crashes",
    [
        pytest.param(crashes_after(0), id="at once"),
        pytest.param(crashes_after(2), id="after 2 deals"),
        pytest.param(crashes_after(7), id="after 7 of 10 deals"),
        pytest.param(crashes_at_bad_hands, id="only where the hand is bad"),
    ],
)
@pytest.mark.parametrize("strategy", ["high-card", "rule-of-thumb"])
async def test_crashing_never_pays(
    table: str, crashes: Gives, strategy: str, autojump_clock: trio.testing.MockClock
) -> None:
    bots = {name: load_decide(name) for name in ("high-card", "timid", "bold", "rule-of-thumb")}
    bots["crasher"] = load_decide(strategy)

    honest = await event_score(variant(table), bots, 10, {})
    crashed = await event_score(variant(table), bots, 10, {"crasher": crashes})

    assert crashed["crasher"] < honest["crasher"]


@pytest.mark.slow
async def test_a_faulting_bot_does_not_shift_the_pair_scores_of_copies_among_the_other_seats(
    autojump_clock: trio.testing.MockClock,
) -> None:
    table = variant("called-ace")
    decide = load_decide("rule-of-thumb")
    copies = ["copy-a", "copy-b", "copy-c", "copy-d"]
    differences: dict[tuple[str, str], list[float]] = {}
    for number, order in enumerate(permutations(copies), 1):
        names = ["crasher", *order]
        match = await play_match(
            table, number, names, [decide] * 5, 8, {"crasher": crashes_after(0)}
        )
        for block in complete_blocks(match):
            scores = bot_scores(match, block)
            for one, other in permutations(copies, 2):
                margin = (scores[one] - scores[other]) / match.unit
                differences.setdefault((one, other), []).append(margin)

    for pair, margins in differences.items():
        error = stdev(margins) / sqrt(len(margins))
        assert abs(mean(margins)) <= 2 * error, f"{pair}: {mean(margins):+.3f} ± {error:.3f}"
