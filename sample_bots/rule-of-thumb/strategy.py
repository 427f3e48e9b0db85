"""What to answer: the one question of each kind goes to the file that knows it."""

from __future__ import annotations

from arena.referee.question import Question
from arena.rules.actions import PLAYS, Action, Kind
from burying import best_bury, best_call
from cracking import best_crack, best_recrack
from leaster import best_duck
from picking import best_pick
from playing import best_play
from table import Table


def decide(question: Question) -> Action:
    """The answer to *question*; a function of what the seat sees and nothing else."""
    seen = question.observation
    match seen.kind:
        case Kind.PICK:
            return best_pick(seen)
        case Kind.BURY:
            return best_bury(seen)
        case Kind.CALL:
            return best_call(seen)
        case Kind.CRACK:
            return best_crack(seen)
        case Kind.RECRACK:
            return best_recrack(seen)
        case Kind.PLAY:
            assert seen.legal is not None
            cards = [action.card for action in seen.legal]
            table = Table(seen)
            return PLAYS[best_duck(table, cards) if seen.leaster else best_play(table, cards)]
