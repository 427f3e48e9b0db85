"""Without namespaces: what a bot behind Landlock and the filter can reach, and cannot."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from arena.host.sandbox.landlock import landlock_abi, refusable
from arena.host.sandbox.restrict import Restrictions, decode_restrictions, encode_restrictions
from tests.host.sandbox.restricted import (
    NO_FILTER,
    NOBODY,
    dropping_uid,
    ended,
    said_by,
    said_by_each,
    walls,
    walls_of_nobody,
)

pytestmark = pytest.mark.process

needs_landlock = pytest.mark.skipif(landlock_abi() == 0, reason="this kernel has no Landlock")


def needs_abi(least: int) -> pytest.MarkDecorator:
    """Skip where Landlock is older than *least*."""
    return pytest.mark.skipif(
        landlock_abi() < least, reason=f"Landlock is at ABI {landlock_abi()}, expected {least}"
    )


def test_restrictions_come_out_of_their_text_as_they_went_in() -> None:
    given = Restrictions(("/usr", "/a b"), (), ("/tmp/x",), ("/run",), bytes(range(256)))

    assert decode_restrictions(encode_restrictions(given)) == given


LEFT = {
    "lists the system": ("print(len(os.listdir('/usr')) > 0)", "True"),
    "reads the system": ("print(open('/usr/lib/os-release').read(0))", ""),
    "runs the system's programs": ("print(os.system('/usr/bin/true'))", "0"),
    "writes in its scratch": ("open('{scratch}/a', 'w').write('a')", ""),
    "makes folders": ("os.mkdir('{scratch}/b'); os.rmdir('{scratch}/b')", ""),
    "makes links": ("os.symlink('c', '{scratch}/c'); os.remove('{scratch}/c')", ""),
    "makes pipes": ("os.mkfifo('{scratch}/d'); os.rename('{scratch}/d', '{scratch}/e')", ""),
    "writes to /dev/null": ("open('/dev/null', 'w').write('a')", ""),
    "reads chance": ("print(len(open('/dev/urandom', 'rb').read(8)))", "8"),
    "listens": ("socket.socket(socket.AF_UNIX).bind('{run}/s')", ""),
    "listens again": ("os.remove('{run}/s'); socket.socket(socket.AF_UNIX).bind('{run}/s')", ""),
    "has limits": ("print(resource.getrlimit(resource.RLIMIT_NOFILE))", "(128, 128)"),
}
"""What a bot does, and what that prints."""

REFUSED = {
    "reads passwords": ("open('/etc/shadow')", "EACCES"),
    "reads a file": ("open('{outside}')", "EACCES"),
    "opens a file to write": ("os.open('{outside}', os.O_RDWR)", "EACCES"),
    "empties a file": ("os.open('{outside}', os.O_RDONLY | os.O_TRUNC)", "EACCES"),
    "empties a file by name": ("os.truncate('{outside}', 0)", "EPERM"),
    "removes a file": ("os.remove('{outside}')", "EACCES"),
    "executes a file": ("os.execv('{outside}', ['x'])", "EACCES"),
    "takes a file": ("os.rename('{outside}', '{scratch}/x')", "EXDEV EACCES"),
    "links a file": ("os.link('{outside}', '{scratch}/x')", "EXDEV EACCES EPERM"),
    "reads by a link": (
        "os.symlink('{outside}', '{scratch}/l'); open('{scratch}/l')",
        "EACCES",
    ),
    "lists a folder": ("os.listdir('{private}')", "EACCES"),
    "lists processes": ("os.listdir('/proc')", "EACCES"),
    "writes a new file": ("open('{private}/new', 'w')", "EACCES"),
    "writes to /tmp": ("open('/tmp/arena-escaped', 'w')", "EACCES"),
    "writes to /dev/shm": ("open('/dev/shm/arena-escaped', 'w')", "EACCES"),
    "writes beside its socket": ("open('{run}/file', 'w')", "EACCES"),
    "makes a folder beside its socket": ("os.mkdir('{run}/folder')", "EACCES"),
    "makes a link beside its socket": ("os.symlink('{outside}', '{run}/l')", "EACCES"),
    "takes a file's rights": ("os.chmod('{outside}', 0)", "EPERM"),
    "takes the system's rights": ("os.chmod('/usr', 0o755)", "EPERM"),
    "takes rights by descriptor": ("os.fchmod(os.open('/usr', os.O_RDONLY), 0o755)", "EPERM"),
    "gives a file away": ("os.chown('{outside}', -1, -1)", "EPERM"),
    "touches a file": ("os.utime('{outside}')", "EPERM"),
    "labels a file": ("os.setxattr('{outside}', 'user.a', b'a')", "EPERM"),
    "makes a device": ("os.mknod('{scratch}/n', 0o020600, 0x103)", "EACCES EPERM"),
    "has memory that no limit counts": ("os.memfd_create('m')", "EPERM"),
    "leaves its session": ("os.setsid()", "EPERM"),
    "leaves its group": ("os.setpgid(0, 0)", "EPERM"),
    "limits the arena": ("resource.prlimit({arena}, resource.RLIMIT_CPU, (9, 9))", "EPERM"),
    "reads the arena's limits": ("resource.prlimit({arena}, resource.RLIMIT_CPU)", "EPERM"),
    "has an internet socket": ("socket.socket(socket.AF_INET)", "EAFNOSUPPORT"),
    "has a datagram socket": ("socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)", "EPERM"),
    "changes its root": ("os.chroot('{scratch}')", "EPERM"),
}
"""What a bot tries, and the errors of which one stops it."""


@dataclass(frozen=True, slots=True)
class Tried:
    """All that one process behind the walls did."""

    said: Mapping[str, str]
    """What came of each of LEFT and REFUSED."""
    changed: bool
    """Whether the file outside is not as it was."""


@pytest.fixture(scope="module", params=["own-uid", "dropped-uid"])
def tried(request: pytest.FixtureRequest) -> Iterator[Tried]:
    """LEFT and REFUSED, done by one process."""
    with tempfile.TemporaryDirectory(prefix="arena-") as folder:
        private = Path(folder)
        outside = private / "outside"
        outside.write_text("secret")
        outside.chmod(0o755)
        before = outside.stat()
        places = {
            "outside": outside,
            "private": private,
            "scratch": private / "scratch",
            "run": private / "run",
            "arena": os.getpid(),
        }
        tries = {name: code.format(**places) for name, (code, _) in (LEFT | REFUSED).items()}

        if request.param == "own-uid":
            said = said_by_each(list(tries.values()), walls(private))
        else:
            starter = dropping_uid()
            said = said_by_each(list(tries.values()), walls_of_nobody(private), starter)

        yield Tried(dict(zip(tries, said, strict=True)), outside.stat() != before)


@needs_landlock
@pytest.mark.parametrize("does", LEFT)
def test_what_a_bot_lives_by_is_left(tried: Tried, does: str) -> None:
    assert tried.said[does] == LEFT[does][1]


@needs_landlock
@pytest.mark.parametrize("does", REFUSED)
def test_everything_else_is_out_of_reach(tried: Tried, does: str) -> None:
    assert tried.said[does] in REFUSED[does][1].split()


@needs_landlock
def test_a_file_outside_is_left_as_it_was(tried: Tried) -> None:
    assert not tried.changed


@needs_landlock
def test_a_dropped_uid_is_another_behind_the_walls(private: Path) -> None:
    starter = dropping_uid()

    assert said_by_each(["print(os.getuid())"], walls_of_nobody(private), starter) == [str(NOBODY)]


@contextmanager
def listening(address: str) -> Iterator[socket.socket]:
    """A unix socket of somebody else's."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(address)
        server.listen()
        yield server


