"""No hostile archive is unpacked: each is refused for its reason, and writes nothing anywhere."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.store.archive.unpacking import unpack_archive
from tests.store.archives import (
    MANIFEST,
    Zipped,
    deflated,
    end_record,
    folder_state,
    gzipped,
    in_this_process,
    pax,
    tar,
    tar_header,
    tar_member,
    tgz,
    zipped,
)

MIB = 1024 * 1024
RANDOM = random.Random(1).randbytes(2 * MIB)


@dataclass(frozen=True)
class Target:
    """What an attacker aims at: a file beside the folder that he is unpacked into."""

    victim: Path

    @property
    def absolute(self) -> bytes:
        return os.fsencode(self.victim)


def _cve_2025_4517(target: Target) -> bytes:
    """Links whose resolved path is too long to be checked, and a hard link through them."""
    members = []
    folder, steps, path = "d" * 247, "abcdefghijklmnop", ""
    for step in steps:
        members.append(_long(f"{path}{folder}", b"5"))
        members.append(_long(f"{path}{step}", b"2", folder))
        path += f"{folder}/"
    through = "/".join(steps) + "/" + "l" * 254
    members.append(_long(through, b"2", "../" * len(steps)))
    members.append(_long("escape", b"2", f"{through}/../../../{target.victim.parent}"))
    members.append(_long("flag", b"1", f"escape/{target.victim.name}"))
    members.append(tar_member(b"flag", b"overwritten"))
    return b"".join(members)


def _long(path: str, kind: bytes, link: str = "") -> bytes:
    return pax([("path", path), ("linkpath", link)]) + tar_member(b"x", kind=kind)


def _sparse_8_gib() -> bytes:
    """GNU's old form: one byte of data in eight gibibytes of hole."""
    block = bytearray(tar_header(b"hole", b"S", size=512))
    block[386:410] = b"%011o\0%011o\0" % ((8 << 30) - 512, 512)
    block[483:495] = b"\x80" + (8 << 30).to_bytes(11, "big")
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block) + b"x" * 512


def _zip_of_folders(depth: int) -> bytes:
    return zipped(Zipped(b"d/" * depth + b"x", b"x"))


def _overlapping() -> bytes:
    """Two names for the same deflated bytes: how small bombs become large."""
    one = Zipped(b"bot.toml", MANIFEST)
    content = one.bytes_before_directory()
    directory = one.entry(0) + one.entry(0)
    return content + directory + end_record(2, len(directory), len(content))


def _second_archive_behind(first: bytes) -> bytes:
    return first + zipped(Zipped(b"evil.py", b"x"))


def _declared_small_inflates_large() -> bytes:
    return zipped(Zipped(b"small", RANDOM[:MIB], size=10))


