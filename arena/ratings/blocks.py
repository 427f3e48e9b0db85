"""Matches as blocks: one deal in all its rotations, the unit of every statistic.

A block's playings share their cards, so they are never independent; blocks are. What a
bot makes of a block is its score per playing, penalties subtracted, the mean over its
playings and, where one bot fills several seats of a table, over its copies. It is held
as a whole number of `Match.unit`-ths, so that sums and differences are exact and equal
play gives exactly 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm
from typing import Final

from arena.referee.form import Form
from arena.referee.playing import Playing

_COPIES: Final = lcm(1, 2, 3, 4, 5)
"""Divides by every number of copies that a table can hold."""


@dataclass(frozen=True, slots=True)
class Match:
    """A line-up and what it has played, as the ratings need it."""

    number: int
    """In its event, from 1."""
    bots: tuple[str, ...]
    """Names by entry, in cyclic order; a filler's copies have one name."""
    digests: tuple[str, ...]
    """What the entries are, by entry; equal digests are copies of one bot."""
    playings: tuple[Playing, ...]
    """In any order."""
    form: Form = Form.DUPLICATE

    @property
    def seats(self) -> int:
        """At its table."""
        return self.form.seats(len(self.bots))

    @property
    def rotations(self) -> int:
        """How often each deal is played."""
        return self.form.sittings(self.seats)

    @property
    def unit(self) -> int:
        """A bot's block score is held in this many parts of one score per playing."""
        return unit_of(self.seats)

    def are_copies(self, entry: int, other: int) -> bool:
        """Whether two entries are one bot, whatever they are called."""
        return self.digests[entry] == self.digests[other]


@dataclass(frozen=True, slots=True)
class Block:
    """A deal that was played in all rotations."""

    deal: int
    """The event's deal index."""
    totals: tuple[int, ...]
    """What each entry scored in all the rotations together, penalties subtracted."""


def unit_of(seats: int) -> int:
    """The parts of one score per playing in which block scores of such tables are held."""
    return seats * _COPIES


def complete_blocks(match: Match) -> tuple[Block, ...]:
    """The deals of *match* that were played in every rotation, in deal order."""
    return tuple(
        Block(deal, _totals(playings)) for deal, playings in sorted(_by_deal(match).items())
    )


def complete_playings(match: Match) -> tuple[Playing, ...]:
    """The playings that complete blocks are made of, by deal and rotation."""
    return tuple(playing for playings in blocks_of(match) for playing in playings)


def blocks_of(match: Match) -> tuple[tuple[Playing, ...], ...]:
    """The playings of each complete block by rotation, in deal order."""
    return tuple(tuple(playings) for _, playings in sorted(_by_deal(match).items()))


def is_complete(match: Match) -> bool:
    """Whether *match* has been played, and every deal of it in every rotation."""
    return bool(match.playings) and len(complete_playings(match)) == len(match.playings)


def bot_scores(match: Match, block: Block) -> dict[str, int]:
    """What each bot made of *block*: its score per playing, in `Match.unit`-ths."""
    return {
        bot: sum(block.totals[entry] for entry in own) * (_COPIES // len(own))
        for bot, own in entries_of(match).items()
    }


def entries_of(match: Match) -> dict[str, list[int]]:
    """The entries that each bot of *match* has, by its name."""
    entries: dict[str, list[int]] = {}
    for entry, bot in enumerate(match.bots):
        entries.setdefault(bot, []).append(entry)
    return entries


def _by_deal(match: Match) -> dict[int, list[Playing]]:
    rotations: defaultdict[int, dict[int, Playing]] = defaultdict(dict)
    for playing in match.playings:
        assert playing.rotation not in rotations[playing.deal], "a playing entered twice"
        rotations[playing.deal][playing.rotation] = playing
    return {
        deal: [played[rotation] for rotation in sorted(played)]
        for deal, played in rotations.items()
        if len(played) == match.rotations
    }


def _totals(playings: Sequence[Playing]) -> tuple[int, ...]:
    totals = [0] * len(playings[0].seating)
    for playing in playings:
        for entry, score, penalty in zip(
            playing.seating, playing.scores, playing.penalties, strict=True
        ):
            totals[entry] += score - penalty
    return tuple(totals)
