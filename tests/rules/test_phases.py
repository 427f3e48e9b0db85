"""The table of transitions is complete: every answer has its row, every row its end."""

from __future__ import annotations

from arena.rules.actions import Kind, Word
from arena.rules.phases import KINDS, TRANSITIONS, Guard, Phase
from tests.rules.records import random_record

ANSWERS = {
    Phase.PICK: {Word.PASS, Word.PICK},
    Phase.BURY: {Word.BURY},
    Phase.CALL: {Word.CALL, Word.PARTNER, Word.ALONE},
    Phase.CRACK: {Word.CRACK, Word.NO_CRACK},
    Phase.RECRACK: {Word.RECRACK, Word.NO_RECRACK},
    Phase.PLAY: {Word.PLAY},
    Phase.OVER: set(),
}
"""What the rule book lets a seat answer in each phase (R8, R9, R12, R14, R37, R15)."""


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
