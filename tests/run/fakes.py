"""Players without processes, for sittings in virtual time."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence

import trio

from arena.errors import BotError, Fault
from arena.referee.question import DealSummary, Question, Reply
from arena.rules.actions import Action, bury
from arena.rules.cards import cards_of, mask_of
from arena.rules.observation import Observation

Trick = Callable[[Observation, int], Action | BotError | None]
"""What a player does wrong at an observation under a bot seed; None where it plays on."""


def seeded_action(observation: Observation, bot_seed: int) -> Action:
    """A legal action that depends on the observation and the bot seed alone."""
    text = f"{bot_seed} {observation.kind} {observation.hand} {observation.tricks}"
    rng = random.Random(hashlib.sha256(text.encode()).digest())
    if observation.legal is None:
        return bury(mask_of(rng.sample(cards_of(observation.hand), observation.variant.blind_size)))
    return rng.choice(observation.legal)


class SeededPlayer:
    """Plays seeded actions after a random think time, and does *trick* where it wants."""

    def __init__(
        self,
        seed: int,
        trick: Trick | None = None,
        *,
        slowest_s: float = 0.5,
        wants_results: bool = False,
        floods_after: int | None = None,
    ) -> None:
        self._rng = random.Random(seed)
        self._trick = trick or (lambda observation, bot_seed: None)
        self._slowest_s = slowest_s
        self.wants_results = wants_results
        self._floods_after = floods_after
        self.asked = 0
        self.begun_anew = 0
        self.at_once = 0
        self.most_at_once = 0
        self.told: list[DealSummary] = []
        self.ids: list[bytes] = []

    @property
    def output_over_limit(self) -> bool:
        return self._floods_after is not None and self.asked >= self._floods_after

    async def ask(self, question: Question, order: int) -> Reply:
        self.asked += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.ids.append(question.decision_id)
        await trio.sleep(self._rng.uniform(0, self._slowest_s))
        self.at_once -= 1
        wrong = self._trick(question.observation, question.bot_seed)
        return Reply(wrong or seeded_action(question.observation, question.bot_seed), 1, 1)

    async def tell(self, summary: DealSummary) -> None:
        self.told.append(summary)

    async def begin_anew(self) -> None:
        self.begun_anew += 1

    def take_notes(self) -> Sequence[str]:
        return ()


def crashes_at(share: int) -> Trick:
    """Crash at every *share*-th decision, by bot seed and hand: a function of the question."""

    def trick(observation: Observation, bot_seed: int) -> BotError | None:
        if (bot_seed ^ observation.hand) % share == 0:
            return BotError(Fault.CRASHED, "exit status 1")
        return None

    return trick
