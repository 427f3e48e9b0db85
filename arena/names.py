"""What bots, events and matches are called."""

from __future__ import annotations

import re
from dataclasses import dataclass

from arena.errors import ConfigError

_NAME = re.compile(r"[a-z0-9-]{2,32}")
_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+_-]{0,31}")
_EVENT = re.compile(r"[a-z0-9][a-z0-9_]{0,31}")
_MATCH = re.compile(r"([a-z0-9][a-z0-9_]{0,31})-([0-9]{4,})")


@dataclass(frozen=True, slots=True, order=True)
class BotId:
    """A registered bot: one name at one version."""

    name: str
    """2 to 32 of ``a-z 0-9 -``."""
    version: str
    """1 to 32 letters, digits and ``. + _ -``."""

    def __str__(self) -> str:
        return f"{self.name}@{self.version}"


def check_bot_name(text: str) -> str:
    """*text*, if it can name a bot.

    Raises:
        ConfigError: it cannot; the message says what a name looks like.
    """
    if not _NAME.fullmatch(text):
        raise ConfigError(f"bot name {text!r}: expected 2 to 32 of a-z, 0-9 and -")
    return text


def check_bot_version(text: str) -> str:
    """*text*, if it can be a bot's version."""
    if not _VERSION.fullmatch(text):
        raise ConfigError(f"bot version {text!r}: expected 1 to 32 letters, digits and . + _ -")
    return text


def parse_bot_id(text: str) -> BotId:
    """The bot that ``name@version`` names.

    Raises:
        ConfigError: no ``@``, or a half that cannot be one.
    """
    name, at, version = text.partition("@")
    if not at:
        raise ConfigError(f"bot {text!r}: expected name@version")
    return BotId(check_bot_name(name), check_bot_version(version))


def check_event_name(text: str) -> str:
    """*text*, if it can name an event: 1 to 32 of ``a-z 0-9 _``, no leading ``_``."""
    if not _EVENT.fullmatch(text):
        raise ConfigError(
            f"event name {text!r}: expected 1 to 32 of a-z, 0-9 and _, not starting with _"
        )
    return text


def format_match_id(event: str, number: int) -> str:
    """The id of match *number* (from 1) of *event*: ``e7c1-0004``."""
    return f"{event}-{number:04d}"


def parse_match_id(text: str) -> tuple[str, int]:
    """Event and number of a match id.

    Raises:
        ConfigError: *text* is no match id.
    """
    found = _MATCH.fullmatch(text)
    if not found:
        raise ConfigError(f"match {text!r}: expected EVENT-NUMBER, as in e7c1-0004")
    return found[1], int(found[2])
