"""One playing as a Sheepshead player likes to read it: plain text, at most 100 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from arena.names import BotId
from arena.report.before_the_lead import HIDDEN_CARD, rows_before_the_lead, show_card, show_hand
from arena.report.view import ShownCard, ShownFault, ShownTrick, View
from arena.rules.actions import format_action
from arena.rules.cards import points_of
from arena.rules.scoring import Result
from arena.rules.variants import OPTIONS

WIDTH: Final = 100
"""No line is longer."""
_VERDICTS: Final = {
    "won-1": "Won",
    "won-2": "Won with schneider",
    "won-3": "Won with schwarz, every trick",
    "lost-1": "Lost",
    "lost-2": "Lost with schneider",
    "lost-3": "Lost with schwarz, no trick",
}


def show_playing(view: View) -> str:
    """The whole playing, from the deal to the score; ends with a newline."""
    parts = [
        _heading(view),
        _seats(view),
        _before_the_lead(view),
        _tricks(view),
        _faults(view),
        _outcome(view),
        _scores(view),
    ]
    return "\n".join("".join(f"{line.rstrip()}\n" for line in part) for part in parts if part)


def show_bot(bot: BotId | None, width: int) -> str:
    """The bot's name and version, cut to *width*."""
    text = HIDDEN_CARD if bot is None else str(bot)
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _heading(view: View) -> Iterable[str]:
    sitting, variant = view.sitting, view.sitting.variant
    unusual = [
        f"{name} {str(value).lower()}"
        for name, value in variant.options().items()
        if value != OPTIONS[variant.name][name].default
    ]
    options = f" ({', '.join(unusual)})" if unusual else ""
    yield from _wrapped(
        f"{sitting.match}, rotation {sitting.rotation}, deal {view.deal}: "
        f"{variant.name}{options}, {sitting.time}"
    )
    if view.viewer is not None:
        yield f"As seat {view.viewer} could know it until scoring; {HIDDEN_CARD} is hidden"


def _seats(view: View) -> Iterable[str]:
    last = len(view.seats) - 1
    roles = [
        ", ".join(filter(None, [_role(view, seat), "dealer" if seat == last else ""]))
        for seat in range(len(view.seats))
    ]
    bots = [show_bot(seat.bot, 36) for seat in view.seats]
    width, role_width = max(map(len, bots)), max(map(len, roles))
    yield f"seat  {'bot':{width}}  {'':{role_width}}  dealt"
    for number, seat in enumerate(view.seats):
        hand = show_hand(seat.hand, view.sitting.variant.hand_size)
        yield f"{number:<4}  {bots[number]:{width}}  {roles[number]:{role_width}}  {hand}"


def _role(view: View, seat: int) -> str:
    """Picker or partner, as far as the viewer knew it when play began."""
    if seat == view.picking.picker:
        return "picker"
    knows = view.picking.knows_partner
    return "partner" if knows and seat == view.picking.partner else ""


def _before_the_lead(view: View) -> Iterable[str]:
    for name, text in rows_before_the_lead(view):
        yield from _wrapped(f"{name:<9}  {text}", indent=11)


def _tricks(view: View) -> Iterable[str]:
    columns = [f"{seat} {_role(view, seat)}".rstrip() for seat in range(len(view.seats))]
    sides = view.tricks[0].side_points is not None
    yield (
        f"trick   {''.join(f'{column:<10}' for column in columns)}points  to"
        f"{'   side  others' if sides else ''}"
    )
    taken = 0
    for number, trick in enumerate(view.tricks, 1):
        cells = "".join(f"{_cell(trick, seat):<10}" for seat in range(len(trick.cards)))
        taken += trick.points
        hidden = "+?" if any(card.card is None for card in trick.cards) else ""
        row = f"{number:<6} {cells}{f'{trick.points}{hidden}':>7}{trick.winner:>4}"
        if trick.side_points is not None:
            buried = points_of(view.picking.bury or 0)
            row += f"{trick.side_points:>7}{taken + buried - trick.side_points:>8}"
        yield f"{row}  {_remark(view, trick)}"
    yield from _legend(view, sides=sides)


def _cell(trick: ShownTrick, seat: int) -> str:
    shown = trick.cards[seat]
    marks = (
        ("*" if seat == trick.winner else "")
        + ("?" if shown.unknown else "")
        + ("!" if shown.by_referee else "")
    )
    return f"{'>' if seat == trick.leader else ' '}{show_card(shown.card)}{marks}"


