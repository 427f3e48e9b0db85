"""How fast the rules play at random: in Python, beside OpenSpiel in the same run, and compiled.

What is counted. A decision is one answer of one player, also where it is the only legal one;
the work of a game is its shuffle, every list of legal answers, every answer and the result.
Ours is a whole deal with the arena's own shuffle (R6), driven through `Deal` as a search in
Python would. OpenSpiel's is a whole game of its `skat`, written in C++, through its Python
binding: the 32 chance nodes that deal its cards take their time but are no decisions. Both
draw each answer evenly with one call of one generator. Time is this process's CPU time.

The machine's speed changes while it is measured, so the two take turns, and what counts is
the ratio of neighbours.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from statistics import median
from typing import Any, Final

from arena.rules.actions import Action, bury
from arena.rules.cards import Mask, cards_of
from arena.rules.deal import Deal
from arena.rules.fast.playouts import can_compile, fresh_deals, prepare
from arena.rules.fast.policy import SENSIBLE, Policy
from arena.rules.phases import Phase
from arena.rules.shuffle import dealt
from arena.rules.variants import Variant, variant

ROUNDS: Final = 5
GAME: Final = "skat"
HOW_TO_COMPARE: Final = "OpenSpiel is not installed: pip install '.[bench]' in the checkout"
HOW_TO_COMPILE: Final = "numba is not installed: pip install '.[search]' in the checkout"
RATIO_BAR: Final = 0.6
"""What each table in Python should reach of OpenSpiel; 1.0 is the aim."""
DEALS_BAR: Final = 300_000
"""Random deals a second that compiled five hands should reach."""
_SECRET: Final = bytes(32)
_BATCH: Final = 5_000


@dataclass(frozen=True, slots=True)
class RulesSpeed:
    """Random play of whole deals in Python, shuffle included, one core."""

    variant: str
    decisions_per_s: float
    deals_per_s: float
    open_spiel_per_s: float | None
    """Its decisions in the same run; None where it is not installed."""
    ratios: tuple[float, ...]
    """Ours by its, for each pair of neighbours; empty where it is not installed."""

    @property
    def ratio(self) -> float | None:
        """The median of the ratios."""
        return median(self.ratios) if self.ratios else None


@dataclass(frozen=True, slots=True)
class CompiledSpeed:
    """Whole deals in compiled code, own shuffle included, one core."""

    variant: str
    play: str
    """``random`` or ``policy``."""
    deals_per_s: float


def open_spiel_version() -> str | None:
    """Which OpenSpiel is installed here, if any."""
    return metadata.version("open_spiel") if find_spec("pyspiel") else None


def rules_speed(name: str, seconds: float) -> RulesSpeed:
    """Random legal play of the table in Python, for *seconds*, and as long beside OpenSpiel."""
    rng = random.Random(1)
    table = variant(name)
    game = _open_spiel_game()
    ours, theirs = _Tally(), _Tally()
    ratios = []
    for _ in range(ROUNDS):
        slice_s = seconds / ROUNDS
        own = ours.add(slice_s, lambda number: random_deal(table, number, rng))
        if game is not None:
            beside = theirs.add(slice_s, lambda _: open_spiel_game(game, rng))
            ratios.append(own / beside)
    return RulesSpeed(
        name,
        ours.decisions / ours.spent_s,
        ours.games / ours.spent_s,
        theirs.decisions / theirs.spent_s if ratios else None,
        tuple(ratios),
    )


class _Tally:
    """Games, decisions and CPU time of one side so far."""

    def __init__(self) -> None:
        self.games = 0
        self.decisions = 0
        self.spent_s = 0.0

    def add(self, seconds: float, play: Callable[[int], int]) -> float:
        """Play games for *seconds*; decisions a second of this slice."""
        decisions = 0
        began_s = time.process_time()
        while True:
            decisions += play(self.games)
            self.games += 1
            spent_s = time.process_time() - began_s
            if spent_s >= seconds:
                break
        self.decisions += decisions
        self.spent_s += spent_s
        return decisions / spent_s


def random_deal(table: Variant, index: int, rng: random.Random) -> int:
    """Shuffle, deal and play deal *index* at random; how many decisions it had."""
    chance = rng.random
    cards = dealt(_SECRET, table, index)
    deal = Deal(table, cards.hands, cards.blind)
    before = 0
    while deal.phase is not Phase.PLAY and not deal.over:
        deal.apply(random_action(deal, rng))
        before += 1
    while deal.phase is Phase.PLAY:
        plays = cards_of(deal.legal_plays())
        deal.play(plays[int(chance() * len(plays))])
    deal.result()
    return before + len(deal.plays)


def random_action(deal: Deal, rng: random.Random) -> Action:
    """Any legal answer, each as likely."""
    legal = deal.legal()
    if legal is None:
        return bury(_random_cards(deal.hands[deal.seat], deal.variant.blind_size, rng))
    return legal[int(rng.random() * len(legal))]


def _random_cards(held: Mask, size: int, rng: random.Random) -> Mask:
    chosen = 0
    for _ in range(size):
        left = cards_of(held & ~chosen)
        chosen |= 1 << left[int(rng.random() * len(left))]
    return chosen


def _open_spiel_game() -> Any:
    if open_spiel_version() is None:
        return None
    import pyspiel

    return pyspiel.load_game(GAME)


def open_spiel_game(game: Any, rng: random.Random) -> int:
    """Play one game at random; how many decisions its players had.

    The cards that a chance node of this game may deal are as likely each, so that its legal
    actions, which are quicker to get than outcomes with probabilities, are all it takes.
    """
    chance = rng.random
    state = game.new_initial_state()
    dealing = 0
    answers = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        dealing += state.is_chance_node()
        state.apply_action(legal[int(chance() * len(legal))])
        answers += 1
    state.returns()
    return answers - dealing


def compiled_speed(name: str, play: str, seconds: float) -> CompiledSpeed:
    """Whole deals of the table at random or by a policy (*play*); numba must be installed."""
    assert can_compile(), HOW_TO_COMPILE
    policies: dict[str, Policy | None] = {"random": None, "policy": SENSIBLE}
    prepare()
    table = variant(name)
    deals = 0
    spent_s = 0.0
    began_s = time.process_time()
    while spent_s < seconds:
        fresh_deals(table, _BATCH, seed=deals, policy=policies[play])
        deals += _BATCH
        spent_s = time.process_time() - began_s
    return CompiledSpeed(name, play, deals / spent_s)
