"""Sittings in virtual time: the same log whatever the speed, faults settled in deal order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import trio
import trio.testing

from arena.errors import Fault, InfrastructureError
from arena.referee.clock import TimeControl
from arena.referee.lines import DealLine, DecisionLine, EndLine, FaultLine, Line, ResultLine
from arena.referee.playing import Playing
from arena.referee.policy import FaultPolicy
from arena.referee.refereeing import Terms
from arena.rules.variants import variant
from arena.run.sitting import Progress, SittingPlan, play_sitting
from arena.schedule.rotation import seating
from tests.run.fakes import SeededPlayer, Trick, crashes_at

SECRET = bytes(range(32))
TABLE = variant("called-ace")


def plan_of(deals: int, concurrent: int, fillers: Sequence[int] = ()) -> SittingPlan:
    return SittingPlan(
        terms=Terms(TABLE, seating(1, 5), TimeControl(1000, 100), True, FaultPolicy()),
        match=1,
        rotation=1,
        secret=SECRET,
        first_deal=10,
        deals=deals,
        fillers=frozenset(fillers),
        concurrent=concurrent,
    )


class Played:
    """A sitting's log lines, players and settled playings."""

    def __init__(self, players: Sequence[SeededPlayer]) -> None:
        self.players = players
        self.lines: list[Line] = []
        self.playings: list[Playing] = []
        self.progress = Progress.after(5, [])

    async def play(self, plan: SittingPlan) -> None:
        async def settled(playing: Playing) -> None:
            self.playings.append(playing)

        await play_sitting(plan, self.players, self.progress, self.lines.extend, settled)


async def played(
    seed: int,
    deals: int,
    concurrent: int,
    tricks: dict[int, Trick] | None = None,
    fillers: Sequence[int] = (),
) -> Played:
    players = [SeededPlayer(seed * 5 + entry, (tricks or {}).get(entry)) for entry in range(5)]
    sitting = Played(players)
    await sitting.play(plan_of(deals, concurrent, fillers))
    return sitting


@pytest.mark.parametrize("concurrent", [2, 7, 64])
@pytest.mark.parametrize(
    "tricks",
    [
        pytest.param({}, id="honest bots"),
        pytest.param({2: crashes_at(40)}, id="one that crashes now and then"),
        pytest.param({0: crashes_at(9), 3: crashes_at(25)}, id="two that are out soon"),
    ],
)
async def test_the_log_is_the_same_whatever_runs_at_once(
    tricks: dict[int, Trick], concurrent: int, autojump_clock: trio.testing.MockClock
) -> None:
    one_by_one = await played(1, 24, 1, tricks)
    at_once = await played(2, 24, concurrent, tricks)

    assert at_once.lines == one_by_one.lines
    assert at_once.playings == one_by_one.playings


async def test_deals_run_at_once_up_to_the_limit(autojump_clock: trio.testing.MockClock) -> None:
    sitting = await played(3, 40, 8)

    assert 1 < max(player.most_at_once for player in sitting.players) <= 8


async def test_the_lines_of_a_playing_stand_together_in_deal_order(
    autojump_clock: trio.testing.MockClock,
) -> None:
    sitting = await played(4, 12, 12)

    deals = [line.deal for line in sitting.lines if isinstance(line, DealLine | DecisionLine)]
    assert deals == sorted(deals)
    assert [line.deal for line in sitting.lines if isinstance(line, ResultLine)] == [*range(10, 22)]
    assert isinstance(sitting.lines[-1], EndLine)


async def test_every_decision_has_an_id_of_its_own(autojump_clock: trio.testing.MockClock) -> None:
    sitting = await played(5, 6, 3)
    ids = [number for player in sitting.players for number in player.ids]

    assert len(set(ids)) == len(ids)
    assert {len(number) for number in ids} == {8}


async def test_a_bot_out_of_faults_is_out_of_every_later_deal_and_pays_for_each(
    autojump_clock: trio.testing.MockClock,
) -> None:
    sitting = await played(6, 20, 16, {2: crashes_at(2)})

    faults = [(playing.deal, fault) for playing in sitting.playings for fault in playing.faults]
    assert len(faults) == 3
    out_from = max(deal for deal, _ in faults)
    seat = seating(1, 5).index(2)
    for playing in sitting.playings:
        if playing.deal > out_from:
            assert playing.penalties[seat] == 3
            assert playing.faults == ()
        assert sum(playing.scores) == 0


async def test_a_flood_of_output_is_charged_once_to_the_first_unfinished_playing(
    autojump_clock: trio.testing.MockClock,
) -> None:
    players = [SeededPlayer(entry, floods_after=20 if entry == 4 else None) for entry in range(5)]
    sitting = Played(players)
    await sitting.play(plan_of(12, 1))

    charged = [line for line in sitting.lines if isinstance(line, FaultLine)]
    assert [(line.entry, line.fault) for line in charged] == [(4, Fault.OUTPUT_LIMIT)]
    assert sum(sum(playing.penalties) for playing in sitting.playings) == 3


async def test_a_fault_of_a_house_filler_voids_the_sitting(
    autojump_clock: trio.testing.MockClock,
) -> None:
    with pytest.raises(ExceptionGroup) as raised:
        await played(7, 20, 4, {3: crashes_at(10)}, fillers=[3])

    assert raised.group_contains(InfrastructureError, match="entry 3 faulted: crashed")


async def test_a_bot_that_wants_results_hears_of_each_deal_before_its_next_decision(
    autojump_clock: trio.testing.MockClock,
) -> None:
    players = [SeededPlayer(entry, wants_results=entry == 1) for entry in range(5)]
    sitting = Played(players)
    await sitting.play(plan_of(5, 1))

    told = players[1].told
    assert [summary.scores for summary in told] == [one.scores for one in sitting.playings]
    assert {summary.seat for summary in told} == {seating(1, 5).index(1)}
    assert not any(player.told for player in players if player is not players[1])


async def test_a_sitting_goes_on_from_what_is_settled(
    autojump_clock: trio.testing.MockClock,
) -> None:
    tricks = {2: crashes_at(30)}
    whole = await played(8, 20, 5, tricks)
    for done in (1, 7, 19, 20):
        rest = Played([SeededPlayer(80 + entry, tricks.get(entry)) for entry in range(5)])
        rest.progress = Progress.after(5, whole.playings[:done])
        await rest.play(plan_of(20, 5))

        assert whole.lines[-len(rest.lines) :] == rest.lines
        assert whole.playings[done:] == rest.playings
