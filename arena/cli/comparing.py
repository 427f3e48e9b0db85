"""`arena traveller` and `arena show --worst`: one hand in several bots' hands."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from arena.cli.options import data_option, json_option, print_json
from arena.errors import ConfigError
from arena.names import BotId, format_match_id
from arena.ratings.blocks import Match
from arena.ratings.hands import dearest, holdings
from arena.referee.lines import DealLine
from arena.report.hands_object import traveller_object, worst_object
from arena.report.traveller import Traveller, format_traveller
from arena.report.worst import format_worst
from arena.rules.cards import Mask
from arena.run.records import Place, find_playing, parse_place
from arena.run.results import results_of
from arena.store.events import EventRecord, event_matches, played_matches, read_event
from arena.store.folder import DataFolder, open_data


@dataclass(frozen=True, slots=True)
class _Duplicate:
    """A match of which at least one rotation is complete, with its event."""

    event: EventRecord
    name: str
    bots: tuple[BotId, ...]
    """By entry."""
    first_deal: int
    results: Match

    @property
    def rotations(self) -> tuple[int, int]:
        """How many are complete, of how many."""
        complete = {playing.rotation for playing in self.results.playings}
        return len(complete), self.event.form.sittings(self.event.variant.players)


@click.command("traveller")
@click.argument("place", metavar="MATCH/DEAL")
@data_option
@json_option
def traveller_command(place: str, data_path: Path, as_json: bool) -> None:
    """One deal in all its rotations, side by side: what each bot made of each hand."""
    where = _deal_place(place)
    with open_data(data_path) as data:
        traveller = _traveller(data, where)
    if as_json:
        print_json(traveller_object(traveller))
    else:
        click.echo(format_traveller(traveller), nl=False)


def print_worst(
    data: DataFolder, where: Place, most: int, bot: str | None, *, as_json: bool
) -> None:
    """The *most* playings of a match or a rotation that cost their bots most, dearest first.

    Args:
        bot: a name, or name@version; None for every bot.

    Raises:
        ConfigError: no such match or rotation, nothing of it is complete, it is no duplicate
            match, or the bot is not in it.
    """
    match = _duplicate(data, where)
    done, scheduled = match.rotations
    if where.rotation is not None and where.rotation >= scheduled:
        raise ConfigError(f"rotation {where.rotation}: expected 0 to {scheduled - 1}")
    entries = _entries(match, bot)
    held = [
        one
        for one in dearest(holdings(match.results))
        if one.entry in entries and where.rotation in (None, one.playing.rotation)
    ][:most]
    if as_json:
        print_json(
            worst_object(match.name, match.event.variant, (done, scheduled), match.bots, held)
        )
        return
    click.echo(f"{match.name}: {match.event.variant.name}, {match.event.time}")
    if done < scheduled:
        click.echo(f"Not finished: {done} of {scheduled} rotations are complete.")
    click.echo("What cost most, against the mean of what other bots scored with the same hand")
    click.echo(f"\n{format_worst(match.name, match.event.variant, match.bots, held)}")


def _deal_place(text: str) -> Place:
    """MATCH/DEAL as a place without rotation."""
    where = parse_place(text)
    if where.rotation is None or where.deal is not None:
        raise ConfigError(f"{text!r}: expected MATCH/DEAL; a traveller shows every rotation")
    return Place(where.event, where.match, rotation=None, deal=where.rotation)


def _duplicate(data: DataFolder, where: Place) -> _Duplicate:
    event = read_event(data, where.event)
    name = format_match_id(where.event, where.match)
    if event.form.moves:
        raise ConfigError(
            f"{name} is a {event.form.value}: its deals are played once, so nobody else has held "
            "the same hands"
        )
    known = {match.number: match for match in event_matches(data, where.event)}
    if where.match not in known:
        raise ConfigError(f"event {where.event} has no match {where.match}, only 1 to {len(known)}")
    played = results_of(played_matches(data, where.event))
    results = next((match for match in played if match.number == where.match), None)
    if results is None:
        raise ConfigError(f"{name}: dropped, its event was decided without it")
    if not results.playings:
        raise ConfigError(f"{name}: no rotation is complete yet")
    record = known[where.match]
    return _Duplicate(event, name, record.bots, record.first_deal, results)


def _traveller(data: DataFolder, where: Place) -> Traveller:
    match = _duplicate(data, where)
    held = tuple(one for one in holdings(match.results) if one.playing.deal == where.deal)
    if not held:
        last = match.first_deal + match.event.deals - 1
        raise ConfigError(f"deal {where.deal}: expected one of {match.first_deal} to {last}")
    return Traveller(
        match=match.name,
        deal=held[0].playing.deal,
        variant=match.event.variant,
        time=match.event.time,
        rotations=match.rotations[1],
        bots=match.bots,
        hands=_first_hands(data, where, held[0].playing.rotation),
        held=held,
        form=match.event.form,
    )


def _first_hands(data: DataFolder, where: Place, rotation: int) -> tuple[Mask, ...]:
    """The hands by seat, as they were dealt before any deal was thrown in; from one log."""
    _, record = find_playing(data, Place(where.event, where.match, rotation, where.deal))
    return next(line.hands for line in record.lines if isinstance(line, DealLine))


def _entries(match: _Duplicate, bot: str | None) -> frozenset[int]:
    """The entries that *bot* names."""
    entries = frozenset(
        entry
        for entry, known in enumerate(match.bots)
        if bot is None or bot in (known.name, str(known))
    )
    if not entries:
        there = ", ".join(dict.fromkeys(map(str, match.bots)))
        raise ConfigError(f"--bot {bot}: not in {match.name}, only {there}")
    return entries