def _remark(view: View, trick: ShownTrick) -> str:
    if trick.reveals_partner is not None and not view.picking.knows_partner:
        return f"seat {trick.reveals_partner} is the partner"
    return "not asked" if all(card.forced for card in trick.cards) else ""


def _legend(view: View, *, sides: bool) -> Iterable[str]:
    cards: Sequence[ShownCard] = [card for trick in view.tricks for card in trick.cards]
    legend = ["> leads", "* takes the trick"]
    legend += ["? the unknown"] if any(card.unknown for card in cards) else []
    legend += ["! the referee's choice"] if any(card.by_referee for card in cards) else []
    legend += ["side: the picker's, with the bury"] if sides else []
    yield from _wrapped(f"       {' · '.join(legend)}", indent=7)


def _faults(view: View) -> Sequence[str]:
    lines = [line for fault in view.faults for line in _wrapped(_fault(fault), indent=2)]
    lines += [line for note in view.notes for line in _wrapped(f"note: {note}", indent=2)]
    return lines


def _fault(fault: ShownFault) -> str:
    what = "the bot was out" if fault.fault is None else f"{fault.fault.value}, {fault.detail}"
    offered = "" if fault.offered is None else f"; it offered: {format_action(fault.offered)}"
    instead = "" if fault.played is None else f"; the referee: {format_action(fault.played)}"
    return f"{fault.place}, seat {fault.seat}: {what}{offered}{instead}"


def _outcome(view: View) -> Iterable[str]:
    result, stake = view.result, view.picking.stake
    times = f" The stake is ×{stake}." if stake > 1 else ""
    if result.picker is None:
        yield f"{_least(result) if result.outcome == 'least' else _leaster(result)}{times}"
        return
    partner = result.partner
    who = "the picker, alone," if partner is None else "the picker's side"
    side = {result.picker, result.picker if partner is None else partner}
    tricks = sum(result.tricks[seat] for seat in side)
    yield from _wrapped(
        f"{_VERDICTS[result.outcome]}: {who} has {view.side_points} points in {tricks} "
        f"{'trick' if tricks == 1 else 'tricks'}, the others {120 - view.side_points} "
        f"in {sum(result.tricks) - tricks}.{times}"
    )


def _leaster(result: Result) -> str:
    winners = [seat for seat, score in enumerate(result.scores) if score > 0]
    if not winners:
        return "Leaster: a tie for the fewest points, nobody wins."
    return f"Leaster: seat {winners[0]} wins with {result.points[winners[0]]} points."


def _least(result: Result) -> str:
    """Which case of R31 it is."""
    for seat, score in enumerate(result.scores):
        if score < 0:
            return f"Least: seat {seat} took every trick and pays for it."
    winners = [seat for seat, score in enumerate(result.scores) if score > 0]
    if len(winners) > 1:
        return f"Least: seats {winners[0]} and {winners[1]} win without a trick."
    winner = winners[0]
    if not result.tricks[winner]:
        return f"Least: seat {winner} wins without a trick."
    return f"Least: seat {winner} wins with {result.points[winner]} points."


def _scores(view: View) -> Iterable[str]:
    width = max(len(show_bot(seat.bot, 22)) for seat in view.seats)
    yield (
        f"seat       {'bot':{width}}  points  tricks  score  penalty"
        "  asked      ms  slowest  cpu ms"
    )
    result = view.result
    for number, seat in enumerate(view.seats):
        role = {result.picker: "picker", result.partner: "partner"}.get(number, "")
        yield (
            f"{f'{number} {role}':<9}  {show_bot(seat.bot, 22):{width}}"
            f"{seat.points:>8}{seat.tricks:>8}{seat.score:>+7}{_figure(seat.penalty):>9}"
            f"{_figure(seat.asked):>7}{_figure(seat.ms):>8}{_figure(seat.slowest_ms):>9}"
            f"{_figure(seat.cpu_ms, hidden=seat.asked is None):>8}"
        )


def _figure(number: int | None, *, hidden: bool = True) -> str:
    if number is None:
        return HIDDEN_CARD if hidden else "-"
    return str(number)


def _wrapped(text: str, indent: int = 0) -> list[str]:
    """*text* in lines of at most WIDTH, without what a bot may have put in to move the cursor."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    return textwrap.wrap(printable, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False)
