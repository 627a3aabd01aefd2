"""Operations and their documents: access, shape, order, files."""

from urllib.parse import quote

import pytest
from tests.sandbox.conftest import Caller

from bunkerdesk.contract.operation import Operation
from bunkerdesk.sandbox.operations import attachment

PATH = "/v1/operations/{}"
NOTE_ID = quote("doc/1 ?#%é", safe="")


async def test_supplier_and_receiver_read_an_operation(supplier: Caller, receiver: Caller) -> None:
    """The required properties are there, nothing beyond those listed is, and what does not apply is left out."""
    got = await supplier.read(PATH.format("O-1"))
    assert got == await receiver.read(PATH.format("O-1"))
    assert Operation.required <= got.keys()
    assert not Operation.read(got).unknown_fields
    assert not {"transactionType", "loadingNumber"} & got.keys()
    assert [item["documentId"] for item in got["documentReferences"]] == ["doc/1 ?#%é", "seal"]
    assert [item["fuelIndex"] for item in got["documentReferences"]] == [None, 0]


@pytest.mark.parametrize("path", ["", "/documents/seal", "/merged-documents"])
async def test_a_company_that_is_neither_gets_404(supplier: Caller, path: str) -> None:
    assert (await supplier.get(PATH.format("O-OTHERS") + path)).status_code == 404
    assert (await supplier.get(PATH.format("unknown") + path)).status_code == 404
    assert await supplier.read(PATH.format("O-OTHERS/all")) == []


@pytest.mark.parametrize("path", ["", "/documents/seal", "/merged-documents"])
async def test_several_accessible_ones_are_422_and_point_to_all(supplier: Caller, path: str) -> None:
    answer = await supplier.get(PATH.format("O-TWICE") + path)
    assert answer.status_code == 422
    assert "/v1/operations/O-TWICE/all" in answer.json()["detail"]


async def test_all_lists_the_most_recently_changed_first(supplier: Caller) -> None:
    assert [row["status"] for row in await supplier.read(PATH.format("O-TWICE/all"))] == ["archived", "ended"]


async def test_a_document_is_drawn_once_and_kept(supplier: Caller) -> None:
    for _ in range(2):
        answer = await supplier.get(PATH.format(f"O-1/documents/{NOTE_ID}"))
        assert (answer.status_code, answer.content) == (200, b"note of O-1")
        assert answer.headers["Content-Type"] == "application/pdf"
        assert answer.headers["Content-Length"] == "11"
    seal = await supplier.get(PATH.format("O-1/documents/seal"))
    assert seal.headers["Content-Type"] == "image/jpeg"
    assert "filename*=UTF-8''Siegel%20%E2%80%9Cgr%C3%BCn%E2%80%9D.jpg" in seal.headers["Content-Disposition"]


async def test_an_unknown_document_is_404(supplier: Caller) -> None:
    assert (await supplier.get(PATH.format("O-1/documents/unknown"))).status_code == 404


async def test_merged_documents_only_when_signed_in_the_browser(supplier: Caller) -> None:
    answer = await supplier.get(PATH.format("O-SIGNED/merged-documents"))
    assert (answer.status_code, answer.content) == (200, b"note of O-SIGNED+seal of O-SIGNED")
    assert answer.headers["Content-Type"] == "application/pdf"
    assert (await supplier.get(PATH.format("O-1/merged-documents"))).status_code == 404


def test_a_file_name_cannot_break_out_of_its_header() -> None:
    assert "\n" not in attachment('a"\r\nX: y')
    assert attachment('a"b').startswith('attachment; filename="a_b"')
