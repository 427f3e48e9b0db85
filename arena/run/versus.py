"""A comparison of two bots set up: the versus event, and the panel event that may follow it."""

from __future__ import annotations

import os
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from arena.config.ladder_toml import Ladder, Settings
from arena.errors import ConfigError
from arena.names import BotId
from arena.ratings.sequential import Hypotheses
from arena.ratings.versus import VersusCourse
from arena.referee.clock import TimeControl
from arena.referee.form import Form
from arena.rules.variants import Variant
from arena.run.kinds import check_panel_apart
from arena.run.prepared import (
    Prepared,
    entrants_of,
    event_name,
    house_of,
    match_record,
    prepared,
)
from arena.run.results import ladder_results
from arena.schedule.secrets import panel_secret
from arena.store.events import (
    EventRecord,
    MatchRecord,
    PanelPlan,
    VersusTerms,
    event_matches,
    list_events,
)
from arena.store.folder import DataFolder
from arena.store.owners import owners_of
from arena.store.registry import RegisteredBot, find_bot, list_bots

MATCH_DEALS: Final = 100
"""Deals of a match. Starting the ten bots of a sitting takes a few seconds, as long as quick
bots take for some hundred playings; a verdict, which comes after some hundred blocks or more,
seldom leaves more than one match of them unused."""
_PANEL_SUFFIX: Final = "_panel"
_LONGEST_NAME: Final = 32


@dataclass(frozen=True, slots=True)
class Versus:
    """What is asked for on the command line, settings filled in."""

    bot: str
    """A: ``name`` (its newest version) or ``name@version``."""
    other: str
    """B; it may be the same."""
    ladder: Ladder
    """Whose bots and house bot make the panel."""
    variant: Variant
    time: TimeControl
    hypotheses: Hypotheses
    match_deals: int
    """At most so many deals a match."""
    max_deals: int
    """In all."""
    panel: tuple[str, ...] | None
    """Who sits in the panel; empty for the ladder's other bots, None if there shall be none."""
    secret: bytes | None
    """Of the event; None: it is drawn."""
    name: str | None
    """None: one is made up."""
    same_owner: bool = False
    """Whether bots of one owner may sit in the panel."""


