"""What an archive may hold, and what unpacking it may cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MIB: Final = 1024 * 1024
MAX_ARCHIVE_BYTES: Final = 64 * MIB
MAX_ENTRIES: Final = 2_000
"""Files and folders together, with the folders that only names imply."""
MAX_FILE_BYTES: Final = 64 * MIB
MAX_BYTES: Final = 256 * MIB
"""Of all files together."""
MAX_RATIO: Final = 100
"""Inflated bytes for one byte of the archive, from `RATIO_FLOOR` on."""
RATIO_FLOOR: Final = MIB
MAX_PATH_BYTES: Final = 1024
MAX_PART_BYTES: Final = 255
MAX_DEPTH: Final = 32
CHUNK: Final = 64 * 1024
"""What is read, inflated and written at once."""


@dataclass(frozen=True, slots=True)
class UnpackingLimits:
    """What the unpacking process may use."""

    cpu_s: int = 30
    memory_mib: int = 512
    wall_s: float = 120
