"""bot.toml: what it may say, and that every mistake in it is named with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.config.bot_toml import BotManifest, read_bot_toml
from arena.errors import ConfigError

GOOD = """\
[bot]
name = "greedy"
version = "1.2.0"

[run]
command = ["python", "bot.py", "--fast"]
runtime = "python"

[plays]
variants = ["called-ace", "hoyle-3"]
"""


def submission(tmp_path: Path, text: str) -> Path:
    folder = tmp_path / "greedy"
    folder.mkdir()
    (folder / "bot.toml").write_text(text)
    (folder / "bot.py").touch()
    return folder


def complaints(tmp_path: Path, text: str) -> list[str]:
    """The lines of the refusal of *text*, without the path before each."""
    folder = submission(tmp_path, text)
    with pytest.raises(ConfigError) as refusal:
        read_bot_toml(folder)
    prefix = f"{folder}/"
    lines = str(refusal.value).splitlines()
    assert all(line.startswith(prefix) for line in lines)
    return [line.removeprefix(prefix) for line in lines]


def test_a_manifest_is_read_with_its_defaults(tmp_path: Path) -> None:
    assert read_bot_toml(submission(tmp_path, GOOD)) == BotManifest(
        name="greedy",
        version="1.2.0",
        description="",
        owner="",
        command=("python", "bot.py", "--fast"),
        runtime="python",
        variants=("called-ace", "hoyle-3"),
        env={},
    )


def test_everything_optional_is_read(tmp_path: Path) -> None:
    text = GOOD.replace("version", 'description = "Takes all."\nowner = "Jo Ö."\nversion')

    manifest = read_bot_toml(submission(tmp_path, text + '\n[env]\nLEVEL = "3"\n'))

    assert (manifest.description, manifest.owner) == ("Takes all.", "Jo Ö.")
    assert manifest.env == {"LEVEL": "3"}


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        pytest.param(
            'runtime = "python"',
            'runtime = "pyton"',
            "bot.toml:7:1: run.runtime: expected one of python, node, none, got 'pyton' "
            "(did you mean 'python'?)",
            id="misspelt-runtime",
        ),
        pytest.param(
            "version =",
            "verson =",
            "bot.toml:3:1: bot.verson: unknown key (did you mean 'version'?)",
            id="misspelt-key",
        ),
        pytest.param(
            "version =",
            "zzz = 1\nversion =",
            "bot.toml:3:1: bot.zzz: unknown key, expected one of name, version, description, owner",
            id="key-like-no-other",
        ),
        pytest.param(
            "[plays]",
            "[play]\n[plays]",
            "bot.toml:9:1: play: unknown key (did you mean 'plays'?)",
            id="misspelt-table",
        ),
        pytest.param(
            'version = "1.2.0"\n',
            "",
            "bot.toml:1:1: bot.version: missing, expected a text of 1 to 32 letters, digits and "
            '. + _ -, as in "1.0.0"',
            id="missing-key-stands-at-its-table",
        ),
        pytest.param(
            '[plays]\nvariants = ["called-ace", "hoyle-3"]\n',
            "",
            "bot.toml:1:1: plays: missing, expected a table [plays] with variants",
            id="missing-table",
        ),
        pytest.param(
            'runtime = "python"\n',
            "",
            "bot.toml:5:1: run.runtime: missing, expected one of python, node, none",
            id="missing-choice",
        ),
        pytest.param(
            '"greedy"',
            '"Greedy"',
            "bot.toml:2:1: bot.name: expected 2 to 32 of a-z, 0-9 and -, got 'Greedy'",
            id="name-that-is-none",
        ),
        pytest.param(
            '"1.2.0"',
            "1.2",
            "bot.toml:3:1: bot.version: expected a text of 1 to 32 letters, digits and . + _ -, "
            'as in "1.0.0", got 1.2',
            id="version-without-quotes",
        ),
        pytest.param(
            '["python", "bot.py", "--fast"]',
            '"python bot.py"',
            'bot.toml:6:1: run.command: expected a list of 1 to 100 texts, as in ["python", '
            "\"bot.py\"], got 'python bot.py'",
            id="command-as-a-shell-line",
        ),
        pytest.param(
            '["python", "bot.py", "--fast"]',
            "[]",
            'bot.toml:6:1: run.command: expected a list of 1 to 100 texts, as in ["python", '
            '"bot.py"], got a list of 0',
            id="empty-command",
        ),
        pytest.param(
            '"--fast"',
            "3",
            "bot.toml:6:1: run.command[2]: expected a text in quotes, got 3",
            id="number-in-a-command",
        ),
        pytest.param(
            '"hoyle-3"',
            '"hoyle3"',
            "bot.toml:10:1: plays.variants[1]: expected one of called-ace, jack-of-diamonds, "
            "picker-alone-3, picker-alone-4, hoyle-3, hoyle-4, got 'hoyle3' "
            "(did you mean 'hoyle-3'?)",
            id="misspelt-variant",
        ),
        pytest.param(
            '"hoyle-3"',
            '"called-ace"',
            "bot.toml:10:1: plays.variants[1]: 'called-ace' is named twice",
            id="variant-named-twice",
        ),
        pytest.param(
            "[plays]",
            '[build]\ncommand = ["make"]\n[plays]',
            "bot.toml:9:1: build: this version does not build submissions yet (builds come with "
            "confinement): leave [build] out and submit what the build makes",
            id="build-comes-later",
        ),
        pytest.param(
            "[plays]",
            "[env]\nLEVEL = 3\n[plays]",
            "bot.toml:10:1: env.LEVEL: expected a text in quotes, got 3",
            id="number-in-the-environment",
        ),
        pytest.param(
            "[plays]",
            '[env]\nARENA_BOT_ADDRESS = "x"\n[plays]',
            "bot.toml:10:1: env.ARENA_BOT_ADDRESS: the arena sets this one: leave it out",
            id="the-arena's-own-variable",
        ),
        pytest.param(
            "[plays]",
            '[env]\n"A=B" = "x"\n[plays]',
            "bot.toml:10:1: env.'A=B': expected a variable's name: letters, digits and _, "
            "got 'A=B'",
            id="variable-that-cannot-be-set",
        ),
        pytest.param(
            '"bot.py"',
            '"boot.py"',
            None,
            id="whether-a-script-is-there-is-seen-when-it-is-started",
        ),
        pytest.param(
            '"bot.py"',
            '"../greedy/bot.py"',
            "bot.toml:6:1: run.command: expected a file of the submission, got '../greedy/bot.py'",
            id="script-outside",
        ),
        pytest.param(
            '["python"',
            '["pypy"',
            "bot.toml:6:1: run.command: first word, with runtime 'python': expected python or "
            "python3 or a path as in ./bot, got 'pypy'",
            id="interpreter-of-another-runtime",
        ),
        pytest.param(
            '"python"\n',
            '"none"\n',
            None,
            id="any-program-runs-without-a-runtime",
        ),
        pytest.param(
            "version =",
            'description = "red \\u001b[31m"\nversion =',
            "bot.toml:3:1: bot.description: expected one line of at most 300 characters, got "
            "'red \\x1b[31m'",
            id="control-characters-do-not-reach-a-terminal",
        ),
    ],
)
def test_a_mistake_is_named_with_its_place(
    old: str, new: str, complaint: str | None, tmp_path: Path
) -> None:
    assert old in GOOD
    text = GOOD.replace(old, new, 1)

    if complaint is None:
        read_bot_toml(submission(tmp_path, text))
    else:
        assert complaints(tmp_path, text) == [complaint]


def test_all_mistakes_are_named_at_once_in_the_order_of_their_places(tmp_path: Path) -> None:
    text = GOOD.replace("greedy", "G").replace("hoyle-3", "hoyle").replace("runtime", "rumtime")

    places = [line.split(": ")[0] for line in complaints(tmp_path, text)]

    assert places == ["bot.toml:2:1", "bot.toml:7:1", "bot.toml:10:1"]


def program(tmp_path: Path, word: str, runtime: str = "none") -> Path:
    text = GOOD.replace('"python", "bot.py", "--fast"', f'"{word}"')
    return submission(tmp_path, text.replace('"python"\n', f'"{runtime}"\n'))


def test_a_program_with_a_slash_is_one_of_the_submission(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"expected a file of the submission, got '/bin/true'"):
        read_bot_toml(program(tmp_path, "/bin/true"))


@pytest.mark.parametrize("runtime", ["none", "python", "node"])
def test_a_program_of_the_submission_goes_with_every_runtime(runtime: str, tmp_path: Path) -> None:
    assert read_bot_toml(program(tmp_path, "./bot.py", runtime)).command == ("./bot.py",)


def test_a_folder_without_bot_toml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"bot\.toml: no such file"):
        read_bot_toml(tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="nowhere: no such folder"):
        read_bot_toml(tmp_path / "nowhere")


def test_a_file_in_place_of_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bot.zip").touch()

    with pytest.raises(ConfigError, match="expected a submission's folder, got a file"):
        read_bot_toml(tmp_path / "bot.zip")
