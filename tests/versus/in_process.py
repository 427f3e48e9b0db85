"""Deals of an event played without processes, by bots' own decision code: the same differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from arena.ratings.blocks import Match
from arena.ratings.exchange import differences
from arena.referee.form import Form, Side
from arena.referee.question import Question
from arena.rules.deal import Deal
from arena.rules.observe import observe
from arena.rules.shuffle import dealt
from arena.rules.variants import Variant
from arena.schedule.exchange import drawn_seats, exchanged
from arena.schedule.rotation import seating
from arena.schedule.secrets import bot_seed
from tests.ratings.tables import playing
from tests.sample_bots.folders import Decide

MINUTE_MS = 60_000


def scores_of(
    table: Variant, secret: bytes, deal: int, seated: Sequence[Decide]
) -> tuple[int, ...]:
    """By seat, of one playing of *deal*, deals that are thrown in dealt anew."""
    redeal = 0
    while True:
        cards = dealt(secret, table, deal, redeal)
        state = Deal(table, cards.hands, cards.blind, thrown_in=redeal)
        while not state.over:
            if state.is_forced():
                (action,) = state.legal() or ()
            else:
                seed = bot_seed(secret, deal, state.seat)
                seen = observe(state, state.seat)
                question = Question(bytes(8), seen, seed, MINUTE_MS, MINUTE_MS)
                action = seated[state.seat](question)
            state.apply(action)
        if not state.thrown:
            return state.result().scores
        redeal += 1


def versus(
    table: Variant, secret: bytes, deals: range, bot: Decide, other: Decide
) -> Iterator[Fraction]:
    """The difference of each of *deals* in versus form; 2 playings each."""
    sides = {Side.A: bot, Side.B: other}
    entries = [Form.VERSUS.side(entry, table.players) for entry in range(2 * table.players)]
    decide = [sides[side] for side in entries if side is not None]
    yield from _exchanged(Form.VERSUS, table, secret, deals, decide)


def panel(
    table: Variant, secret: bytes, deals: range, pair: tuple[Decide, Decide], others: Decide
) -> Iterator[Fraction]:
    """The same in panel form, the panel being copies of *others*; 2 playings each."""
    decide = [*pair, *[others] * (table.players - 1)]
    yield from _exchanged(Form.PANEL, table, secret, deals, decide)


def separate(
    table: Variant, secret: bytes, deals: range, pair: tuple[Decide, Decide], house: Decide
) -> Iterator[int]:
    """A in one deal among the house, B in the next, each in a drawn seat; 2 playings each."""
    for deal in deals:
        seats = Random(f"{secret.hex()}:{deal}")
        made = []
        for index, bot in enumerate(pair):
            seat = seats.randrange(table.players)
            seated = [bot if place == seat else house for place in range(table.players)]
            made.append(scores_of(table, secret, 2 * deal + index, seated)[seat])
        yield made[0] - made[1]


def rotated(
    table: Variant, secret: bytes, deals: range, pair: tuple[Decide, Decide], house: Decide
) -> Iterator[Fraction]:
    """A and B at one table with the house, each deal in all rotations; as many playings."""
    seats = table.players
    line_up = [*pair, *[house] * (seats - 2)]
    for deal in deals:
        ahead = 0
        for rotation in range(seats):
            entries = seating(rotation, seats)
            scores = scores_of(table, secret, deal, [line_up[entry] for entry in entries])
            ahead += scores[entries.index(0)] - scores[entries.index(1)]
        yield Fraction(ahead, seats)


def _exchanged(
    form: Form, table: Variant, secret: bytes, deals: range, decide: Sequence[Decide]
) -> Iterator[Fraction]:
    names = tuple(f"entry-{entry}" for entry in range(len(decide)))
    for deal in deals:
        order = drawn_seats(secret, deal, table.players)
        playings = []
        for rotation in (0, 1):
            entries = exchanged(form, rotation, order)
            scores = scores_of(table, secret, deal, [decide[entry] for entry in entries])
            playings.append(replace(playing(rotation, scores, deal=deal), seating=entries))
        yield from differences(Match(1, names, names, tuple(playings), form))
