"""What holds in every deal of every table, whatever its options."""

from __future__ import annotations

import random
import re
from collections import Counter

from hypothesis import given, settings

from arena.rules.actions import PLAYS, Action, Word, bury, call, format_action, parse_action
from arena.rules.cards import DECK, cards_of, mask_of, points_of
from arena.rules.deal import Deal
from arena.rules.legal import FAIL_TENS
from arena.rules.phases import TRANSITIONS, Phase
from arena.rules.variants import PLAYABLE
from tests.rules.records import SEEDS, Record, random_options, random_record

A_RULE = re.compile(r"R\d+: \S.*")


@given(SEEDS)
def test_points_bury_and_unawarded_blind_are_120_and_tricks_are_those_of_the_hand(
    seed: int,
) -> None:
    deal = random_record(seed).replay()
    result = deal.result()

    nobodys = deal.blind if deal.leaster and deal.variant.leaster_blind == "nobody" else 0
    total = sum(result.points) + points_of(deal.bury) + points_of(nobodys)

    assert total == (0 if deal.thrown else 120)
    assert sum(result.tricks) == (0 if deal.thrown else deal.variant.hand_size)


@given(SEEDS)
def test_scores_sum_to_0_and_at_hoyle_to_what_the_side_or_the_seats_win(seed: int) -> None:
    table = random_record(seed).variant
    result = random_record(seed).replay().result()

    if not table.name.startswith("hoyle"):
        assert sum(result.scores) == 0
    elif result.outcome == "least":
        assert sum(result.scores) in (2, 4, -4)
    else:
        won, level = result.outcome.split("-")
        assert sum(result.scores) == 2 * int(level) * (1 if won == "won" else -1)
        assert {result.picker, result.partner} - {None} == {
            seat for seat, score in enumerate(result.scores) if score
        }


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
                assert (deal.phase, action.word) in TRANSITIONS
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
    size = deal.variant.blind_size
    sizes = (1, size, size, size + 1)
    actions += [bury(mask_of(rng.sample(hand, min(n, len(hand))))) for n in sizes]
    actions += [bury(mask_of(rng.sample(range(32), n))) for n in sizes]
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
        players = deal.variant.players
        last_card = deal.phase is Phase.PLAY and len(deal.plays) >= players * (
            deal.variant.hand_size - 1
        )
        all_passed = deal.phase is Phase.PICK and deal.passes == players - 1
        forced_pick = all_passed and deal.variant.all_pass == "forced-pick"
        assert deal.is_forced() == (last_card or forced_pick)
        if deal.is_forced():
            assert len(deal.legal() or ()) == 1


def test_the_random_deals_reach_the_corners_of_the_rules() -> None:
    seen: Counter[str] = Counter()
    for seed in range(2000):
        table = random_options(PLAYABLE[seed % len(PLAYABLE)], random.Random(seed))
        deal = random_record(seed, table).replay()
        seen.update(name for name, holds in corners_of(deal).items() if holds)
    reached = {name: seen[name] for name in corners_of(random_record(0).replay())}

    assert min(reached.values()) >= 3, reached


def corners_of(deal: Deal) -> dict[str, bool]:
    """What is rare, and whether it happened."""
    table, result = deal.variant, deal.result()
    all_but_last = deal.plays[: -table.players]
    picked = deal.picker is not None
    ten = deal.called is not None and bool(1 << deal.called & FAIL_TENS)
    leastless = Counter(result.tricks)[0] if result.outcome == "least" else 0
    hoyle_jacks = table.name == "hoyle-4" and picked and not deal.alone
    return {
        "leaster": result.outcome == "leaster",
        "thrown in": deal.thrown,
        "alone": deal.alone and table.partner != "jack-of-clubs",
        "secretly solo": table.partner == "jack" and picked and not deal.partner and not deal.alone,
        "solo, although he was asked": table.may_go_alone
        and table.partner == "jack"
        and picked
        and deal.partner is None
        and not deal.alone,
        "unknown played before the last trick": deal.unknown in all_but_last,
        "unknown led": deal.unknown in all_but_last[::5],
        "called ten": table.partner == "called-ace" and ten,
        "called ten that beats its ace": table.called_ten_wins and ten,
        "crack": True in deal.cracks,
        "recrack": bool(deal.recrack),
        "partner cannot crack": deal.partner in deal.crack_seats,
        "bury of four": deal.bury.bit_count() == 4,
        "alone at hoyle-4": deal.alone and table.partner == "jack-of-clubs",
        "named card": hoyle_jacks and deal.called is not None,
        "partner by JC": hoyle_jacks and bool(deal.dealt[deal.picker or 0] & 1 << 4),
        "partner by JS": hoyle_jacks and not deal.dealt[deal.picker or 0] & 1 << 4,
        "least swept": leastless == table.players - 1,
        "least with a trickless seat": leastless == 1,
        "least with two trickless of four": leastless == 2 and table.players == 4,
        "leaster tied": result.outcome == "leaster" and not any(result.scores),
        **{
            f"{outcome} at {name}": result.outcome == outcome and table.name == name
            for outcome in ("won-1", "won-2", "won-3", "lost-1", "lost-2", "lost-3")
            for name in PLAYABLE
        },
    }
