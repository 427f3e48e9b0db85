"""Sittings played in memory: seeded replies under the real referee, chained into a log."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arena.errors import BotError
from arena.names import BotId
from arena.referee.chain import Chain
from arena.referee.clock import TimeControl
from arena.referee.form import Form
from arena.referee.lines import EndLine, LoggedBot, SittingLine
from arena.referee.policy import FaultPolicy
from arena.referee.question import Reply
from arena.referee.refereeing import Referee, Terms
from arena.rules.actions import Action, bury
from arena.rules.cards import cards_of, mask_of
from arena.rules.shuffle import dealt
from arena.rules.variants import Variant, variant
from arena.schedule.seatings import possible_seatings

SECRET = bytes(range(32))
TABLE = variant("called-ace")
CONTROL = TimeControl(base_ms=1000, increment_ms=100)

Replies = Callable[[Referee, int], Reply]
"""The reply to the n-th question of a sitting (from 0)."""


def some_legal(referee: Referee, rng: random.Random) -> Action:
    """A random legal action at the decision *referee* stands at."""
    legal = referee.deal.legal()
    if legal is None:
        held = cards_of(referee.deal.hands[referee.deal.seat])
        return bury(mask_of(rng.sample(held, referee.deal.variant.blind_size)))
    return rng.choice(legal)


def replies(seed: int, wrong: Mapping[int, Action | BotError | int] | None = None) -> Replies:
    """Random legal replies of 1 ms, but *wrong* ones at some questions.

    A number stands for a legal answer that took so many ms of wall time.
    """
    rng = random.Random(seed)

    def reply(referee: Referee, number: int) -> Reply:
        legal = some_legal(referee, rng)
        match (wrong or {}).get(number):
            case None:
                return Reply(legal, 1, 1)
            case int() as wall_ms:
                return Reply(legal, wall_ms, 1)
            case answer:
                return Reply(answer, 1, 1)

    return reply


@dataclass
class Log:
    """A log and what it was made from."""

    header: SittingLine
    lines: list[bytes]
    referees: list[Referee]

    @property
    def text(self) -> bytes:
        return b"".join(self.lines)


def header_of(
    table: Variant,
    deals: int,
    rotation: int = 2,
    first_deal: int = 40,
    form: Form = Form.DUPLICATE,
) -> SittingLine:
    """A header for *table* under SECRET."""
    return SittingLine(
        event="e1",
        match="e1-0003",
        rotation=rotation,
        attempt=1,
        variant=table,
        bots=tuple(
            LoggedBot(BotId(f"bot-{entry}", "1.0"), f"sha256:{entry}")
            for entry in range(form.entries(table.players))
        ),
        first_deal=first_deal,
        deals=deals,
        time=str(CONTROL),
        reads_cpu=True,
        policy=FaultPolicy(),
        commitment=hashlib.sha256(SECRET).hexdigest(),
        sandbox="none",
        arena="0.1.0",
        form=form,
    )


def terms_of(header: SittingLine, deal: int) -> Terms:
    """What the referee of *header*'s playing of *deal* goes by."""
    (seats,) = possible_seatings(header, deal, SECRET)
    return Terms(header.variant, seats, CONTROL, header.reads_cpu, header.policy)


def play(
    table: Variant,
    deals: int,
    answer: Replies,
    rotation: int = 2,
    form: Form = Form.DUPLICATE,
) -> Log:
    """A complete sitting."""
    header = header_of(table, deals, rotation, form=form)
    chain = Chain()
    lines = [chain.seal(header)]
    referees = []
    entries = len(header.bots)
    conduct = (0,) * entries
    scores, penalties = [0] * entries, [0] * entries
    asked = 0
    for deal in range(header.first_deal, header.first_deal + deals):

        def cards(redeal: int, deal: int = deal) -> object:
            return dealt(SECRET, table, deal, redeal)

        referee = Referee(terms_of(header, deal), deal, conduct, cards)  # type: ignore[arg-type]
        while referee.asked:
            referee.answer(answer(referee, asked))
            asked += 1
        result = referee.result()
        lines += [chain.seal(line) for line in (*referee.lines, result)]
        conduct = tuple(map(sum, zip(conduct, referee.faults, strict=True)))
        for seat, entry in enumerate(referee.seating):
            scores[entry] += result.scores[seat]
            penalties[entry] += result.penalties[seat]
        referees.append(referee)
    lines.append(chain.seal(EndLine(tuple(scores), tuple(penalties))))
    return Log(header, lines, referees)
