"""docs/running-a-ladder.md has every key, fault and exit code, with what holds by default."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from arena.config.ladder_toml import read_settings
from arena.errors import Fault
from arena.rules.variants import OPTIONS, PLAYABLE
from tests.docs.pages import REPOSITORY, read, rows, section, words

LADDER = read("docs/running-a-ladder.md")


def keys_of_ladder_toml() -> set[str]:
    """Keys and tables, those included that are only shown as comments."""
    text = (REPOSITORY / "ladder.toml").read_text(encoding="utf-8")
    keys = set(re.findall(r"^(?:# )?(\w+) = ", text, re.M))
    return keys | set(re.findall(r"^(?:# )?(\[+[\w.]+\]+)", text, re.M))


def test_every_key_of_ladder_toml_is_explained() -> None:
    explained = {word for row in rows(section(LADDER, "`ladder.toml`")) for word in words(row[0])}
    options = {name for table in PLAYABLE for name in OPTIONS[table]}

    assert keys_of_ladder_toml() - options == explained


def test_the_defaults_of_ladder_toml_are_the_ones_that_hold(tmp_path: Path) -> None:
    file = tmp_path / "ladder.toml"
    file.write_text(
        '[[ladder]]\nname = "one"\nvariant = "called-ace"\ntime = "1+0.1"\nhouse = "bot"\n'
    )
    settings = read_settings(file)
    table = rows(section(LADDER, "`ladder.toml`"))
    said = {words(key)[0]: default.strip("`") for key, default, _ in table if words(key)}

    holding = {
        "timemargin": settings.faults.margin_ms,
        "max_faults": settings.faults.max_faults,
        "penalty": settings.faults.penalty,
        "ponder": settings.faults.ponder,
        "require": settings.sandbox.require.value,
        "memory_mib": settings.sandbox.limits.memory_mib,
        "deals": settings.deals,
        "same_owner": settings.same_owner,
    }
    assert {key: tomllib.loads(f"is = {said[key]}")["is"] for key in holding} == holding
    assert (settings.ladders[0].margin, settings.concurrency) == (None, None)
    assert {key for key, default in said.items() if default == "required"} == {
        *("name", "variant", "time", "house")
    }


def test_every_fault_is_explained() -> None:
    table = rows(section(LADDER, "Faults and penalties"))[1:]

    assert {words(row[0])[0] for row in table} == {fault.value for fault in Fault}
