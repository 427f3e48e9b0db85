"""The six tables and the options that each of them has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, TypeAlias

OptionValue: TypeAlias = str | bool | int


@dataclass(frozen=True, slots=True)
class Variant:
    """One table with its options settled. Made by `variant`, never by hand.

    An option that its table does not have holds the value that leaves the
    rules as they are without it.
    """

    name: str
    """``called-ace``, ``jack-of-diamonds``, ``picker-alone-3``, ``-4``, ``hoyle-3``, ``-4``."""
    players: int
    """Seats, 3 to 5."""
    hand_size: int
    """Cards a seat is dealt, and tricks of a deal."""
    blind_size: int
    """Cards in the blind, and cards the picker buries; 0 for hoyle-4."""
    all_pass: str
    """R10: ``leaster``, ``least``, ``forced-pick`` or ``doubler``."""
    partner: str = "none"
    """``called-ace`` (R14), ``jack`` (R12), ``jack-of-clubs`` (R13) or ``none`` (R11)."""
    may_go_alone: bool = False
    """R12: every picker answers ``alone`` or ``partner`` after the bury."""
    unknown_when: str = "only-aces"
    """R14 c: ``only-aces`` or ``no-callable-suit``."""
    called_ten_wins: bool = False
    """R19: a called ten beats the ace when its suit is first led."""
    loss_payer: str = "picker"
    """R22: ``picker`` or ``side``."""
    leaster_needs_trick: bool = True
    """R30: only seats that took a trick compete."""
    leaster_blind: str = "nobody"
    """R30: ``last-trick`` or ``nobody``; in a least (R31) as the table has it."""
    crack: str = "off"
    """R37: ``off``, ``crack`` or ``crack-recrack``."""
    crack_by: str = "any-defender"
    """R37: ``any-defender`` or ``not-yet-passed``."""
    doubler_cap: int = 8
    """R38: the stake from which an all-pass is played as a leaster."""

    def options(self) -> dict[str, OptionValue]:
        """Every option of this table with its value, in a fixed order."""
        return {name: getattr(self, name) for name in OPTIONS[self.name]}


class VariantError(ValueError):
    """An unknown table, option or value."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of one table: its values, the default first."""

    values: tuple[OptionValue, ...]

    @property
    def default(self) -> OptionValue:
        """What holds when nothing is said."""
        return self.values[0]


_CALL_OPTIONS: Final = {
    "unknown_when": Option(("only-aces", "no-callable-suit")),
    "called_ten_wins": Option((False, True)),
}
_NEEDS_TRICK: Final = {"leaster_needs_trick": Option((True, False))}
_PICKER_ALONE: Final = {
    "all_pass": Option(("leaster", "forced-pick")),
    **_NEEDS_TRICK,
    "leaster_blind": Option(("last-trick", "nobody")),
}
_HOYLE: Final = {"all_pass": Option(("least", "forced-pick"))}

OPTIONS: Final[Mapping[str, Mapping[str, Option]]] = {
    "called-ace": {
        "all_pass": Option(("leaster", "forced-pick")),
        **_CALL_OPTIONS,
        **_NEEDS_TRICK,
        "leaster_blind": Option(("nobody", "last-trick")),
    },
    "jack-of-diamonds": {
        "all_pass": Option(("leaster", "forced-pick", "doubler")),
        "partner": Option(("jack", "called-ace")),
        "may_go_alone": Option((False, True)),
        **_CALL_OPTIONS,
        "loss_payer": Option(("picker", "side")),
        **_NEEDS_TRICK,
        "leaster_blind": Option(("last-trick", "nobody")),
        "crack": Option(("off", "crack", "crack-recrack")),
        "crack_by": Option(("any-defender", "not-yet-passed")),
        "doubler_cap": Option((8, 1, 2, 4, 16)),
    },
    "picker-alone-3": _PICKER_ALONE,
    "picker-alone-4": _PICKER_ALONE,
    "hoyle-3": _HOYLE,
    "hoyle-4": _HOYLE,
}
"""Each table's options (R10, R12, R14, R19, R22, R30, R37, R38)."""

_SIZES: Final = {
    "called-ace": (5, 6, 2, "called-ace"),
    "jack-of-diamonds": (5, 6, 2, "jack"),
    "picker-alone-3": (3, 10, 2, "none"),
    "picker-alone-4": (4, 7, 4, "none"),
    "hoyle-3": (3, 10, 2, "none"),
    "hoyle-4": (4, 8, 0, "jack-of-clubs"),
}
"""Players, hand, blind (R7) and partner of each table."""
_GIVEN: Final[Mapping[str, Mapping[str, OptionValue]]] = {
    "hoyle-3": {"leaster_blind": "last-trick"}
}
"""What a table has no option for, and has otherwise than `Variant` says (R31)."""
PLAYABLE: Final = tuple(OPTIONS)
"""The names of all tables, in the order of the rule book."""


def variant(name: str, options: Mapping[str, object] | None = None) -> Variant:
    """The table *name* with *options*, defaults for those left out.

    Raises:
        VariantError: no such table, an option or a value that it does not have;
            the message names the table, the option and what it may be.
    """
    if name not in OPTIONS:
        raise VariantError(f"variant {name!r}: expected one of {', '.join(OPTIONS)}")
    table = OPTIONS[name]
    settled = {key: option.default for key, option in table.items()}
    for key, value in (options or {}).items():
        if key not in table:
            raise VariantError(f"{name} has no option {key!r}: expected one of {', '.join(table)}")
        settled[key] = _checked(name, key, table[key], value)
    players, hand_size, blind_size, partner = _SIZES[name]
    known = {"partner": partner, **_GIVEN.get(name, {}), **settled}
    return Variant(name, players, hand_size, blind_size, **known)  # type: ignore[arg-type]


def _checked(name: str, key: str, option: Option, value: object) -> OptionValue:
    for allowed in option.values:
        if allowed == value and type(allowed) is type(value):
            return allowed
    expected = ", ".join(_spelt(allowed) for allowed in option.values)
    raise VariantError(f"{name}: {key} = {_spelt(value)}: expected one of {expected}")


def _spelt(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


assert {field.name for field in fields(Variant)} >= {key for t in OPTIONS.values() for key in t}
