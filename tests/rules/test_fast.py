"""Compiled playouts are deals by the rules: every action legal, every end the same."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence

import pytest

from arena.rules.actions import CRACK, PASS, PICK, PLAYS, Action, Word, bury
from arena.rules.cards import SUIT_MASKS, TRUMP, Card, cards_of, mask_of
from arena.rules.deal import Deal
from arena.rules.fast.playouts import (
    Played,
    can_compile,
    fresh_deals,
    play_out,
    record_fresh_deals,
    record_play_out,
)
from arena.rules.fast.policy import SENSIBLE, Policy
from arena.rules.phases import Phase
from arena.rules.variants import PLAYABLE, Variant, variant
from tests.rules.records import Record, random_options, random_record

pytestmark = [
    pytest.mark.slow,  # compiling takes seconds once
    pytest.mark.skipif(not can_compile(), reason="numba is not installed (extra: search)"),
]
POLICIES = (None, SENSIBLE)


def replay(table: Variant, played: Played) -> Deal:
    """The end of a fresh deal by the Python rules, which must accept each action."""
    return Record(table, played.hands, played.blind, 0, played.actions).replay()


def checked(table: Variant, deals: Iterable[Played]) -> list[Deal]:
    """Every deal replayed, with the result that was told for it."""
    replayed = []
    for played in deals:
        deal = replay(table, played)
        assert deal.over
        assert deal.result() == played.result, (table, played)
        replayed.append(deal)
    return replayed


def compare_fresh(name: str, count: int, seed: int) -> list[Deal]:
    """*count* fresh deals of the table with changing options, half at random, half by policy."""
    rng = random.Random(f"{name} {seed}")
    replayed = []
    for at in range(0, count, 50):
        table = random_options(name, rng) if at % 100 else variant(name)
        policy = Policy(
            SENSIBLE.pick,
            SENSIBLE.bury,
            SENSIBLE.play,
            go_alone=rng.random() / 3,
            crack=rng.random(),
            recrack=rng.random(),
            slip=rng.random() / 3,
        )
        chosen = policy if rng.random() < 0.5 else None
        seed_here = rng.getrandbits(64)
        replayed += checked(table, record_fresh_deals(table, 50, seed=seed_here, policy=chosen))
    return replayed


def compare_positions(name: str, count: int, seed: int) -> Counter[str]:
    """Playouts from *count* positions of deals in which rare things happen; phases by count."""
    rng = random.Random(f"positions {name} {seed}")
    phases: Counter[str] = Counter()
    for number in range(count):
        record = random_record(seed + number, random_options(name, rng))
        so_far = record.cut(rng.randrange(len(record.actions)))
        deal = so_far.replay()
        phases[deal.phase.value] += 1
        before = (deal.hands.copy(), deal.plays.copy(), deal.phase)
        policy = rng.choice(POLICIES)
        for played in record_play_out([deal], 2, seed=rng.getrandbits(64), policy=policy):
            whole = Record(
                record.variant,
                record.hands,
                record.blind,
                record.thrown_in,
                so_far.actions + played.actions,
            )
            end = whole.replay()
            assert end.over
            assert end.result() == played.result, str(whole)
        assert (deal.hands, deal.plays, deal.phase) == before
    return phases


@pytest.mark.parametrize("name", PLAYABLE)
def test_three_thousand_fresh_deals_are_what_the_rules_make_of_them(name: str) -> None:
    outcomes = Counter(deal.result().outcome for deal in compare_fresh(name, 3_000, 0))

    assert {"won-1", "won-2", "lost-1", "lost-2"} <= set(outcomes)


@pytest.mark.parametrize("name", PLAYABLE)
def test_playouts_from_any_position_go_on_by_the_rules(name: str) -> None:
    phases = compare_positions(name, 500, 0)

    assert {"pick", "play"} <= set(phases)


@pytest.mark.nightly
@pytest.mark.parametrize("name", PLAYABLE)
def test_a_hundred_thousand_fresh_deals_are_what_the_rules_make_of_them(name: str) -> None:
    compare_fresh(name, 100_000, 1)


@pytest.mark.nightly
@pytest.mark.parametrize("name", PLAYABLE)
def test_twenty_thousand_positions_are_played_out_by_the_rules(name: str) -> None:
    compare_positions(name, 20_000, 1_000_000)


def test_rare_calls_are_among_the_deals_compared() -> None:
    deals = compare_fresh("called-ace", 6_000, 2)

    assert sum(deal.unknown is not None for deal in deals) > 20
    assert sum(deal.alone for deal in deals) > 20
    assert sum(deal.leaster for deal in deals) > 20


def is_uniform(counts: Counter[Action], legal: Sequence[Action]) -> bool:
    """Whether a count this far from even would be no surprise: chi-squared within 5 deviations."""
    total = sum(counts.values())
    expected = total / len(legal)
    distance = sum((counts[action] - expected) ** 2 / expected for action in legal)
    freedom = len(legal) - 1
    return set(counts) <= set(legal) and distance < freedom + 5 * (2 * freedom) ** 0.5 + 5


@pytest.mark.parametrize("name", PLAYABLE)
def test_random_playouts_take_each_legal_answer_as_often(name: str) -> None:
    tries = 1_000
    rng = random.Random(name)
    seen: Counter[str] = Counter()
    for number in range(50):
        record = random_record(number, random_options(name, rng))
        deal = record.cut(rng.randrange(len(record.actions))).replay()
        legal = deal.legal()
        if legal is None:
            legal = buries(deal)
        counts = Counter(
            played.actions[0] for played in record_play_out([deal], tries, seed=number)
        )
        assert sum(counts.values()) == tries
        assert is_uniform(counts, legal), (deal.phase, counts)
        seen[deal.phase.value] += 1

    assert {"pick", "play"} <= set(seen)


def buries(deal: Deal) -> list[Action]:
    """Every bury, by brute force."""
    cards = cards_of(deal.hands[deal.seat])
    size = deal.variant.blind_size
    chosen = [(*some,) for some in _choices(cards, size)]
    return [bury(mask_of(some)) for some in chosen]


def _choices(cards: Sequence[Card], size: int) -> Iterable[tuple[Card, ...]]:
    if not size:
        yield ()
        return
    for place, card in enumerate(cards):
        for rest in _choices(cards[place + 1 :], size - 1):
            yield (card, *rest)


def test_random_buries_and_calls_are_as_likely_each() -> None:
    table = variant("called-ace", {"unknown_when": "no-callable-suit"})
    for seed in range(400):
        record = random_record(seed, table)
        for deal, action in record.positions():
            if action.word not in (Word.BURY, Word.CALL) or seed % 20:
                continue
            legal = buries(deal) if action.word is Word.BURY else deal.legal()
            assert legal is not None
            firsts = record_play_out([deal], 3_000, seed=seed)
            assert is_uniform(Counter(played.actions[0] for played in firsts), legal)


def test_every_card_is_dealt_to_every_place_as_often() -> None:
    table = variant("called-ace")
    deals = 20_000
    places: Counter[tuple[int, int]] = Counter()
    for played in record_fresh_deals(table, deals, seed=11):
        for place, cards in enumerate((*played.hands, played.blind)):
            places.update((place, card) for card in cards_of(cards))

    for (place, card), count in places.items():
        expected = deals * (6 if place < 5 else 2) / 32
        assert abs(count - expected) < 5 * expected**0.5, (place, card)
    assert len(places) == 6 * 32


def test_a_seed_says_everything_and_another_one_something_else() -> None:
    table = variant("called-ace")
    once = fresh_deals(table, 200, seed=5).numbers

    assert (once == fresh_deals(table, 200, seed=5).numbers).all()
    assert (once != fresh_deals(table, 200, seed=6).numbers).any()
    assert (once != fresh_deals(table, 200, seed=5 + 2**63).numbers).any()


def test_recorded_deals_are_those_that_are_not_recorded() -> None:
    table = variant("jack-of-diamonds", {"crack": "crack-recrack"})
    ends = fresh_deals(table, 200, seed=5, policy=SENSIBLE)
    recorded = list(record_fresh_deals(table, 200, seed=5, policy=SENSIBLE))

    assert [ends.result(number) for number in range(200)] == [played.result for played in recorded]
    assert ends.scores.tolist() == [list(played.result.scores) for played in recorded]
    assert ends.points.tolist() == [list(played.result.points) for played in recorded]
    assert ends.tricks.tolist() == [list(played.result.tricks) for played in recorded]


def test_a_policy_decides_what_its_tables_say() -> None:
    table = variant("called-ace")
    strict = Policy((*[0.0] * 4, *[1.0] * 11), SENSIBLE.bury, SENSIBLE.play)
    checks: Counter[Word] = Counter()
    for played in record_fresh_deals(table, 500, seed=8, policy=strict):
        deal = Deal(table, played.hands, played.blind)
        for action in played.actions:
            assert action in by_tables(deal, strict)
            checks[action.word] += 1
            deal.apply(action)

    assert {Word.PASS, Word.PICK, Word.BURY, Word.CALL, Word.PLAY} <= set(checks)


def by_tables(deal: Deal, policy: Policy) -> Sequence[Action]:
    """What *policy*, read in plain Python, allows."""
    hand = deal.hands[deal.seat]
    match deal.phase:
        case Phase.PICK:
            trumps = (hand & SUIT_MASKS[TRUMP]).bit_count()
            return [PICK if policy.pick[trumps] else PASS]
        case Phase.BURY:
            cards = sorted(cards_of(hand), key=lambda card: (-policy.bury[card], card))
            return [bury(mask_of(cards[: deal.variant.blind_size]))]
        case Phase.PLAY:
            legal = cards_of(deal.legal_plays())
            return [PLAYS[max(legal, key=lambda card: (value(deal, policy, card), -card))]]
    legal_calls = deal.legal()
    assert legal_calls is not None
    return [action for action in legal_calls if action.word is Word.CALL] or legal_calls


def value(deal: Deal, policy: Policy, card: Card) -> float:
    """The table's value of *card*; who has the trick is seen by playing it."""
    role = _role(deal, deal.seat)
    running = deal.tricks[-1]
    if not running.cards:
        return policy.play[role][0][card]
    ours = (_role(deal, best_seat(deal)) == 2) == (role == 2) and role != 3
    return policy.play[role][1 + 2 * ours + beats(deal, card)][card]


