"""An editor of the program in the hands of a person: opened, typed into, sent."""

from datetime import UTC, datetime, timedelta
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from tests.app.window import until

from bunkerdesk.app.workplace import Workplace
from bunkerdesk.commands.command import Place
from bunkerdesk.desk.editing_session import EditSession
from bunkerdesk.desk.record import Record
from bunkerdesk.views.editor.page import EditorPage
from bunkerdesk.views.editor.session_view import SessionView

STATED = {
    "delivery.bunkeringLocationCode": "SGSIN",
    "delivery.operationStandardCode": "SS648",
    "delivery.deliveryMethod": "By vessel",
    "delivery.estimatedBunkeringDurationInMinutes": "8 h",
    "receiver.companyIdentifier": "CMP-R201",
    "receiver.contactName": "Night desk",
}


async def editor(place: Workplace, kind: str, document: dict[str, Any] | None = None) -> SessionView:
    """A new edit on the screen."""
    session = await place.session.desk.editing.begin_new(kind, document)
    return await editor_of(place, session)


async def editor_of(place: Workplace, session: EditSession) -> SessionView:
    """An edit on the screen."""
    place.go(Place("editor", str(session.id)))
    await until(lambda: (view := on_screen(place)) is not None and view.model.session is session)
    return await shown(place)


def on_screen(place: Workplace) -> SessionView | None:
    """The edit on the editor page, if any."""
    page = place.window.page("editor")
    assert isinstance(page, EditorPage)
    return page.current


async def shown(place: Workplace) -> SessionView:
    """Wait for the editor page to show an edit."""
    await until(lambda: place.window.current_key == "editor" and on_screen(place) is not None)
    view = on_screen(place)
    assert view is not None
    return view


def type_into(view: SessionView, path: str, text: str) -> None:
    """Type a field anew; what its list offers is not taken."""
    box = view.box(path)
    assert box is not None, path
    view.jump(path)
    box.edit.selectAll()
    QTest.keyClicks(box.edit, text)
    popup = QApplication.activePopupWidget()
    if popup is not None:
        QTest.keyClick(popup, Qt.Key.Key_Escape)


def fill(view: SessionView, reference: str) -> datetime:
    """Type a nomination; answers its bunkering time."""
    begin = (datetime.now(UTC) + timedelta(days=20)).replace(minute=0, second=0, microsecond=0)
    for path, text in {"clientReference": reference, **STATED}.items():
        type_into(view, path, text)
    local = begin + timedelta(hours=8)
    type_into(view, "delivery.estimatedTimeOfBunkering", f"{local:%d/%m/%Y %H%M}")
    view.fuel.add_button.click()
    for name, text in (("fuelType", "VLSFO"), ("grade", "RMG")):
        type_into(view, f"fuelSpecifications[0].{name}", text)
    type_into(view, "fuelSpecifications[0].quantityRange.minQuantity", "480,25")
    type_into(view, "fuelSpecifications[0].quantityRange.maxQuantity", "520.5")
    return begin


async def send(place: Workplace, view: SessionView) -> None:
    """Press the button, and say yes to what is asked."""
    await until(lambda: view.head.send.isEnabled())
    outbox = place.session.desk.outbox
    before = len(outbox.items())
    view.head.send.click()

    def confirmed() -> bool:
        modal = QApplication.activeModalWidget()
        if modal is not None and modal.objectName() == "confirm":
            modal.findChild(QPushButton, "confirm.accept").click()
        return len(outbox.items()) > before or view.model.session.state.value == "queued"

    await until(confirmed)


async def held(place: Workplace, reference: str) -> Record:
    """What this desk has of a reference that was just sent."""
    desk = place.session.desk
    await until(lambda: desk.records(reference))
    (record,) = desk.records(reference)
    return record


async def sent_draft(place: Workplace, reference: str) -> Record:
    """A draft typed and sent."""
    view = await editor(place, "draft")
    fill(view, reference)
    await send(place, view)
    return await held(place, reference)


async def changed_by_another(place: Workplace, draft: Record, path: str, value: Any) -> None:
    """Somebody else changes one field of a draft at the service meanwhile."""
    desk = place.session.desk
    other = await desk.editing.clone(draft)
    desk.editing.change(other, "clientReference", draft.reference)
    desk.editing.change(other, path, value)
    await desk.outbox.queue(other, accepts_used=True)
    await until(lambda: other.id not in {one.id for one in desk.editing.sessions()})
