"""Stops at documents: a note's paper with its figures, a search, a photograph, a broken file."""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bunkerdesk.app.tour_guide import SETTLES_WITHIN, NothingToShow, Stop, Tour
from bunkerdesk.contract.operation import DocumentReference, Operation
from bunkerdesk.desk.record import Record

if TYPE_CHECKING:
    from bunkerdesk.app.papers import OpenDocument

PLANTED = "SO-24122"
"""The demo operation whose paper says another quantity than its note."""
PHOTOGRAPHED = "SO-24138"


async def _opened(tour: Tour, reference: str, kind: str, ending: str) -> "OpenDocument":
    """The window of a document, whole on the screen; any operation that has one where the named one is not there."""
    record, document = await _found(tour, reference, kind, ending)
    opened = tour.workplace.collecting.open_document(record, document.document_id or "")
    assert opened is not None, "the document is one of this operation"
    tour.front = opened.window
    await _settled(opened)
    return opened


async def _found(tour: Tour, reference: str, kind: str, ending: str) -> tuple[Record, DocumentReference]:
    desk = tour.workplace.session.desk
    records = [*desk.records(reference), *_some(tour)]
    for record in records:
        if isinstance(record.resource, Operation):
            for document in record.resource.document_references or []:
                if kind in (document.document_type or "") and (document.document_name or "").lower().endswith(ending):
                    return record, document
    raise NothingToShow(f"no operation here has a {kind}")


def _some(tour: Tour) -> list[Record]:
    desk = tour.workplace.session.desk
    ids = tour.workplace.session.operations.ids()[:60]
    return [record for identifier in ids if (record := desk.record(identifier)) is not None]


async def _settled(opened: "OpenDocument") -> None:
    async with asyncio.timeout(SETTLES_WITHIN):
        quiet = 0
        while quiet < 5:
            await asyncio.sleep(0.01)
            quiet = quiet + 1 if opened.is_settled and not opened.viewer.scope.is_busy else 0


async def _note(tour: Tour) -> None:
    opened = await _opened(tour, PLANTED, "bunker_delivery_note", ".pdf")
    opened.show_figure("quantityDelivered")
    await _settled(opened)


async def _search(tour: Tour) -> None:
    opened = await _opened(tour, PLANTED, "bunker_delivery_note", ".pdf")
    opened.viewer.bar.show_thumbnails(True)
    opened.viewer.open_find()
    opened.viewer.find_bar.field.setText("transfer")
    opened.viewer.search("transfer")
    await _settled(opened)


async def _photograph(tour: Tour) -> None:
    await _opened(tour, PHOTOGRAPHED, "checklist", ".jpg")


async def _broken(tour: Tour) -> None:
    opened = await _opened(tour, PLANTED, "bunker_delivery_note", ".pdf")
    file = opened.viewer.file
    assert file is not None, "the document is on the screen"
    cut = file.path.with_name("cut-off")
    await asyncio.to_thread(cut.write_bytes, (await asyncio.to_thread(file.path.read_bytes))[:1500])
    opened.viewer.show_file(replace(file, path=cut, size=1500), opened.name)
    await _settled(opened)


STOPS: list[Stop] = [
    Stop("document-note", _note),
    Stop("document-search", _search),
    Stop("document-photograph", _photograph),
    Stop("document-broken", _broken),
]