@needs_landlock
def test_a_strangers_socket_in_a_folder_cannot_be_connected_to(private: Path) -> None:
    with listening(str(private / "stranger")):
        told = said_by(
            f"socket.socket(socket.AF_UNIX).connect('{private}/stranger')", walls(private)
        )

    assert told == "EPERM"


@pytest.fixture
def bystander() -> Iterator[subprocess.Popen[bytes]]:
    """A process of the same user."""
    with subprocess.Popen([sys.executable, "-I", "-S", "-c", "input()"], stdin=-1) as process:
        yield process
        process.kill()


@needs_abi(6)
def test_a_stranger_cannot_be_signalled(private: Path, bystander: subprocess.Popen[bytes]) -> None:
    told = said_by(f"os.kill({bystander.pid}, signal.SIGKILL)", walls(private))

    assert told == "EPERM"
    assert bystander.poll() is None


@needs_abi(6)
def test_landlock_alone_keeps_strangers_abstract_sockets_away(private: Path) -> None:
    name = f"arena-test-{os.getpid()}"

    with listening(f"\0{name}"):
        told = said_by(
            f"socket.socket(socket.AF_UNIX).connect('\\0{name}')", walls(private, NO_FILTER)
        )

    assert told == "EPERM"


@needs_abi(4)
@pytest.mark.parametrize(
    "code",
    [
        pytest.param("socket.socket().bind(('127.0.0.1', 0))", id="listens"),
        pytest.param("socket.socket().connect(('127.0.0.1', 9))", id="connects"),
    ],
)
def test_landlock_alone_keeps_tcp_away(private: Path, code: str) -> None:
    assert said_by(code, walls(private, NO_FILTER)) == "EACCES"


