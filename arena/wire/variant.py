"""Tables and options as messages spell them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from arena.rules.variants import OPTIONS, OptionValue, Variant, VariantError, variant
from arena.v1 import bot_pb2 as pb
from arena.wire.error import WireError

_ENUMS: Final = {
    "table": pb.Table,
    "all_pass": pb.AllPass,
    "partner": pb.Partner,
    "unknown_when": pb.UnknownWhen,
    "loss_payer": pb.LossPayer,
    "leaster_blind": pb.LeasterBlind,
    "crack": pb.Crack,
    "crack_by": pb.CrackBy,
}
"""The fields whose values are words; the others travel as they are."""
_WORDS: Final = {
    field: {
        int(value): name.removeprefix(f"{field}_".upper()).lower().replace("_", "-")
        for name, value in enum.items()
        if value
    }
    for field, enum in _ENUMS.items()
}
"""The rules' word for each value: its constant's name without the field's."""
_VALUES: Final = {
    field: {word: value for value, word in words.items()} for field, words in _WORDS.items()
}


@lru_cache(maxsize=64)
def encode_variant(table: Variant) -> pb.Variant:
    """*table* as a message, shared between callers, who must not change it."""
    message = pb.Variant(
        players=table.players, hand_size=table.hand_size, blind_size=table.blind_size
    )
    settled = {"table": table.name, "partner": table.partner, **table.options()}
    for field, value in settled.items():
        setattr(message, field, _VALUES[field][str(value)] if field in _VALUES else value)
    return message


def decode_variant(message: pb.Variant) -> Variant:
    """The table that *message* describes.

    Raises:
        WireError: an unknown table or value, or sizes that the table does not have.
    """
    return _decode_variant(message.SerializeToString(deterministic=True))


@lru_cache(maxsize=64)
def _decode_variant(data: bytes) -> Variant:
    message = pb.Variant.FromString(data)
    name = str(_decode_field(message, "table"))
    try:
        table = variant(name, {option: _decode_field(message, option) for option in OPTIONS[name]})
    except VariantError as error:
        raise WireError(f"variant: {error}") from None
    sizes = (message.players, message.hand_size, message.blind_size)
    expected = (table.players, table.hand_size, table.blind_size)
    if sizes != expected:
        raise WireError(f"variant: players, hand and blind {sizes}: {name} has {expected}")
    return table


def _decode_field(message: pb.Variant, field: str) -> OptionValue:
    value: int | bool = getattr(message, field)
    if field not in _WORDS:
        return value
    if value not in _WORDS[field]:
        raise WireError(f"variant: {field} {value}: expected 1 to {max(_WORDS[field])}")
    return _WORDS[field][value]
