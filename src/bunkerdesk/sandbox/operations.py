"""Operations and their documents: read by supplier and receiver alike, 404 for everybody else."""

import asyncio
from urllib.parse import quote

from bunkerdesk.sandbox.nominations import the_only
from bunkerdesk.sandbox.refusals import missing
from bunkerdesk.sandbox.service import Service
from bunkerdesk.sandbox.stage import StoredDocument
from bunkerdesk.sandbox.tables import DocumentRow, JsonObject, OperationRow

LIFE = ("created", "started", "initiating", "ongoing", "finalising", "ended", "archived")
_ORDER = (
    "clientReference",
    "operationStandardCode",
    "bunkeringLocationCode",
    "bunkeringLocationName",
    "portBunkeringLocationCode",
    "transactionType",
    "loadingNumber",
    "supplier",
    "receiver",
)


def has_come(status: str, wanted: str) -> bool:
    """Tell whether an operation of a status has reached another."""
    return LIFE.index(status) >= LIFE.index(wanted)


def accessible(service: Service, company: str, reference: str) -> list[OperationRow]:
    """The operations of a reference a company can access, the most recently changed first."""
    return [row for row in service.store.operations(reference) if row.accessible(company)]


def only_one(service: Service, company: str, reference: str) -> OperationRow:
    """The one accessible operation; 404 without one, 422 with several."""
    return the_only(accessible(service, company, reference), "operation", reference)


def answer(service: Service, row: OperationRow) -> JsonObject:
    """The operation as answered: notes once it has ended, documents from the status on that brings them."""
    notes = row.document.get("bunkerDeliveryNotes", []) if has_come(row.status, "ended") else []
    return {
        "status": row.status,
        **{name: row.document[name] for name in _ORDER if name in row.document},
        "bunkerDeliveryNotes": notes,
        "documentReferences": [
            {
                "documentId": document.document_id,
                "documentType": document.type,
                "documentName": document.name,
                "fuelIndex": document.fuel_index,
            }
            for document in visible(service, row)
        ],
    }


def visible(service: Service, row: OperationRow) -> list[DocumentRow]:
    return [item for item in service.store.documents(row.id) if has_come(row.status, item.from_status)]


def read(service: Service, company: str, reference: str) -> JsonObject:
    return answer(service, only_one(service, company, reference))


def read_all(service: Service, company: str, reference: str) -> list[JsonObject]:
    return [answer(service, row) for row in accessible(service, company, reference)]


async def document(service: Service, company: str, reference: str, document_id: str) -> tuple[bytes, str, str]:
    """Content, content type and name of a document's file."""
    row = only_one(service, company, reference)
    for item in visible(service, row):
        if item.document_id == document_id:
            return await _content(service, row, item), item.content_type, item.name
    raise missing("The operation has no such document.")


async def merged(service: Service, company: str, reference: str) -> tuple[bytes, str, str]:
    """The merged file, a PDF; only for operations signed in the browser, once there is paper to merge."""
    row = only_one(service, company, reference)
    items = visible(service, row) if row.signed else []
    if not items:
        raise missing("The operation has no merged documents: it was not signed with in-browser signing.")
    content = service.store.merged(row.id)
    if content is None:
        parts = [(stored_document(item), await _content(service, row, item)) for item in items]
        content = await asyncio.to_thread(service.paper.draw_merged, answer(service, row), parts)
        service.store.keep_merged(row.id, content)
    return content, "application/pdf", f"{reference} merged documents.pdf"


async def _content(service: Service, row: OperationRow, item: DocumentRow) -> bytes:
    """Drawn at the first download, in a thread as a page takes a while, and kept."""
    content = service.store.content(item)
    if content is None:
        content = await asyncio.to_thread(service.paper.draw, item.recipe, answer(service, row))
        service.store.keep_content(item, content)
    return content


def stored_document(item: DocumentRow) -> StoredDocument:
    """The document as the drawing office knows it."""
    return StoredDocument(
        item.document_id, item.type, item.name, item.content_type, item.recipe, item.fuel_index, item.from_status
    )


def attachment(name: str) -> str:
    """The Content-Disposition of a file name in any script (RFC 6266)."""
    plain = "".join(
        letter if letter.isascii() and letter.isprintable() and letter not in '"\\' else "_" for letter in name
    )
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
