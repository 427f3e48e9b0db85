"""What an installation brings: one import name, everything the arena reads at run time, elo."""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from arena.version import VERSION

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def build(target: str, folder: Path) -> Path:
    """Build the tree into *folder* without isolation; the file that came out."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.iterdir()
    return built


def test_installed_version_is_the_one_that_logs_name() -> None:
    assert importlib.metadata.version("sheepshead-arena") == VERSION


def test_changelog_speaks_of_this_version() -> None:
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)

    assert newest is not None
    assert newest[1] == VERSION


def test_elo_is_the_released_one() -> None:
    assert importlib.metadata.version("elo") == "0.1.1"


def test_every_dependency_has_an_exact_version_within_its_range() -> None:
    exact = dict(
        line.split("==")
        for line in (ROOT / "constraints.txt").read_text().splitlines()
        if not line.startswith("#")
    )
    versions = {canonicalize_name(name): version for name, version in exact.items()}
    named = [
        Requirement(text)
        for text in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]
        if "@" not in text
    ]

    outside = [
        str(wanted)
        for wanted in named
        if versions.get(canonicalize_name(wanted.name), "") not in wanted.specifier
    ]

    assert named
    assert outside == []


def test_no_file_names_a_package_index_or_a_place_on_a_machine() -> None:
    hosts = [(b"pypi", b"org"), (b"pythonhosted", b"org"), (b"npmjs", b"org"), (b"debian", b"org")]
    forbidden = re.compile(
        b"|".join(re.escape(b".".join(host)) for host in hosts)
        + rb"|index-url\s*=|find-links\s*=|\"resolved\": *\"http|/(?:home|root|work)/[a-z]"
    )
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    files = [ROOT / name for name in listed.stdout.split("\0") if name]

    named = [
        f"{file.relative_to(ROOT)}: {found[0]!r}"
        for file in files
        if file.is_file() and file != Path(__file__)
        for found in [forbidden.search(file.read_bytes())]
        if found
    ]

    assert files
    assert named == []


def test_python_that_cannot_make_environments_is_told_what_to_install(tmp_path: Path) -> None:
    bare = tmp_path / "bare-python"
    bare.write_text(
        f'#!/bin/sh\ncase "$*" in *ensurepip*) exit 1 ;; esac\nexec {sys.executable} "$@"\n'
    )
    bare.chmod(0o755)

    answer = subprocess.run(
        [ROOT / "tools/find-python"],
        env={**os.environ, "PYTHON": str(bare)},
        capture_output=True,
        text=True,
        check=False,
    )

    minor = sys.version_info.minor
    assert (answer.returncode, answer.stdout) == (1, "")
    assert f"apt install python3.{minor}-venv" in answer.stderr


def test_too_old_a_python_is_told_what_to_install(tmp_path: Path) -> None:
    old = tmp_path / "old-python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)

    answer = subprocess.run(
        [ROOT / "tools/find-python"],
        env={**os.environ, "PYTHON": str(old)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert answer.returncode == 1
    assert "apt install python3.11 python3.11-venv" in answer.stderr


@pytest.mark.slow
def test_wheel_has_all_that_the_arena_reads_and_one_top_level_name(tmp_path: Path) -> None:
    with zipfile.ZipFile(build("wheel", tmp_path)) as wheel:
        names = set(wheel.namelist())

    modules = {str(file.relative_to(ROOT)) for file in (ROOT / "arena").rglob("*.py")}
    bots = {
        f"arena/samples/{file.relative_to(ROOT / 'sample_bots')}"
        for file in (ROOT / "sample_bots").glob("*/*.*")
        if file.is_file()
    }
    assert modules | bots <= names
    assert {"arena/config/ladder.toml", "arena/cli/rules.md", "arena/py.typed"} <= names
    assert any(re.fullmatch(r"arena/store/migrations/versions/\w+\.py", name) for name in names)
    assert {name.split("/")[0].removesuffix(f"-{VERSION}.dist-info") for name in names} == {
        "arena",
        "sheepshead_arena",
    }
    assert not any("__pycache__" in name for name in names)


@pytest.mark.slow
def test_source_distribution_can_build_itself(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}

    assert {
        "proto/arena/v1/bot.proto",
        "tools/elo/backend.py",
        "tools/elo/elo.txt",
        "tools/elo/shim/elo_build_shim-1.dist-info/entry_points.txt",
        "tools/hatch_build.py",
        "ladder.toml",
        "docs/rules.md",
        "LICENSE",
    } <= names


@pytest.mark.slow
def test_plain_pip_with_a_cold_cache_gives_a_working_arena(tmp_path: Path) -> None:
    environment = {**os.environ, "PIP_NO_CACHE_DIR": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    environment.pop("PYTHONPATH", None)
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)

    subprocess.run(
        [tmp_path / "venv/bin/pip", "install", "--quiet", ROOT], env=environment, check=True
    )
    answer = subprocess.run(
        [tmp_path / "venv/bin/arena", "--help"],
        cwd=tmp_path,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )

    assert "tournament" in answer.stdout
