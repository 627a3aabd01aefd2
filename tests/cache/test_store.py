"""What was seen comes back as it was, with its age."""

import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cache.made_up import nomination, seen

from bunkerdesk.cache import Opened, Seen, Store, StoreProblem, store_directory
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.nomination import Nomination
from bunkerdesk.desk.lines import work_line
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.sources import NominationSource

EVERYTHING = ListQuery()


def ids_of(store: Store) -> list[int]:
    return list(NominationSource(store).head(EVERYTHING, 1000))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.decimals(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@given(st.text(min_size=1), st.dictionaries(st.text(), JSON, max_size=5))
@settings(deadline=None, max_examples=60)
def test_a_record_comes_back_as_the_service_sent_it(reference: str, extra: dict[str, object]):
    """Unknown fields, 28 digits, any script, half a surrogate pair: what was received is what is kept."""
    store = Store.in_memory()
    try:
        value = extra | {"clientReference": reference, "status": "accepted"}
        item = Seen("nomination", reference.encode("utf-8", "backslashreplace").decode(), 0, jsontext.write(value),
                    lambda: work_line("nomination", Nomination.read(value)))  # fmt: skip
        (identifier,) = store.put([item], 7)
        record = store.record(identifier)
        assert record is not None
        assert jsontext.same_meaning(jsontext.parse(record.raw), jsontext.parse(jsontext.write(value)))
        assert store.records(item.reference) == [record]
        assert NominationSource(store).rows([identifier])[identifier].status == "accepted"
    finally:
        store.close()


def test_an_unchanged_record_only_gets_younger(store: Store):
    """A refresh of 10,000 unchanged records must not repaint a single row."""
    value = nomination(1)
    (identifier,) = store.put([seen("nomination", value)], 10)
    same = dict(reversed(value.items())) | {
        "delivery": value["delivery"] | {"estimatedBunkeringDurationInMinutes": 241.0}
    }
    assert store.put([seen("nomination", same)], 20) == frozenset()
    record = store.record(identifier)
    assert record is not None
    assert (record.seen_at, record.changed_at) == (20, 10)
    assert store.put([seen("nomination", value | {"status": "cancelled"})], 30) == {identifier}
    assert NominationSource(store).rows([identifier])[identifier].status == "cancelled"


def test_records_that_share_a_reference_are_kept_apart_and_leave_when_the_service_drops_one(store: Store):
    """The chooser shows what there is now."""
    value = nomination(1)
    pair = [seen("nomination", value, 0), seen("nomination", value | {"status": "accepted"}, 1)]
    first = store.put(pair, 10, {("nomination", value["clientReference"]): 2})
    both = store.records(value["clientReference"])
    assert {record.sharing for record in both} == {2}
    assert [store.record_at("nomination", value["clientReference"], place) for place in (0, 1, 2)] == [*both, None]
    gone = store.put(pair[:1], 20, {("nomination", value["clientReference"]): 1})
    assert len(gone) == 1
    assert gone < first
    assert set(ids_of(store)) == first - gone
    assert [record.sharing for record in store.records(value["clientReference"])] == [1]
    assert store.record_at("nomination", value["clientReference"], 1) is None
    assert store.record(next(iter(gone))).gone_at == 20


def test_a_record_that_comes_back_stands_in_the_list_again_under_its_old_id(store: Store):
    """A selection by id survives a reference that was out of sight for a while."""
    item = seen("draft", nomination(3))
    (identifier,) = store.put([item], 1)
    assert store.retire_missing("draft", [], 2) == {identifier}
    assert ids_of(store) == []
    assert store.put([item], 3) == {identifier}
    assert ids_of(store) == [identifier]


def test_the_same_place_twice_in_a_batch_keeps_the_later(store: Store):
    """A service that repeats a record on two pages does no harm."""
    value = nomination(4)
    (identifier,) = store.put([seen("nomination", value), seen("nomination", value | {"status": "amended"})], 1)
    assert jsontext.parse(store.record(identifier).raw)["status"] == "amended"


def test_only_the_owner_may_read_the_files(store: Store, directory: Path):
    """Prices and customers are nobody else's business, the write-ahead log included."""
    store.put([seen("nomination", nomination(1))], 1)
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in directory.iterdir()}
    assert {"seen.sqlite3", "seen.sqlite3-wal", "seen.sqlite3-shm", "unsent.sqlite3"} <= modes.keys()
    assert set(modes.values()) == {0o600}


def test_files_left_open_to_others_are_closed_to_them(opened: Callable[[], Opened], directory: Path):
    """An unpacked back-up must not stay readable for all."""
    opened().store.close()
    (directory / "seen.sqlite3").chmod(0o644)
    opened()
    assert stat.S_IMODE((directory / "seen.sqlite3").stat().st_mode) == 0o600


def test_each_service_and_client_has_a_directory_of_its_own(tmp_path: Path):
    """Two companies on one computer never see each other's records; names stay readable and safe."""
    one = store_directory(tmp_path, "https://bunker.example/api", "a")
    assert one == store_directory(tmp_path, "https://bunker.example/api/", "a")
    others = [("https://bunker.example/api", "b"), ("http://bunker.example/api", "a"), ("https://x/../..", "a")]
    paths = {one, *(store_directory(tmp_path, *other) for other in others)}
    assert len(paths) == 4
    assert "bunker-example-api" in one.name
    assert {path.parent for path in paths} == {tmp_path / "connections"}


def test_reading_goes_on_while_a_batch_is_written(store: Store):
    """A list is never refused, nor half-filled, because something synchronises behind it."""
    source = NominationSource(store)
    counts: list[int] = []
    done = threading.Event()

    def write() -> None:
        for start in range(0, 2000, 100):
            store.put([seen("nomination", nomination(number)) for number in range(start, start + 100)], 1)
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    while not done.is_set():
        counts.append(source.count(EVERYTHING))
    writer.join()
    assert {count % 100 for count in counts} == {0}
    assert source.count(EVERYTHING) == 2000


def test_a_closed_store_says_so(store: Store):
    """A late answer after closing is a sentence, not a crash."""
    store.close()
    with pytest.raises(StoreProblem, match="closed"):
        store.records("BD-1")


def test_a_clock_that_was_wrong_for_a_while_puts_no_visit_off_for_ever(opened: Callable[[], Opened]):
    """Noted a year ahead, a settled reference would not be asked for until then."""
    store = opened().store
    minute, day = 60_000_000, 24 * 60 * 60_000_000
    now = 400 * day
    store.remember(["A", "B"], "imported", now)
    store.known(lambda known: known.visited([], [], [("A", "nomination"), ("A", "operation")], now + 365 * day, day))
    store.known(lambda known: known.visited([], [], [("B", "nomination"), ("B", "operation")], now, day))
    assert store.due(now + minute) == [("A", "nomination"), ("A", "operation")]
