"""Archives damaged at random: refused or unpacked, never anything else, and never elsewhere."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.store.archive.unpack import Form, unpack
from tests.store.archives import Zipped, folder_state, pax, tar, tar_member, tgz, zipped

TAR = tar(
    pax([("path", "lib/ü.py"), ("mtime", "1.5"), ("size", "5")]),
    tar_member(b"x", b"12345", mode=0o755),
    tar_member(b"L", b"a" * 120 + b"\0", b"L"),
    tar_member(b"a", b"x" * 600),
    tar_member(b"d", kind=b"5"),
)
ZIP = zipped(
    Zipped(b"lib/x", b"12345" * 50, mode=0o100755),
    Zipped(b"stored", b"x" * 30, method=0),
    Zipped(b"piped", b"yz" * 40, described=True),
    Zipped(b"d/", mode=0o040755),
    comment=b"comment",
)
TGZ = tgz(tar_member(b"lib/x", b"12345" * 50))


def _replaced(archive: bytes, at: int, new: bytes) -> bytes:
    return archive[:at] + new + archive[at + len(new) :]


def _inserted(archive: bytes, at: int, new: bytes) -> bytes:
    return archive[:at] + new + archive[at:]


def _removed(archive: bytes, at: int, new: bytes) -> bytes:
    return archive[:at] + archive[at + len(new) :]


def _cut(archive: bytes, at: int, new: bytes) -> bytes:
    return archive[:at] + new


Change = Callable[[bytes, int, bytes], bytes]
CHANGES = st.lists(
    st.tuples(
        st.sampled_from([_replaced, _replaced, _replaced, _inserted, _removed, _cut]),
        st.integers(0, 1 << 16),
        st.one_of(
            st.binary(min_size=1, max_size=8),
            st.sampled_from([b"../", b"/", b"\0" * 512, b"\xff" * 4, b"7777", b"-1", b"PK\5\6"]),
        ),
    ),
    min_size=1,
    max_size=3,
)


def damaged(archive: bytes, changes: list[tuple[Change, int, bytes]]) -> bytes:
    for change, at, new in changes:
        archive = change(archive, at % (len(archive) + 1), new)
    return archive


def with_checksums(archive: bytes) -> bytes:
    """The tar archive with the checksum of every block made right, header or not."""
    blocks = [archive[at : at + 512] for at in range(0, len(archive), 512)]
    return b"".join(
        block[:148] + b"%06o\0 " % (sum(block[:148]) + sum(block[156:]) + 256) + block[156:]
        if len(block) == 512 and block[257:262] == b"ustar"
        else block
        for block in blocks
    )


def unpack_somewhere(archive: bytes, form: Form) -> str:
    """How it ended; asserts that only an unpacked archive left anything, and in its folder."""
    with tempfile.TemporaryDirectory() as place:
        (Path(place) / "inner" / "unpacked").mkdir(parents=True)
        (Path(place) / "victim").write_bytes(b"untouched")
        top = os.open(Path(place) / "inner" / "unpacked", os.O_RDONLY)
        try:
            unpack(archive, form, top)
            ending = "unpacked"
        except ConfigError as error:
            ending = f"refused: {error}"
        finally:
            os.close(top)
        files = {path: content for path, (_, content) in folder_state(Path(place)).items()}
    if ending == "unpacked":
        files = {path: files[path] for path in files if not path.startswith("inner/unpacked/")}
    assert files == {"inner": b"", "inner/unpacked": b"", "victim": b"untouched"}
    assert ending.isprintable()
    return ending.partition(":")[0]


@pytest.mark.parametrize(
    ("archive", "form"), [(TAR, Form.TAR), (ZIP, Form.ZIP), (TGZ, Form.TAR_GZ)]
)
def test_what_is_damaged_below_is_good(archive: bytes, form: Form) -> None:
    assert with_checksums(TAR) == TAR
    assert unpack_somewhere(archive, form) == "unpacked"


@settings(max_examples=150)
@given(CHANGES)
def test_a_damaged_zip_is_refused_or_unpacked(changes: list[tuple[Change, int, bytes]]) -> None:
    unpack_somewhere(damaged(ZIP, changes), Form.ZIP)


@settings(max_examples=150)
@given(CHANGES)
def test_a_damaged_tar_is_refused_or_unpacked(changes: list[tuple[Change, int, bytes]]) -> None:
    unpack_somewhere(with_checksums(damaged(TAR, changes)), Form.TAR)


@settings(max_examples=100)
@given(CHANGES)
def test_a_damaged_gzip_is_refused_or_unpacked(changes: list[tuple[Change, int, bytes]]) -> None:
    unpack_somewhere(damaged(TGZ, changes), Form.TAR_GZ)


@settings(max_examples=50)
@given(st.binary(max_size=2048), st.sampled_from(Form))
def test_random_bytes_are_refused(archive: bytes, form: Form) -> None:
    assert unpack_somewhere(archive, form) == "refused"


@pytest.mark.nightly
@settings(max_examples=20_000)
@given(st.sampled_from([(ZIP, Form.ZIP), (TAR, Form.TAR), (TGZ, Form.TAR_GZ)]), CHANGES)
def test_many_more_damaged_archives(
    start: tuple[bytes, Form], changes: list[tuple[Change, int, bytes]]
) -> None:
    archive, form = start
    changed = damaged(archive, changes)
    unpack_somewhere(with_checksums(changed) if form is Form.TAR else changed, form)
