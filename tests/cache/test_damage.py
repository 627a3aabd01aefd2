"""Damage, full disks, newer files and places nobody may write: survived and said, and what is unsent is kept."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cache.made_up import nomination, seen

from bunkerdesk.cache import Opened, Reason, Store, StoreProblem
from bunkerdesk.contract import jsontext
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.sources import NominationSource

EVERYTHING = ListQuery()


def ids_of(store: Store) -> list[int]:
    return list(NominationSource(store).head(EVERYTHING, 1000))


def fill(store: Store, count: int = 300) -> None:
    store.put([seen("nomination", nomination(number)) for number in range(count)], 1)
    store.remember([nomination(number)["clientReference"] for number in range(count)], "imported", 1)
    store.unsent.begin("draft", "BD-1", b'{"clientReference":"BD-1"}', b"{}", 1)


@pytest.mark.parametrize(
    "garbage", [b"not a database at all, but long enough to be one" * 99, b"\0" * 40_000, b"<html>"]
)
def test_a_file_of_garbage_is_set_aside_and_said(opened: Callable[[], Opened], directory: Path, garbage: bytes):
    """The desk opens, says so, keeps the odd file, and knows its references still."""
    first = opened().store
    fill(first)
    first.close()
    (directory / "seen.sqlite3").write_bytes(garbage)
    again = opened()
    assert "set aside" in again.notices[0]
    assert "Nothing you typed" in again.notices[0]
    assert len(list(directory.glob("seen.sqlite3.damaged-*"))) >= 1
    assert ids_of(again.store) == []
    assert len(again.store.due(2)) == 600
    assert [edit.reference for edit in again.store.unsent.edits()] == ["BD-1"]


def test_damage_found_while_working_is_mended_and_said(opened: Callable[[], Opened], directory: Path):
    """The header is sound, the pages are not: the first read that meets it begins anew instead of failing."""
    first = opened().store
    fill(first)
    first.close()
    path = directory / "seen.sqlite3"
    content = bytearray(path.read_bytes())
    for place in range(len(content) // 2, len(content)):
        content[place] = 0x5A
    path.write_bytes(content)
    result = opened()
    second = result.store
    notices = list(result.notices)
    second.subscribe(notices.append)
    use_everything(second)
    assert ["set aside" in notice for notice in notices] == [True]
    assert second.generation == 1
    second.retire_missing("nomination", [], 3)
    (identifier,) = second.put([seen("nomination", nomination(1))], 1)
    assert ids_of(second) == [identifier]
    assert [edit.reference for edit in second.unsent.edits()] == ["BD-1"]


@pytest.fixture(scope="module")
def sound_file(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    directory = tmp_path_factory.mktemp("sound")
    store = Store.open(directory).store
    fill(store, 120)
    store.close()
    return {name: (directory / name).read_bytes() for name in ("seen.sqlite3", "unsent.sqlite3")}


def use_everything(store: Store) -> None:
    source = NominationSource(store)
    order = source.order(EVERYTHING)
    source.rows(list(order.ids))
    source.facet("fuel")
    source.count(ListQuery(values={"port": frozenset({"NLRTM"})}))
    for identifier in order.ids:
        store.record(identifier)
    store.put([seen("nomination", nomination(number) | {"status": "amended"}) for number in range(130)], 2)
    store.due(5)
    store.check()


FLIPS = st.lists(st.tuples(st.integers(0, 1 << 30) | st.integers(0, 300), st.integers(1, 255)), min_size=1, max_size=40)


def flip(content: bytes, flips: list[tuple[int, int]]) -> bytes:
    flipped = bytearray(content)
    for place, bits in flips:
        flipped[place % len(flipped)] ^= bits
    return bytes(flipped)


@given(FLIPS, st.just(1.0) | st.floats(0, 1))
@settings(deadline=None, max_examples=60)
def test_flipped_bits_never_stop_the_desk_nor_touch_what_is_unsent(
    sound_file: dict[str, bytes],
    tmp_path_factory: pytest.TempPathFactory,
    flips: list[tuple[int, int]],
    part: float,
):
    """Whatever a dying disk makes of the file of what was seen."""
    directory = tmp_path_factory.mktemp("flipped")
    content = flip(sound_file["seen.sqlite3"], flips)
    (directory / "seen.sqlite3").write_bytes(content[: int(part * len(content))])
    (directory / "unsent.sqlite3").write_bytes(sound_file["unsent.sqlite3"])
    store = Store.open(directory).store
    try:
        use_everything(store)
        assert [edit.reference for edit in store.unsent.edits()] == ["BD-1"]
    finally:
        store.close()


@given(FLIPS)
@settings(deadline=None, max_examples=60)
def test_a_damaged_file_of_typed_things_is_kept_and_what_can_be_read_is_carried_over(
    sound_file: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory, flips: list[tuple[int, int]]
):
    """Never deleted: either the entry is there, or the damaged file is."""
    directory = tmp_path_factory.mktemp("typed")
    (directory / "unsent.sqlite3").write_bytes(flip(sound_file["unsent.sqlite3"], flips))
    opened = Store.open(directory)
    try:
        kept = [edit.reference for edit in opened.store.unsent.edits()]
        aside = list(directory.glob("unsent.sqlite3.damaged-*"))
        assert kept or aside
        assert bool(aside) == bool(opened.notices)
        assert opened.store.unsent.begin("draft", "BD-2", b"{}", b"{}", 2)
    finally:
        opened.store.close()


def test_salvage_carries_rows_over_from_a_file_with_a_broken_table(opened: Callable[[], Opened], directory: Path):
    """One unreadable page costs at most its own rows."""
    first = opened().store
    for number in range(200):
        first.unsent.begin("draft", f"BD-{number}", jsontext.write({"note": "x" * 400}), b"{}", number)
    first.close()
    path = directory / "unsent.sqlite3"
    content = bytearray(path.read_bytes())
    middle = len(content) // 2 // 4096 * 4096
    content[middle : middle + 4096] = b"\xff" * 4096
    path.write_bytes(content)
    again = opened()
    assert "carried over" in again.notices[0]
    assert len(again.store.unsent.edits()) > 100


def test_a_newer_file_is_refused_with_a_sentence_and_left_alone(opened: Callable[[], Opened], directory: Path):
    """An older program must not spoil what a newer one wrote."""
    store = opened().store
    fill(store)
    store.unsent.write(lambda connection: connection.execute("UPDATE about SET version = 99"))
    store.unsent.write(lambda connection: connection.execute("PRAGMA user_version = 99"))
    store.close()
    before = (directory / "unsent.sqlite3").read_bytes()
    with pytest.raises(StoreProblem, match="newer version of Bunker Desk") as refused:
        Store.open(directory)
    assert refused.value.reason is Reason.NEWER
    assert (directory / "unsent.sqlite3").read_bytes() == before


def test_a_directory_that_cannot_be_made_leaves_a_desk_in_memory(tmp_path: Path):
    """No folder, no stop: the desk works and says what that means."""
    (tmp_path / "file").write_text("in the way")
    opened = Store.open(tmp_path / "file" / "store")
    assert opened.store.is_in_memory
    assert "goes on from memory" in opened.notices[0]
    fill(opened.store)
    assert len(ids_of(opened.store)) == 300
    opened.store.close()


FULL_DISK = """
import resource, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from made_up import nomination, seen
from bunkerdesk.cache import Store
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.sources import NominationSource

