"""`arena doctor`: what this machine can confine, layer by layer, and what is missing."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.options import config_option, json_option, print_json, settings
from arena.errors import ConfigError
from arena.host.survey import survey
from arena.referee.confinement import Level, SandboxPolicy
from arena.report.doctor import doctor_data, format_doctor
from arena.run.confining import best_level, try_out


@click.command("doctor")
@config_option
@json_option
@click.pass_context
def doctor_command(ctx: click.Context, config_path: Path | None, as_json: bool) -> None:
    """Try every level of confinement, by really starting something in it.

    Ends with 1 where bots that are not trusted are refused on this machine.
    """
    policy = settings(config_path).sandbox
    levels = {level: try_out(level, policy).why_not for level in Level}
    layers = survey()
    used = _used(policy)
    if as_json:
        print_json(doctor_data(levels, layers, policy, used))
    else:
        click.echo(format_doctor(levels, layers, policy, used))
    enough = used is not None and (policy.trusted or used.reaches(policy.require))
    ctx.exit(0 if enough else 1)


def _used(policy: SandboxPolicy) -> Level | None:
    try:
        return best_level(policy).confinement.level
    except ConfigError:
        return None
