"""The pages name commands, options and places that exist; see tests/docs for single pages."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import click
import pytest

from arena.cli.main import COMMANDS
from tests.docs.pages import DOCS, PAGES, code_of, read, rows, section, words

README = read("README.md")
LADDER = read("docs/running-a-ladder.md")
LOGS = read("docs/reading-logs.md")


def command(name: str) -> click.Command:
    module, _, attribute = COMMANDS[name].partition(":")
    found = getattr(import_module(f"arena.cli.{module}"), attribute)
    assert isinstance(found, click.Command)
    return found


def options_of(made: click.Command) -> set[str]:
    own = {name for param in made.params if isinstance(param, click.Option) for name in param.opts}
    if isinstance(made, click.Group):
        return own.union(*map(options_of, made.commands.values()))
    return own


def test_the_readme_lists_every_command_and_no_other() -> None:
    listed = [words(row[0])[0].split()[1] for row in rows(section(README, "Commands"))[1:]]

    assert sorted(listed) == sorted(COMMANDS)


def test_every_exit_code_is_explained() -> None:
    codes = [row[0] for row in rows(section(LADDER, "Scripts"))[1:]]
    short = section(README, "Commands").partition("Exit codes:")[2]

    assert codes == ["0", "1", "2", "3", "4", "5"]
    assert re.findall(r"\b[0-9]\b", short) == codes


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_on_a_page_exists(page: Path) -> None:
    code = list(code_of(page.read_text(encoding="utf-8")))
    named = {found[1] for text in code if (found := re.match(r"arena ([a-z]+)", text))}

    assert named - set(COMMANDS) == set()


def test_every_option_on_the_operators_pages_exists() -> None:
    known = set().union(*(options_of(command(name)) for name in COMMANDS)) | {"--help"}
    named = {
        option
        for page in (LADDER, LOGS)
        for text in code_of(page)
        for option in re.findall(r"--[a-z][a-z0-9-]+", text)
    }

    assert named - known == set()


def anchors(page: Path) -> set[str]:
    """The names of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings]
    return {heading.replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        name, _, anchor = target.partition("#")
        if name.startswith(("http:", "https:")):
            continue
        file = page.parent / name if name else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            broken.append(target)

    assert broken == []


def test_every_page_is_in_the_index() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")

    assert [page.name for page in DOCS.glob("*.md") if f"({page.name})" not in index] == [
        "README.md"
    ]
