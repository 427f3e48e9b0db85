"""An observation does not change when cards that the seat has not seen are exchanged (R51)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings

from arena.rules.cards import POINTS, parse_card
from arena.rules.deal import Deal
from arena.rules.observation import Observation
from arena.rules.observe import observe
from tests.rules.exchanges import exchanges, seen_cards
from tests.rules.records import SEEDS, Record, random_record

JC = parse_card("JC")


def told_apart(seed: int, look: Callable[[Deal, int], Observation]) -> str | None:
    """Two deals that *look* tells apart although the seat cannot, as text; None if it does not."""
    rng = random.Random(seed)
    record = random_record(seed)
    record = record.cut(rng.randrange(len(record.actions)))
    deal = record.replay()
    for seat in {deal.seat, rng.randrange(deal.variant.players)}:
        before = look(deal, seat)
        for other in exchanges(record, seat, rng, steps=12):
            if look(other.replay(), seat) != before:
                return f"seat {seat}: {record} / {other}"
    return None


@given(SEEDS)
@settings(max_examples=250)
def test_exchanging_unseen_cards_leaves_the_observation_as_it_was(seed: int) -> None:
    assert told_apart(seed, observe) is None


def shows_the_bury(deal: Deal, seat: int) -> Observation:
    return replace(observe(deal, seat), bury=deal.bury)


def shows_the_blind(deal: Deal, seat: int) -> Observation:
    return replace(observe(deal, seat), blind=deal.blind)


def shows_the_secret_partner(deal: Deal, seat: int) -> Observation:
    return replace(observe(deal, seat), partner=deal.partner)


def shows_which_jack_finds_the_partner(deal: Deal, seat: int) -> Observation:
    if deal.variant.partner != "jack-of-clubs" or deal.picker is None:
        return observe(deal, seat)
    return replace(observe(deal, seat), totals=(deal.dealt[deal.picker] >> JC & 1,))


def shows_the_holder_of_a_named_card(deal: Deal, seat: int) -> Observation:
    named = deal.variant.partner == "jack-of-clubs" and deal.called is not None
    return (
        replace(observe(deal, seat), totals=(deal.partner or 0,)) if named else observe(deal, seat)
    )


def shows_a_secret_solo(deal: Deal, seat: int) -> Observation:
    solo = deal.picker is not None and deal.bury != 0 and deal.partner is None
    return replace(observe(deal, seat), alone=solo)


def shows_the_unknown_set_aside(deal: Deal, seat: int) -> Observation:
    return replace(observe(deal, seat), unknown=deal.unknown)


def shows_the_face_of_a_played_unknown(deal: Deal, seat: int) -> Observation:
    return replace(observe(deal, seat), tricks=deal.tricks)


def counts_the_points_of_the_unknown(deal: Deal, seat: int) -> Observation:
    seen = observe(deal, seat)
    points = [trick.points for trick in deal.tricks]
    tricks = [replace(trick, points=p) for trick, p in zip(seen.tricks, points, strict=True)]
    return replace(seen, tricks=tuple(tricks))


def shows_the_legal_answers_of_the_asked_seat(deal: Deal, seat: int) -> Observation:
    return replace(observe(deal, seat), legal=deal.legal())


def shows_points_of_the_sides(deal: Deal, seat: int) -> Observation:
    side = 0 if deal.partner is None else deal.points[deal.partner]
    return replace(observe(deal, seat), totals=(side,))


def forgets_the_face_that_its_winner_saw(deal: Deal, seat: int) -> Observation:
    """Shows less than allowed, so no exchange can find it: `test_observe` does."""
    return replace(observe(deal, seat), unknown=None)


LEAKS = [
    shows_the_bury,
    shows_the_blind,
    shows_the_secret_partner,
    shows_which_jack_finds_the_partner,
    shows_the_holder_of_a_named_card,
    shows_a_secret_solo,
    shows_the_unknown_set_aside,
    shows_the_face_of_a_played_unknown,
    counts_the_points_of_the_unknown,
    shows_the_legal_answers_of_the_asked_seat,
    shows_points_of_the_sides,
]


@pytest.mark.parametrize("leak", LEAKS, ids=[leak.__name__ for leak in LEAKS])
def test_the_exchange_finds_a_leak(leak: Callable[[Deal, int], Observation]) -> None:
    assert any(told_apart(seed, leak) for seed in range(1500))


def test_the_exchange_accuses_nobody_who_shows_less() -> None:
    assert not any(told_apart(s, forgets_the_face_that_its_winner_saw) for s in range(100))


def test_the_exchanges_reach_every_place_where_a_card_can_be_hidden() -> None:
    places: Counter[str] = Counter()
    for seed in range(400):
        rng = random.Random(seed)
        record = random_record(seed)
        record = record.cut(rng.randrange(len(record.actions)))
        for other in exchanges(record, rng.randrange(record.variant.players), rng, steps=12):
            places.update(changed_places(record, other))

    assert set(places) == {
        "hands",
        "blind",
        "bury",
        "unknown aside",
        "unknown played",
        "partner",
        "jack of clubs of the picker",
        "holder of a named card",
    }
    assert min(places.values()) >= 3, places


def changed_places(record: Record, other: Record) -> set[str]:
    was, now = record.replay(), other.replay()
    changed = {
        "hands": was.hands != now.hands,
        "blind": was.blind != now.blind,
        "bury": was.bury != now.bury,
        "unknown aside": was.unknown != now.unknown and was.unknown not in was.plays,
        "unknown played": was.unknown != now.unknown and was.unknown in was.plays,
        "partner": was.partner != now.partner,
        "jack of clubs of the picker": was.variant.partner == "jack-of-clubs"
        and was.picker is not None
        and (was.dealt[was.picker] ^ now.dealt[was.picker]) >> JC & 1 == 1,
        "holder of a named card": was.variant.partner == "jack-of-clubs"
        and was.called is not None
        and was.partner != now.partner,
    }
    return {place for place, differs in changed.items() if differs}


@given(SEEDS)
def test_what_a_seat_has_seen_is_no_more_than_what_its_observation_shows(seed: int) -> None:
    """The exchange is as free as it may be: a card counts as seen only if it is shown."""
    rng = random.Random(seed)
    record = random_record(seed)
    record = record.cut(rng.randrange(len(record.actions)))
    deal = record.replay()
    for seat in range(record.variant.players):
        seen = observe(deal, seat)
        shown = seen.hand | seen.blind | seen.bury
        for trick in seen.tricks:
            for card in trick.cards:
                shown |= 1 << card if card >= 0 else 0

        assert seen_cards(record, seat) == shown
        visible = [card for trick in seen.tricks for card in trick.cards if card >= 0]
        assert sum(trick.points for trick in seen.tricks) == sum(POINTS[c] for c in visible)