@needs_abi(2)
def test_files_move_between_folders_of_the_scratch(private: Path) -> None:
    scratch = private / "scratch"

    told = said_by(
        f"os.mkdir('{scratch}/a'); open('{scratch}/f', 'w'); "
        f"os.rename('{scratch}/f', '{scratch}/a/f')",
        walls(private),
    )

    assert told == ""
    assert (scratch / "a" / "f").exists()


@needs_landlock
def test_names_that_are_listed_are_not_read(private: Path) -> None:
    (private / "shown").mkdir()
    (private / "shown" / "file").write_text("secret")
    restrictions = walls(private)._replace(listed=(str(private / "shown"),))

    told = said_by_each(
        [f"print(os.listdir('{private}/shown'))", f"open('{private}/shown/file')"], restrictions
    )

    assert told == ["['file']", "EACCES"]


@needs_landlock
def test_the_walls_hold_for_children(private: Path) -> None:
    code = (
        "import subprocess\n"
        "done = subprocess.run(['/usr/bin/cat', '/etc/passwd'], capture_output=True)\n"
        "print(done.stdout, done.returncode)"
    )

    assert said_by(code, walls(private)) == "b'' 1"


@needs_landlock
def test_a_path_that_is_not_there_is_named_and_nothing_runs(private: Path) -> None:
    restrictions = walls(private)._replace(readable=("/no/such/folder",))

    process = ended(restrictions, (sys.executable, "-c", "print('ran')"))

    assert process.status.split() == ["restrict", "2"]
    assert (process.out, process.err) == (
        "",
        "[Errno 2] No such file or directory: '/no/such/folder'\n",
    )


@needs_landlock
def test_a_filter_that_the_kernel_does_not_take_stops_the_start(private: Path) -> None:
    process = ended(walls(private, b"nonsense"), (sys.executable, "-c", "print('ran')"))

    assert process.status.split() == ["restrict", "22"]
    assert process.out == ""


@needs_landlock
def test_a_command_outside_the_walls_cannot_be_executed(private: Path) -> None:
    program = private / "program"
    program.write_text("#!/bin/sh\necho ran\n")
    program.chmod(0o755)

    process = ended(walls(private), (str(program),))

    assert (process.status.split(), process.out) == (["exec", "13"], "")


@pytest.mark.parametrize(
    ("abi", "files", "ports", "scopes"),
    [
        pytest.param(1, 0x1FFF, 0, 0, id="1-without-renaming-between-folders"),
        pytest.param(2, 0x3FFF, 0, 0, id="2-without-truncate"),
        pytest.param(3, 0x7FFF, 0, 0, id="3-without-ports"),
        pytest.param(4, 0x7FFF, 3, 0, id="4-without-ioctl"),
        pytest.param(5, 0xFFFF, 3, 0, id="5-without-scopes"),
        pytest.param(6, 0xFFFF, 3, 3, id="6-whole"),
        pytest.param(10, 0xFFFF, 3, 3, id="10-newer-than-we-know"),
    ],
)
def test_a_kernel_is_asked_for_what_it_knows(abi: int, files: int, ports: int, scopes: int) -> None:
    assert refusable(abi) == (files, ports, scopes)
