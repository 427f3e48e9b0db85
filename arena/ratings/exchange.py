"""How much more A scored than B in the same place, deal by deal, where the two are exchanged.

The difference of a deal is the mean, over its playings with an A in them, of what an A seat
scored there, less the same of B, penalties subtracted. In versus form with k seats, of which
A has a in one playing and the other k − a in the other, that is

    d = ½ (ΣA/a − ΣB/(k−a)) + ½ (ΣA'/(k−a) − ΣB'/a)

and, where the scores of a table sum to 0, so that ΣB = −ΣA,

    d = k / (2a(k−a)) · (ΣA + ΣA')

which is a whole number of 5/12, of 1/2 or of 3/4 at 5, 4 or 3 seats. Tables at which only
one side scores (hoyle) and penalties do not sum to 0: there the first form counts what A
and B themselves have won and paid, each per playing, so that a penalty of 3 costs its side
3 in that playing's share and gives nobody anything. It is 0 if A and B decide alike,
whatever the scores sum to: then every seat scores the same in both playings, x, and
d = ½ (Σx/a − Σy/(k−a)) + ½ (Σy/(k−a) − Σx/a), with x of the seats that change one way and
y of the others. In panel form there is one seat: A's score there, less B's.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arena.ratings.blocks import Match, blocks_of
from arena.referee.form import Form, Side, first_copies
from arena.referee.playing import Playing
from arena.rules.scoring import Verdict, picked_scores
from arena.rules.variants import Variant


def differences(match: Match) -> tuple[Fraction, ...]:
    """Of every complete block of *match*, by deal: A's score per playing less B's, exactly."""
    assert match.form.exchanges
    return tuple(_difference(match, playings) for playings in blocks_of(match))


def largest_difference(form: Form, variant: Variant) -> Fraction:
    """The largest difference, either way, that a block can have where nobody pays a penalty.

    It is made of picked deals of class 3: what is won where all pass is less.
    """
    tables = [
        picked_scores(variant, Verdict(won=won, level=3), picker=0, partner=partner)
        for won in (True, False)
        for partner in ((None,) if variant.partner == "none" else (None, 1))
    ]
    if form is Form.PANEL:
        # A's score is of one playing and B's of another, so each of any table.
        largest = Fraction(max(map(max, tables)) - min(map(min, tables)))
    else:
        copies = first_copies(variant.players)
        of_a = (copies, variant.players - copies)
        largest = sum((_largest(tables, one) for one in of_a), Fraction()) / 2
    return largest * _largest_stake(variant)


def _largest_stake(variant: Variant) -> int:
    """What cracks (R37) and deals thrown in (R38) can multiply every score by."""
    cracked = {"off": 1, "crack": 2, "crack-recrack": 4}[variant.crack]
    return cracked * (variant.doubler_cap if variant.all_pass == "doubler" else 1)


def _largest(tables: Sequence[Sequence[int]], copies: int) -> Fraction:
    """How far the mean of *copies* seats can be above that of the others at one of *tables*."""
    gaps = []
    for scores in tables:
        ranked = sorted(scores, reverse=True)
        ours, theirs = ranked[:copies], ranked[copies:]
        gaps.append(Fraction(sum(ours), len(ours)) - Fraction(sum(theirs), len(theirs)))
    return max(gaps)


def _difference(match: Match, playings: Sequence[Playing]) -> Fraction:
    return _mean(match, playings, Side.A) - _mean(match, playings, Side.B)


def _mean(match: Match, playings: Sequence[Playing], side: Side) -> Fraction:
    """What a seat of *side* scored on average in a playing with one."""
    means = []
    for playing in playings:
        scores = [
            playing.scores[seat] - playing.penalties[seat]
            for seat, entry in enumerate(playing.seating)
            if match.form.side(entry, match.seats) is side
        ]
        if scores:
            means.append(Fraction(sum(scores), len(scores)))
    return sum(means, Fraction()) / len(means)
