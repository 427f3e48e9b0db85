"""Matches that exchange two bots, played by players without processes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arena.names import BotId
from arena.ratings.blocks import Match
from arena.referee.chain import Chain
from arena.referee.clock import TimeControl
from arena.referee.form import Form, Side
from arena.referee.lines import Line, LoggedBot, SittingLine
from arena.referee.playing import Playing
from arena.referee.policy import FaultPolicy
from arena.referee.refereeing import Terms
from arena.referee.verify import Verdict, verify
from arena.rules.variants import Variant
from arena.run.sitting import Progress, SittingPlan, play_sitting
from arena.schedule.rotation import seating
from arena.schedule.seatings import possible_seatings
from tests.run.fakes import SeededPlayer

SECRET = bytes(range(32))
CONTROL = TimeControl(1000, 100)

MakePlayer = Callable[[int, Side | None], SeededPlayer]
"""A player for an entry of a sitting, and for which bot it plays."""


@dataclass
class Sitting:
    """One sitting's log, what was settled, and who played."""

    header: SittingLine
    lines: list[Line]
    playings: list[Playing]
    players: list[SeededPlayer]

    def verified(
        self, lines: Sequence[Line] | None = None, secret: bytes | None = SECRET
    ) -> Verdict:
        chain = Chain()
        sealed = [chain.seal(line) for line in (self.lines if lines is None else lines)]
        return verify(sealed, possible_seatings, secret)


async def play_match(
    table: Variant, form: Form, deals: int, player: MakePlayer, concurrent: int = 1
) -> list[Sitting]:
    """Both sittings of a match."""
    return [await play_one(table, form, deals, player, rotation, concurrent) for rotation in (0, 1)]


async def play_one(
    table: Variant, form: Form, deals: int, player: MakePlayer, rotation: int, concurrent: int
) -> Sitting:
    seats = table.players
    entries = range(form.entries(seats))
    sides = [form.side(entry, seats) for entry in entries]
    header = header_of(table, form, deals, rotation)
    made = Sitting(header, [header], [], [player(entry, sides[entry]) for entry in entries])
    plan = SittingPlan(
        Terms(table, seating(rotation, seats), CONTROL, True, FaultPolicy()),
        match=1,
        rotation=rotation,
        secret=SECRET,
        first_deal=0,
        deals=deals,
        fillers=frozenset(),
        concurrent=concurrent,
        form=form,
    )

    async def settled(playing: Playing) -> None:
        made.playings.append(playing)

    progress = Progress.after(len(entries), [])
    await play_sitting(plan, made.players, progress, made.lines.extend, settled)
    return made


def header_of(table: Variant, form: Form, deals: int, rotation: int) -> SittingLine:
    return SittingLine(
        event="e1",
        match="e1-0001",
        rotation=rotation,
        attempt=1,
        variant=table,
        bots=tuple(
            LoggedBot(BotId(f"bot-{entry}", "1"), f"sha256:{entry}")
            for entry in range(form.entries(table.players))
        ),
        first_deal=0,
        deals=deals,
        time=str(CONTROL),
        reads_cpu=True,
        policy=FaultPolicy(),
        commitment=hashlib.sha256(SECRET).hexdigest(),
        sandbox="none",
        arena="0.1.0",
        form=form,
    )


def match_of(sittings: Sequence[Sitting]) -> Match:
    """What was played, as the ratings read it."""
    header = sittings[0].header
    bots = tuple(str(one.bot) for one in header.bots)
    playings = tuple(playing for sitting in sittings for playing in sitting.playings)
    return Match(1, bots, bots, playings, header.form)
