"""The editor: new, full with findings, LNG, narrow, a conflict, large type, and the outbox."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from bunkerdesk.app.tour_guide import NothingToShow, Stop, Tour
from bunkerdesk.commands.command import Place
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.editing_session import EditSession

NARROW = (1280, 720)
LARGE_TEXT = 150

Change = tuple[str, Any]


async def _clear(tour: Tour) -> None:
    for dialog in (QApplication.activeModalWidget(), *_outbox_panels(tour)):
        if dialog is not None:
            dialog.close()
    tour.workplace.settings.text_scale = tour.text_size
    tour.workplace.window.messages.clear("open")
    await tour.settle()


def _outbox_panels(tour: Tour) -> list[Any]:
    return [one for one in tour.workplace.window.children() if one.objectName() == "outbox"]


async def _begun(tour: Tour, kind: str, document: JsonObject | None = None) -> EditSession:
    await _clear(tour)
    session = await tour.workplace.session.desk.editing.begin_new(kind, document)
    tour.workplace.go(Place("editor", str(session.id)))
    return session


async def _new(tour: Tour) -> None:
    await _begun(tour, "draft")


async def _suggestions(tour: Tour) -> None:
    """The list below a field, one row marked."""
    page = tour.workplace.window.page("editor")
    await tour.settle()
    line = page.findChild(QLineEdit, "editor.delivery.bunkeringLocationCode")
    if line is None:
        raise NothingToShow("no port is asked for here")
    line.setFocus()
    for key, text in ((Qt.Key.Key_R, "r"), (Qt.Key.Key_O, "o"), (Qt.Key.Key_T, "t"), (Qt.Key.Key_Down, "")):
        QApplication.sendEvent(line, QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, text))


async def _full(tour: Tour) -> None:
    await _clear(tour)
    desk = tour.workplace.session.desk
    record = _record(tour, lambda found: found.kind == "nomination" and _fits(found.resource.to_object()))
    session = await desk.editing.begin_edit(record)
    begin = datetime.now(UTC) + timedelta(days=2)
    changes: list[Change] = [
        ("delivery.estimatedTimeOfBunkering", _port_time(session, begin)),
        ("receiver.contactName", "Night desk"),
        ("receiver.vesselIdentifier.imo", 9312791),
        ("fuelSpecifications.1", _LSMGO),
    ]
    for change in changes:
        desk.editing.change(session, *change)
    tour.workplace.go(Place("editor", str(session.id)))


async def _lng(tour: Tour) -> None:
    desk = tour.workplace.session.desk
    await _clear(tour)
    record = _record(tour, lambda found: found.kind == "draft" and "LNG" in str(found.resource.to_object()))
    session = await desk.editing.begin_edit(record)
    desk.editing.change(session, "delivery.coolDownRequired", False)
    tour.workplace.go(Place("editor", str(session.id)))


async def _marked(tour: Tour) -> None:
    await _full(tour)
    workplace = tour.workplace
    edited = workplace.session.desk.edited()
    workplace.window.show_page("nominations")
    await tour.settle()
    page = tour.list_page()
    row = next((row for row in map(page.model.row_of, edited) if row is not None), 0)
    page.table.select_row(row)


_MESSAGE = """Subject: GASLOG SALEM - Singapore - bunker enquiry

Good day,

Please quote firm for the following stem:

Vessel: GASLOG SALEM (IMO 9638915)
Port: Singapore, Eastern Anchorage
ETA: 12 Dec 2230 LT
ETB: 13 Dec 0600 LT
VLSFO RMG380 480-520 mt
LSMGO DMA 90 mts
Our ref: PO-5567
Next port: Rotterdam

