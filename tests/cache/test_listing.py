"""Lists in order, narrowed and counted, against the same done by hand; the right heads among 100,000."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cache.made_up import FUELS, PORTS, STATUSES, batches, nomination, operation, seen

from bunkerdesk.cache import Store
from bunkerdesk.desk.lists import ListQuery, NominationRow
from bunkerdesk.desk.sources import NominationSource, OperationSource

COUNT = 600


@pytest.fixture(scope="module")
def source() -> Iterator[NominationSource]:
    store = Store.in_memory()
    for batch in batches(COUNT):
        store.put(batch, 1)
    yield NominationSource(store)
    store.close()


KEYS: dict[str, Callable[[NominationRow], Any]] = {
    "bunkering": lambda row: row.bunkering,
    "reference": lambda row: row.reference.lower(),
    "status": lambda row: row.status,
    "port": lambda row: row.port_name.lower(),
    "duration": lambda row: row.duration_minutes,
    "supplier": lambda row: row.supplier,
    "fuels": lambda row: row.fuels,
}
SUBSETS = {
    "status": st.frozensets(st.sampled_from(STATUSES), min_size=1),
    "port": st.frozensets(st.sampled_from([code for code, _, _ in PORTS]), min_size=1),
    "fuel": st.frozensets(st.sampled_from(FUELS), min_size=1),
    "kind": st.frozensets(st.sampled_from(["draft", "nomination"]), min_size=1),
}
BOUND = st.none() | st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001


@given(
    st.sampled_from(sorted(KEYS)),
    st.booleans(),
    st.fixed_dictionaries({}, optional=SUBSETS),
    st.tuples(BOUND, BOUND),
)
@settings(deadline=None)
def test_a_list_is_what_a_person_would_sort_and_pick_by_hand(
    source: NominationSource,
    sort: str,
    descending: bool,
    values: dict[str, frozenset[str]],
    window: tuple[datetime | None, datetime | None],
):
    """Head, order, count and rows tell one story, whatever is asked for."""
    query = ListQuery(sort, descending, values, window)
    everything = source.rows(list(source.order(ListQuery()).ids)).values()
    start, end = window
    picked = [
        row
        for row in everything
        if (not values.get("status") or row.status in values["status"])
        and (not values.get("port") or row.port_code in values["port"])
        and (not values.get("fuel") or row.fuels.split()[0] in values["fuel"])
        and (not values.get("kind") or row.kind in values["kind"])
        and (start is None or (row.bunkering is not None and row.bunkering >= start))
        and (end is None or (row.bunkering is not None and row.bunkering <= end))
    ]
    expected = [row.id for row in sorted(picked, key=lambda row: (KEYS[sort](row), row.id), reverse=descending)]
    order = source.order(query)
    assert list(order.ids) == expected
    assert list(source.head(query, 25)) == expected[:25]
    assert source.count(query) == len(expected)
    assert len(order.ends) == len(expected)
    lines = [order.texts[begin:end] for begin, end in zip([0, *order.ends], order.ends, strict=False)]
    rows = source.rows(expected)
    for identifier, line in zip(expected, lines, strict=True):
        assert line.endswith("\n")
        assert line.count("\n") == 1
        assert rows[identifier].reference.lower() in line


def test_a_list_of_a_hundred_thousand_has_the_right_heads_at_both_ends(tmp_path: Path):
    """The largest desk scrolls to its first and its last line and finds them."""
    store = Store.open(tmp_path).store
    lines = 100_000
    template = seen("nomination", nomination(0)).line()

    def light(number: int) -> Any:
        from dataclasses import replace

        item = seen("nomination", {"clientReference": f"R-{number:06}"})
        line = replace(template, reference=item.reference, moment=number * 7919 % lines, text=item.reference.lower())
        return replace(item, line=lambda: line)

    for start in range(0, lines, 5000):
        store.put([light(number) for number in range(start, start + 5000)], 1)
    source = NominationSource(store)
    order = source.order(ListQuery())
    assert source.count(ListQuery()) == len(order.ids) == lines
    assert order.ends[-1] == len(order.texts)
    for descending, moment in ((False, 0), (True, lines - 1)):
        (first,) = source.head(ListQuery(descending=descending), 1)
        number = int(source.rows([first])[first].reference[2:])
        assert number * 7919 % lines == moment
    assert order.ids[0] == source.head(ListQuery(), 1)[0]
    assert order.ids[-1] == source.head(ListQuery(descending=True), 1)[0]
    store.close()


def test_a_time_nobody_has_given_yet_comes_last_and_is_in_no_window():
    """A draft without a time is not today's work."""
    store = Store.in_memory()
    timeless = nomination(5)
    del timeless["delivery"]["estimatedTimeOfBunkering"]
    store.put([seen("nomination", timeless), seen("nomination", nomination(6))], 1)
    source = NominationSource(store)
    rows = source.rows(source.head(ListQuery(), 5))
    last = source.head(ListQuery(), 5)[-1]
    assert rows[last].bunkering is None
    assert source.count(ListQuery(window=(datetime(2000, 1, 1, tzinfo=UTC), None))) == 1
    store.close()


def test_an_operation_stands_in_its_own_list():
    """Times, figures and counts of its notes; nothing of it in the worklist."""
    store = Store.in_memory()
    store.put([seen("operation", operation(3))], 1)
    source = OperationSource(store)
    (identifier,) = source.head(ListQuery("started"), 5)
    row = source.rows([identifier])[identifier]
    assert row.started is not None
    assert row.ended is not None
    assert row.ended > row.started
    assert (row.notes, row.documents, row.vessel) == (1, 0, "Meridian 3")
    assert row.delivered.startswith("512.345")
    assert NominationSource(store).count(ListQuery()) == 0
    assert source.facet("status") == [("ended", "Ended", 1)]
    store.close()
