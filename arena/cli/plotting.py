"""``--plot FILE``: pictures beside text and JSON, where matplotlib is installed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from arena.errors import ConfigError
from arena.ratings.crosstable import Crosstable
from arena.ratings.history import Moment
from arena.report.versus import Comparison

KINDS: Final = ("svg", "png", "pdf")
"""What a picture can be written as, by the ending of its name."""
# Where the home folder cannot be written, matplotlib warns that it cannot keep its list of fonts.
logging.getLogger("matplotlib").setLevel(logging.ERROR)
_Command = TypeVar("_Command", bound=Callable[..., Any])


class PictureFile(click.ParamType[Path]):
    """A file that a picture can be written to; refused before anything is computed or played."""

    name = "FILE"

    def convert(
        self, value: str | Path, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """The path, whose ending says what is written."""
        path = Path(value)
        if _kind(path) not in KINDS:
            endings = ", ".join(f".{kind}" for kind in KINDS)
            self.fail(f"{value}: expected a name that ends in one of {endings}", param, ctx)
        if not path.absolute().parent.is_dir():
            self.fail(f"{value}: there is no folder {path.parent}", param, ctx)
        if find_spec("matplotlib") is None:
            self.fail(
                "pictures need matplotlib: install the arena with its extra 'plot', "
                "pip install '.[plot]' in its checkout",
                param,
                ctx,
            )
        return path


def plot_option(command: _Command) -> _Command:
    """``--plot FILE``."""
    return click.option(
        "--plot",
        "picture",
        type=PictureFile(),
        help="Draw it too, one column of a page wide: a .svg, .png or .pdf.",
    )(command)


# matplotlib takes most of a second to import, so the drawing modules are imported to draw.


def write_history(
    path: Path, moments: Sequence[Moment], bots: Sequence[str], house: str, title: str
) -> None:
    """Draw a ladder over time, one moment or more, into *path*."""
    from arena.report.pictures.history import draw_history
    from arena.report.pictures.page import encode_figure

    _write(path, encode_figure(draw_history(moments, bots, house, title), _kind(path)))


def write_crosstable(path: Path, table: Crosstable, title: str) -> None:
    """Draw a crosstable with one standing or more into *path*."""
    from arena.report.pictures.crosstable import draw_crosstable
    from arena.report.pictures.page import encode_figure

    _write(path, encode_figure(draw_crosstable(table, title), _kind(path)))


def write_comparison(path: Path, seen: Comparison) -> None:
    """Draw a comparison of two bots into *path*."""
    from arena.report.pictures.page import encode_figure
    from arena.report.pictures.versus import draw_comparison

    _write(path, encode_figure(draw_comparison(seen), _kind(path)))


def _kind(path: Path) -> str:
    return path.suffix.removeprefix(".")


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise ConfigError(f"--plot {path}: cannot be written: {error.strerror}") from error
