"""The list of documents over what the service answered: have, missing, failed, on this computer."""

from typing import Any

from bunkerdesk.cache import Store
from bunkerdesk.cache.documents import KeptDocument
from bunkerdesk.contract.operation import DocumentReference
from bunkerdesk.desk.desk import Desk
from bunkerdesk.desk.lists import DocumentRow, ListQuery

EVERYTHING = ListQuery(sort="kind")


def operation(status: str = "ended", *documents: tuple[str, str, str], vessel: str = "EVER SUMMIT") -> dict[str, Any]:
    return {
        "status": status,
        "clientReference": "OP-1",
        "operationStandardCode": "SG",
        "bunkeringLocationCode": "USHOU",
        "bunkeringLocationName": "Houston",
        "supplier": {"companyName": "Harbour Fuels", "assetName": "HARBOUR 7"},
        "receiver": {"companyName": "Oceanic", "vesselName": vessel},
        "bunkerDeliveryNotes": [
            {
                "bunkerType": "conventional",
                "number": "BDN 1",
                "cargoOfficerName": "A",
                "chiefEngineerName": "B",
                "productName": "VLSFO",
                "quantityDelivered": {"value": 500, "unit": "metric tons"},
                "startTransferTimestamp": "2026-10-30T22:00:00-06:00",
                "endTransferTimestamp": "2026-10-31T04:00:00-06:00",
            }
        ],
        "documentReferences": [
            {"documentId": key, "documentType": kind, "documentName": name} for key, kind, name in documents
        ],
    }


BDN = ("d/1", "bunker_delivery_note", "BDN 1.pdf")
SHEET = ("d/2", "safety_data_sheet", "sds.pdf")


async def listed(desk: Desk) -> dict[str, DocumentRow]:
    """Rows by type."""
    rows = desk.document_list.rows(desk.document_list.order(EVERYTHING).ids)
    return {row.kind: row for row in rows.values()}


async def read(desk: Desk, service: Any, value: dict[str, Any]) -> None:
    service.operations.there["OP-1"] = [value]
    await desk.refresh("OP-1")


async def test_an_ended_operation_lists_its_papers_and_those_it_lacks(desk: Desk, service: Any):
    """A manager sees at once which paper a claim would fail for, and why it is needed."""
    await read(desk, service, operation("ended", BDN, ("d/9", "brand_new_paper", "x.pdf")))
    rows = await listed(desk)
    assert {kind: row.state for kind, row in rows.items()} == {
        "bunker_delivery_note": "have",
        "brand_new_paper": "have",
        "safety_data_sheet": "missing",
        "safety_checklist": "missing",
        "statement_of_facts": "missing",
        "certificate_of_quality": "missing",
    }
    assert "SOLAS" in rows["safety_data_sheet"].why
    note = rows["bunker_delivery_note"]
    assert (note.name, note.reference, note.vessel, note.port_code) == ("BDN 1.pdf", "OP-1", "EVER SUMMIT", "USHOU")
    assert note.started is not None
    assert note.started.text() == "2026-10-31T04:00:00-06:00"
    assert note.size is None
    words = {value: word for value, word, _ in desk.document_list.facet("kind")}
    assert words["bunker_delivery_note"] == "Bunker delivery note"
    assert ("missing", "Missing", 4) in desk.document_list.facet("state")


async def test_a_paper_that_is_not_due_is_not_missing(desk: Desk, service: Any):
    """Before the delivery has ended nothing is late."""
    await read(desk, service, operation("ongoing", BDN))
    assert {row.state for row in (await listed(desk)).values()} == {"have"}


async def test_lines_keep_their_ids_when_the_operation_changes(desk: Desk, service: Any):
    """A selection stays on its documents while synchronising goes on."""
    await read(desk, service, operation("ended", BDN, SHEET))
    before = await listed(desk)
    await read(desk, service, operation("archived", BDN, vessel="EVER SUMMIT II"))
    after = await listed(desk)
    assert after["bunker_delivery_note"].id == before["bunker_delivery_note"].id
    assert after["bunker_delivery_note"].vessel == "EVER SUMMIT II"
    assert after["safety_data_sheet"].state == "missing"


async def test_a_fetched_file_shows_its_size_and_a_failure_its_reason(desk: Desk, service: Any, store: Store):
    """What was fetched is told apart from what only the service has, and from what could not be fetched."""
    await read(desk, service, operation("ended", BDN, SHEET))
    record = (await listed(desk))["bunker_delivery_note"].record
    store.documents(lambda rows: rows.put(record, KeptDocument("d/1", "aa/aa", 1234, "a" * 64, "application/pdf", 1)))
    store.document_states(lambda states: states.fetched([(record, "d/2", 0, "The service has no such document.")]))
    rows = await listed(desk)
    assert (rows["bunker_delivery_note"].state, rows["bunker_delivery_note"].size) == ("kept", 1234)
    assert (rows["safety_data_sheet"].state, rows["safety_data_sheet"].why) == (
        "failed",
        "The service has no such document.",
    )
    await read(desk, service, operation("archived", BDN, SHEET))
    again = await listed(desk)
    assert [again[kind].state for kind in ("bunker_delivery_note", "safety_data_sheet")] == ["kept", "failed"]
    store.document_states(lambda states: states.fetched([(record, "d/2", 99, "")]))
    sheet = (await listed(desk))["safety_data_sheet"]
    assert (sheet.state, sheet.size, sheet.why) == ("have", 99, "")


async def test_filters_and_the_time_of_the_delivery(desk: Desk, service: Any):
    """By type, state, port and when it ended; a typed word finds type words, vessel and port."""
    await read(desk, service, operation("ended", BDN))
    source = desk.document_list
    only = ListQuery(values={"state": frozenset({"missing"}), "kind": frozenset({"safety_data_sheet"})})
    assert source.count(only) == 1
    assert source.count(ListQuery(values={"port": frozenset({"NLRTM"})})) == 0
    assert len(source.find("delivery note houston ever", 10)) == 1
    record = (await listed(desk))["bunker_delivery_note"].record
    assert len(source.of_operations([record])) == 1


async def test_odd_references_each_have_a_line(desk: Desk, service: Any):
    """No id, the same id twice, half a surrogate pair: none costs the others."""
    value = operation("ongoing", BDN, BDN)
    value["documentReferences"] += [{"documentName": "no id.pdf"}, {"documentId": "\ud800", "documentType": "q88"}, {}]
    await read(desk, service, value)
    rows = desk.document_list.rows(desk.document_list.order(EVERYTHING).ids).values()
    assert len(rows) == 4
    assert DocumentReference.read({}).document_id is None


async def test_an_operation_that_is_gone_takes_its_papers_along(desk: Desk, service: Any):
    """Nothing is offered that cannot be fetched any more."""
    await read(desk, service, operation("ended", BDN))
    service.operations.there.clear()
    await desk.refresh("OP-1")
    assert await listed(desk) == {}
