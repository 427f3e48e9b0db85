"""The table of transitions is complete: every answer has its row, every row its end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from arena.rules.actions import Kind, Word, bury
from arena.rules.cards import cards_of, mask_of
from arena.rules.deal import Deal
from arena.rules.phases import KINDS, TRANSITIONS, Guard, Phase
from arena.rules.shuffle import dealt
from arena.rules.variants import OPTIONS, PLAYABLE, Variant, variant
from tests.rules.records import fork, random_record

ANSWERS = {
    Phase.PICK: {Word.PASS, Word.PICK},
    Phase.BURY: {Word.BURY},
    Phase.CALL: {Word.CALL, Word.PARTNER, Word.ALONE},
    Phase.CRACK: {Word.CRACK, Word.NO_CRACK},
    Phase.RECRACK: {Word.RECRACK, Word.NO_RECRACK},
    Phase.PLAY: {Word.PLAY},
    Phase.OVER: set(),
}
"""What the rule book lets a seat answer in each phase (R8, R9, R12 to R14, R37, R15)."""
SHAPING = {"all_pass", "partner", "may_go_alone", "unknown_when", "crack", "crack_by"}
"""The options that decide what is asked."""


def test_each_phase_has_a_row_for_each_of_its_answers_and_for_no_other_word() -> None:
    rows = {phase: {word for at, word in TRANSITIONS if at is phase} for phase in Phase}

    assert rows == ANSWERS
    assert {word for _, word in TRANSITIONS} == set(Word)


def test_every_row_ends_in_a_guard_that_always_holds_and_has_it_nowhere_else() -> None:
    for row in TRANSITIONS.values():
        guards = [guard for guard, _ in row]
        assert guards[-1] is Guard.ALWAYS
        assert guards.count(Guard.ALWAYS) == 1
        assert len(set(guards)) == len(guards)


def test_every_guard_is_asked_and_every_phase_reached_from_the_first() -> None:
    reached = {Phase.PICK}
    for _ in Phase:
        reached |= {
            phase for (at, _), row in TRANSITIONS.items() if at in reached for _, phase in row
        }

    assert reached == set(Phase)
    assert {guard for row in TRANSITIONS.values() for guard, _ in row} == set(Guard)


def test_each_phase_but_the_end_asks_its_own_kind() -> None:
    assert set(KINDS) == set(Phase)
    assert KINDS[Phase.OVER] is None
    assert [KINDS[phase] for phase in Phase if phase is not Phase.OVER] == list(Kind)


def shaped(name: str) -> Iterator[Variant]:
    """The table *name* with every choice of the options that decide what is asked."""
    options = {key: option.values for key, option in OPTIONS[name].items() if key in SHAPING}
    for values in product(*options.values()):
        yield variant(name, dict(zip(options, values, strict=True)))


@pytest.mark.parametrize("name", PLAYABLE)
def test_whatever_is_answered_before_the_first_lead_there_is_a_row_and_play_is_reached(
    name: str,
) -> None:
    for table in shaped(name):
        cards = dealt(bytes(32), table, index=3)
        for deal in leads(Deal(table, cards.hands, cards.blind)):
            assert deal.over == deal.thrown
            while not deal.over:
                assert (deal.phase, deal.seat) == (Phase.PLAY, deal.leaders[-1])
                for _ in range(table.players):
                    assert (deal.phase, Word.PLAY) in TRANSITIONS
                    deal.play(cards_of(deal.legal_plays())[0])
            assert deal.legal() == ()


def leads(deal: Deal) -> Iterator[Deal]:
    """The deal at every first lead, or end, that its answers can come to."""
    if deal.phase in (Phase.PLAY, Phase.OVER):
        yield deal
        return
    answers = deal.legal()
    assert answers != ()
    if answers is None:
        cheap = sorted(cards_of(deal.hands[deal.seat]), key=lambda card: -card)
        answers = (bury(mask_of(cheap[: deal.variant.blind_size])),)
    # One call with and one without an unknown stand for all.
    kinds = {(action.word, bool(action.unknown)): action for action in answers}
    for action in kinds.values():
        assert (deal.phase, action.word) in TRANSITIONS
        branch = fork(deal)
        branch.apply(action)
        yield from leads(branch)


def test_random_deals_take_every_transition_of_the_table_and_no_other() -> None:
    taken = set()
    for seed in range(400):
        before = None
        for deal, action in random_record(seed).positions():
            if before is not None:
                taken.add((*before, deal.phase))
            before = deal.phase, action.word
        assert before is not None
        taken.add((*before, Phase.OVER))

    assert taken == {(at, word, to) for (at, word), row in TRANSITIONS.items() for _, to in row}
