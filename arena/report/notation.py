"""A playing as one line of notation: the deal that was played out, with what counted."""

from __future__ import annotations

from arena.referee.line_text import RecordError
from arena.referee.lines import DecisionLine, SittingLine
from arena.referee.record import PlayingRecord
from arena.rules.dealing import DealError
from arena.rules.notation import WrittenDeal, format_deal


def playing_line(header: SittingLine, record: PlayingRecord) -> str:
    """The canonical line of *record*; what was offered instead of an action is not in it.

    Raises:
        RecordError: the record is no playing by the rules.
    """
    dealt = record.dealt
    played = record.lines[record.lines.index(dealt) :]
    actions = tuple(line.action for line in played if isinstance(line, DecisionLine))
    deal = WrittenDeal(header.variant, dealt.hands, dealt.blind, dealt.redeal, actions)
    if broken := _broken_rule(deal):
        raise RecordError(f"deal {dealt.deal}: {broken}")
    return format_deal(deal)


def _broken_rule(written: WrittenDeal) -> str | None:
    try:
        deal = written.start()
    except DealError as error:
        return str(error)
    for action in written.actions:
        if rule := deal.broken_rule(action):
            return f"seat {deal.seat}: {rule}"
        deal.apply(action)
    return None if deal.over else f"{deal.expected()}, not a result"