def prepare_versus(data: DataFolder, settings: Settings, wanted: Versus) -> Prepared:
    """The versus event with the plan of its panel; nothing is stored. It is never rated.

    Raises:
        ConfigError: a bot that cannot enter or no panel, hypotheses that no table can tell
            apart, a name that is taken.
    """
    name = event_name(data, wanted.name)
    (bot,) = entrants_of(data, (wanted.bot,), wanted.variant)
    (other,) = entrants_of(data, (wanted.other,), wanted.variant)
    _check(wanted)
    secret = wanted.secret or os.urandom(32)
    matches = -(-wanted.max_deals // wanted.match_deals)
    event = EventRecord(
        name=name,
        kind=Form.VERSUS.value,
        ladder=None,
        rated=False,
        variant=wanted.variant,
        time=str(wanted.time),
        deals=wanted.max_deals // matches,
        secret=secret,
        created_at=datetime.now(UTC),
        policy=settings.faults,
        house=None,
        form=Form.VERSUS,
        versus=VersusTerms(
            wanted.hypotheses,
            None if wanted.panel is None else _plan(data, wanted, (bot, other), name),
        ),
    )
    seats = wanted.variant.players
    line_up = (bot.id,) * seats + (other.id,) * seats
    schedule = [match_record(event, number, line_up) for number in range(1, matches + 1)]
    return prepared(event, schedule, (bot, other))


def prepare_panel(data: DataFolder, versus: EventRecord) -> Prepared | EventRecord:
    """The panel event that *versus* plans, as long as it is; nothing is stored.

    It tests whether A has become weaker among others by as much as the versus event had to
    show that it is stronger: H0 is that it has, H1 that it has not.

    Returns:
        The event itself where it exists already.

    Raises:
        ConfigError: another event has its name.
    """
    assert versus.versus is not None
    plan, tested = versus.versus.panel, versus.versus.hypotheses
    assert plan is not None
    events = (summary.event for summary in list_events(data))
    existing = next((event for event in events if event.name == plan.event), None)
    if existing is not None:
        if existing.form is not Form.PANEL or existing.secret != plan.secret:
            raise ConfigError(f"event {plan.event!r}: taken, so {versus.name} can have no panel")
        return existing
    loss = tested.delta0 - tested.delta1
    event = replace(
        versus,
        name=plan.event,
        kind=Form.PANEL.value,
        secret=plan.secret,
        created_at=datetime.now(UTC),
        form=Form.PANEL,
        versus=VersusTerms(Hypotheses(loss, 0.0, tested.alpha, tested.beta)),
    )
    planned = event_matches(data, versus.name)
    seats = versus.variant.players
    pair = planned[0].bots[0], planned[0].bots[seats]
    schedule = [_panel_match(event, number, pair, plan) for number in range(1, len(planned) + 1)]
    bots = {bot for match in schedule for bot in match.bots}
    return prepared(event, schedule, (find_bot(data, str(bot)) for bot in bots))


def _check(wanted: Versus) -> None:
    """Refuse hypotheses that no difference at the table can reach."""
    seen = wanted.hypotheses
    backwards = Hypotheses(seen.delta0 - seen.delta1, 0.0, seen.alpha, seen.beta)
    try:
        VersusCourse(Form.VERSUS, wanted.variant, seen)
        VersusCourse(Form.PANEL, wanted.variant, backwards)
    except ValueError as error:
        raise ConfigError(f"--{error}") from error


def _plan(
    data: DataFolder, wanted: Versus, compared: Sequence[RegisteredBot], event: str
) -> PanelPlan:
    """The panel after *event*: those named, else the ladder's bots, filled up by its house bot."""
    name = _panel_name(event, {summary.event.name for summary in list_events(data)})
    fillers: frozenset[int] = frozenset()
    if wanted.panel:
        panel = _named(data, wanted, compared)
    else:
        panel = _field(data, wanted, compared)
        missing = wanted.variant.players - 1 - len(panel)
        if missing > 0:
            fillers = frozenset(range(len(panel), len(panel) + missing))
            panel += [_filler(data, wanted)] * missing
    secret = os.urandom(32) if wanted.secret is None else panel_secret(wanted.secret)
    return PanelPlan(name, tuple(panel), fillers, secret)


def _named(data: DataFolder, wanted: Versus, compared: Sequence[RegisteredBot]) -> list[BotId]:
    """The bots that --panel names: neither A nor B, and no two of one owner, nor A's or B's.

    A bot of A's owner could throw its deals to A.
    """
    assert wanted.panel is not None
    named = entrants_of(data, wanted.panel, wanted.variant)
    for bot in named:
        if bot.id.name in {one.id.name for one in compared}:
            raise ConfigError(
                f"--panel {bot.id}: it is among those compared, and the panel is for others"
            )
    if not wanted.same_owner:
        own = {one.id.name: one for one in compared}.values()
        whose = owners_of(data, tuple(bot.id for bot in (*own, *named)))
        check_panel_apart(named, whose[len(own) :], whose[: len(own)])
    return [bot.id for bot in named]


def _field(data: DataFolder, wanted: Versus, compared: Sequence[RegisteredBot]) -> list[BotId]:
    """The ladder's other bots, each at its newest version that has played on it.

    None of A's or B's owner, and of each other owner the one that was submitted first.
    """
    on_ladder = {bot for match in ladder_results(data, wanted.ladder.name) for bot in match.bots}
    newest: dict[str, BotId] = {}
    for bot in list_bots(data):
        if str(bot.id) in on_ladder and not bot.retired and wanted.variant.name in bot.variants:
            newest[bot.id.name] = bot.id
    for bot in compared:
        newest.pop(bot.id.name, None)
    others = list(newest.values())
    if wanted.same_owner:
        return others
    taken = set(owners_of(data, tuple(bot.id for bot in compared)))
    field = []
    for one, owner in zip(others, owners_of(data, tuple(others)), strict=True):
        if owner is None or owner not in taken:
            field.append(one)
            taken.add(owner)
    return field


def _filler(data: DataFolder, wanted: Versus) -> BotId:
    house = house_of(data, wanted.ladder)
    if house is None or wanted.variant.name not in house.variants:
        raise ConfigError(
            f"the ladder has too few bots for a panel, and the house bot {wanted.ladder.house!r} "
            "that would fill it is not there for it: name a --panel, or say --no-panel"
        )
    return house.id


def _panel_match(
    event: EventRecord, number: int, pair: Sequence[BotId], plan: PanelPlan
) -> MatchRecord:
    """A match with the next bots of the panel, which take turns; few bots come in copies."""
    others = event.variant.players - 1
    start = (number - 1) * others
    places = [place % len(plan.bots) for place in range(start, start + others)]
    line_up = (*pair, *(plan.bots[place] for place in places))
    fillers = [2 + entry for entry, place in enumerate(places) if place in plan.fillers]
    return match_record(event, number, line_up, fillers)


def _panel_name(versus: str, taken: Container[str]) -> str:
    """``e7c1_panel``.

    Raises:
        ConfigError: it is taken.
    """
    name = versus[: _LONGEST_NAME - len(_PANEL_SUFFIX)] + _PANEL_SUFFIX
    if name in taken:
        raise ConfigError(
            f"event {name!r}: there is one of that name already, and a panel after {versus!r} "
            "would be called so: give it another name, or say --no-panel"
        )
    return name
