"""All attacks at one level, a few at a time, in a process of their own: ``batch LEVEL FILE``.

What came of each goes to FILE as JSON. The process is the arena of these attacks: the parent of
last resort of all that they start, and inside a guard should the level contain nothing.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import trio

from arena.errors import InfrastructureError
from arena.host.descendants import become_subreaper, kill_descendants
from arena.referee.confinement import Level, SandboxPolicy
from arena.run.confining import try_out
from tests.hostile.catalogue import ATTACKS, Attack, attacks_at
from tests.hostile.staging import Ran, Stage

AT_ONCE = 4
_LONG_AGO_S = 1_000_000_000


def main(argv: Sequence[str]) -> None:
    """Run the batch that the command line names."""
    level, results = Level(argv[0]), Path(argv[1])
    os.environ["HOSTILE_SECRET"] = "of the arena"
    become_subreaper()
    trial = try_out(level, SandboxPolicy())
    if trial.confinement is None:
        results.write_text(json.dumps({"missing": trial.why_not}))
        return
    with tempfile.TemporaryDirectory(prefix="arena-", ignore_cleanup_errors=True) as folder:
        place = Path(folder)
        place.chmod(0o711)
        stage = Stage(trial.confinement, place, _submission(place))
        names = argv[2:]
        attacks = [one for one in attacks_at(level) if not names or one.name in names]
        ran = trio.run(_stage_all, stage, attacks)
    kill_descendants()
    results.write_text(json.dumps({"ran": ran}))


async def _stage_all(stage: Stage, attacks: Sequence[Attack]) -> dict[str, list[dict[str, object]]]:
    ran: dict[str, list[dict[str, object]]] = {}
    limiter = trio.CapacityLimiter(AT_ONCE)

    async def one(attack: Attack) -> None:
        lives: list[Ran] = []
        async with limiter:
            try:
                lives = await stage.stage(attack)
            except* (InfrastructureError, trio.TooSlowError) as trouble:
                lives = [Ran(log=f"not staged: {trouble.exceptions!r}")]
        ran[attack.name] = [asdict(life) for life in lives]

    async with trio.open_nursery() as nursery:
        for attack in attacks:
            if not attack.alone:
                nursery.start_soon(one, attack)
    for attack in attacks:
        if attack.alone:
            await one(attack)
    return ran


def _submission(place: Path) -> Path:
    """All attacks in one frozen folder, as a submission that every user can read."""
    folder = place / "submission"
    folder.mkdir()
    here = Path(__file__).parent
    for file in (*ATTACKS.glob("*.py"), here / "attack_kit.py", here / "victim.py"):
        shutil.copyfile(file, folder / file.name)
    for name in ("quiet.txt", "unread.txt"):
        (folder / name).write_text("nothing in here\n" * 300)
        os.utime(folder / name, (_LONG_AGO_S, _LONG_AGO_S))
    for path in folder.iterdir():
        path.chmod(0o644)
    folder.chmod(0o755)
    return folder


if __name__ == "__main__":
    main(sys.argv[1:])
