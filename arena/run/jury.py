"""When an event that compares two bots is decided: its sittings, heard as they are stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from arena.ratings.blocks import Match, is_complete
from arena.ratings.versus import VersusCourse, VersusResult, versus_result
from arena.referee.playing import Playing
from arena.run.event import Happening, Sitting
from arena.run.results import event_results
from arena.store.events import EventRecord
from arena.store.folder import DataFolder


class Jury:
    """Hears the sittings of one event and says when it is decided."""

    def __init__(
        self, course: VersusCourse, matches: Sequence[Match], watch: Callable[[Happening], None]
    ) -> None:
        """A jury that has heard nothing but what *matches* hold already.

        Args:
            matches: all of the event, with what is complete of each.
            watch: told how the test stands whenever it has new blocks.
        """
        self._course = course
        self._watch = watch
        self._matches = {match.number: match for match in matches}
        self._heard: defaultdict[int, dict[int, Sequence[Playing]]] = defaultdict(dict)
        for match in matches:
            for rotation in sorted({playing.rotation for playing in match.playings}):
                of_rotation = [one for one in match.playings if one.rotation == rotation]
                self._hear(Sitting(match.number, rotation), of_rotation)
        if self._course.standing.blocks:
            watch(Happening(standing=self._course.standing))

    @property
    def verdict(self) -> int | None:
        """The number of the match that decided it; None while it is undecided."""
        return self._course.decided_with

    def hear(self, sitting: Sitting, playings: Sequence[Playing]) -> bool:
        """Take in a sitting that is stored; whether the event is decided."""
        if self._hear(sitting, playings):
            self._watch(Happening(standing=self._course.standing))
        return self.verdict is not None

    def _hear(self, sitting: Sitting, playings: Sequence[Playing]) -> bool:
        match, heard = self._matches[sitting.match], self._heard[sitting.match]
        heard[sitting.rotation] = playings
        if len(heard) < match.rotations:
            return False
        whole = tuple(playing for rotation in sorted(heard) for playing in heard[rotation])
        del self._heard[sitting.match]
        return self._course.add(Match(match.number, match.bots, match.digests, whole, match.form))


def jury_of(
    data: DataFolder, event: EventRecord, watch: Callable[[Happening], None]
) -> Jury | None:
    """The jury of *event*; None if it compares no two bots, and so is played to its end."""
    if event.versus is None:
        return None
    course = VersusCourse(event.form, event.variant, event.versus.hypotheses)
    return Jury(course, event_results(data, event.name), watch)


def result_of(data: DataFolder, event: EventRecord) -> VersusResult:
    """What *event* has found so far."""
    assert event.versus is not None
    hypotheses = event.versus.hypotheses
    return versus_result(event.form, event.variant, hypotheses, complete_results(data, event.name))


def complete_results(data: DataFolder, event: str) -> tuple[Match, ...]:
    """The complete matches of *event*, by number."""
    return tuple(match for match in event_results(data, event) if is_complete(match))
