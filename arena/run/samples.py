"""Where the sample bots that come with the arena lie."""

from __future__ import annotations

from pathlib import Path

import arena


def samples_folder() -> Path:
    """Their folder: in an installed package, or in a checkout."""
    package = Path(arena.__file__).parent
    installed = package / "samples"
    return installed if installed.exists() else package.parent / "sample_bots"


def sample_bot(name: str) -> Path | None:
    """The folder of the sample bot *name*, if there is one."""
    folder = samples_folder() / name
    return folder if (folder / "bot.toml").is_file() else None
