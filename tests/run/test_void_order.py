"""When a void sitting is played again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from arena.referee.playing import Playing
from arena.rules.variants import variant
from arena.run.event import ATTEMPTS, Decides, Sitting, play_sittings
from arena.run.order import PlayOrder
from tests.referee.sittings import header_of

FIRST, SECOND, THIRD = Sitting(1, 0), Sitting(1, 1), Sitting(2, 0)
ALL = (FIRST, SECOND, THIRD)


class Begins:
    """A ledger that remembers which sittings were begun, none of which is ever complete."""

    def __init__(self) -> None:
        self.begun: list[Sitting] = []

    def begin(self, sitting: Sitting) -> PlayOrder:
        self.begun.append(sitting)
        line = header_of(variant("called-ace"), 1, sitting.rotation)
        return PlayOrder(line, bytes(32), (), Path("log"), Path("outputs"))

    def complete(self, order: PlayOrder, h: str, playings: Sequence[Playing]) -> None:
        raise AssertionError("no worker can be started")

    def void(self, order: PlayOrder, reason: str) -> None:
        assert reason.startswith("no worker could be started")


def never(_sitting: Sitting, _playings: Sequence[Playing]) -> bool:
    """Undecided."""
    return False


@pytest.mark.parametrize(
    ("decides", "begun"),
    [
        pytest.param(never, [FIRST] * ATTEMPTS, id="at-once-where-a-verdict-needs-it"),
        pytest.param(None, [*ALL] * ATTEMPTS, id="last-where-all-is-played-anyway"),
    ],
)
async def test_a_void_sitting_is_played_again(
    decides: Decides | None, begun: list[Sitting], tmp_path: Path
) -> None:
    no_folder = tmp_path / "file"
    no_folder.touch()
    ledger = Begins()

    await play_sittings(ALL, ledger, no_folder, 1, lambda _: None, apart=True, decides=decides)

    # Where a sitting is given up the event ends, and the next one may have been begun by then.
    assert ledger.begun[: len(begun)] == begun
