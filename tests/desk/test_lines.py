"""Lines of the lists: keys that sort by the moment, texts that are found, and no answer that breaks them."""

import math
from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.cache import LAST
from bunkerdesk.contract.nomination import Draft, Nomination
from bunkerdesk.contract.operation import Operation
from bunkerdesk.desk.lines import (
    bare_line,
    from_microseconds,
    microseconds,
    operation_line,
    storable,
    timestamp,
    work_line,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


def shaped(*names: str, **inner: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {}, optional={name: JSON for name in names} | {key: value | JSON for key, value in inner.items()}
    )


NOMINATIONS = shaped(
    "clientReference",
    "status",
    delivery=shaped("bunkeringLocationCode", "estimatedTimeOfBunkering", "estimatedBunkeringDurationInMinutes"),
    supplier=shaped("companyIdentifier", assetIdentifier=shaped("terminalName", vessel=shaped("imo", "externalId"))),
    receiver=shaped("companyName", "vesselName", vesselIdentifier=shaped("imo")),
    fuelSpecifications=st.lists(
        shaped("fuelType", "grade", quantityRange=shaped("minQuantity", "maxQuantity", "unit"))
    ),
)
NOTE = shaped(
    "bunkerType",
    "productName",
    "quantityDelivered",
    "allFastTimestamp",
    "castOffTimestamp",
    "receiverVesselIMO",
    "number",
)
OPERATIONS = shaped(
    "clientReference", "status", "supplier", "receiver", "documentReferences", bunkerDeliveryNotes=st.lists(NOTE)
)


@given(NOMINATIONS, OPERATIONS)
def test_no_answer_breaks_its_line(nomination: dict[str, Any], operation: dict[str, Any]):
    """Whatever the service sends for any field, SQLite can take the line and the filter text is one line."""
    lines = [
        work_line("nomination", Nomination.read(nomination), "asked"),
        work_line("draft", Draft.read(nomination)),
        operation_line(Operation.read(operation), "asked"),
    ]
    for line in lines:
        line.text.encode()
        line.reference.encode()
        assert "\n" not in line.text
        assert line.text == line.text.lower()
        assert line.moment <= LAST
        assert not math.isnan(line.amount)


MOMENTS = st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30), timezones=st.just(UTC))  # noqa: DTZ001


@given(MOMENTS, MOMENTS)
def test_keys_sort_as_moments_do(one: datetime, other: datetime):
    """To the microsecond, in any year."""
    assert (microseconds(one) < microseconds(other)) == (one < other)


@given(st.datetimes(min_value=datetime(1970, 1, 1), max_value=datetime(2200, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_a_moment_comes_back_from_its_key(moment: datetime):
    """The age of a record is exact."""
    assert from_microseconds(microseconds(moment)) == moment


def test_keys_compare_instants_and_naive_times_by_their_face():
    """22:30 in Singapore is before 15:31 in Rotterdam."""
    singapore, rotterdam = timestamp("2026-11-21T22:30:00+08:00"), timestamp("2026-11-21T15:31:00+01:00")
    assert singapore is not None
    assert rotterdam is not None
    assert microseconds(singapore) + 60_000_000 == microseconds(rotterdam)
    naive = timestamp("2026-11-21T14:30:00")
    assert naive is not None
    assert microseconds(naive) == microseconds(singapore)
    assert timestamp("no time") is None


def test_the_first_and_last_event_of_all_notes_date_an_operation():
    """Started with the earliest, ended only when every note has ended."""
    first = {"bunkerType": "lng", "connectTimestamp": "2026-11-21T08:00:00+01:00"}
    second = {
        "bunkerType": "conventional",
        "allFastTimestamp": "2026-11-21T07:00:00+01:00",
        "castOffTimestamp": "2026-11-21T12:00:00+01:00",
    }
    under_way = operation_line(Operation.read({"bunkerDeliveryNotes": [first, second]}))
    assert (under_way.started, under_way.ended) == ("2026-11-21T07:00:00+01:00", None)
    first["disconnectTimestamp"] = "2026-11-21T12:30:00+01:00"
    assert operation_line(Operation.read({"bunkerDeliveryNotes": [first, second]})).ended == "2026-11-21T12:30:00+01:00"


def test_a_line_that_fails_is_replaced_by_a_bare_one():
    """It stands in the list with its reference and a mark, and opens."""
    for kind in ("draft", "operation"):
        line = bare_line(kind, "BD-1", KeyError("x"))
        assert (line.reference, line.has_problem) == ("BD-1", True)


def test_half_a_character_is_kept_in_words():
    """Valid JSON, not Unicode: it must not stop a batch of a hundred."""
    assert storable("a\ud800b") == "a\\ud800b"
    assert storable(None) == ""
