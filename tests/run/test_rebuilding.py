"""Logs that a rebuilt ladder cannot take in are said, whatever their order."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.run.rebuilding import rebuilt
from arena.store.folder import create_data
from arena.store.logs import LogWriter
from tests.referee.sittings import TABLE, play, replies
from tests.store.situations import schedule


def write(folder: Path, name: str, seed: int) -> Path:
    """A log of the sitting e1-0003/2; *seed* makes the answers."""
    path = folder / f"{name}.jsonl"
    with LogWriter.create(path) as writer:
        for line in play(TABLE, 1, replies(seed)).lines:
            writer.write(line)
    return path


def test_a_log_of_an_event_that_the_database_lacks_is_said(tmp_path: Path) -> None:
    log = write(tmp_path, "a", seed=1)
    with create_data(tmp_path / "data") as data:
        result = rebuilt(data, "jacks", [log])

    assert result.matches == ()
    assert result.differences == (f"{log}: event e1 is not in the database",)


@pytest.mark.parametrize("backwards", [False, True])
def test_two_logs_of_a_sitting_that_differ_are_said(tmp_path: Path, backwards: bool) -> None:
    logs = [
        write(tmp_path, "a", seed=1),
        write(tmp_path, "b", seed=1),
        write(tmp_path, "c", seed=2),
    ]
    with create_data(tmp_path / "data") as data:
        schedule(data, matches=3)

        result = rebuilt(data, "jacks", logs[::-1] if backwards else logs)

    said = {one.partition(": ")[2] for one in result.differences}
    assert said == {"another log of e1-0003/2 has other playings"}
