"""`arena bench`: how fast this machine is at what the arena does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict

import click

from arena.cli.options import json_option, print_json
from arena.host.sandbox.cage import OPEN
from arena.referee.confinement import Level, SandboxPolicy
from arena.rules.fast.playouts import can_compile
from arena.rules.variants import PLAYABLE
from arena.run.bench import cores, decide_costs, sitting_speed
from arena.run.confining import best_level
from arena.run.rules_bench import (
    DEALS_BAR,
    GAME,
    HOW_TO_COMPARE,
    HOW_TO_COMPILE,
    RATIO_BAR,
    compiled_speed,
    open_spiel_version,
    rules_speed,
)

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
    return {
        "open_spiel": open_spiel_version(),
        "python": _rules_in_python(seconds, quiet),
        "compiled": _rules_compiled(seconds, quiet),
    }


def _rules_in_python(seconds: float, quiet: bool) -> object:
    version = open_spiel_version()
    if not quiet:
        click.echo(
            "\nrules in Python: whole deals of random legal play, shuffle included, one core"
        )
        click.echo(
            f"  ratio: to OpenSpiel {version}'s {GAME} (C++) through its Python binding in this "
            f"run, bar {RATIO_BAR}"
            if version
            else f"  {HOW_TO_COMPARE}"
        )
    results = []
    for name in PLAYABLE:
        speed = rules_speed(name, seconds)
        results.append({**asdict(speed), "ratio": speed.ratio})
        if not quiet:
            beside = ""
            if speed.ratio is not None:
                low, high = min(speed.ratios), max(speed.ratios)
                beside = (
                    f"   {GAME} {speed.open_spiel_per_s:>9,.0f}   ratio {speed.ratio:.2f} "
                    f"({low:.2f}-{high:.2f})"
                )
            click.echo(f"  {name:18} {speed.decisions_per_s:>9,.0f} decisions/s{beside}")
    return results


def _rules_compiled(seconds: float, quiet: bool) -> object:
    if not quiet:
        click.echo("\nrules compiled: whole deals, own shuffle included, one core")
        bar = f"  bar for random deals of five hands: {DEALS_BAR:,} deals/s"
        click.echo(bar if can_compile() else f"  {HOW_TO_COMPILE}")
    if not can_compile():
        return None
    results = []
    for name in PLAYABLE:
        speeds = [compiled_speed(name, play, seconds / 2) for play in ("random", "policy")]
        results += [asdict(speed) for speed in speeds]
        if not quiet:
            at_random, by_policy = (f"{speed.deals_per_s:>9,.0f}" for speed in speeds)
            click.echo(f"  {name:18} {at_random} deals/s at random {by_policy} by a policy")
    return results


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
    best = best_level(SandboxPolicy()).confinement
    levels = (OPEN,) if best.level is Level.NONE else (best, OPEN)
    if not quiet:
        click.echo("\nsittings: five SDK bots in one worker, by level of confinement")
    results = []
    for label, concurrent, rate, bar in (("batched", 64, 150, 100), ("unbatched", 1, 20, 15)):
        for confinement in levels:
            deals = max(64, round(rate * seconds))
            speed = sitting_speed(deals, concurrent, confinement)
            results.append({**asdict(speed), "level": speed.level.value})
            if not quiet:
                click.echo(
                    f"  {label:10} {speed.level.value:8} {speed.playings_per_s:>7.1f} playings/s   "
                    f"bar {bar}"
                )
    return results
