"""Lists narrowed to days on the port's clock, from the filter's words down to the rows."""

from datetime import date
from typing import Any

import pytest

from bunkerdesk.desk import export_filter
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.desk.problems import KnownProblem

# The same instants differ by their day: Auckland is a day ahead of Honolulu.
ENDED = {
    "AUCKLAND": "2026-11-01T00:30:00+13:00",
    "HONOLULU": "2026-10-31T23:30:00-10:00",
    "FIRST": "2026-10-01T00:00:00+14:00",
    "BEFORE": "2026-09-30T23:59:59-12:00",
    "NOT YET": None,
}


def operation(reference: str, ended: str | None) -> dict[str, Any]:
    note = {"bunkerType": "conventional", "number": reference, "allFastTimestamp": "2026-09-30T12:00:00Z"}
    if ended:
        note["castOffTimestamp"] = ended
    return {
        "clientReference": reference,
        "status": "ended",
        "bunkeringLocationCode": "NLRTM",
        "bunkeringLocationName": "Rotterdam",
        "bunkerDeliveryNotes": [note],
        "documentReferences": [{"documentId": "1", "documentType": "q88", "documentName": "q.pdf"}],
    }


@pytest.fixture
async def known(desk: Desk, service: Any) -> Desk:
    service.operations.there.update({name: [operation(name, ended)] for name, ended in ENDED.items()})
    await desk.remember(list(ENDED), "imported")
    await desk.synchronise(everything=True)
    return desk


async def test_ended_in_october_by_the_clock_of_each_port(known: Desk):
    """The first and the last minute of the month where the ship lay; what has not ended is in no month."""
    query = ListQuery(days={"ended": (date(2026, 10, 1), date(2026, 10, 31))})
    ids = known.operations.order(query).ids
    assert {row.reference for row in known.operations.rows(list(ids)).values()} == {"HONOLULU", "FIRST"}
    assert known.operations.count(query) == 2
    papers = known.document_list.order(ListQuery(days=query.days, values={"kind": frozenset({"q88"})})).ids
    assert {row.reference for row in known.document_list.rows(list(papers)).values()} >= {"HONOLULU", "FIRST"}
    assert "AUCKLAND" not in {row.reference for row in known.document_list.rows(list(papers)).values()}


@pytest.mark.parametrize(
    "words", ["ended=2026-10 port=rotterdam", "ended:2026-10 port:nlrtm", "ended=2026-10-01..2026-10-31"]
)
async def test_the_command_line_takes_the_same_words(known: Desk, words: str):
    """What was tried out in the window goes into the nightly job."""
    ids = export_filter.chosen(known.operations, export_filter.parse([words]))
    assert {row.reference for row in known.operations.rows(list(ids)).values()} == {"HONOLULU", "FIRST"}


async def test_a_time_that_a_list_does_not_have_matches_nothing(known: Desk):
    """Better than everything."""
    assert known.operations.count(ListQuery(days={"bunkering": (date.min, date.max)})) == 0
    assert known.operations.count(ListQuery(days={"ended": (date.min, date.max)})) == 4


def test_what_is_no_span_is_said():
    """A nightly job must not take a typing error for all."""
    with pytest.raises(KnownProblem) as raised:
        export_filter.parse(["ended=octember"])
    assert "octember" in raised.value.problem.happened
