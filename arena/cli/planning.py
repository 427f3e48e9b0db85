"""`arena plan`: how many deals it takes to see an effect."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from arena.cli.options import config_option, data_option, json_option, print_json, settings
from arena.cli.playing import changed_table, choose_ladder
from arena.config.ladder_toml import Ladder
from arena.errors import ConfigError
from arena.ratings.plan import LadderPlan, Spread, ladder_plan, measured_spreads, plan
from arena.ratings.sequential import Hypotheses
from arena.report.plan import Plans, format_plans, plans_data
from arena.rules.variants import Variant
from arena.run.results import ladder_results
from arena.run.spreads import stored_spreads
from arena.store.folder import open_data


@click.command("plan")
@click.option(
    "--effect",
    type=float,
    default=0.05,
    show_default=True,
    help="The lead that matters, in score per playing.",
)
@click.option(
    "--alpha",
    type=float,
    default=0.05,
    show_default=True,
    help="How often to see one where there is none.",
)
@click.option(
    "--beta",
    type=float,
    default=0.05,
    show_default=True,
    help="How often to miss it where it is there.",
)
@click.option("--variant", "variant_name", metavar="V", help="The table; its first ladder's.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Another option of the table."
)
@click.option("--ladder", "ladder_name", help="Which one's; else the first of ladder.toml.")
@data_option
@config_option
@json_option
@click.pass_context
def plan_command(
    context: click.Context,
    effect: float,
    alpha: float,
    beta: float,
    variant_name: str | None,
    options: tuple[str, ...],
    ladder_name: str | None,
    data_path: Path,
    config_path: Path | None,
    as_json: bool,
) -> None:
    """How many playings it takes to tell a lead from none.

    From the variance of the versus events and of the ladder in the data folder; where no versus
    event of that table was played, from that of sample bots.
    """
    ladder = choose_ladder(settings(config_path), ladder_name, variant_name)
    table = changed_table(ladder, options)
    tested = _hypotheses(effect, alpha, beta)
    given = context.get_parameter_source("data_path") is not ParameterSource.DEFAULT
    known = _stored(data_path, table, ladder, tested) if given or data_path.exists() else ((), None)
    spreads, of_ladder = known
    plans = Plans(
        variant=table.name,
        ladder=ladder.name,
        tested=tested,
        plans=tuple(plan(one, tested) for one in spreads or measured_spreads(table.name)),
        of_ladder=of_ladder,
    )
    if as_json:
        print_json(plans_data(plans))
    else:
        click.echo(format_plans(plans))


def _stored(
    data_path: Path, table: Variant, ladder: Ladder, tested: Hypotheses
) -> tuple[tuple[Spread, ...], LadderPlan | None]:
    """What the data folder knows: of versus events at *table*, and of *ladder*."""
    with open_data(data_path) as data:
        matches = ladder_results(data, ladder.name) if table == ladder.variant else ()
        return stored_spreads(data, table), ladder_plan(matches, tested)


def _hypotheses(effect: float, alpha: float, beta: float) -> Hypotheses:
    if not effect > 0:
        raise ConfigError(f"--effect: expected more than 0, got {effect:g}")
    try:
        return Hypotheses(0.0, effect, alpha, beta)
    except ValueError as error:
        raise ConfigError(f"--{error}".replace("--delta1", "--effect")) from error
