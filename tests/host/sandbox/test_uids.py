"""Two bots never share a uid, whichever arenas run them."""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.errors import InfrastructureError
from arena.host.sandbox.uids import POOL, claim

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can run bots under other uids"),
]

FIRST = 64_100 + os.getpid() % 200 * 4
"""Apart from what other runs of these tests give to processes meanwhile."""
TRIO = range(FIRST, FIRST + 3)
CLAIM_ALL = """
import sys
from pathlib import Path
from arena.host.sandbox.uids import claim
held = []
for _ in range(int(sys.argv[2])):
    held.append(claim(Path(sys.argv[1]), range(64_900, 64_940)))
    print(held[-1].uid, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "uids"


class Claimer:
    """Another process that claims so many uids and keeps them."""

    def __init__(self, folder: Path, number: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", CLAIM_ALL, str(folder), str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._number = number

    def uids(self) -> list[int]:
        assert self.process.stdout
        return [int(self.process.stdout.readline()) for _ in range(self._number)]

    def crash(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def claimers(folder: Path) -> Iterator[list[Claimer]]:
    claimers = [Claimer(folder, 15), Claimer(folder, 15)]
    yield claimers
    for claimer in claimers:
        claimer.crash()


def test_two_processes_never_claim_one_uid(claimers: list[Claimer]) -> None:
    uids = [uid for claimer in claimers for uid in claimer.uids()]

    assert len(set(uids)) == 30


def test_claims_of_a_crashed_process_are_free_again(folder: Path, claimers: list[Claimer]) -> None:
    first, second = (claimer.uids() for claimer in claimers)

    claimers[0].crash()

    with claim(folder, first) as claimed:
        assert claimed.uid == first[0]
    with pytest.raises(InfrastructureError):
        claim(folder, second)


def test_a_released_uid_can_be_claimed_again(folder: Path) -> None:
    with claim(folder, TRIO) as claimed:
        uid = claimed.uid
        with claim(folder, TRIO) as other:
            assert other.uid != uid

    with claim(folder, TRIO) as again:
        assert again.uid == uid


def test_releasing_twice_frees_nobody_elses_claim(folder: Path) -> None:
    mine = claim(folder, TRIO[:1])
    mine.release()
    with claim(folder, TRIO[:1]):
        mine.release()

        with pytest.raises(InfrastructureError):
            claim(folder, TRIO[:1])


def test_no_uid_left_is_said(folder: Path) -> None:
    held = [claim(folder, TRIO) for _ in TRIO]

    with pytest.raises(InfrastructureError) as refused:
        claim(folder, TRIO)

    for claimed in held:
        claimed.release()

    assert str(refused.value) == (
        f"no uid is left for a bot: all of {FIRST}..{FIRST + 2} are claimed in {folder}, "
        "accounts, or have running processes"
    )


def test_a_uid_with_a_running_process_is_skipped(folder: Path) -> None:
    with subprocess.Popen(["sleep", "60"], user=TRIO[0]) as stray:
        try:
            with claim(folder, TRIO) as claimed:
                assert claimed.uid == TRIO[1]
        finally:
            stray.kill()


def test_an_account_is_skipped(folder: Path) -> None:
    nobody = pwd.getpwnam("nobody").pw_uid

    with claim(folder, [nobody, TRIO[0]]) as claimed:
        assert claimed.uid == TRIO[0]


def test_a_folder_that_others_can_enter_is_refused(folder: Path) -> None:
    folder.mkdir(mode=0o755)

    with pytest.raises(InfrastructureError, match="expected a folder of root's with mode 0700"):
        claim(folder)


def test_a_symlink_in_place_of_the_folder_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    folder.symlink_to(tmp_path / "real")

    with pytest.raises(InfrastructureError, match="expected a folder of root's with mode 0700"):
        claim(folder)


def test_the_machines_own_folder_serves_the_pool() -> None:
    with claim() as first, claim() as second:
        assert first.uid in POOL
        assert second.uid in POOL
        assert first.uid != second.uid


def test_an_ordinary_user_is_told_that_only_root_can() -> None:
    program = (
        "import os; from arena.host.sandbox.uids import claim\n"
        "os.setgroups([]); os.setgid(65534); os.setuid(65534)\nclaim()"
    )

    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert ended.stderr.splitlines()[-1].endswith(
        "InfrastructureError: only root can run bots under uids of their own"
    )
