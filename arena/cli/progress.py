"""Progress of an event on screen: a bar with time left on a terminal, lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from arena.report.versus import standing_line
from arena.run.event import Happening

_LINE_EVERY_S = 5.0
_ENOUGH = 10
"""From so many playings on a guess at the time left is worth saying."""


@contextmanager
def progress(
    event: str, playings: int, done: int, sittings: int, sittings_done: int
) -> Iterator[Callable[[Happening], None]]:
    """Something that shows what it is told, on stderr.

    Args:
        playings: of the whole event.
        done: that stood in complete sittings before.
    """
    if sys.stderr.isatty():
        with _bar(event, playings, done, sittings, sittings_done) as watch:
            yield watch
    else:
        yield _Lines(event, playings, done, sittings, sittings_done).watch


@contextmanager
def _bar(
    event: str, playings: int, done: int, sittings: int, sittings_done: int
) -> Iterator[Callable[[Happening], None]]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("playings, {task.fields[sittings]} sittings,"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    complete = sittings_done
    with Progress(*columns, console=console) as shown:
        task = shown.add_task(
            event, total=playings, completed=done, sittings=f"{complete}/{sittings}"
        )

        def watch(happening: Happening) -> None:
            nonlocal complete
            complete += happening.sittings
            if happening.trouble:
                console.print(happening.trouble, highlight=False, markup=False)
            shown.update(task, advance=happening.playings, sittings=f"{complete}/{sittings}")

        yield watch


@contextmanager
def versus_progress(event: str) -> Iterator[Callable[[Happening], None]]:
    """Something that shows how a test stands whenever it has new blocks, on stderr."""
    began_s = time.monotonic()
    playings = 0

    def watch(happening: Happening) -> None:
        nonlocal playings
        playings += happening.playings
        if happening.trouble:
            click.echo(happening.trouble, err=True)
        if happening.standing is not None:
            elapsed_s = time.monotonic() - began_s
            line = standing_line(happening.standing)
            click.echo(f"{event}: {line}; {playings} playings, {elapsed_s:.0f} s", err=True)

    yield watch


class _Lines:
    def __init__(
        self, event: str, playings: int, done: int, sittings: int, sittings_done: int
    ) -> None:
        self._event = event
        self._playings = playings
        self._done = self._done_before = done
        self._sittings = sittings
        self._complete = sittings_done
        self._began_s = self._said_s = time.monotonic()

    def watch(self, happening: Happening) -> None:
        self._done += happening.playings
        self._complete += happening.sittings
        if happening.trouble:
            click.echo(happening.trouble, err=True)
        now_s = time.monotonic()
        if now_s - self._said_s >= _LINE_EVERY_S or self._complete == self._sittings:
            self._said_s = now_s
            click.echo(self._line(now_s - self._began_s), err=True)

    def _line(self, elapsed_s: float) -> str:
        line = (
            f"{self._event}: {self._done}/{self._playings} playings, "
            f"{self._complete}/{self._sittings} sittings, {elapsed_s:.0f} s"
        )
        here = self._done - self._done_before
        # A race may be complete before its last deal.
        if here > 0 and self._done < self._playings and self._complete < self._sittings:
            line += f", about {elapsed_s * (self._playings - self._done) / here:.0f} s left"
        return line
