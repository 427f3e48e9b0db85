"""`arena bench`: how fast this machine is at what the arena does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict

import click

from arena.cli.options import json_option, print_json
from arena.rules.variants import PLAYABLE
from arena.run.bench import cores, decide_costs, rules_speed, sitting_speed

PARTS = ("rules", "decide", "sittings")


@click.command("bench")
@click.argument("parts", nargs=-1, type=click.Choice(PARTS), metavar="[rules|decide|sittings]...")
@click.option(
    "--seconds",
    type=click.FloatRange(0.1, 60),
    default=2.0,
    show_default=True,
    help="For each figure.",
)
@json_option
def bench_command(parts: tuple[str, ...], seconds: float, as_json: bool) -> None:
    """Measure the rules, a decision over gRPC beside its floor, and whole sittings.

    The figures are of this machine and this moment; compare ratios, within one run.
    """
    makers: Mapping[str, Callable[[float, bool], object]] = {
        "rules": _rules,
        "decide": _decide,
        "sittings": _sittings,
    }
    if not as_json:
        click.echo(f"{cores()} cores")
    results = {part: makers[part](seconds, as_json) for part in parts or PARTS}
    if as_json:
        print_json({"cores": cores(), **results})


def _rules(seconds: float, quiet: bool) -> object:
    results = [rules_speed(name, seconds) for name in PLAYABLE]
    if not quiet:
        click.echo("\nrules: whole deals of random legal play, shuffle included, one core")
        for result in results:
            click.echo(f"  {result.variant:18} {result.decisions_per_s:>9,.0f} decisions/s")
    return [asdict(result) for result in results]


def _decide(seconds: float, quiet: bool) -> object:
    if not quiet:
        click.echo("\nDecide: CPU of both sides a decision, gRPC beside a plain socket pair")
    results = []
    for cost in decide_costs(seconds):
        results.append({"cpu_ratio": cost.cpu_ratio, **asdict(cost)})
        if not quiet:
            click.echo(
                f"  batch {cost.grpc.batch:>2}  gRPC {cost.grpc.cpu_us:>6.1f} µs   "
                f"socket pair {cost.floor.cpu_us:>6.1f} µs   ratio {cost.cpu_ratio:>5.2f}"
            )
    return results


def _sittings(seconds: float, quiet: bool) -> object:
    if not quiet:
        click.echo("\nsittings: five SDK bots in one worker")
    results = []
    for label, concurrent, rate in (("batched", 64, 150), ("unbatched", 1, 20)):
        speed = sitting_speed(max(64, round(rate * seconds)), concurrent)
        results.append(asdict(speed))
        if not quiet:
            click.echo(f"  {label:10} {speed.playings_per_s:>7.1f} playings/s")
    return results
