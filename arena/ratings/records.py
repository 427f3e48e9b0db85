"""What each bot did in a set of matches: score, playings, faults, deals picked and won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arena.ratings.blocks import (
    Match,
    bot_scores,
    complete_blocks,
    complete_playings,
    entries_of,
)
from arena.ratings.sample import Sample
from arena.referee.playing import Playing


@dataclass(frozen=True, slots=True)
class Record:
    """One bot's results over complete blocks, its copies at a table taken together."""

    bot: str
    blocks: int
    """0 for sessions, which have none."""
    playings: int
    """Each copy's counts."""
    total: int
    """Score, penalties subtracted."""
    score: Fraction
    """Score per playing, penalties subtracted: the mean over blocks, if there are any."""
    error: float | None
    """Half the 95 % interval of *score*; None below two blocks."""
    picked: int
    """Playings in which it was the picker."""
    picked_and_won: int
    penalties: int
    faults: tuple[tuple[str, int], ...]
    """How many of each kind, by kind."""

    @property
    def fault_count(self) -> int:
        """Faults of all kinds."""
        return sum(count for _, count in self.faults)


class _Tally:
    def __init__(self, unit: int) -> None:
        self.sample = Sample(unit)
        self.faults: Counter[str] = Counter()
        self.playings = self.total = self.picked = self.won = self.penalties = 0

    def add(self, playing: Playing, entries: Sequence[int]) -> None:
        for seat, entry in enumerate(playing.seating):
            if entry in entries:
                self.playings += 1
                self.total += playing.scores[seat] - playing.penalties[seat]
                self.penalties += playing.penalties[seat]
                self.picked += playing.picker == seat
                self.won += playing.picker == seat and playing.outcome.startswith("won")
        if playing.faults:
            self.faults.update(kind for entry, kind in playing.faults if entry in entries)

    def record(self, bot: str) -> Record:
        return Record(
            bot=bot,
            blocks=self.sample.blocks,
            playings=self.playings,
            total=self.total,
            score=self.sample.mean if self.sample.blocks else Fraction(self.total, self.playings),
            error=self.sample.half_width,
            picked=self.picked,
            picked_and_won=self.won,
            penalties=self.penalties,
            faults=tuple(sorted(self.faults.items())),
        )


def session_records(matches: Sequence[Match]) -> dict[str, Record]:
    """The record of every bot that has played a session, by name: playings, without blocks."""
    tallies: dict[str, _Tally] = {}
    for match in matches:
        for playing in match.playings:
            for bot, own in entries_of(match).items():
                tallies.setdefault(bot, _Tally(match.unit)).add(playing, own)
    return {bot: tallies[bot].record(bot) for bot in sorted(tallies)}


def records(matches: Sequence[Match]) -> dict[str, Record]:
    """The record of every bot that has played a complete block, by name."""
    tallies: dict[str, _Tally] = {}
    for match in matches:
        entries = entries_of(match)
        for block in complete_blocks(match):
            for bot, score in bot_scores(match, block).items():
                tallies.setdefault(bot, _Tally(match.unit)).sample.add(score)
        for playing in complete_playings(match):
            for bot, own in entries.items():
                tallies[bot].add(playing, own)
    return {bot: tallies[bot].record(bot) for bot in sorted(tallies)}
