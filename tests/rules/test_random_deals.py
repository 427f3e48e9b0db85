"""What holds in every deal of the tables that are played, whatever their options."""

from __future__ import annotations

import random
import re
from collections import Counter

from hypothesis import given, settings

from arena.rules.actions import PLAYS, Action, Word, bury, call, format_action, parse_action
from arena.rules.cards import DECK, cards_of, format_card, mask_of, points_of
from arena.rules.deal import Deal
from arena.rules.legal import FAIL_TENS
from arena.rules.phases import Phase
from tests.rules.records import SEEDS, Record, random_record
from tests.rules.second_reading import Asked, Ending, Reading, read

A_RULE = re.compile(r"R\d+: \S.*")


def names(mask: int) -> list[str]:
    return [format_card(card) for card in cards_of(mask)]


@given(SEEDS)
@settings(max_examples=250)
def test_every_decision_and_result_is_what_a_second_reading_of_the_rules_says(seed: int) -> None:
    record = random_record(seed)
    stake = 2**record.thrown_in
    reading = read(record.variant, [names(h) for h in record.hands], names(record.blind), stake)

    asked: Asked | None = next(reading)
    for deal, action in record.positions():
        legal = deal.legal()
        words = None if legal is None else frozenset(format_action(a) for a in legal)
        assert deal.kind is not None
        assert (deal.seat, deal.kind.value, words) == asked, str(record)
        asked, ending = _told(reading, format_action(action))

    result = record.replay().result()
    assert asked is None
    assert (
        list(result.points),
        list(result.tricks),
        result.outcome,
        list(result.scores),
    ) == ending, str(record)


def _told(reading: Reading, words: str) -> tuple[Asked | None, Ending | None]:
    try:
        return reading.send(words), None
    except StopIteration as stop:
        return None, stop.value


@given(SEEDS)
def test_points_bury_and_unawarded_blind_are_120_and_scores_sum_to_0(seed: int) -> None:
    deal = random_record(seed).replay()
    result = deal.result()

    nobodys = deal.blind if deal.leaster and deal.variant.leaster_blind == "nobody" else 0
    total = sum(result.points) + points_of(deal.bury) + points_of(nobodys)

    assert total == (0 if deal.thrown else 120)
    assert sum(result.scores) == 0
    assert sum(result.tricks) == (0 if deal.thrown else 6)


@given(SEEDS)
@settings(max_examples=40)
def test_every_legal_action_is_accepted_and_every_other_one_refused_by_a_rule(seed: int) -> None:
    rng = random.Random(seed)
    for deal, _ in random_record(seed).positions():
        legal = deal.legal()
        assert legal != ()
        for action in actions_of_all_kinds(deal, rng):
            sentence = deal.broken_rule(action)
            if is_legal(deal, legal, action):
                assert sentence is None, (sentence, action)
            else:
                assert sentence is not None, (deal.phase, action)
                assert A_RULE.fullmatch(sentence), sentence


def is_legal(deal: Deal, legal: tuple[Action, ...] | None, action: Action) -> bool:
    if legal is not None:
        return action in legal
    held = deal.hands[deal.seat]
    size = deal.variant.blind_size
    right_cards = action.cards & held == action.cards and len(cards_of(action.cards)) == size
    return action.word is Word.BURY and right_cards and not action.unknown


def actions_of_all_kinds(deal: Deal, rng: random.Random) -> list[Action]:
    """All plays and words, calls (all of them where one is due), and buries of every size."""
    hand = cards_of(deal.hands[deal.seat])
    actions = [Action(word) for word in Word] + list(PLAYS)
    pairs = [(card, unknown) for card in range(32) for unknown in [None, *range(32)]]
    if deal.phase is not Phase.CALL:
        pairs = rng.sample(pairs, 10)
    actions += [call(card, unknown) for card, unknown in pairs]
    actions += [bury(mask_of(rng.sample(hand, min(n, len(hand))))) for n in (1, 2, 2, 3)]
    actions += [bury(mask_of(rng.sample(range(32), n))) for n in (1, 2, 3)]
    return actions + list(deal.legal() or ())


MISSHAPEN = [
    Action(word, cards, unknown)
    for word in Word
    for cards in (0, 1, 3, DECK, 1 << 32, -1)
    for unknown in (0, 1, 3, 1 << 40, -1)
]


@given(SEEDS)
@settings(max_examples=10)
def test_an_action_that_no_text_can_say_is_refused_and_never_an_accident(seed: int) -> None:
    for deal, _ in random_record(seed).positions():
        legal = deal.legal()
        for action in MISSHAPEN:
            if not is_legal(deal, legal, action):
                assert A_RULE.fullmatch(deal.broken_rule(action) or ""), action


@given(SEEDS)
def test_a_record_in_words_played_again_gives_the_same_result(seed: int) -> None:
    record = random_record(seed)
    words = [format_action(action) for action in record.actions]

    again = Record(
        record.variant,
        record.hands,
        record.blind,
        record.thrown_in,
        tuple(parse_action(text) for text in words),
    )

    assert again.replay().result() == record.replay().result()
    assert again.replay().tricks == record.replay().tricks


@given(SEEDS)
def test_what_is_not_asked_has_one_legal_answer_and_nothing_else_is_skipped(seed: int) -> None:
    for deal, _ in random_record(seed).positions():
        last_card = deal.phase is Phase.PLAY and len(deal.plays) >= 25
        all_passed = deal.phase is Phase.PICK and deal.passes == 4
        forced_pick = all_passed and deal.variant.all_pass == "forced-pick"
        assert deal.is_forced() == (last_card or forced_pick)
        if deal.is_forced():
            assert len(deal.legal() or ()) == 1


def test_the_random_deals_reach_the_corners_of_the_rules() -> None:
    seen: Counter[str] = Counter()
    for seed in range(600):
        record = random_record(seed)
        deal = record.replay()
        plays_unknown = deal.unknown in deal.plays[:25]
        corners = {
            "leaster": deal.leaster,
            "thrown in": deal.thrown,
            "alone": deal.alone,
            "secretly solo": deal.picker is not None and deal.partner is None and not deal.alone,
            "solo, although he was asked": deal.variant.may_go_alone
            and deal.variant.partner == "jack"
            and deal.picker is not None
            and deal.partner is None
            and not deal.alone,
            "unknown played before the last trick": plays_unknown,
            "unknown led": deal.unknown in deal.plays[:25:5],
            "called ten": deal.called is not None and bool(1 << deal.called & FAIL_TENS),
            "called ten that beats its ace": deal.variant.called_ten_wins
            and deal.called is not None
            and bool(1 << deal.called & FAIL_TENS),
            "crack": True in deal.cracks,
            "recrack": bool(deal.recrack),
            "partner cannot crack": deal.partner in deal.crack_seats,
        }
        seen.update(name for name, holds in corners.items() if holds)

    assert set(seen) == set(corners)
    assert min(seen.values()) >= 3, seen
