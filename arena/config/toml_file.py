"""A TOML file as data with places, or one sentence on why it cannot be read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.config.positions import KeyPath, Position, key_positions
from arena.errors import ConfigError

MAX_BYTES: Final = 64 * 1024
"""A larger file is refused: no settings are that long."""
_SHOWN: Final = 80
"""Characters of a line that a message quotes."""
_VALUE_PROBLEMS: Final = ("Invalid value", "Expected newline")
"""How the parser's sentences begin when it stops in a value, or behind what it took for one."""
_TYPOGRAPHIC: Final = "“”„‟‘’‚«»"
_SYNTAX_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True)
class TomlFile:
    """What a file says, and where."""

    path: Path
    """As the user named it."""
    data: Mapping[str, object]
    positions: Mapping[KeyPath, Position]

    def position(self, key: KeyPath) -> Position:
        """Where *key* stands; of a key that is absent, where its table begins."""
        while key and key not in self.positions:
            key = key[:-1]
        return self.positions.get(key, Position(1, 1))


def read_toml(path: Path, shown: Path | None = None) -> TomlFile:
    """The file at *path*.

    Args:
        shown: what messages call it, if that is not its path.

    Raises:
        ConfigError: absent, unreadable, too long, not UTF-8 or not TOML; with
            line and column where the fault has a place.
    """
    shown = shown or path
    text = _read_text(path, shown)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(_syntax_message(shown, text, str(error))) from None
    except RecursionError:
        raise ConfigError(f"{shown}: not readable as TOML: nested too deeply") from None
    return TomlFile(shown, data, key_positions(text))


def _read_text(path: Path, shown: Path) -> str:
    """The text with ``\\n`` line ends, without the byte order mark that some editors write."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise ConfigError(f"{shown}: no such file") from None
    except IsADirectoryError:
        raise ConfigError(f"{shown}: expected a file, got a folder") from None
    except OSError as error:
        raise ConfigError(f"{shown}: cannot be read: {error.strerror}") from None
    if len(content) > MAX_BYTES:
        raise ConfigError(f"{shown}: expected at most {MAX_BYTES // 1024} KiB, got more")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = content[error.start]
        raise ConfigError(f"{shown}:{line}: expected UTF-8, got the byte 0x{byte:02x}") from None
    return text.replace("\r\n", "\n")


def _syntax_message(path: Path, text: str, message: str) -> str:
    """*message* with its place, the line, and what is most often wrong with such a line."""
    place = _SYNTAX_PLACE.search(message)
    if place is None:
        return f"{path}: {message}"
    if place[1]:
        position = Position(int(place[1]), int(place[2]))
    else:
        position = Position(text.count("\n") + 1, len(text) - text.rfind("\n"))
    problem = message[: place.start()]
    line = text.split("\n")[position.line - 1]
    said = f"{path}:{position.line}:{position.column}: {problem}"
    if shown := line.strip():
        said += f" in {shown[:_SHOWN]!r}"
    if problem.startswith(_VALUE_PROBLEMS):
        said += _quotes_hint(line, position.column - 1)
    return said


def _quotes_hint(line: str, at: int) -> str:
    """That the value around column *at* is no text, if it was meant as one."""
    begin = max(line.rfind(mark, 0, at) for mark in "=[,") + 1
    word = re.split(r"[#,\[\]{}=]", line[begin:])[0].strip()
    text = word.strip(_TYPOGRAPHIC)
    if not text or text.startswith(('"', "'")) or text.lower() in ("true", "false"):
        return ""
    straight = "straight " if text != word else ""
    return f': a text needs {straight}quotes, as in "{repr(text)[1:-1]}"'