Best regards
Oceanic Lines Pte Ltd
"""


async def _message(tour: Tour) -> None:
    document: JsonObject = {
        "clientReference": "DR-0961",
        "delivery": {"bunkeringLocationCode": "SGSIN"},
        "receiver": {"vesselName": "GASLOG SALEM", "vesselIdentifier": {"imo": 9638915}},
        "fuelSpecifications": [{"fuelType": "VLSFO", "grade": "rmg"}],
    }
    await _clear(tour)
    session = await tour.workplace.session.desk.editing.begin_new("draft", document, _MESSAGE)
    tour.workplace.go(Place("editor", str(session.id)))


async def _narrow(tour: Tour) -> None:
    await _full(tour)


async def _large(tour: Tour) -> None:
    await _full(tour)
    tour.workplace.settings.text_scale = LARGE_TEXT


async def _conflict(tour: Tour) -> None:
    from bunkerdesk.desk.comparing import three_way
    from bunkerdesk.models.editor_conflict import Clock, compared
    from bunkerdesk.views.editor.compare_dialog import ConflictDialog

    await _full(tour)
    desk = tour.workplace.session.desk
    session = desk.editing.session(tour.workplace.editing_room.editors.current or 0)
    if session is None:
        return
    base = session.base or {}
    times = {name: value for name, value in base["delivery"].items() if not name.startswith("laycan")}
    theirs = {**base, "delivery": {**times, "estimatedBunkeringDurationInMinutes": 360}}
    theirs["receiver"] = {**base["receiver"], "contactName": "Day desk", "orderReference": "PO-5590"}
    fuels = base["fuelSpecifications"]
    smaller = {**fuels[0]["quantityRange"], "maxQuantity": 500}
    theirs["fuelSpecifications"] = [{**fuels[0], "quantityRange": smaller}, *fuels[1:]]
    desk.editing.change(session, "fuelSpecifications.0.quantityRange.maxQuantity", 560)
    clock = Clock(datetime.now(UTC), datetime.fromisoformat(base["delivery"]["estimatedTimeOfBunkering"]).tzinfo)
    lines = compared(three_way(base, session.document, theirs, session.kind), clock)
    window = tour.workplace.window
    ConflictDialog(session.reference, lines, window.top_bar.badge.environment, window).open()
    await tour.until_dialog()


async def _compare(tour: Tour) -> None:
    from bunkerdesk.models.editor_conflict import Clock, side_by_side
    from bunkerdesk.views.editor.compare_dialog import CompareDialog

    await _full(tour)
    session = tour.workplace.session.desk.editing.session(tour.workplace.editing_room.editors.current or 0)
    if session is None or session.base is None:
        return
    shown = side_by_side(session.document, session.base, session.kind, session.reference, Clock(datetime.now(UTC)))
    CompareDialog(shown, tour.workplace.window).open()
    await tour.until_dialog()


async def _outbox(tour: Tour) -> None:
    await _new(tour)
    if not tour.is_at_home:
        raise NothingToShow("nothing is sent to a service that is not the tour's own")
    half_a_laycan = {"clientReference": "DR-0999", "laycanStart": "2026-11-23T14:00:00+08:00"}
    outbox = tour.workplace.session.desk.outbox
    (item,) = await outbox.queue_bodies("draft", [half_a_laycan])
    async with asyncio.timeout(20):
        while (outbox.item(item.id) or item).attempts == 0:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    tour.workplace.editing_room.show_outbox()
    for panel in _outbox_panels(tour):
        # Only a modal one is in the picture.
        panel.hide()
        panel.setModal(True)
        panel.show()


async def _back(tour: Tour) -> None:
    await _clear(tour)
    editing = tour.workplace.session.desk.editing
    for session in editing.sessions():
        await editing.discard(session)
    tour.workplace.window.show_page("nominations")


_LSMGO = {
    "fuelType": "LSMGO",
    "grade": "dma",
    "quantityRange": {"minQuantity": 90, "maxQuantity": 9, "unit": "metric_tonnes"},
}


def _fits(answer: JsonObject) -> bool:
    supplier, delivery = answer.get("supplier") or {}, answer.get("delivery") or {}
    return (
        delivery.get("transactionDirection") == "out"
        and delivery.get("bunkeringLocationCode") == "SGSIN"
        and "vessel" in (supplier.get("assetIdentifier") or {})
        and answer.get("status") == "supplier_assigned"
        and delivery.get("deliveryMethod") == "vessel"
    )


def _record(tour: Tour, is_wanted: Callable[[Any], bool]) -> Any:
    desk = tour.workplace.session.desk
    from bunkerdesk.desk.lists import ListQuery

    for identifier in desk.nominations.head(ListQuery(), 400):
        record = desk.record(identifier)
        if record is not None and is_wanted(record):
            return record
    raise NothingToShow("there is no such nomination here")


def _port_time(session: EditSession, moment: datetime) -> str:
    text = str(session.value("delivery.estimatedTimeOfBunkering"))
    zone = datetime.fromisoformat(text).tzinfo
    return moment.astimezone(zone).replace(minute=0, second=0, microsecond=0).isoformat()


STOPS: list[Stop] = [
    Stop("editor-new", _new),
    Stop("editor-suggestions", _suggestions),
    Stop("editor-full", _full),
    Stop("nominations-edited", _marked),
    Stop("editor-lng", _lng),
    Stop("editor-message", _message),
    Stop("editor-message-narrow", _message, NARROW),
    Stop("editor-narrow", _narrow, NARROW),
    Stop("editor-large-text", _large),
    Stop("editor-conflict", _conflict),
    Stop("editor-compare", _compare),
    Stop("editor-outbox", _outbox),
    Stop("editor-gone", _back),
]