def _role(deal: Deal, seat: int) -> int:
    if deal.picker is None:
        return 3
    return 0 if seat == deal.picker else 1 if seat == deal.partner else 2


def best_seat(deal: Deal) -> int:
    """Who has the running trick so far (R16, R18)."""
    trick = deal.tricks[-1]
    best = min(
        (card for card in trick.cards if _counts(deal, card)),
        key=lambda card: card,
        default=trick.cards[0],
    )
    return (trick.leader + trick.cards.index(best)) % deal.variant.players


def _counts(deal: Deal, card: Card) -> bool:
    trick = deal.tricks[-1]
    assert trick.suit is not None
    suits = SUIT_MASKS[TRUMP] | SUIT_MASKS[trick.suit]
    return card != deal.unknown and bool(suits >> card & 1)


def beats(deal: Deal, card: Card) -> bool:
    trick = deal.tricks[-1]
    best = trick.cards[(best_seat(deal) - trick.leader) % deal.variant.players]
    return _counts(deal, card) and (card < best or best == deal.unknown)


def test_playouts_of_several_deals_come_in_their_order() -> None:
    table = variant("called-ace")
    records = [random_record(seed, table) for seed in (1, 2, 3)]
    deals = [record.cut(len(record.actions) - 2).replay() for record in records]

    ends = play_out(deals, 4, seed=0)

    assert len(ends) == 12
    for number, record in enumerate(records):
        expected = record.replay().result()
        assert [ends.result(4 * number + again) for again in range(4)] == [expected] * 4


@pytest.mark.parametrize("name", PLAYABLE)
def test_a_deal_that_is_over_ends_as_it_did(name: str) -> None:
    rng = random.Random(name)
    for seed in range(40):
        deal = random_record(seed, random_options(name, rng)).replay()

        (played,) = record_play_out([deal], 1, seed=seed)

        assert played.actions == ()
        assert played.result == deal.result()


def test_a_partner_does_not_crack_in_a_playout() -> None:
    table = variant("jack-of-diamonds", {"crack": "crack", "all_pass": "forced-pick"})
    eager = Policy(SENSIBLE.pick, SENSIBLE.bury, SENSIBLE.play, crack=1.0)

    for played in record_fresh_deals(table, 200, seed=4, policy=eager):
        deal = replay(table, played)
        assert (CRACK in played.actions) == any(deal.cracks)
        assert [deal.partner] * (len(deal.cracks) - 1) == deal.crack_seats[:-1]
