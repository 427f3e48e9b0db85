"""What the commands that only look say of what is stored."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.cli.main import run
from arena.referee.form import Form
from arena.rules.variants import variant
from arena.store.folder import create_data
from tests.store.situations import schedule


@pytest.mark.parametrize(
    ("form", "says"),
    [
        pytest.param(Form.SESSION, "hoyle-4, 1+0.1, 2 deals a match", id="session"),
        pytest.param(Form.RACE, "hoyle-4, 1+0.1, at most 2 deals a match", id="race"),
    ],
)
def test_an_event_says_how_long_its_matches_are(
    form: Form, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_data(tmp_path / "data") as data:
        schedule(data, "e1", kind="session", form=form, variant=variant("hoyle-4"))

    assert run(["events", "e1", "--data", str(tmp_path / "data")]) == 0

    assert capsys.readouterr().out.startswith(f"e1: session, {says}\n")
