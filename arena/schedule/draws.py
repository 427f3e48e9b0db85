"""Randomness for schedules that is the same for one seed on every machine, now and later."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Draws:
    """A generator of its own, from a seed.

    It only calls `random.Random.random`, whose sequence Python promises to keep from
    version to version; `shuffle` and `randrange` come without that promise.
    """

    def __init__(self, seed: bytes) -> None:
        number = int.from_bytes(hashlib.sha256(seed).digest(), "big")
        self._next = random.Random(number).random

    def chance(self) -> float:
        """A number from 0 up to, not including, 1."""
        return self._next()

    def below(self, bound: int) -> int:
        """A whole number from 0 up to, not including, *bound*."""
        return int(self._next() * bound)

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """*items* in random order."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
