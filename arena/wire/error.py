"""What a message that cannot be read raises."""

from __future__ import annotations


class WireError(ValueError):
    """A message that says nothing: a value out of range, a missing part, broken bytes.

    The text names the field, quotes the value and is short, whatever was sent.
    """
