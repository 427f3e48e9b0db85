"""`--plot FILE` writes a picture, and refuses before anything is played what it could not write."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.main import run
from arena.referee.form import Form
from arena.store.folder import create_data
from tests.cli.commands import ROOT, Arena
from tests.store.situations import schedule

PLOTTED = (["crosstable", "e1"], ["ladder", "history"], ["versus", "ann", "bob"])


@pytest.mark.process
@pytest.mark.slow
def test_the_tables_of_an_event_are_drawn(played: Arena, tmp_path: Path) -> None:
    table, ratings = tmp_path / "table.svg", tmp_path / "ratings.png"

    text = played.look("crosstable", "first", "--plot", table).out
    known = played.look("ladder", "history", "bold", "--json", "--plot", ratings).json

    assert text == played.look("crosstable", "first").out
    assert known["ladder"] == "called-ace"
    assert table.read_bytes().startswith(b"<?xml")
    assert ratings.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("command", PLOTTED, ids=" ".join)
@pytest.mark.parametrize("name", ["table.jpeg", "table", "table.SVG.gz"])
def test_another_ending_is_refused_with_those_there_are(
    command: list[str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*command, "--plot", name]) == 2

    assert f"{name}: expected a name that ends in one of .svg, .png, .pdf" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize("command", PLOTTED, ids=" ".join)
def test_without_the_library_it_is_said_how_to_install_it(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)

    assert run([*command, "--plot", "table.svg"]) == 2

    assert "pip install '.[plot]'" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["crosstable", "e1", "--plot", str(tmp_path / "no" / "table.svg")]) == 2

    assert f"there is no folder {tmp_path / 'no'}" in capsys.readouterr().err


def test_what_cannot_be_drawn_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_data(tmp_path / "data") as data:
        schedule(data)
        schedule(data, "e2", form=Form.SESSION)
    picture = ["--plot", str(tmp_path / "table.svg"), "--data", str(tmp_path / "data")]

    assert run(["crosstable", "e1", *picture]) == 2
    assert run(["crosstable", "e2", *picture]) == 2

    said = capsys.readouterr().err
    assert "no match of event e1 is complete yet" in said
    assert "event e2 is a session, in which nobody is compared" in said


@pytest.mark.slow
def test_what_draws_nothing_does_not_load_the_library() -> None:
    looked = "import sys, arena.cli.looking, arena.cli.versus; print('matplotlib' in sys.modules)"

    loaded = subprocess.run(
        [sys.executable, "-c", looked], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert loaded.stdout == "False\n"


@pytest.mark.slow
def test_a_home_that_cannot_be_written_is_no_hindrance(tmp_path: Path) -> None:
    draw = (
        "from arena.cli.plotting import write_crosstable; from pathlib import Path;"
        "from tests.report.pictures.situations import a_crosstable;"
        "write_crosstable(Path('table.pdf'), a_crosstable(6), 'first')"
    )
    surroundings = {"HOME": "/dev/null", "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}

    drawn = subprocess.run(
        [sys.executable, "-c", draw],
        cwd=tmp_path,
        env=surroundings,
        capture_output=True,
        text=True,
        check=True,
    )

    assert (drawn.stdout, drawn.stderr) == ("", "")
    assert (tmp_path / "table.pdf").read_bytes().startswith(b"%PDF")