def _cut(archive: bytes) -> bytes:
    return archive[: len(archive) * 2 // 3]


def _changed(archive: bytes, at: int) -> bytes:
    return archive[:at] + bytes([archive[at] ^ 0x55]) + archive[at + 1 :]


def _unicode_name(name: bytes) -> bytes:
    field = b"\x01" + b"\0" * 4 + name
    return (0x7075).to_bytes(2, "little") + len(field).to_bytes(2, "little") + field


def _tgz_bomb() -> bytes:
    headers = [tar_header(b"z%d" % n, size=60 * MIB) for n in range(5)]
    return gzipped(deflated(*(piece for header in headers for piece in (header, 60))))


def _zeros(name: bytes, mib: int, size: int) -> Zipped:
    return Zipped(name, size=size, deflated=deflated(mib))


Build = Callable[[Target], bytes]

TARS = [
    ("parent path", lambda t: tar(tar_member(b"../victim", b"x")), "a path without .., got one"),
    ("parent in the middle", lambda t: tar(tar_member(b"a/../../victim")), "a path without .."),
    ("absolute path", lambda t: tar(tar_member(t.absolute[:100], b"x")), "a relative path, got an"),
    (
        "absolute path in a pax header",
        lambda t: tar(pax([("path", str(t.victim))]), tar_member(b"a", b"x")),
        "a relative path, got an absolute one",
    ),
    (
        "absolute path in a long name",
        lambda t: tar(tar_member(b"L", t.absolute + b"\0", b"L"), tar_member(b"a", b"x")),
        "a relative path, got an absolute one",
    ),
    (
        "parent path in the prefix",
        lambda t: tar(tar_header(b"victim", prefix=b"..")),
        "a path without ..",
    ),
    (
        "symbolic link",
        lambda t: tar(tar_member(b"link", kind=b"2", link=b"/etc/passwd")),
        "member 'link': expected files and folders, got a symbolic link: put its target there",
    ),
    (
        "file through a linked folder",
        lambda t: tar(
            tar_member(b"out", kind=b"2", link=os.fsencode(t.victim.parent)[:100]),
            tar_member(b"out/victim", b"x"),
        ),
        "member 'out': expected files and folders, got a symbolic link",
    ),
    (
        "hard link",
        lambda t: tar(tar_member(b"link", kind=b"1", link=b"bot.toml")),
        "expected files and folders, got a hard link",
    ),
    ("the chain of CVE-2025-4517", lambda t: tar(_cve_2025_4517(t)), "got a symbolic link"),
    ("character device", lambda t: tar(tar_member(b"null", kind=b"3")), "got a device"),
    ("block device", lambda t: tar(tar_member(b"disk", kind=b"4")), "got a device"),
    ("pipe", lambda t: tar(tar_member(b"fifo", kind=b"6")), "got a pipe"),
    ("unknown kind", lambda t: tar(tar_member(b"x", kind=b"Z")), "got the unknown kind b'Z'"),
    ("part of a file", lambda t: tar(tar_member(b"x", kind=b"M")), "got a part of a file"),
    ("sparse file of 8 GiB", lambda t: tgz(_sparse_8_gib()), "got a sparse file"),
    (
        "sparse file in a pax header",
        lambda t: tgz(
            pax([("GNU.sparse.major", "1"), ("GNU.sparse.realsize", "8589934592")]),
            tar_member(b"hole", b"1\n0\n1\n".ljust(512, b"\0")),
        ),
        "expected plain files, got one with 'GNU.sparse.major'",
    ),
    ("set-user-id", lambda t: tar(tar_member(b"su", mode=0o4755)), "no set-user-id or set-group"),
    ("set-group-id", lambda t: tar(tar_member(b"sg", mode=0o2755)), "got mode 2755"),
    (
        "set-group-id folder",
        lambda t: tar(tar_member(b"sg", kind=b"5", mode=0o2755)),
        "no set-user-id or set-group-id bit",
    ),
    ("backslash", lambda t: tar(tar_member(b"..\\victim")), "expected parts joined by /"),
    ("newline", lambda t: tar(tar_member(b"a\nb")), r"member 'a\\nb': expected a printable name"),
    (
        "escape sequence",
        lambda t: tar(tar_member(b"\x1b[2J")),
        r"'\\x1b\[2J': expected a printable",
    ),
    ("right to left", lambda t: tar(tar_member("a\u202eb".encode())), "expected a printable name"),
    ("not UTF-8", lambda t: tar(tar_member(b"\xff")), "expected a name in UTF-8"),
    (
        "NUL in a pax path",
        lambda t: tar(pax([("path", "a\0b")]), tar_member(b"a")),
        "expected a printable name",
    ),
    ("NUL in a name", lambda t: tar(tar_member(b"a\0b")), "expected a name without NUL"),
    ("empty part", lambda t: tar(tar_member(b"a//b")), "expected a path of names, got an empty"),
    ("dot part", lambda t: tar(tar_member(b"a/./b")), "expected a path of names, got a part ."),
    ("empty name", lambda t: tar(tar_member(b"")), "expected a path of names, got an empty name"),
    (
        "name of 256 bytes",
        lambda t: tar(pax([("path", "n" * 256)]), tar_member(b"n")),
        "expected names of at most 255 bytes, got 256",
    ),
    (
        "path of 1025 bytes",
        lambda t: tar(pax([("path", ("n" * 204 + "/") * 5)]), tar_member(b"n")),
        "expected a path of at most 1024 bytes",
    ),
    (
        "200 deep",
        lambda t: tar(pax([("path", "d/" * 200 + "x")]), tar_member(b"n")),
        "expected at most 32 parts, got 201",
    ),
    ("the same name twice", lambda t: tar(tar_member(b"bot.toml", b"x")), "each name once, got it"),
    (
        "names that differ in case",
        lambda t: tar(tar_member(b"BOT.toml", b"x")),
        "a name that differs from 'bot.toml' in more than case or accents",
    ),
    (
        "folders that differ in case",
        lambda t: tar(tar_member(b"lib/a", b"x"), tar_member(b"Lib/b", b"x")),
        "member 'Lib': expected a name that differs from 'lib'",
    ),
    (
        "accents composed differently",
        lambda t: tar(tar_member("é".encode()), tar_member("e\u0301".encode())),
        "in more than case or accents",
    ),
    (
        "a file used as a folder",
        lambda t: tar(tar_member(b"bot.toml/x")),
        "member 'bot.toml': expected a file or a folder of this name, got both",
    ),
    (
        "10,000 entries",
        lambda t: tgz(*(tar_member(b"f%d" % n, RANDOM[n : n + 99]) for n in range(10_000))),
        "expected at most 2000 files and folders, got more",
    ),
    (
        "2,000 entries by implied folders",
        lambda t: tgz(*(tar_member(b"d%d/x" % n, RANDOM[n : n + 400]) for n in range(1_200))),
        "expected at most 2000 files and folders, got more",
    ),
    (
        "300 MB of zeros",
        lambda t: _tgz_bomb(),
        "expected to inflate to at most 100 times its size",
    ),
    (
        "zeros after the end",
        lambda t: gzipped(deflated(tar(), 300)),
        "expected to inflate to at most 100 times its size",
    ),
    (
        "a file of 65 MiB",
        lambda t: tar(tar_header(b"huge", size=65 * MIB)),
        "member 'huge': expected at most 64 MiB",
    ),
    (
        "a size below zero",
        lambda t: tar(tar_header(b"x", size=b"\xff" * 12)),
        "expected a size in octal digits, got a number that needs more",
    ),
    (
        "a size that is no number",
        lambda t: tar(tar_header(b"x", size=b"-0000000512\0")),
        "expected a size in octal digits",
    ),
    (
        "a pax size below zero",
        lambda t: tar(pax([("size", "-512")]), tar_member(b"x")),
        "expected a size in digits",
    ),
    (
        "a huge extended header",
        lambda t: tar(tar_header(b"x", b"x", size=1 << 30)),
        "expected an extended header of at most 65536 bytes, got 1073741824",
    ),
    (
        "a pax record without end",
        lambda t: tar(tar_member(b"x", b"99 path=a\n", b"x"), tar_member(b"x")),
        "damaged: expected a pax record KEY=VALUE",
    ),
    (
        "a pax record of length 0",
        lambda t: tar(tar_member(b"x", b"0 path=a\n", b"x"), tar_member(b"x")),
        "damaged: expected a pax record KEY=VALUE",
    ),
    (
        "two paths for one member",
        lambda t: tar(tar_member(b"L", b"a\0", b"L"), pax([("path", "b")]), tar_member(b"c")),
        "expected one path for one member, got two",
    ),
    (
        "one path for all members",
        lambda t: tar(pax([("path", "b")], b"g"), tar_member(b"c")),
        "expected one path for one member, got more",
    ),
    (
        "folder with content",
        lambda t: tar(tar_member(b"d", b"x", b"5")),
        "a folder without content",
    ),
    ("file called as a folder", lambda t: tar(tar_member(b"f/", b"x")), "a file's name, got a"),
    (
        "truncated tar",
        lambda t: _cut(tar(tar_member(b"a", b"x" * 4096))),
        "bytes more, got the end",
    ),
    ("tar without its end", lambda t: tar()[:-1024], "bytes more, got the end"),
    ("tar with half its end", lambda t: tar()[:-512], "bytes more, got the end"),
    ("truncated gzip", lambda t: _cut(tgz(tar_member(b"a", RANDOM[:9999]))), "got the end"),
    ("garbage", lambda t: RANDOM[:20_000], "damaged: expected a tar header with its checksum"),
    ("no bytes", lambda t: b"", "bytes more, got the end"),
    ("wrong checksum", lambda t: _changed(tar(), 0), "expected a tar header with its checksum"),
    ("wrong gzip checksum", lambda t: _changed(tgz(), -6), "got incorrect data check"),
    ("tar behind the end", lambda t: tar() + tar(), "nothing after the end of the archive"),
    ("gzip behind the end", lambda t: tgz() + tgz(), "expected nothing after the deflated bytes"),
    ("garbage behind the end", lambda t: tgz() + b"x", "bytes, got 1 bytes more"),
]

ZIPS = [
    ("zip slip", lambda t: zipped(Zipped(b"../victim", b"x")), "expected a path without .."),
    ("absolute path", lambda t: zipped(Zipped(t.absolute, b"x")), "expected a relative path"),
    ("backslash", lambda t: zipped(Zipped(b"..\\victim", b"x")), "expected parts joined by /"),
    ("newline", lambda t: zipped(Zipped(b"a\nb")), "expected a printable name"),
    ("NUL", lambda t: zipped(Zipped(b"bot.toml\0.txt")), "expected a printable name"),
    ("not UTF-8", lambda t: zipped(Zipped(b"\x81\xff")), "expected a name in UTF-8"),
    ("200 deep", lambda t: _zip_of_folders(200), "expected at most 32 parts, got 201"),
    (
        "symbolic link",
        lambda t: zipped(Zipped(b"link", b"/etc/passwd", mode=0o120777)),
        "member 'link': expected files and folders, got a link: put its target there",
    ),
    (
        "reparse point",
        lambda t: zipped(Zipped(b"link", b"C:", attributes=0x400)),
        "expected files and folders, got a link",
    ),
    ("device", lambda t: zipped(Zipped(b"x", mode=0o020666)), "got a device, pipe or socket"),
    ("pipe", lambda t: zipped(Zipped(b"x", mode=0o010666)), "got a device, pipe or socket"),
    ("set-user-id", lambda t: zipped(Zipped(b"x", mode=0o104755)), "got mode 104755"),
    ("set-group-id", lambda t: zipped(Zipped(b"x", mode=0o102755)), "no set-user-id or set-gr"),
    ("the same name twice", lambda t: zipped(Zipped(b"bot.toml", b"x")), "each name once"),
    ("case clash", lambda t: zipped(Zipped(b"Bot.toml", b"x")), "in more than case or accents"),
    ("file as folder", lambda t: zipped(Zipped(b"bot.toml/x", b"x")), "got both"),
    (
        "folder's mode on a file",
        lambda t: zipped(Zipped(b"x", b"x", mode=0o040755)),
        "expected a folder's name, and no other, to end with /",
    ),
    (
        "folder with content",
        lambda t: zipped(Zipped(b"d/", b"x", mode=0o040755)),
        "without content",
    ),
    (
        "10,000 entries",
        lambda t: zipped(*(Zipped(b"f%d" % n) for n in range(9_999))),
        "expected at most 2000 files and folders, got 10000",
    ),
    (
        "2,000 entries by implied folders",
        lambda t: zipped(*(Zipped(b"d%d/x" % n) for n in range(1_200))),
        "expected at most 2000 files and folders, got more",
    ),
    (
        "300 MB of zeros",
        lambda t: zipped(*(_zeros(b"z%d" % n, 60, size=60 * MIB) for n in range(5))),
        "expected to inflate to at most 100 times its size",
    ),
    (
        "one file of 300 MB, declared",
        lambda t: zipped(_zeros(b"z", 300, size=300 * MIB)),
        "member 'z': expected at most 64 MiB, got 314572800 bytes",
    ),
    (
        "one file of 300 MB, not declared",
        lambda t: zipped(_zeros(b"z", 300, size=10)),
        "member 'z': expected 10 bytes, as declared, got more",
    ),
    ("declared too small", lambda t: _declared_small_inflates_large(), "10 bytes, as declared"),
    ("declared too large", lambda t: zipped(Zipped(b"x", b"x", size=99)), "99 bytes, as declared"),
    ("overlapping members", lambda t: _overlapping(), "expected its bytes at"),
    ("encrypted", lambda t: zipped(Zipped(b"x", b"x", flags=1)), "got an encrypted one"),
    (
        "strongly encrypted",
        lambda t: zipped(Zipped(b"x", b"x", flags=0x41)),
        "got an encrypted one",
    ),
    (
        "bzip2",
        lambda t: zipped(Zipped(b"x", b"x", method=12)),
        "stored or deflated bytes, got meth",
    ),
    (
        "wrong checksum",
        lambda t: zipped(Zipped(b"x", b"x", crc=1)),
        "expected the checksum 00000001",
    ),
    (
        "other name before the bytes",
        lambda t: zipped(Zipped(b"x", b"x", local_name=b"../victim")),
        r"member 'x': expected the same name before its bytes, got '\.\./victim'",
    ),
    (
        "other size before the bytes",
        lambda t: zipped(Zipped(b"x", b"12345", flags=8)).replace(
            (5).to_bytes(4, "little") + b"\1\0\0\0x", (4).to_bytes(4, "little") + b"\1\0\0\0x"
        ),
        "member 'x': expected the same sizes and checksum before its bytes, got others",
    ),
    (
        "other name in an extra field",
        lambda t: zipped(Zipped(b"x", b"x", extra=_unicode_name(b"../victim"))),
        "member 'x': expected one name, got also '../victim'",
    ),
    ("several disks", lambda t: zipped(Zipped(b"x", disk=1)), "got one of another part"),
    (
        "several parts",
        lambda t: zipped().replace(b"PK\5\6\0\0", b"PK\5\6\1\0"),
        "expected a whole zip archive, got one of several parts",
    ),
    (
        "zip64",
        lambda t: b"PK\3\4" + end_record(0xFFFF, 0, 4),
        "expected a plain zip archive, got a zip64 one",
    ),
    ("something before", lambda t: b"#!/bin/sh\n" + zipped(), "which begins with b'PK"),
    (
        "zip behind a zip",
        lambda t: _second_archive_behind(zipped()),
        "expected the directory to end",
    ),
    ("something behind", lambda t: zipped() + b"x", "expected 0 bytes after the end record, got 1"),
    ("something between", lambda t: zipped(gap=b"x"), "expected the directory at byte"),
    ("truncated", lambda t: _cut(zipped(Zipped(b"x", RANDOM[:999]))), "end record, got none"),
    ("cut off the front", lambda t: zipped()[20:], "expected a zip archive, which begins"),
    ("garbage", lambda t: RANDOM[:20_000], "expected a zip archive, which begins"),
    ("no bytes", lambda t: b"", "expected a zip archive, which begins"),
    ("damaged bytes", lambda t: _changed(zipped(), 40), "member 'bot.toml': "),
    ("a tar archive", lambda t: tar(), "expected a zip archive, which begins"),
]

ROWS = [
    *(pytest.param("bot.tar", *row[1:], id=f"tar: {row[0]}") for row in TARS),
    *(pytest.param("bot.zip", *row[1:], id=f"zip: {row[0]}") for row in ZIPS),
]


def _name_for(suggested: str, archive: bytes) -> str:
    return "bot.tgz" if archive[:2] == b"\x1f\x8b" else suggested


@pytest.mark.parametrize(("name", "build", "reason"), ROWS)
def test_a_hostile_archive_is_refused_and_writes_nothing(
    name: str, build: Build, reason: str, tmp_path: Path
) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"untouched")
    place = tmp_path / "inner" / "place"
    place.mkdir(parents=True)
    content = build(Target(victim))
    archive = tmp_path / "inner" / _name_for(name, content)
    archive.write_bytes(content)
    before = folder_state(tmp_path)

    with pytest.raises(ConfigError, match=reason) as refusal:
        unpack_archive(archive, place / "unpacked", run=in_this_process)

    message = str(refusal.value)
    assert message.startswith(f"{archive}: ")
    assert message.isprintable()
    assert len(message) < 500 + len(str(archive))
    assert folder_state(tmp_path) == before
