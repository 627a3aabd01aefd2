"""The board's reads: bars of a list, clashes by the rule."""

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bunkerdesk.cache import Store
from bunkerdesk.contract.nomination import Nomination
from bunkerdesk.desk.editing_checks import Checks
from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.desk.editing_session import EditSession
from bunkerdesk.desk.keeping import keep_answers
from bunkerdesk.desk.record import Answer
from bunkerdesk.desk.schedule import ScheduleSource
from bunkerdesk.rules.neighbours import Neighbour, Neighbours
from bunkerdesk.rules.schedule import occupation

START = datetime(2026, 11, 21, tzinfo=UTC)


IMO, OTHER_IMO, MMSI = 9811000, 9074729, 563012345
ASSETS = (
    None,
    {"imo": IMO},
    {"imo": OTHER_IMO},
    {"mmsi": MMSI},
    {"imo": IMO, "mmsi": MMSI},
    {"imo": OTHER_IMO, "mmsi": MMSI},
    {"mmsi": MMSI, "externalId": "B-7"},
    {"externalId": "B-7"},
)


def nomination(number: int, asset: Any, begin: int, length: int, buffer: int, status: str) -> dict[str, Any]:
    """Minutes after START; the asset by its identifiers, or by IMO number alone."""
    supplier: dict[str, Any] = {"companyIdentifier": "CMP-1"}
    if asset is not None:
        supplier["assetIdentifier"] = {"vessel": asset if isinstance(asset, dict) else {"imo": asset}}
    return {
        "clientReference": f"SO-{number}",
        "status": status,
        "delivery": {
            "estimatedTimeOfBunkering": (START + timedelta(minutes=begin)).isoformat(),
            "estimatedBunkeringDurationInMinutes": length,
            "supplierAssetBufferTimeInMinutes": buffer,
            "bunkeringLocationCode": "SGSIN",
        },
        "supplier": supplier,
        "receiver": {},
        "fuelSpecifications": [],
    }


ROWS = st.lists(
    st.tuples(
        st.sampled_from(ASSETS),
        st.integers(0, 3000),
        st.integers(0, 600),
        st.integers(0, 240),
        st.sampled_from(["accepted", "supplier_assigned", "cancelled"]),
    ),
    max_size=12,
)


@given(ROWS)
@settings(max_examples=40, deadline=None)
def test_the_marked_are_exactly_those_the_check_would_warn_of(rows: list[Any]) -> None:
    """The board and the editor must not disagree on what clashes (N07)."""
    store = Store.in_memory()
    try:
        values = {f"SO-{number}": nomination(number, *row) for number, row in enumerate(rows, start=1)}
        keep_answers(store, [Answer("nomination", name, (value,)) for name, value in values.items()])
        source = ScheduleSource(store)
        ids = {record.reference: record.id for name in values for record in store.records(name)}
        known = Neighbours(Neighbour(name, name, Nomination.read(value)) for name, value in values.items())
        warned = set()
        for name, value in values.items():
            own = occupation(name, Nomination.read(value))
            if own and list(known.on_asset(own)):
                warned.add(ids[name])
        clashes = source.clashes(START)
        assert clashes.ids == warned
        for bar in source.bars(sorted(ids.values())):
            assert bool(source.clashing_with(bar)) == (bar.id in warned)
        for name, value in values.items():
            session = EditSession(0, EditKind.SUPPLIER, value, value)
            fetched = Checks(store).neighbours(session, Nomination.read(value))
            own = occupation(None, Nomination.read(value))
            assert bool(own and list(fetched.on_asset(own))) == (ids[name] in warned)
    finally:
        store.close()


def test_a_time_without_an_offset_is_not_drawn_and_the_rest_is_as_answered() -> None:
    """Nobody knows at which instant it would stand."""
    store = Store.in_memory()
    naive = nomination(1, 9811000, 0, 60, 0, "accepted")
    naive["delivery"]["estimatedTimeOfBunkering"] = "2026-11-21T22:30:00"
    plain = nomination(2, 9811000, 90, 480, 60, "accepted")
    plain["delivery"]["laycanStart"] = "2026-11-21T00:00:00+00:00"
    plain["delivery"]["laycanEnd"] = "2026-11-22T00:00:00+00:00"
    keep_answers(store, [Answer("nomination", f"SO-{n}", (value,)) for n, value in ((1, naive), (2, plain))])
    ids = [record.id for name in ("SO-1", "SO-2") for record in store.records(name)]
    (bar,) = ScheduleSource(store).bars(ids)
    store.close()
    assert (bar.reference, bar.asset, bar.duration_minutes) == ("SO-2", "IMO 9811000", 480)
    assert (bar.end - bar.start, bar.free_at - bar.end) == (480 * 60_000_000, 60 * 60_000_000)
    assert bar.laycan is not None
    assert bar.laycan[1] - bar.laycan[0] == 24 * 60 * 60_000_000
