"""Strategies for questions, answers and summaries with any values that messages can carry."""

from __future__ import annotations

from hypothesis import strategies as st

from arena.referee.question import DealSummary, Question
from arena.rules.actions import PLAYS, Action, Kind, Word, bury, call
from arena.rules.observation import HIDDEN, Observation, SeenTrick
from arena.rules.variants import OPTIONS, Variant, variant

WHOLE_WORDS = [word for word in Word if word not in (Word.BURY, Word.CALL, Word.PLAY)]
OUTCOMES = ["won-1", "won-3", "lost-2", "leaster", "least"]

masks = st.integers(0, 2**32 - 1)
cards = st.integers(0, 31)
milliseconds = st.integers(0, 2**32 - 1)


@st.composite
def variants(draw: st.DrawFn) -> Variant:
    """Any table with any options."""
    name = draw(st.sampled_from(sorted(OPTIONS)))
    options = {key: draw(st.sampled_from(o.values)) for key, o in OPTIONS[name].items()}
    return variant(name, options)


def actions() -> st.SearchStrategy[Action]:
    """Any action that has a text."""
    pairs = st.lists(cards, min_size=2, max_size=2, unique=True)
    return st.one_of(
        st.sampled_from(WHOLE_WORDS).map(Action),
        st.sampled_from(PLAYS),
        masks.filter(bool).map(bury),
        cards.map(call),
        pairs.map(lambda pair: call(*pair)),
    )


def tricks(players: int) -> st.SearchStrategy[SeenTrick]:
    """Any trick of a table with *players* seats."""
    return st.builds(
        SeenTrick,
        leader=st.integers(0, players - 1),
        cards=st.lists(st.integers(HIDDEN, 31), max_size=players).map(tuple),
        suit=st.none() | st.integers(0, 3),
        winner=st.none() | st.integers(0, players - 1),
        points=st.integers(0, 120),
    )


@st.composite
def observations(draw: st.DrawFn) -> Observation:
    """Any observation, of a possible deal or not."""
    table = draw(variants())
    seats = st.integers(0, table.players - 1)
    kind = draw(st.sampled_from(Kind))
    asked = draw(st.lists(seats, max_size=table.players, unique=True))
    totals = st.lists(st.integers(-500, 500), min_size=table.players, max_size=table.players)
    return Observation(
        variant=table,
        seat=draw(seats),
        kind=kind,
        legal=None if kind is Kind.BURY else tuple(draw(st.lists(actions(), max_size=6))),
        hand=draw(masks),
        passes=draw(st.integers(0, table.players)),
        picker=draw(st.none() | seats),
        leaster=draw(st.booleans()),
        called=draw(st.none() | cards),
        unknown_set_aside=draw(st.booleans()),
        unknown=draw(st.none() | cards),
        alone=draw(st.booleans()),
        partner=draw(st.none() | seats),
        cracks=tuple(draw(st.booleans()) for _ in asked),
        crack_seats=tuple(asked),
        recrack=draw(st.none() | st.booleans()),
        stake=draw(st.sampled_from([1, 2, 4, 8, 16, 32, 64])),
        tricks=tuple(draw(st.lists(tricks(table.players), max_size=table.hand_size))),
        blind=draw(masks),
        bury=draw(masks),
        totals=tuple(draw(st.just([]) | totals)),
    )


def questions() -> st.SearchStrategy[Question]:
    """Any question."""
    return st.builds(
        Question,
        decision_id=st.binary(min_size=8, max_size=8),
        observation=observations(),
        bot_seed=st.integers(0, 2**64 - 1),
        wall_left_ms=milliseconds,
        cpu_left_ms=st.none() | milliseconds,
    )


@st.composite
def summaries(draw: st.DrawFn) -> DealSummary:
    """Any finished deal."""
    players = draw(st.integers(3, 5))
    seats = st.integers(0, players - 1)

    def by_seat(figures: st.SearchStrategy[int]) -> tuple[int, ...]:
        return tuple(draw(figures) for _ in range(players))

    return DealSummary(
        seat=draw(seats),
        hands=by_seat(masks),
        blind=draw(masks),
        bury=draw(masks),
        actions=tuple(draw(st.lists(actions(), max_size=48))),
        points=by_seat(st.integers(0, 120)),
        tricks=by_seat(st.integers(0, 10)),
        outcome=draw(st.sampled_from(OUTCOMES)),
        scores=by_seat(st.integers(-500, 500)),
        picker=draw(st.none() | seats),
        partner=draw(st.none() | seats),
    )
