"""A settings file that cannot be read says why in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.config.toml_file import read_toml
from arena.errors import ConfigError


@pytest.mark.parametrize(
    ("content", "place", "words"),
    [
        pytest.param(b'a = 1\nb = "x\n', "2:7", "Illegal character", id="open-string"),
        pytest.param(b"a = 1\na = 2\n", "2:6", "Cannot overwrite", id="key-twice"),
        pytest.param(b"a = 1\nb =", "2:4", "Invalid value", id="ends-too-soon"),
        pytest.param(b"a = [1,\n", "2:1", "", id="ends-in-an-array"),
        pytest.param(b"a = 1\r\nb\r\n", "2:2", "Expected '='", id="windows-line-ends"),
        pytest.param(
            b'a = "x"\nb = "\xff"\n', "2", "expected UTF-8, got the byte 0xff", id="latin"
        ),
        pytest.param(b"a = 1\n\x00\n", "2:1", "", id="nul"),
    ],
)
def test_a_broken_file_is_refused_with_its_place(
    content: bytes, place: str, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "bot.toml"
    path.write_bytes(content)

    with pytest.raises(ConfigError) as refusal:
        read_toml(path)

    assert str(refusal.value).startswith(f"{path}:{place}: ")
    assert words in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("name = four-trumps", "'name = four-trumps': a text needs quotes, as in \"four-trumps\""),
        ("version = 1.0.0  # first", 'a text needs quotes, as in "1.0.0"'),
        ('command = ["python", bot.py]', 'a text needs quotes, as in "bot.py"'),
        ("owner = it's me", 'a text needs quotes, as in "it\'s me"'),
        ("name = “smart”", 'a text needs straight quotes, as in "smart"'),
    ],
)
def test_a_text_without_quotes_is_shown_with_them(line: str, hint: str, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(f"[bot]\n{line}\n")

    with pytest.raises(ConfigError) as refusal:
        read_toml(tmp_path / "bot.toml")

    assert str(refusal.value).endswith(hint)


@pytest.mark.parametrize(
    "line", ['name = "a" b', "ponder = True", "name =", "a = 1\na = 2", "name"]
)
def test_quotes_are_not_missed_where_they_would_not_help(line: str, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(line)

    with pytest.raises(ConfigError) as refusal:
        read_toml(tmp_path / "bot.toml")

    assert "a text needs" not in str(refusal.value)


def test_an_absent_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"bot\.toml: no such file$"):
        read_toml(tmp_path / "bot.toml")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="expected a file, got a folder"):
        read_toml(tmp_path)


def test_a_path_through_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(ConfigError, match="cannot be read: Not a directory"):
        read_toml(tmp_path / "file" / "bot.toml")


def test_a_file_of_endless_length_is_refused() -> None:
    with pytest.raises(ConfigError, match="expected at most 64 KiB"):
        read_toml(Path("/dev/zero"))


def test_a_nest_too_deep_for_the_parser_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bot.toml"
    path.write_text("a = " + "[" * 30_000)

    with pytest.raises(ConfigError):
        read_toml(path)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "bot.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\n")

    file = read_toml(path)

    assert file.data == {"a": 1}
    assert file.position(("a",)) == (1, 1)
