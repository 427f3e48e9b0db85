"""A sample bot's decide function, imported from its folder as it stands."""

from __future__ import annotations

import importlib
import os
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeAlias

from arena.referee.question import Question
from arena.rules.actions import Action
from arena.rules.variants import PLAYABLE

SAMPLE_BOTS: Final = Path(__file__).parents[2] / "sample_bots"
TABLES: Final = PLAYABLE
"""The tables that every sample bot plays: all there are."""

Decide: TypeAlias = Callable[[Question], Action]


def manifest(name: str) -> dict[str, Any]:
    """The bot.toml of the sample bot *name*."""
    return tomllib.loads((SAMPLE_BOTS / name / "bot.toml").read_text(encoding="utf-8"))


def sdk_bots() -> tuple[str, ...]:
    """The folders that keep their decisions in a strategy.py, by name."""
    return tuple(sorted(path.parent.name for path in SAMPLE_BOTS.glob("*/strategy.py")))


def load_decide(name: str) -> Decide:
    """The decide function of the sample bot *name*, with the [env] of its bot.toml."""
    decide: Decide = load_strategy(name, manifest(name).get("env", {})).decide
    return decide


def load_strategy(name: str, env: Mapping[str, object]) -> ModuleType:
    """A fresh copy of a bot's strategy module and of all modules of its folder.

    Each folder stands alone, and two may hold modules of one name: they are
    imported as the bot would, then forgotten, so that the next folder starts clean.
    """
    folder = SAMPLE_BOTS / name
    with _folder_first(folder), _environment(env):
        module = importlib.import_module("strategy")
        for key, loaded in list(sys.modules.items()):
            if Path(getattr(loaded, "__file__", None) or "/").parent == folder:
                del sys.modules[key]
    return module


@contextmanager
def _folder_first(folder: Path) -> Iterator[None]:
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path.remove(str(folder))


@contextmanager
def _environment(env: Mapping[str, object]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update({key: str(value) for key, value in env.items()})
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
