"""A table and a deal in progress as the arrays that compiled code plays on."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena.rules.announcing import announces
from arena.rules.cards import SUIT_MASKS
from arena.rules.deal import Deal
from arena.rules.fast import kernel as at
from arena.rules.legal import FAIL_TENS
from arena.rules.phases import Phase
from arena.rules.scoring import Verdict, picked_scores
from arena.rules.variants import Variant

_PHASES: Final = tuple(Phase)
_ALL_PASS: Final = ("leaster", "least", "forced-pick", "doubler")
_PARTNERS: Final = ("none", "called-ace", "jack", "jack-of-clubs")

Numbers = NDArray[np.int64]


def table_of(table: Variant) -> Numbers:
    """The sizes, options and payments of *table*."""
    numbers = np.zeros(at.TABLE_SIZE, np.int64)
    numbers[at.PLAYERS] = table.players
    numbers[at.HAND_SIZE] = table.hand_size
    numbers[at.BLIND_SIZE] = table.blind_size
    numbers[at.ALL_PASS] = _ALL_PASS.index(table.all_pass)
    numbers[at.PARTNER_RULE] = _PARTNERS.index(table.partner)
    numbers[at.ANNOUNCES] = announces(table)
    numbers[at.ONLY_ACES] = table.unknown_when == "only-aces"
    numbers[at.TEN_WINS] = table.called_ten_wins
    numbers[at.NEEDS_TRICK] = table.leaster_needs_trick
    numbers[at.BLIND_TO_LAST] = table.leaster_blind == "last-trick"
    numbers[at.MAY_CRACK] = table.crack != "off"
    numbers[at.MAY_RECRACK] = table.crack == "crack-recrack"
    numbers[at.CRACK_LATE] = table.crack_by == "not-yet-passed"
    numbers[at.DOUBLER_CAP] = table.doubler_cap
    numbers[at.SCHNEIDER] = _schneider(table)
    numbers[at.PAYMENTS :] = _payments(table)
    return numbers


def _schneider(table: Variant) -> int:
    return 29 if table.name in ("picker-alone-3", "picker-alone-4") else 30


def _payments(table: Variant) -> list[int]:
    """To picker, partner and each defender: alone lost, alone won, together lost, together won."""
    payments: list[int] = []
    for partner in (None, 1):
        for won in (False, True):
            if partner is not None and table.partner == "none":
                payments += [0, 0, 0]
                continue
            scores = picked_scores(table, Verdict(won=won, level=1), 0, partner)
            payments += [scores[0], scores[1] if partner else 0, scores[2]]
    return payments


def fresh(table: Variant) -> Numbers:
    """A deal before its first decision, without its cards."""
    row = np.zeros(at.STATE_SIZE, np.int64)
    for place in (at.PICKER, at.CALLED, at.UNKNOWN, at.PARTNER_SEAT, at.LAST_CRACK):
        row[place] = at.NOBODY
    row[at.LAST_WINNER] = row[at.WINNING_TEN] = at.NOBODY
    row[at.STAKE] = 1
    row[at.TO_PLAY] = table.players
    row[at.RUNNING :] = at.NOBODY
    return row


def row_of(deal: Deal) -> Numbers:
    """*deal* as it stands; a running trick as it began, its cards still to be entered."""
    row = fresh(deal.variant)
    row[at.PHASE] = _PHASES.index(deal.phase)
    row[at.SEAT] = deal.seat
    row[at.PASSES] = deal.passes
    row[at.BLIND] = deal.blind
    row[at.BURIED] = deal.bury
    row[at.IS_ALONE] = deal.alone
    row[at.STAKE] = deal.stake
    for place, known in (
        (at.PICKER, deal.picker),
        (at.PARTNER_SEAT, deal.partner),
        (at.CALLED, deal.called),
        (at.UNKNOWN, deal.unknown),
        (at.LAST_CRACK, deal.crack_seats[-1] if deal.crack_seats else None),
    ):
        row[place] = at.NOBODY if known is None else known
    row[at.HANDS : at.HANDS + deal.variant.players] = deal.hands
    row[at.SEAT_POINTS : at.SEAT_POINTS + deal.variant.players] = deal.points
    row[at.TAKEN : at.TAKEN + deal.variant.players] = deal.taken
    row[at.TRICKS] = len(deal.winners)
    for trick, winner in enumerate(deal.winners):
        row[at.LAST_WINNER] = winner
        row[at.LAST_TRICK + winner] = trick
    _bind(row, deal)
    _return_running_trick(row, deal)
    return row


def _bind(row: Numbers, deal: Deal) -> None:
    """What R17 to R19 still ask for."""
    if deal.called is None or deal.variant.partner != "called-ace":
        return
    suit = next(suit for suit, mask in enumerate(SUIT_MASKS) if mask >> deal.called & 1)
    row[at.CALLED_SUIT] = SUIT_MASKS[suit]
    row[at.BOUND] = suit not in deal.suits[: len(deal.winners)]
    if deal.variant.called_ten_wins and FAIL_TENS >> deal.called & 1:
        row[at.WINNING_TEN] = deal.called


def _return_running_trick(row: Numbers, deal: Deal) -> None:
    """Every card of a trick that is not complete goes back to its hand."""
    size = deal.variant.players
    running = deal.plays[len(deal.winners) * size :]
    if not running:
        return
    leader = deal.leaders[len(deal.winners)]
    row[at.SEAT] = leader
    for place, card in enumerate(running):
        row[at.HANDS + (leader + place) % size] |= 1 << card
        row[at.RUNNING + place] = card
