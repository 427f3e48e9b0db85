"""A bot's log keeps its start and its end, whatever the bot writes between them."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.host.output import Output
from tests.host.scripted import PATIENCE_MS, output_of, question, running, scripted, terms


def test_what_fits_is_kept_whole(tmp_path: Path) -> None:
    output = opened(tmp_path)

    output.take(b"0123456789")
    output.close()

    assert (tmp_path / "log").read_bytes() == b"0123456789"
    assert not output.over_limit


def test_the_middle_of_what_does_not_fit_is_left_out_and_said_so(tmp_path: Path) -> None:
    output = opened(tmp_path)

    for start in range(0, 100, 4):
        output.take(b"%04d" % start)
    output.close()

    kept = (tmp_path / "log").read_bytes()
    assert kept == b"00000004\n[arena: 84 bytes left out]\n00920096"


def test_the_file_has_its_start_while_the_bot_runs(tmp_path: Path) -> None:
    output = opened(tmp_path)

    output.take(b"0123456789")

    assert (tmp_path / "log").read_bytes() == b"01234567"
    output.close()


def test_another_life_goes_on_in_the_same_file(tmp_path: Path) -> None:
    output = opened(tmp_path)
    output.take(b"first life")
    output.close()

    output.open()
    output.take(b"second life")
    output.close()

    kept = (tmp_path / "log").read_bytes()
    assert kept == b"first li\n[arena: 5 bytes left out]\nond life"


def test_over_the_limit_once_is_over_it_for_ever(tmp_path: Path) -> None:
    output = opened(tmp_path)
    output.take(bytes(101))
    output.close()

    output.open()
    output.close()

    assert output.over_limit


def test_the_last_lines_are_one_printable_line(tmp_path: Path) -> None:
    output = opened(tmp_path, kept_bytes=1000)

    output.take(b"started\n\x1b[31mTraceback\n\n  ValueError: \xff\n")

    assert output.last_lines(200) == "started | �[31mTraceback | ValueError: �"
    output.close()


def test_long_last_lines_are_cut_at_their_start(tmp_path: Path) -> None:
    output = opened(tmp_path, kept_bytes=1000)

    output.take(b"x" * 400 + b"end")

    assert output.last_lines(10) == "…xxxxxxxend"
    output.close()


def opened(folder: Path, *, kept_bytes: int = 16) -> Output:
    """An output of which little is kept; 100 bytes are allowed."""
    output = Output(folder / "log", kept_bytes=kept_bytes, limit_bytes=100)
    output.open()
    return output


@pytest.mark.process
@pytest.mark.parametrize(
    ("size", "over"),
    [
        pytest.param(7_000_000, False, id="under-the-limit"),
        pytest.param(60_000_000, True, id="over-the-limit", marks=pytest.mark.slow),
    ],
)
async def test_a_flood_is_drained_and_kept_to_its_bounds(
    private: Path, size: int, over: bool
) -> None:
    bot = scripted(private, f"flood={size}", told=terms(start_ms=PATIENCE_MS))

    async with running(bot):
        await bot.decide([question(0)], PATIENCE_MS)

    kept = output_of(private).read_bytes()
    assert bot.output_over_limit is over
    assert kept.startswith(b"all work and no play")
    assert kept.endswith(b"life 1 call 1: 0000000000000000\nbye\n")
    assert len(kept) < 1024 * 1024 + 100
