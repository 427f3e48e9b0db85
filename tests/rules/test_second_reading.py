"""Every decision and every score is what a second, naive reading of the rule book says."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from arena.rules.actions import format_action
from arena.rules.cards import cards_of, format_card, mask_of, points_of
from arena.rules.scoring import Result, least_result, leaster_result, picked_result
from arena.rules.variants import OPTIONS, PLAYABLE, variant
from tests.rules.records import SEEDS, Record, random_options, random_record
from tests.rules.second_reading import (
    DEFAULTS,
    PLAYERS,
    Asked,
    Book,
    Ending,
    Picked,
    Reading,
    by_seat,
)


def names(mask: int) -> list[str]:
    return [format_card(card) for card in cards_of(mask)]


def book_of(record: Record) -> Book:
    """The second reading's book of the deal, before its first action."""
    return Book(
        record.variant.name,
        record.variant.options(),
        [names(hand) for hand in record.hands],
        names(record.blind),
        2**record.thrown_in,
    )


def compare(record: Record) -> None:
    """Go through *record* by both readings; every decision and the end must agree."""
    reading = book_of(record).read()
    asked: Asked | None = next(reading)
    ending: Ending | None = None
    for deal, action in record.positions():
        legal = deal.legal()
        words = None if legal is None else frozenset(format_action(a) for a in legal)
        assert deal.kind is not None
        assert (deal.seat, deal.kind.value, words) == asked, str(record)
        asked, ending = _told(reading, format_action(action))

    assert asked is None
    assert as_ending(record.replay().result()) == ending, str(record)


def as_ending(result: Result) -> Ending:
    return list(result.points), list(result.tricks), result.outcome, list(result.scores)


def _told(reading: Reading, words: str) -> tuple[Asked | None, Ending | None]:
    try:
        return reading.send(words), None
    except StopIteration as stop:
        return None, stop.value


@given(SEEDS)
@settings(max_examples=250)
def test_every_decision_and_result_is_what_a_second_reading_of_the_rules_says(seed: int) -> None:
    compare(random_record(seed))


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYABLE)
def test_two_thousand_deals_of_each_table_are_read_alike(name: str) -> None:
    _compare_many(name, range(2_000))


@pytest.mark.nightly
@pytest.mark.parametrize("name", PLAYABLE)
def test_twenty_thousand_deals_of_each_table_are_read_alike(name: str) -> None:
    _compare_many(name, range(1_000_000, 1_020_000))


def _compare_many(name: str, seeds: range) -> None:
    for seed in seeds:
        compare(random_record(seed, random_options(name, random.Random(seed))))


@pytest.mark.parametrize("name", PLAYABLE)
def test_whoever_takes_the_tricks_both_readings_score_alike(name: str) -> None:
    """Sweeps, seats without a trick and ties, which are rare in play, and every class."""
    rng = random.Random(name)
    ties = 0
    outcomes = set()
    for _ in range(2500):
        table = random_options(name, rng)
        deck = rng.sample(range(32), 32)
        aside = mask_of(deck[: table.blind_size])
        rest = [deck[at : at + table.players] for at in range(table.blind_size, 32, table.players)]
        tempers = rng.choice([[1], [0.01, 1, 1, 9]])
        weights = [rng.choice(tempers) for _ in range(table.players)]
        winners = rng.choices(range(table.players), weights, k=table.hand_size)
        partner = rng.choice([None, 1]) if table.partner != "none" else None
        stake = 2 ** rng.randrange(4)
        book = Book(name, table.options(), [], names(aside), stake)
        won = [(seat, names(mask_of(trick))) for seat, trick in zip(winners, rest, strict=True)]
        points, taken = by_seat(book.table, won)

        if table.all_pass == "least":
            passed = least_result(points, winners, blind_points=points_of(aside))
            ties += 0 not in passed.tricks and passed.points.count(min(passed.points)) > 1
        else:
            passed = leaster_result(
                table,
                points,
                taken,
                blind_points=points_of(aside),
                last_winner=winners[-1],
                stake=stake,
            )
        if table.all_pass != "forced-pick":
            assert as_ending(passed) == book.ending(won)
        picked = picked_result(
            table,
            points,
            taken,
            bury_points=points_of(aside),
            picker=0,
            partner=partner,
            stake=stake,
        )
        book.picked = Picked(0, names(aside), partner=partner)
        assert as_ending(picked) == book.ending(won)
        outcomes |= {picked.outcome, passed.outcome}

    assert {"won-1", "won-2", "won-3", "lost-1", "lost-2", "lost-3"} < outcomes
    assert ties > 5 or not name.startswith("hoyle")


def test_both_readings_have_the_same_tables_options_and_defaults() -> None:
    assert {name: variant(name).players for name in OPTIONS} == PLAYERS
    assert {name: variant(name).options() for name in OPTIONS} == DEFAULTS
