"""What lies around one attack for it to find: a data folder, sockets, a bystander, open files."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path

import arena

_SECRET = "secret of tomorrow's event"
_URGENT = 1 << 22
"""SIGURG in a mask of signals."""


class Surroundings:
    """A place of its own for each attack. Afterwards it tells what has been done to it."""

    def __init__(self, place: Path, token: str) -> None:
        """Make everything.

        Args:
            place: an empty folder that every user may pass through.
            token: a word that no other attack has.
        """
        self.data, self._open = place / "data", place / "open"
        self.data.mkdir(mode=0o700)
        self._open.mkdir()
        self._open.chmod(0o777)
        self._database = self.data / "arena.db"
        with closing(sqlite3.connect(self._database)) as database, database:
            database.execute("create table secrets (secret text)")
            database.execute("insert into secrets values (?)", [_SECRET])
        self._decoy = self._open / "decoy"
        self._decoy.write_text("untouched")
        self._decoy.chmod(0o666)
        os.utime(self._decoy, ns=(10**18, 10**18))
        self.broken: list[str] = []
        """What somebody else has seen of it."""
        self._closing = ExitStack()
        self._listeners = dict(self._listening(token))
        self._bystander = subprocess.Popen(["env", "--block-signal=URG", "sleep", "600"])
        self._standing = self._as_it_stands()
        self._token = token

    @property
    def aims(self) -> Mapping[str, object]:
        """What an attack is told."""
        ports = {name: self._listeners[name].getsockname() for name in ("tcp", "udp")}
        return {
            "token": self._token,
            "data": str(self.data),
            "database": str(self._database),
            "open": str(self._open),
            "decoy": str(self._decoy),
            "package": str(Path(arena.__file__).parent),
            "interpreter": sys.executable,
            "arena": os.getpid(),
            "standin": self._bystander.pid,
            "tcp": ports["tcp"][1],
            "udp": ports["udp"][1],
            "path_socket": str(self._open / "stream"),
            "path_datagram": str(self._open / "datagram"),
            "abstract_socket": f"arena-{self._token}",
        }

    def disturbances(self) -> Iterator[str]:
        """What an attack has done here, seen from outside."""
        yield from self.broken
        for name, listener in self._listeners.items():
            if _was_called(listener):
                yield f"something reached the {name} socket"
        if self._decoy_now() != "untouched":
            yield f"the decoy is {self._decoy_now()}"
        strangers = {path.name for path in self._open.iterdir()} - {"decoy", "stream", "datagram"}
        if strangers:
            yield f"there are {sorted(strangers)} beside the decoy"
        with closing(sqlite3.connect(self._database)) as database:
            if database.execute("select secret from secrets").fetchall() != [(_SECRET,)]:
                yield "the database has changed"
        if self._as_it_stands() != self._standing:
            yield f"the bystander was {self._standing} and is {self._as_it_stands()}"

    def close(self) -> None:
        """Take the sockets and the bystander away."""
        self._bystander.kill()
        self._bystander.wait()
        self._closing.close()

    def _listening(self, token: str) -> Iterator[tuple[str, socket.socket]]:
        inet = ("127.0.0.1", 0)
        wanted = (
            ("tcp", socket.AF_INET, socket.SOCK_STREAM, inet),
            ("udp", socket.AF_INET, socket.SOCK_DGRAM, inet),
            ("stream", socket.AF_UNIX, socket.SOCK_STREAM, str(self._open / "stream")),
            ("datagram", socket.AF_UNIX, socket.SOCK_DGRAM, str(self._open / "datagram")),
            ("abstract", socket.AF_UNIX, socket.SOCK_STREAM, f"\0arena-{token}"),
        )
        for name, family, kind, address in wanted:
            made = self._closing.enter_context(socket.socket(family, kind))
            made.bind(address)
            made.setblocking(False)
            if kind == socket.SOCK_STREAM:
                made.listen()
            if name in ("stream", "datagram"):
                (self._open / name).chmod(0o777)
            yield name, made

    def _decoy_now(self) -> str:
        try:
            facts = self._decoy.stat()
            changed = facts.st_mode & 0o777 != 0o666 or facts.st_mtime_ns != 10**18
            attributes = os.listxattr(self._decoy)
        except OSError as error:
            return str(error)
        return (
            "changed" if changed or facts.st_nlink != 1 or attributes else self._decoy.read_text()
        )

    def _as_it_stands(self) -> Mapping[str, object]:
        """Of the bystander, whatever a stranger could change."""
        pid = self._bystander.pid
        status = Path(f"/proc/{pid}/status").read_text()
        fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        return {
            "ended": "Z" in fields["State"],
            "stopped": "T" in fields["State"],
            "urged": bool(int(fields["ShdPnd"], 16) & _URGENT),
            "nice": os.getpriority(os.PRIO_PROCESS, pid),
            "cores": fields["Cpus_allowed_list"],
            "limits": Path(f"/proc/{pid}/limits").read_text(),
        }


def _was_called(listener: socket.socket) -> bool:
    try:
        if listener.type == socket.SOCK_STREAM:
            listener.accept()[0].close()
        else:
            listener.recv(1)
    except BlockingIOError:
        return False
    return True
