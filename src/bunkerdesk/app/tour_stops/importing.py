"""Importing: what was pasted, the columns, the preview with errors, after sending with refused rows, a message."""

import asyncio

from PySide6.QtWidgets import QApplication

from bunkerdesk.app.tour_guide import NothingToShow, Stop, Tour
from bunkerdesk.desk.lists import ListQuery
from bunkerdesk.models.import_model import ImportModel, Step
from bunkerdesk.views.importing.page import ImportPage

NARROW = (1280, 720)
HEAD = "Our ref\tVessel\tIMO\tPort\tETB\tFuel\tGrade\tQty (mt)\tLSMGO\tReceiver\tPO No\tRemarks"
SHIPS = (("EVER SUMMIT", 9811000), ("NYK ORION", 9312793), ("HAFNIA NILE", 9719745), ("TORM HELENE", 9143532))
PORTS = ("SGSIN", "Rotterdam", "AEFJR", "Algeciras")
RECEIVERS = ("Oceanic Lines", "Northern Star Shipping", "Compañía Marítima del Sur", "远洋航运")
ROWS = 60
LATE = "New ETA 28 Nov 0600 LT, ETB 28 Nov 1800 LT\nVLSFO 500 mt +/- 10 mt\n"
MESSAGE = """Subject: EVER SUMMIT - Singapore - bunker enquiry

Good day,

Please quote firm for the following stem:

Vessel: MV EVER SUMMIT (IMO 9811000)
Port: Singapore, Eastern Anchorage
ETA: 05/06 2230 LT
VLSFO RMG380 1,200 mt
LSMGO DMA 90 mts
Our ref: PO-5567
Next port: Rotterdam

Best regards
Oceanic Lines Pte Ltd
"""


def table(name: str = "IMP", rows: int = ROWS) -> str:
    """A plausible spreadsheet with a few things wrong in it."""
    lines = [HEAD]
    for number in range(rows):
        ship, imo = SHIPS[number % 4]
        cells = [
            f"{name}-{number + 1:04d}",
            ship,
            str(imo),
            PORTS[number % 4],
            f"{number % 27 + 1:02d}/{number // 27 + 1:02d}/2027 {number % 24:02d}:30",
            "VLSFO",
            "RMG",
            f"{480 + number}-{520 + number}",
            "90" if number % 3 == 0 else "",
            RECEIVERS[number % 4],
            f"PO-{5567 + number}",
            "",
        ]
        wrong = {
            3: (2, "9143531"),
            5: (7, "520-480"),
            8: (4, "14/13/2027 10:00"),
            11: (4, "15/01/2027"),
            14: (7, "tba"),
        }
        if number in wrong:
            place, text = wrong[number]
            cells[place] = text
        lines.append("\t".join(cells))
    return "\n".join(lines)


async def _page(tour: Tour) -> ImportPage:
    modal = QApplication.activeModalWidget()
    if modal is not None:
        modal.close()
    await tour.workplace.importing.open()
    page = tour.workplace.window.page("import")
    assert isinstance(page, ImportPage)
    return page


async def _quiet(model: ImportModel) -> None:
    async with asyncio.timeout(20):
        while model.scope.is_busy:  # noqa: ASYNC110  many small tasks, no event of their own
            await asyncio.sleep(0.01)


async def _source(tour: Tour) -> None:
    page = await _page(tour)
    page.imports.go(Step.SOURCE)
    page.source.give(table())


async def _columns(tour: Tour) -> None:
    page = await _page(tour)
    page.imports.take_text(table())
    await _quiet(page.imports)


async def _preview(tour: Tour) -> None:
    await _columns(tour)
    page = await _page(tour)
    page.imports.preview()
    await _quiet(page.imports)
    page.preview.table.go_to_note(1)
    page.preview.table.setFocus()


async def _refused(tour: Tour) -> None:
    page = await _page(tour)
    model = page.imports
    batch = model.imports.batch
    if batch is None:
        return
    if not tour.is_at_home:
        raise NothingToShow("nothing is sent to a service that is not the tour's own")
    # The vessel of the second row is unknown to nobody; its transaction type is what the service refuses.
    rows = model.sendable()
    bodies = [
        (row, {**body, "delivery": {**body["delivery"], "transactionType": "cargo_in"}} if place < 3 else body)
        for place, (row, body) in enumerate(rows)
    ]
    await model.imports.send(bodies)
    model.sent_off([row for row, _ in bodies])
    async with asyncio.timeout(60):
        while model.under_way:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await _quiet(model)
    page.preview.table.setCurrentIndex(model.grid.index(0, 0))


async def _message(tour: Tour) -> None:
    page = await _page(tour)
    page.imports.take_message(MESSAGE)
    await _quiet(page.imports)
    page.message.step(1)


async def _known(tour: Tour) -> None:
    """The ship is late: the message names a nomination that is known."""
    page = await _page(tour)
    source = tour.workplace.session.desk.nominations
    rows = source.rows(source.head(ListQuery(values={"status": frozenset({"supplier_assigned"})}), 50)).values()
    row = next((row for row in rows if row.imo and row.vessel.isascii()), None)
    if row is None:
        raise NothingToShow("No nomination of a named ship")
    text = f"Good day,\n\nMV {row.vessel} is two days late, pls amend {row.reference}:\n{LATE}"
    page.imports.take_message(text)
    await _quiet(page.imports)


async def _leave(tour: Tour) -> None:
    page = await _page(tour)
    await page.imports.drop()
    tour.workplace.window.show_page("nominations")


STOPS: list[Stop] = [
    Stop("import", _source),
    Stop("import-columns", _columns),
    Stop("import-preview", _preview),
    Stop("import-preview-narrow", _preview, NARROW),
    Stop("import-refused", _refused),
    Stop("import-message", _message),
    Stop("import-message-known", _known),
    Stop("import-left", _leave),
]