opened = Store.open(Path(sys.argv[1]))
store = opened.store
notices = []
store.subscribe(notices.append)
store.put([seen("nomination", nomination(number)) for number in range(50)], 1)
resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, resource.RLIM_INFINITY))
for start in range(50, 2000, 50):
    store.put([seen("nomination", nomination(number)) for number in range(start, start + 50)], 1)
print(NominationSource(store).count(ListQuery()), store.is_in_memory, len(notices))
print(notices[0])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="file size limits are POSIX")
def test_a_disk_that_fills_up_while_working_moves_the_desk_to_memory(directory: Path):
    """Everything seen so far stays on the screen, what comes is shown too, and it is said once."""
    result = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(directory), str(Path(__file__).parent)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert result.stdout.splitlines()[:1] == ["2000 True 1"], result.stderr
    assert "goes on from memory" in result.stdout


KILLED = """
import os, signal, sys, threading
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from made_up import nomination, seen
from bunkerdesk.cache import Store

store = Store.open(Path(sys.argv[1])).store
for start in range(0, 100_000, 100):
    store.put([seen("nomination", nomination(number)) for number in range(start, start + 100)], 1)
    print(start + 100, flush=True)
"""


def test_a_killed_program_leaves_whole_batches(opened: Callable[[], Opened], directory: Path):
    """kill -9 in the middle of a batch: the file opens without a word, and holds nothing half."""
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(directory), str(Path(__file__).parent)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    for _ in range(5):
        said = int(process.stdout.readline())
    process.kill()
    said = max([said, *(int(line) for line in process.stdout.read().split())])
    process.wait()
    process.stdout.close()
    again = opened()
    assert again.notices == ()
    again.store.check()
    count = NominationSource(again.store).count(EVERYTHING)
    assert count % 100 == 0
    assert count >= said


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="permissions do not bind this user")
def test_a_read_only_directory_leaves_a_desk_in_memory(directory: Path):
    """A profile on a read-only share."""
    directory.mkdir(parents=True)
    directory.chmod(0o500)
    opened = Store.open(directory / "deeper")
    assert opened.store.is_in_memory
    opened.store.close()
    directory.chmod(0o700)
