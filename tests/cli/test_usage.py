"""Wrong input: one message that names the place, the value and what was expected; exit code 2."""

from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.cli.main import COMMANDS, run

Says = Callable[..., str]


@pytest.fixture
def says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Says:
    """Run a command in an empty folder; its exit code must be *code*; returns its stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARENA_DATA", raising=False)

    def said(*argv: str, code: int = 2) -> str:
        assert run(argv) == code
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return err if code else out

    return said


@pytest.fixture
def data(tmp_path: Path, says: Says) -> Path:
    """An empty data folder, `arena-data`, without a house bot."""
    (tmp_path / "none.toml").write_text(
        '[[ladder]]\nname = "l"\nvariant = "called-ace"\ntime = "1+0.1"\n'
        'house = "nobody-here"\nmargin = 4.0\n'
    )
    says("init", "--config", "none.toml", code=0)
    return tmp_path / "arena-data"


def tar_file(name: str, size: int) -> tarfile.TarInfo:
    """A file in an archive."""
    member = tarfile.TarInfo(name)
    member.size = size
    return member


def test_a_misspelt_command_names_the_nearest(says: Says) -> None:
    assert "Did you mean 'tournament'?" in says("tournement")


def test_a_misspelt_option_names_the_nearest(says: Says) -> None:
    assert "--deals" in says("tournament", "round-robin", "a", "--dels", "3")


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        pytest.param(["ladder"], "arena init", id="no data folder"),
        pytest.param(["verify", "nowhere"], "nowhere: no such file", id="no such log"),
        pytest.param(
            ["deal", "--secret", "12", "--index", "0"], "64 hex digits", id="short secret"
        ),
        pytest.param(
            ["deal", "--variant", "calledace", "--secret", "0" * 64, "--index", "0"],
            "expected one of called-ace",
            id="unknown variant",
        ),
        pytest.param(
            ["deal", "--option", "crack=off", "--secret", "0" * 64, "--index", "0"],
            "called-ace has no option 'crack'",
            id="an option that the table does not have",
        ),
        pytest.param(
            ["deal", "--option", "all_pass", "--secret", "0" * 64, "--index", "0"],
            "expected NAME=VALUE",
            id="an option without a value",
        ),
        pytest.param(["referee", "nowhere.json"], "nowhere.json", id="no such file"),
    ],
)
def test_without_a_data_folder(says: Says, argv: list[str], expected: str) -> None:
    assert expected in says(*argv)


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        pytest.param(["tournament", "round-robin", "nobody"], "'nobody'", id="unknown bot"),
        pytest.param(["tournament", "round-robin"], "BOT", id="no bot"),
        pytest.param(["tournament", "gauntlett", "aa"], "'gauntlet'", id="misspelt kind of event"),
        pytest.param(["tournament", "gauntlet", "aa", "--sedes", "2"], "--seeds", id="misspelt"),
        pytest.param(["tournament", "gauntlet", "aa", "--seeds", "0"], "x>=1", id="no seeds"),
        pytest.param(
            ["tournament", "gauntlet", "nobody"], "'nobody'", id="unknown bot of a gauntlet"
        ),
        pytest.param(["tournament", "swiss", "aa"], "'--rounds'", id="a swiss without rounds"),
        pytest.param(["tournament", "next", "--matches", "1001"], "1<=x<=1000", id="many matches"),
        pytest.param(["tournament", "next", "nobody"], "'nobody'", id="unknown bot for a match"),
        pytest.param(
            ["tournament", "next"], "no registered house bot 'rule-of-thumb' yet", id="no scale"
        ),
        pytest.param(["submit", "--owner", " x", "."], "one line of 1 to 100", id="no owner"),
        pytest.param(["tournament", "round-robin", "x!"], "2 to 32 of a-z", id="no name of a bot"),
        pytest.param(
            ["tournament", "round-robin", "aa", "--time", "fast"], "1+0.1", id="no time control"
        ),
        pytest.param(
            ["tournament", "round-robin", "aa", "--deals", "0"], "0 is not in the range", id="deals"
        ),
        pytest.param(
            ["tournament", "round-robin", "aa", "--ladder", "caled-ace"],
            "did you mean 'called-ace'",
            id="misspelt ladder",
        ),
        pytest.param(
            ["tournament", "round-robin", "aa", "--event", "A B"], "1 to 32 of a-z", id="event name"
        ),
        pytest.param(["resume", "nothing"], "'nothing': no such event", id="unknown event"),
        pytest.param(
            ["crosstable", "nothing"], "'nothing': no such event", id="crosstable of none"
        ),
        pytest.param(["events", "nothing"], "'nothing': no such event", id="attempts of none"),
        pytest.param(["show", "abc"], "expected a match, as in abc-0001", id="an event alone"),
        pytest.param(["show", "a-b"], "expected EVENT-NUMBER", id="no match id"),
        pytest.param(["show", "e1-0001/0/1/2"], "MATCH/ROTATION/DEAL", id="too many parts"),
        pytest.param(["show", "e1-0001/0/x"], "MATCH/ROTATION/DEAL", id="no number"),
        pytest.param(["show", "e1-0001"], "'e1': no such event", id="match of no event"),
        pytest.param(["show", "e1-0001", "--notation"], "'e1': no such event", id="lines of none"),
        pytest.param(
            ["show", "e1-0001/0/0", "--seat", "1", "--notation"],
            "--seat 1: a line of notation shows all cards",
            id="a line for one seat",
        ),
        pytest.param(
            ["show", "e1-0001/0/0", "--worst", "3"],
            "--worst 3: expected MATCH or MATCH/ROTATION with it",
            id="the worst of one playing",
        ),
        pytest.param(
            ["show", "e1-0001", "--worst", "3", "--notation"],
            "--worst 3: lists playings, so it goes without --notation",
            id="the worst as notation",
        ),
        pytest.param(["show", "e1-0001", "--worst", "0"], "0 is not in the range", id="worst none"),
        pytest.param(
            ["show", "e1-0001", "--bot", "aa"],
            "--bot aa: expected --worst N with it",
            id="one bot's playings",
        ),
        pytest.param(
            ["traveller", "e1-0001"],
            "'e1-0001': expected MATCH/DEAL; a traveller shows every rotation",
            id="traveller without a deal",
        ),
        pytest.param(
            ["traveller", "e1-0001/0/3"],
            "'e1-0001/0/3': expected MATCH/DEAL; a traveller shows every rotation",
            id="traveller of one rotation",
        ),
        pytest.param(["traveller", "e1-0001/3"], "'e1': no such event", id="traveller of no event"),
        pytest.param(["submit", "nowhere"], "nowhere: no such folder", id="no submission"),
        pytest.param(["submit", "."], "bot.toml", id="a folder without bot.toml"),
        pytest.param(
            ["submit", "bot.zip"], "bot.zip: damaged: expected a zip archive's", id="no archive"
        ),
        pytest.param(
            ["submit", "bot.tgz"], "bot.tgz: expected bot.toml at its top", id="no bot.toml in it"
        ),
        pytest.param(
            ["submit", "key.tgz"],
            "key.tgz/bot.toml:1:1: botx: unknown key",
            id="bad bot.toml in it",
        ),
        pytest.param(["submit", "bot.7z"], "an archive of it (.zip, .tar, ", id="other archive"),
        pytest.param(["bots", "show", "nobody"], "'nobody'", id="no bot to show"),
        pytest.param(["bots", "retire", "nobody"], "expected name@version", id="retire by name"),
        pytest.param(["bots", "shwo"], "shwo", id="misspelt subcommand"),
    ],
)
def test_with_an_empty_data_folder(says: Says, data: Path, argv: list[str], expected: str) -> None:
    (data.parent / "bot.zip").write_bytes(b"PK\3\4")
    (data.parent / "bot.7z").touch()
    for name, file in (("bot.tgz", "a/b/bot.toml"), ("key.tgz", "bot/bot.toml")):
        with tarfile.open(data.parent / name, "w:gz") as archive:
            content = b"[botx]\n"
            archive.addfile(tar_file(file, len(content)), io.BytesIO(content))

    assert expected in says(*argv)


def test_a_wrong_ladder_toml_is_named_by_line_and_key(
    says: Says, data: Path, tmp_path: Path
) -> None:
    (tmp_path / "ladder.toml").write_text('[[ladder]]\nname = "l"\nvarient = "called-ace"\n')

    err = says("ladder")

    assert "ladder.toml:3:1" in err
    assert "varient" in err
    assert "variant" in err


def test_a_wrong_bot_toml_is_named_by_line_and_key(says: Says, data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.toml").write_text(
        '[bot]\nname = "my bot"\nversion = "1"\n[run]\ncommand = ["python", "b.py"]\n'
        'runtime = "pyton"\n[plays]\nvariants = ["called-ace"]\n'
    )

    err = says("submit", "bot")

    assert "bot.toml:2:" in err
    assert "bot.toml:6:" in err
    assert "did you mean 'python'" in err


def test_a_data_folder_is_made_once_and_then_found(says: Says, data: Path) -> None:
    assert "found data folder" in says("init", "--config", "none.toml", code=0)


def test_a_folder_of_something_else_is_not_taken_over(says: Says, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").write_text("mine")

    assert "other" in says("init", "--data", "other")


def test_empty_listings_say_so(says: Says, data: Path) -> None:
    assert says("bots", code=0) == "No bots yet.\n"
    assert says("events", code=0) == "No events yet.\n"
    for listing in ("bots", "events", "ladder"):
        assert json.loads(says(listing, "--json", code=0)) == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(says: Says, command: str) -> None:
    assert "Usage: arena " + command in says(command, "--help", code=0)
