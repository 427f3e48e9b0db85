"""`arena verify` and `arena show` on logs that hold anything, or not what was entered."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.cli.main import run
from arena.rules.variants import variant
from arena.store.events import begin_attempt, record_sitting
from arena.store.folder import create_data
from arena.store.logs import log_path, sealed_path
from tests.referee.mutations import mutated
from tests.referee.sittings import play, replies
from tests.store.situations import played, schedule

LINES = play(variant("called-ace"), 2, replies(6)).lines
FUZZED = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
CODES = (0, 1, 2)


def said(argv: Sequence[str | Path]) -> tuple[int, str]:
    """The exit code of a command, and all that it wrote."""
    text = io.StringIO()
    with redirect_stdout(text), redirect_stderr(text):
        code = run([*map(str, argv)])
    return code, text.getvalue()


def sealed(lines: Sequence[bytes]) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(b"".join(lines))


@st.composite
def contents(draw: st.DrawFn) -> tuple[str, bytes]:
    """The end of a file's name, and what the file holds."""
    lines = draw(st.one_of(mutated(LINES), st.just(LINES), st.lists(st.binary(max_size=60))))
    content, ending = draw(
        st.sampled_from([(b"".join(lines), ".jsonl"), (sealed(lines), ".jsonl.zst")])
    )
    if draw(st.booleans()):
        content = content[: draw(st.integers(0, len(content)))]
    if content and draw(st.booleans()):
        at = draw(st.integers(0, len(content) - 1))
        content = content[:at] + draw(st.binary(max_size=9)) + content[at + 1 :]
    return ending, content


@FUZZED
@given(file=contents())
def test_verify_ends_with_a_sentence_whatever_a_file_holds(
    file: tuple[str, bytes], tmp_path: Path
) -> None:
    ending, content = file
    log = tmp_path / f"0.1{ending}"
    log.write_bytes(content)

    code, text = said(["verify", log])
    code_json, _ = said(["verify", log, "--json"])

    assert code == code_json
    assert code in CODES, text
    assert "Traceback" not in text
    assert text.strip()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The sealed log of the one complete sitting of match e1-0001, in a data folder."""
    with create_data(tmp_path / "data") as data:
        schedule(data)
        path = log_path(data, "e1", 1, 0, begin_attempt(data, "e1", 1, 0))
        path.parent.mkdir(parents=True)
        record_sitting(data, "e1", 1, 0, 1, sealed_path(path), "0" * 16, "none", played(0))
    return sealed_path(path)


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("show", "e1-0001/0/41"), id="show"),
        pytest.param(("show", "e1-0001/0/40", "--seat", "2"), id="show-a-seats-view"),
        pytest.param(("show", "e1-0001", "--notation"), id="show-as-notation"),
        pytest.param(("verify", "LOG"), id="verify-in-a-data-folder"),
    ],
)
@FUZZED
@given(file=contents())
def test_show_ends_with_a_sentence_whatever_its_log_holds(
    words: tuple[str, ...], file: tuple[str, bytes], log: Path
) -> None:
    log.write_bytes(file[1])
    data = log.parents[3]

    code, text = said(
        [*(str(log) if word == "LOG" else word for word in words), *where(words, data)]
    )

    assert code in CODES, text
    assert "Traceback" not in text
    assert text.strip()


def where(words: Sequence[str], data: Path) -> tuple[str, ...]:
    return () if words[0] == "verify" else ("--data", str(data))


def test_a_log_that_may_not_be_read_is_said(tmp_path: Path) -> None:
    log = tmp_path / "0.1.jsonl"
    log.symlink_to("0.1.jsonl")

    code, text = said(["verify", log])

    assert code in (1, 2)
    assert "Traceback" not in text


def test_a_true_log_that_is_not_the_one_that_was_entered_is_found(log: Path) -> None:
    log.write_bytes(sealed(LINES))
    (h,) = re.findall(rb'"h":"([0-9a-f]{16})"', LINES[-1])

    code, text = said(["verify", log])

    assert code == 1
    assert f"its last h is {h.decode()}, the database has {'0' * 16}" in text


def test_a_log_that_was_entered_and_is_gone_is_missed(log: Path) -> None:
    (log.parent / "1.1.jsonl").write_bytes(b"".join(LINES))

    code, text = said(["verify", log.parent])

    assert code == 1
    assert f"{log}: missing, though the database has it" in text
