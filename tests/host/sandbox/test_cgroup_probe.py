"""Control groups are found in either version, or it is said why there are none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from arena.errors import InfrastructureError
from arena.host.sandbox.cgroup import BotGroup, Cgroups
from arena.host.sandbox.cgroup_probe import LEAF, Missing, hand_down, locate

V1_MOUNTS = """\
22 27 0:21 / /proc rw,relatime - proc proc rw
33 31 0:30 / /cg/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
35 31 0:32 / /cg/memory rw,relatime shared:9 - cgroup cgroup rw,memory
37 31 0:34 / /cg/freezer rw,relatime - cgroup cgroup rw,freezer
39 31 0:36 / /cg/pids rw,relatime - cgroup cgroup rw,pids
41 31 0:38 / /cg/unified rw,relatime - cgroup2 cgroup2 rw
"""
V1_OWN = "8:pids:/\n6:freezer:/\n4:memory:/jobs/7\n2:cpu,cpuacct:/jobs\n0::/\n"
V2_MOUNT = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
NOBODY = 65534
AS_USER = f"""
import os, sys
from arena.host.sandbox.cgroup_probe import Missing, find_cgroups
os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})
sys.stdin.readline()
found = find_cgroups()
print(found.reason if isinstance(found, Missing) else found)
print(found.fix if isinstance(found, Missing) else "")
"""
STEP = """
import json, sys
from pathlib import Path
from arena.errors import InfrastructureError
from arena.host.sandbox.cgroup_probe import _step_back, _step_into_leaf
base = Path(sys.argv[1])
def own():
    lines = Path("/proc/self/cgroup").read_text().split()
    return [line for line in lines if line.startswith("0::")][0].rpartition("/")[2]
sys.stdin.readline()
try:
    moved = _step_into_leaf(base)
    inside = own()
    _step_back(base, moved)
    print(json.dumps([inside, own()]))
except InfrastructureError as error:
    print(json.dumps(str(error)))
