"""One order carried out: bots started, the sitting played, the log sealed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

import trio

from arena.errors import ArenaError
from arena.host.loop_lag import LagMeter
from arena.names import parse_match_id
from arena.referee.clock import parse_time_control
from arena.referee.confinement import MIB, with_clock
from arena.referee.playing import Playing
from arena.referee.policy import limits_of
from arena.referee.refereeing import Terms
from arena.run.asking import ask_again, with_own_clock
from arena.run.failures import host_failure
from arena.run.open_log import OpenLog, read_sealed
from arena.run.order import (
    AskOrder,
    Complete,
    NotStarted,
    Order,
    Played,
    PlayOrder,
    Report,
    StartOrder,
    Void,
    output_of,
)
from arena.run.player import HostedPlayer
from arena.run.sitting import Progress, SittingPlan, play_sitting
from arena.schedule.rotation import seating
from arena.schedule.secrets import proof_key
from arena.store.logs import seal_log

Tell = Callable[[Report], Awaitable[None]]


async def carry_out(order: Order, place: Path, tell: Tell) -> Report:
    """Do what *order* says.

    Args:
        place: an empty private folder, for sockets and scratch.
        tell: passes on each settled playing.

    Returns:
        How it ended; what the arena, the disk or a house bot did wrong is `Void`.
    """
    try:
        match order:
            case PlayOrder():
                return await _play(order, place, tell)
            case StartOrder():
                return await _try_starts(order, place)
            case AskOrder():
                return await _ask(with_own_clock(order), place, tell)
    except (ArenaError, OSError, BaseExceptionGroup) as error:
        failure = host_failure(error)
        if failure is None:
            raise
        return Void(str(failure))


async def _play(order: PlayOrder, place: Path, tell: Tell) -> Report:
    if (sealed := read_sealed(order.log, order.header, order.secret)) is not None:
        h, earlier = sealed
        await _retell(earlier, tell)
        return Complete(h)
    log, earlier = OpenLog.open(order.log, order.header, order.secret)
    with log:
        if log.ended:
            await _retell(earlier, tell)
        else:
            void = await _play_on(order, place, log, earlier, tell)
            if void:
                return void
    seal_log(order.log)
    return Complete(log.h)


async def _play_on(
    order: PlayOrder, place: Path, log: OpenLog, earlier: Sequence[Playing], tell: Tell
) -> Void | None:
    """Start the bots, play what *earlier* leaves to play, stop them."""
    players = _players(order, order.secret, place)
    try:
        await _start_all(players)
        if earlier and any(player.wants_results for player in players):
            return Void("cut off, and a bot that wants results has lost its memory")
        await _retell(earlier, tell)
        await _play_deals(order, players, log, earlier, tell)
    finally:
        await _stop_all(players)
    return None


async def _retell(playings: Sequence[Playing], tell: Tell) -> None:
    for playing in playings:
        await tell(Played(playing))


async def _play_deals(
    order: PlayOrder,
    players: Sequence[HostedPlayer],
    log: OpenLog,
    earlier: Sequence[Playing],
    tell: Tell,
) -> None:
    header = order.header
    _, match = parse_match_id(header.match)
    plan = SittingPlan(
        terms=Terms(
            header.variant,
            seating(header.rotation, header.variant.players),
            parse_time_control(header.time),
            header.reads_cpu,
            header.policy,
        ),
        match=match,
        rotation=header.rotation,
        secret=order.secret,
        first_deal=header.first_deal,
        deals=header.deals,
        fillers=frozenset(entry for entry, bot in enumerate(header.bots) if bot.filler),
        concurrent=min(order.concurrent, *(player.concurrent_deals for player in players)),
        form=header.form,
    )
    progress = Progress.after(len(players), earlier)

    async def settled(playing: Playing) -> None:
        await tell(Played(playing))

    lag = LagMeter()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lag.run)
        for player in players:
            nursery.start_soon(player.run)
        await play_sitting(plan, players, progress, log.write, settled, lag.notes)
        nursery.cancel_scope.cancel()


async def _try_starts(order: StartOrder, place: Path) -> Report:
    players = _players(order, b"\0" * 32, place)
    try:
        await _start_all(players)
        for entry, player in enumerate(players):
            if player.start_error is not None:
                return NotStarted(entry, player.start_error.fault, player.start_error.detail)
        return Complete("")
    finally:
        await _stop_all(players)


async def _ask(order: AskOrder, place: Path, tell: Tell) -> Report:
    players = _players(order, order.secret, place)
    try:
        await _start_all(players)
        (player,) = players
        return await ask_again(order, player, tell)
    finally:
        await _stop_all(players)


def _players(order: Order, secret: bytes, place: Path) -> list[HostedPlayer]:
    header = order.header
    control = parse_time_control(header.time)
    limits = with_clock(order.confinement.limits, control, header.deals)
    confinement = replace(order.confinement, limits=limits)
    told = limits_of(
        control,
        header.policy,
        reads_cpu=header.reads_cpu,
        output_bytes=limits.output_mib * MIB,
    )
    return [
        HostedPlayer(
            command,
            told,
            header.variant,
            header.policy,
            proof_key=proof_key(secret),
            place=place / str(entry),
            output=output_of(order, entry),
            confinement=confinement,
        )
        for entry, command in enumerate(order.commands)
    ]


async def _start_all(players: Sequence[HostedPlayer]) -> None:
    """Start every bot; one that does not start keeps its error and is tried again when asked."""
    async with trio.open_nursery() as nursery:
        for player in players:
            nursery.start_soon(player.start)


async def _stop_all(players: Sequence[HostedPlayer]) -> None:
    with trio.CancelScope(shield=True):
        async with trio.open_nursery() as nursery:
            for player in players:
                nursery.start_soon(player.stop)
