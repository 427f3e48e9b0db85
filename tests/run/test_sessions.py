"""Sessions and races played in virtual time, and their logs verified and tampered with."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence

import pytest
import trio.testing

from arena.names import BotId
from arena.referee.chain import Chain
from arena.referee.clock import TimeControl
from arena.referee.form import Form
from arena.referee.line_text import RecordError, format_line, parse_line
from arena.referee.lines import DealLine, EndLine, Line, LoggedBot, ResultLine, SittingLine
from arena.referee.playing import Playing
from arena.referee.policy import FaultPolicy
from arena.referee.question import Question, Reply
from arena.referee.refereeing import Terms
from arena.referee.verify import Verdict, verify
from arena.rules.actions import PASS, PICK, Action, Kind
from arena.rules.observation import Observation
from arena.rules.variants import Variant, variant
from arena.run.sitting import Progress, SittingPlan, play_sitting
from arena.schedule.rotation import seating
from arena.schedule.seatings import possible_seatings
from tests.run.fakes import SeededPlayer, Trick, crashes_at

SECRET = bytes(range(32))
CONTROL = TimeControl(1000, 100)


def picks_what_it_can_win(observation: Observation, bot_seed: int) -> Action | None:
    """Who picks everything at random loses more than he wins, and nobody ever has ten."""
    if observation.kind is not Kind.PICK:
        return None
    queens_and_jacks = (observation.hand & 0xFF).bit_count()
    return PICK if queens_and_jacks >= 6 else PASS


class Watched(SeededPlayer):
    """Remembers the totals it is shown, by deal and seat."""

    def __init__(self, seed: int, trick: Trick | None = None) -> None:
        super().__init__(seed, trick or picks_what_it_can_win)
        self.shown: list[tuple[int, int, tuple[int, ...]]] = []

    async def ask(self, question: Question, order: int) -> Reply:
        self.shown.append((order, question.observation.seat, question.observation.totals))
        return await super().ask(question, order)


class Session:
    """One sitting in session form: its log, its players, what was settled."""

    def __init__(self, table: Variant, form: Form, deals: int, secret: bytes = SECRET) -> None:
        self.table, self.form, self.deals, self.secret = table, form, deals, secret
        self.players: list[Watched] = []
        self.playings: list[Playing] = []
        self.header = SittingLine(
            event="e1",
            match="e1-0001",
            rotation=0,
            attempt=1,
            variant=table,
            bots=tuple(
                LoggedBot(BotId(f"bot-{entry}", "1"), f"sha256:{entry}")
                for entry in range(table.players)
            ),
            first_deal=0,
            deals=deals,
            time=str(CONTROL),
            reads_cpu=True,
            policy=FaultPolicy(),
            commitment=hashlib.sha256(secret).hexdigest(),
            sandbox="none",
            arena="0.1.0",
            form=form,
        )
        self.lines: list[Line] = [self.header]

    async def play(
        self, concurrent: int = 1, tricks: dict[int, Trick] | None = None, done: int = 0
    ) -> Session:
        seats = self.table.players
        self.players = [Watched(entry, (tricks or {}).get(entry)) for entry in range(seats)]
        plan = SittingPlan(
            Terms(self.table, seating(0, seats), CONTROL, True, FaultPolicy()),
            match=1,
            rotation=0,
            secret=self.secret,
            first_deal=0,
            deals=self.deals,
            fillers=frozenset(),
            concurrent=concurrent,
            form=self.form,
        )

        async def settled(playing: Playing) -> None:
            self.playings.append(playing)

        progress = Progress.after(seats, self.playings[:done])
        await play_sitting(plan, self.players, progress, self.lines.extend, settled)
        return self

    def verified(self, lines: Sequence[Line] | None = None) -> Verdict:
        return verified(self.lines if lines is None else lines)

    def standings(self) -> list[tuple[int, ...]]:
        """By entry, after each deal."""
        scores = [0] * self.table.players
        after = []
        for playing in self.playings:
            for seat, entry in enumerate(playing.seating):
                scores[entry] += playing.scores[seat] - playing.penalties[seat]
            after.append(tuple(scores))
        return after


def verified(lines: Sequence[Line]) -> Verdict:
    chain = Chain()
    return verify([chain.seal(line) for line in lines], possible_seatings, SECRET)


def changed(
    lines: Sequence[Line], kind: type[Line], change: Callable[[dict[str, object]], object]
) -> list[Line]:
    """*lines* with the first of *kind* changed; the chain is made anew over them."""
    place = next(number for number, line in enumerate(lines) if isinstance(line, kind))
    made = json.loads(format_line(lines[place]))
    change(made)
    text = json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode()
    return [*lines[:place], parse_line(text + b"\n"), *lines[place + 1 :]]


@pytest.mark.parametrize("table", ["called-ace", "picker-alone-4", "hoyle-3"])
async def test_a_session_verifies_and_everybody_moves_a_seat_each_deal(
    table: str, autojump_clock: trio.testing.MockClock
) -> None:
    session = await Session(variant(table), Form.SESSION, 11).play(4)
    seats = session.table.players

    verdict = session.verified()

    assert verdict.difference is None
    assert verdict.playings == session.playings
    for deal, playing in enumerate(session.playings):
        assert playing.seating == tuple((seat + deal) % seats for seat in range(seats))
    assert all(totals == () for player in session.players for *_, totals in player.shown)


async def test_a_session_is_the_same_whatever_runs_at_once(
    autojump_clock: trio.testing.MockClock,
) -> None:
    tricks = {1: crashes_at(30), 3: crashes_at(12)}
    table = variant("called-ace")
    one_by_one = await Session(table, Form.SESSION, 20).play(1, tricks)
    at_once = await Session(table, Form.SESSION, 20).play(9, tricks)

    assert at_once.lines == one_by_one.lines
    assert at_once.verified().difference is None


def swap_seats(made: dict[str, object]) -> None:
    order = made["seating"]
    assert isinstance(order, list)
    made["seating"] = [order[1], order[0], *order[2:]]


async def test_a_seating_that_does_not_follow_is_found(
    autojump_clock: trio.testing.MockClock,
) -> None:
    session = await Session(variant("called-ace"), Form.SESSION, 6).play()
    lines = changed(session.lines, DealLine, swap_seats)

    difference = verified(lines).difference

    assert difference is not None
    assert (difference.line, difference.deal) == (2, 0)
    assert '"seating":[0,1,2,3,4]' in str(difference)


@pytest.mark.parametrize("form", ["duplicate", "race", None])
async def test_a_session_that_says_it_is_something_else_is_found(
    form: str | None, autojump_clock: trio.testing.MockClock
) -> None:
    session = await Session(variant("hoyle-4"), Form.SESSION, 6).play()

    def disguise(made: dict[str, object]) -> None:
        if form is None:
            made.pop("form")
        else:
            made["form"] = form

    if form == "duplicate":  # the value exists, but is never written
        with pytest.raises(RecordError, match="canonical"):
            changed(session.lines, SittingLine, lambda made: made.update(form="duplicate"))
        return
    difference = verified(changed(session.lines, SittingLine, disguise)).difference
    assert difference is not None
    assert difference.deal == (0 if form == "race" else 1)


def test_a_header_without_a_form_is_duplicate_and_keeps_its_bytes() -> None:
    header = Session(variant("called-ace"), Form.DUPLICATE, 3).header
    text = format_line(header)

    assert b'form"' not in text
    assert re.search(rb'"attempt":1,"variant":', text)
    assert parse_line(text + b"\n") == header


def test_an_unknown_form_is_no_line_of_a_log() -> None:
    text = format_line(Session(variant("hoyle-3"), Form.SESSION, 3).header)

    with pytest.raises(RecordError, match="marathon"):
        parse_line(text.replace(b'"session"', b'"marathon"') + b"\n")


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("table", ["hoyle-3", "hoyle-4"])
async def test_a_race_ends_with_the_first_deal_after_which_one_leads_alone_with_ten(
    table: str, number: int, autojump_clock: trio.testing.MockClock
) -> None:
    secret = hashlib.sha256(bytes([number])).digest()
    race = await Session(variant(table), Form.RACE, 200, secret).play(64)
    chain = Chain()

    *before, last = race.standings()

    assert sorted(last)[-1] >= 10
    assert sorted(last)[-1] > sorted(last)[-2]
    for standing in before:
        best, second = sorted(standing)[:-3:-1]
        assert best < 10 or best == second
    verdict = verify([chain.seal(line) for line in race.lines], possible_seatings, secret)
    assert verdict.difference is None
    assert verdict.end is not None


async def test_a_race_tells_each_seat_how_it_stands_before_the_deal(
    autojump_clock: trio.testing.MockClock,
) -> None:
    race = await Session(variant("hoyle-3"), Form.RACE, 100).play(64, {1: crashes_at(100)})
    standings = [(0, 0, 0), *race.standings()]

    assert {deal for player in race.players for deal, *_ in player.shown} == set(
        range(len(race.playings))
    )
    for entry, player in enumerate(race.players):
        for deal, seat, totals in player.shown:
            seats = race.playings[deal].seating
            assert seats[seat] == entry
            assert totals == tuple(standings[deal][other] for other in seats)
    assert any(sum(playing.penalties) for playing in race.playings)


async def test_at_the_cap_a_race_ends_undecided(autojump_clock: trio.testing.MockClock) -> None:
    race = await Session(variant("hoyle-4"), Form.RACE, 3).play()

    assert len(race.playings) == 3
    assert race.verified().difference is None


async def test_a_race_that_goes_on_or_stops_too_early_is_found(
    autojump_clock: trio.testing.MockClock,
) -> None:
    race = await Session(variant("hoyle-3"), Form.RACE, 100).play()
    played = len(race.playings)
    results = [number for number, line in enumerate(race.lines) if isinstance(line, ResultLine)]
    end = race.lines[-1]
    assert isinstance(end, EndLine)
    scores = [0, 0, 0]
    for playing in race.playings[:-1]:
        for seat, entry in enumerate(playing.seating):
            scores[entry] += playing.scores[seat]

    early = [*race.lines[: results[-2] + 1], EndLine(tuple(scores), (0, 0, 0))]
    longer = [*race.lines[:-1], *race.lines[results[-2] + 1 :]]

    assert f"complete with {played - 1} of 100" in str(verified(early).difference)
    assert "after the end of the race" in str(verified(longer).difference)


async def test_wrong_totals_in_a_race_are_found(autojump_clock: trio.testing.MockClock) -> None:
    race = await Session(variant("hoyle-4"), Form.RACE, 100).play()
    lines = changed(race.lines, DealLine, lambda made: made.update(totals=[0, 0, 1, 0]))

    difference = verified(lines).difference

    assert difference is not None
    assert difference.deal == 0
    assert '"totals":[0,0,0,0]' in str(difference)


async def test_a_race_at_another_table_is_no_sitting(
    autojump_clock: trio.testing.MockClock,
) -> None:
    session = await Session(variant("called-ace"), Form.SESSION, 2).play()
    lines = changed(session.lines, SittingLine, lambda made: made.update(form="race"))

    assert "R41" in str(verified(lines).difference)


@pytest.mark.parametrize("form", [Form.SESSION, Form.RACE])
async def test_a_session_goes_on_from_what_is_settled(
    form: Form, autojump_clock: trio.testing.MockClock
) -> None:
    whole = await Session(variant("hoyle-3"), form, 30).play(3)
    for done in (1, 4, len(whole.playings)):
        rest = Session(variant("hoyle-3"), form, 30)
        rest.playings = whole.playings[:done]
        await rest.play(3, done=done)

        tail = rest.lines[1:]
        assert whole.lines[-len(tail) :] == tail
        assert rest.playings == whole.playings
