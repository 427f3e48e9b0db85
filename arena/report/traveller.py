"""One deal in all its rotations side by side, as text: what each bot made of each hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from arena.names import BotId
from arena.ratings.hands import Holding
from arena.referee.form import Form
from arena.referee.playing import Playing
from arena.report.before_the_lead import show_hand
from arena.report.playing_words import (
    action_of,
    letters_of,
    outcome_words,
    partner_letter,
    picker_letter,
    side_points,
    stake,
    thrown_in,
)
from arena.report.show import show_bot
from arena.report.tables import Column, signed, text_table
from arena.rules.actions import Word, format_action
from arena.rules.cards import Mask, cards_of, format_cards
from arena.rules.variants import Variant


@dataclass(frozen=True, slots=True)
class Traveller:
    """One deal of a duplicate match with all that was made of it."""

    match: str
    deal: int
    """The event's deal index."""
    variant: Variant
    time: str
    rotations: int
    """As many are scheduled; the holdings have those that are complete."""
    bots: tuple[BotId, ...]
    """By entry."""
    hands: tuple[Mask, ...]
    """By seat, as first dealt."""
    held: tuple[Holding, ...]
    """By seat, then rotation; there is one."""
    form: Form = Form.DUPLICATE

    @property
    def letters(self) -> str:
        """What stands for each entry."""
        return letters_of(self.form, len(self.bots))

    def column(self, holding: Holding) -> str:
        """Below which letter *holding* stands.

        The holder's; among a panel that of A or B, whichever was at the table: the panel holds
        the same hands beside both.
        """
        entry = holding.playing.rotation if self.form is Form.PANEL else holding.entry
        return self.letters[entry]

    @property
    def columns(self) -> str:
        """The letters of all the columns of hands."""
        return "AB" if self.form is Form.PANEL else "".join(dict.fromkeys(self.letters))

    @property
    def playings(self) -> tuple[Playing, ...]:
        """The complete ones, by rotation."""
        return tuple(one.playing for one in self.held if one.seat == 0)


def format_traveller(traveller: Traveller) -> str:
    """The playings of the deal, then every hand with its holders; ends with a newline."""
    parts = [
        [_heading(traveller)],
        _names(traveller),
        [_playings(traveller), *_thrown_in(traveller.playings)],
        [_hands(traveller), "", *_legend(traveller)],
    ]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _names(traveller: Traveller) -> list[str]:
    letters = traveller.letters
    return [
        f"{letter}  {show_bot(traveller.bots[letters.index(letter)], 60)}"
        for letter in dict.fromkeys(letters)
    ]


def _heading(traveller: Traveller) -> str:
    there = len(traveller.playings)
    played = (
        f"all {there} rotations"
        if there == traveller.rotations
        else f"the {there} of {traveller.rotations} rotations that are complete"
    )
    table = f"{traveller.variant.name}, {traveller.time}"
    return f"{traveller.match}, deal {traveller.deal}, in {played}: {table}"


def _playings(traveller: Traveller) -> str:
    """A line a rotation; what the table or every rotation lacks gets no column."""
    seats = " ".join(map(str, range(len(traveller.hands))))
    columns = [
        Column("rotation"),
        Column(seats, "<"),
        *(Column(title, "<") for title in ("picker", "partner", "bury", "call", "outcome")),
        Column("points"),
        Column("stake"),
    ]
    rows = [_playing(traveller, playing) for playing in traveller.playings]
    kept = [place for place in range(len(columns)) if any(row[place] for row in rows)]
    return text_table(
        [columns[place] for place in kept], [[row[place] for place in kept] for row in rows]
    )


def _playing(traveller: Traveller, playing: Playing) -> list[str]:
    letters, variant = traveller.letters, traveller.variant
    bury, call = action_of(playing, Word.BURY), action_of(playing, Word.CALL)
    points, times = side_points(playing), stake(playing)
    picker = picker_letter(playing, letters)
    return [
        str(playing.rotation),
        " ".join(letters[entry] for entry in playing.seating),
        picker if playing.picker is None else f"{picker} ({playing.picker})",
        "" if variant.partner == "none" else partner_letter(playing, letters),
        "" if bury is None else format_cards(cards_of(bury.cards)),
        "" if call is None else format_action(call).removeprefix(f"{Word.CALL.value} "),
        outcome_words(playing),
        "" if points is None else str(points),
        "" if times == 1 else f"×{times}",
    ]


def _thrown_in(playings: Iterable[Playing]) -> Iterable[str]:
    for playing in playings:
        if times := thrown_in(playing):
            deals = "1 deal" if times == 1 else f"{times} deals"
            yield f"rotation {playing.rotation}: {deals} thrown in before, so the cards are others"


def _hands(traveller: Traveller) -> str:
    """Two lines a hand, a column a holder; the sums of a column below."""
    columns = traveller.columns
    rows = []
    for seat, group in groupby(traveller.held, key=lambda one: one.seat):
        held = {traveller.column(one): one for one in group}
        mean = Fraction(sum(one.score for one in held.values()), len(held))
        cells = [_score(held[letter]) if letter in held else "" for letter in columns]
        rows.append([str(seat), show_hand(traveller.hands[seat]), *cells, signed(mean)])
        against = [_against(held[letter].against) if letter in held else "" for letter in columns]
        rows.append(["", "  against the others", *against, ""])
    totals = [
        [one for one in traveller.held if traveller.column(one) == letter] for letter in columns
    ]
    rows.append(["", "sum", *(f"{sum(one.score for one in own):+d}  " for own in totals), ""])
    sums = [sum((one.against or Fraction() for one in own), Fraction()) for own in totals]
    rows.append(["", "  against the others", *map(_against, sums), ""])
    holders = [Column(f"{letter}  ") for letter in columns]
    return text_table([Column("seat"), Column("dealt", "<"), *holders, Column("mean")], rows)


def _score(holding: Holding) -> str:
    """``+4P!``: score, part, fault; as wide behind the number in every cell."""
    playing = holding.playing
    part = {playing.picker: "P", playing.partner: "p"}.get(holding.seat, "")
    fault = "!" if any(entry == holding.entry for entry, _ in playing.faults) else ""
    return f"{holding.score:+d}{part + fault:2}"


def _against(value: Fraction | None) -> str:
    return "" if value is None else f"{signed(value)}  "


def _legend(traveller: Traveller) -> Iterable[str]:
    """What the marks mean that there are."""
    marks = ["score less penalties; against: less the mean of what other bots made of the hand"]
    playings = traveller.playings
    if any(playing.picker is not None for playing in playings):
        marks.append("P picker")
    if any(playing.partner is not None for playing in playings):
        marks.append("p partner")
    if any(playing.faults for playing in playings):
        marks.append("! with a fault")
    yield marks[0]
    if marks[1:]:
        yield " · ".join(marks[1:])
