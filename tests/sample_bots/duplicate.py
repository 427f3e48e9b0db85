"""Duplicate tables without processes: what bots score on the same deals in all rotations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from arena.referee.question import Question
from arena.rules.actions import Action, bury
from arena.rules.cards import cards_of, mask_of
from arena.rules.deal import Deal
from arena.rules.observe import observe
from arena.rules.shuffle import dealt
from arena.rules.variants import Variant
from arena.sdk.chance import random_for
from tests.sample_bots.folders import Decide

MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class Margin:
    """The difference of two bots in score per playing, over blocks."""

    mean: float
    error: float
    """Half the 95 % interval: 1.96 standard errors of the block means."""

    @property
    def least(self) -> float:
        """The lower end of the interval."""
        return self.mean - self.error

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ±{self.error:.2f}"


def play_out(
    variant: Variant, secret: bytes, index: int, bots: Sequence[Decide]
) -> tuple[Deal, list[Action]]:
    """One playing of deal *index*, with *bots* by seat, thrown-in deals dealt anew (R38)."""
    redeal = 0
    while True:
        cards = dealt(secret, variant, index, redeal)
        deal = Deal(variant, cards.hands, cards.blind, thrown_in=redeal)
        actions = []
        while not deal.over:
            action = only_answer(deal) if deal.is_forced() else ask(deal, bots[deal.seat], index)
            actions.append(action)
            deal.apply(action)
        if not deal.thrown:
            return deal, actions
        redeal += 1


def ask(deal: Deal, decide: Decide, index: int) -> Action:
    """What *decide* answers at the running decision."""
    return decide(question_of(deal, index))


def question_of(deal: Deal, index: int) -> Question:
    """The running decision as a bot is asked it; the bot seed is a function of deal and seat."""
    seed = (index * 8 + deal.seat) * 0x9E3779B97F4A7C15 % 2**64
    return Question(bytes(8), observe(deal, deal.seat), seed, MINUTE_MS, MINUTE_MS)


def only_answer(deal: Deal) -> Action:
    """The answer that everybody can infer and no bot is asked for."""
    legal = deal.legal()
    assert legal is not None
    assert len(legal) == 1, legal
    return legal[0]


def score_by_deal(
    variant: Variant, secret: bytes, deals: int, bots: Sequence[Decide]
) -> list[list[float]]:
    """For each deal the mean score per playing of each of *bots*, over all rotations."""
    players = variant.players
    blocks = []
    for index in range(deals):
        totals = [0] * players
        for rotation in range(players):
            seated = [bots[(seat - rotation) % players] for seat in range(players)]
            scores = play_out(variant, secret, index, seated)[0].result().scores
            for seat in range(players):
                totals[(seat - rotation) % players] += scores[seat]
        blocks.append([total / players for total in totals])
    return blocks


def margin(blocks: Sequence[Sequence[float]], first: int, second: int) -> Margin:
    """By how much bot *first* scores more than bot *second*."""
    return mean_and_error([block[first] - block[second] for block in blocks])


def mean_and_error(values: Sequence[float]) -> Margin:
    """The mean of *values*, one a block, with its 95 % error."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Margin(mean, 1.96 * sqrt(variance / len(values)))


def random_legal(question: Question) -> Action:
    """Any legal answer, all equally likely: how sample_bots/random-legal plays."""
    seen, rng = question.observation, random_for(question)
    if seen.legal is not None:
        return rng.choice(seen.legal)
    return bury(mask_of(rng.sample(cards_of(seen.hand), seen.variant.blind_size)))