"""


def bases(found: Cgroups | Missing) -> dict[str, str]:
    assert isinstance(found, Cgroups)
    return {controller: str(base) for controller, base in found.bases.items()}


def test_version_1_groups_belong_below_our_own_in_each_hierarchy() -> None:
    found = locate(V1_MOUNTS, V1_OWN)

    assert bases(found) == {
        "pids": "/cg/pids",
        "memory": "/cg/memory/jobs/7",
        "cpu": "/cg/cpu,cpuacct/jobs",
        "cpuacct": "/cg/cpu,cpuacct/jobs",
        "freezer": "/cg/freezer",
    }


def test_hierarchies_mounted_together_make_one_folder(tmp_path: Path) -> None:
    found = locate(V1_MOUNTS.replace("/cg/", f"{tmp_path}/"), V1_OWN)
    assert isinstance(found, Cgroups)
    for base in found.bases.values():
        base.mkdir(parents=True, exist_ok=True)

    group = BotGroup(found, "arena-1-1")
    group._make_folders()

    assert len(list(tmp_path.rglob("arena-1-1"))) == 4


@pytest.mark.parametrize(
    ("mount", "own", "base"),
    [
        pytest.param(
            V2_MOUNT,
            "0::/user.slice/arena.scope\n",
            "/sys/fs/cgroup/user.slice/arena.scope",
            id="below-our-own",
        ),
        pytest.param(
            V2_MOUNT,
            f"0::/user.slice/arena.scope/{LEAF}\n",
            "/sys/fs/cgroup/user.slice/arena.scope",
            id="beside-the-leaf-we-are-in",
        ),
        pytest.param(
            V2_MOUNT.replace(" / ", " /docker/7 "),
            "0::/docker/7/inner\n",
            "/sys/fs/cgroup/inner",
            id="mount-shows-a-part",
        ),
        pytest.param(
            V2_MOUNT.replace(" / ", " /docker/7 "),
            "0::/elsewhere\n",
            "/sys/fs/cgroup",
            id="own-path-is-outside-the-mount",
        ),
        pytest.param(V2_MOUNT, "0::/../other\n", "/sys/fs/cgroup", id="own-path-climbs-out"),
        pytest.param(
            V2_MOUNT.replace("/sys/fs/cgroup", "/with\\040space"),
            "0::/\n",
            "/with space",
            id="mount-point-with-a-space",
        ),
    ],
)
def test_version_2_groups_belong(mount: str, own: str, base: str) -> None:
    assert bases(locate(mount, own)) == dict.fromkeys(("pids", "memory", "cpu"), base)


def test_without_any_mount_the_reason_names_what_is_lacking() -> None:
    found = locate(V1_MOUNTS.splitlines()[2], V1_OWN)

    assert isinstance(found, Missing)
    assert found.reason == "no control groups are mounted here for cpu, cpuacct, freezer, pids"


def test_a_controller_that_was_not_handed_to_us_is_named(tmp_path: Path) -> None:
    (tmp_path / "cgroup.controllers").write_text("cpuset cpu\n")

    with pytest.raises(InfrastructureError) as refused:
        hand_down(tmp_path, ("pids", "memory", "cpu"))

    assert str(refused.value) == f"{tmp_path} has no controller for memory, pids"


def test_at_the_root_of_version_2_nobody_moves(tmp_path: Path) -> None:
    (tmp_path / "cgroup.controllers").write_text("cpuset cpu memory pids\n")
    (tmp_path / "cgroup.subtree_control").write_text("cpu\n")

    hand_down(tmp_path, ("pids", "memory", "cpu"))

    assert (tmp_path / "cgroup.subtree_control").read_text() == "+pids +memory +cpu"
    assert not (tmp_path / LEAF).exists()


@pytest.mark.process
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become somebody else")
def test_an_ordinary_user_without_groups_is_told_how_to_get_them() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", AS_USER], input="go\n", capture_output=True, text=True
    )

    assert ended.stderr == ""
    reason, fix = ended.stdout.splitlines()
    assert reason.startswith("control groups cannot be used: /")
    assert fix == "start it with `systemd-run --user --scope -p Delegate=yes arena …`, or as root"


@pytest.fixture
def handed_over(cgroups: Cgroups) -> Iterator[tuple[Path, ...]]:
    """Groups of version 1 that belong to nobody, as an administrator can give them to a user."""
    if os.geteuid() != 0 or cgroups.files.version != 1:
        pytest.skip("needs root and control groups of version 1")
    bases = set(cgroups.bases.values())
    folders = tuple(base / f"arena-test-{os.getpid()}" for base in bases)
    for folder in folders:
        folder.mkdir()
        for path in (folder, *folder.iterdir()):
            os.chown(path, NOBODY, NOBODY)
    yield folders
    for folder in folders:
        folder.rmdir()


@pytest.mark.process
def test_an_ordinary_user_can_use_groups_that_are_its_own(handed_over: tuple[Path, ...]) -> None:
    arena = start_in(handed_over, sys.executable, "-c", AS_USER)

    out, _ = arena.communicate("go\n")

    assert out.splitlines()[0] == "cgroup v1: cpu, cpuacct, freezer, memory, pids"


@pytest.fixture
def group_folder() -> Iterator[Path]:
    """A real group of version 2, which needs no controller to hold processes."""
    base = Path("/sys/fs/cgroup/unified")
    if not os.access(base / "cgroup.procs", os.W_OK):
        pytest.skip("no hierarchy of version 2 beside one of version 1 can be written here")
    folder = base / f"arena-test-{os.getpid()}"
    folder.mkdir()
    yield folder
    folder.rmdir()


def start_in(folders: Iterable[Path], *argv: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for folder in folders:
        (folder / "cgroup.procs").write_text(str(process.pid))
    return process


@pytest.mark.process
def test_the_arena_steps_into_a_leaf_and_back(group_folder: Path) -> None:
    arena = start_in([group_folder], sys.executable, "-c", STEP, str(group_folder))

    out, _ = arena.communicate("go\n")

    assert json.loads(out) == [LEAF, group_folder.name]


@pytest.mark.process
def test_others_in_its_group_are_not_moved(group_folder: Path) -> None:
    arena = start_in([group_folder], sys.executable, "-c", STEP, str(group_folder))
    stranger = start_in([group_folder], "cat")

    out, _ = arena.communicate("go\n")
    stranger.communicate()

    assert json.loads(out) == f"{group_folder} holds other processes than the arena's own"
