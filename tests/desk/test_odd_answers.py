"""One odd value in an answer costs its own field, never the list, the store or the edit."""

from typing import Any

import pytest

from bunkerdesk.desk.lists import ListQuery

EVERYTHING = ListQuery()
NEVER = ["0001-01-01T00:00:00+00:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"]


def firm(reference: str, **more: Any) -> dict[str, Any]:
    delivery = {"estimatedTimeOfBunkering": "2026-12-01T10:00:00+08:00", "bunkeringLocationCode": "SGSIN"}
    return {"clientReference": reference, "status": "accepted", "delivery": delivery, **more}


async def opened(desk, service, *answers: dict[str, Any]):
    service.nominations.there = {answer["clientReference"]: [answer] for answer in answers}
    await desk.remember([answer["clientReference"] for answer in answers], "imported")
    await desk.synchronise()
    assert desk.sync_state.problem is None
    return desk.records(answers[0]["clientReference"])[0]


@pytest.mark.parametrize("text", NEVER)
@pytest.mark.parametrize("field", ["estimatedTimeOfBunkering", "laycanStart", "laycanEnd"])
async def test_a_time_that_means_never_spoils_no_list(desk, service, text: str, field: str):
    """Services write "not set" so. The store is not taken for damaged, the field is named, the edit keeps it."""
    told: list[str] = []
    desk.subscribe_notices(told.append)
    odd = firm("N-1")
    odd["delivery"] |= {"laycanStart": "2026-12-01T09:00:00+08:00", "laycanEnd": "2026-12-02T09:00:00+08:00"}
    odd["delivery"][field] = text
    record = await opened(desk, service, odd, firm("N-2"))
    rows = desk.nominations.rows(desk.nominations.head(EVERYTHING, 10)).values()
    assert sorted(row.reference for row in rows) == ["N-1", "N-2"]
    assert told == []
    assert f"Delivery.{field}" in record.departures[0]
    session = await desk.editing.begin_edit(record)
    desk.checks.findings(session)
    assert session.document["delivery"][field] == text


@pytest.mark.parametrize("status", [["accepted"], {"name": "accepted"}])
async def test_an_odd_status_does_not_cost_the_others_of_its_batch(desk, service, status: object):
    """They are kept together, a hundred at a time; nor does a later change of it."""
    record = await opened(desk, service, firm("N-1", status=status), firm("N-2"))
    assert record.resource.status is None
    assert desk.records("N-2")
    await opened(desk, service, firm("N-1", status=[status]), firm("N-2", remark="new"))
    assert desk.records("N-2")[0].resource.unknown_fields == {"remark": "new"}


@pytest.mark.parametrize("number", [10**30, -(2**70)])
async def test_a_number_beyond_measure_can_be_edited(desk, service, number: int):
    """Whatever it is, it is no ship that others could be looked up by."""
    odd = firm("N-1", receiver={"vesselIdentifier": {"imo": number}})
    session = await desk.editing.begin_edit(await opened(desk, service, odd))
    assert any("receiver.vesselIdentifier.imo" in finding.places for finding in desk.checks.findings(session))


async def test_half_a_character_in_a_reference_can_be_edited(desk, service):
    """Valid in JSON, impossible in the store."""
    service.drafts.there = [{"clientReference": "D\ud800", "delivery": {}}]
    await desk.synchronise()
    (record,) = (desk.record(number) for number in desk.nominations.head(EVERYTHING, 10))
    session = await desk.editing.begin_edit(record)
    assert session.document["clientReference"] == "D\ud800"
    desk.checks.findings(session)
