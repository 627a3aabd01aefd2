"""The editor in the program, over real HTTP against the sandbox: sent, refused, changed meanwhile, restored."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from tests.app.window import CTRL, NONE, press, program, said, until

from bunkerdesk.app.alongside_time import AlongsideTime
from bunkerdesk.app.program import Program
from bunkerdesk.app.start import Start
from bunkerdesk.app.workplace import Workplace
from bunkerdesk.commands.command import Place
from bunkerdesk.contract import jsontext
from bunkerdesk.desk.connections import Connection
from bunkerdesk.models.roles import Role
from bunkerdesk.sandbox import embedded
from bunkerdesk.views.dialogs.questions import ChooseDialog
from bunkerdesk.views.editor.compare_dialog import CompareDialog, ConflictDialog
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
    session = await place.session.desk.editing.begin_new(kind, document)
    place.go(Place("editor", str(session.id)))
    await until(lambda: shown(place) is not None)
    view = shown(place)
    assert view is not None
    return view


def shown(place: Workplace) -> SessionView | None:
    page = place.window.page("editor")
    assert isinstance(page, EditorPage)
    return page.current


def type_into(view: SessionView, path: str, text: str) -> None:
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
    """Ctrl+Return, and yes to what is asked."""
    await until(lambda: view.head.send.isEnabled())
    item = place.session.desk.outbox
    before = len(item.items())
    view.head.send.click()

    def confirmed() -> bool:
        dialog = QApplication.activeModalWidget()
        if dialog is not None and dialog.objectName() == "confirm":
            dialog.findChild(QPushButton, "confirm.accept").click()
        return len(item.items()) > before or view.model.session.state.value == "queued"

    await until(confirmed)


async def test_what_is_typed_arrives_at_the_service(sandbox: embedded.Running, tmp_path: Path) -> None:
    """A whole nomination by keyboard: the service holds what was meant, the editor is gone, the list has it."""
    async with program(sandbox, tmp_path) as place:
        view = await editor(place, "supplier")
        begin = fill(view, "SO-EDIT/1 #%")
        type_into(view, "supplier.assetIdentifier.vessel.imo", "9074729")
        await send(place, view)
        desk = place.session.desk
        await until(lambda: desk.records("SO-EDIT/1 #%"))
        (record,) = desk.records("SO-EDIT/1 #%")
        held = record.resource.to_object()
        assert datetime.fromisoformat(held["delivery"]["estimatedTimeOfBunkering"]) == begin
        assert held["delivery"]["estimatedTimeOfBunkering"].endswith("+08:00")
        wanted = {"minQuantity": jsontext.parse("480.25"), "maxQuantity": jsontext.parse("520.5")}
        assert held["fuelSpecifications"][0]["quantityRange"] == {**wanted, "unit": "metric_tonnes"}
        assert held["receiver"]["contactName"] == "Night desk"
        await until(lambda: not desk.editing.sessions())
        await until(lambda: shown(place) is None)


async def test_ships_and_reference_data_of_this_desk_are_offered(sandbox: embedded.Running, tmp_path: Path) -> None:
    """A ship that was called before comes with its number."""
    async with program(sandbox, tmp_path) as place:
        await until(lambda: place.session.desk.sync_state.last_finished_at)
        view = await editor(place, "draft")
        box = view.box("receiver.vesselName")
        assert box is not None
        option = next(one for one in view.model.options(box.field, "", None) if one.fills)
        type_into(view, "receiver.vesselName", option.text)
        await until(lambda: view.model.session.document.get("receiver", {}).get("vesselIdentifier"))
        assert view.model.session.document["receiver"]["vesselIdentifier"]["imo"] == option.fills[0][1]
        standard = view.box("delivery.operationStandardCode")
        assert standard is not None
        assert "SS648" in [one.value for one in view.model.options(standard.field, "", None)]


async def test_a_refused_nomination_comes_back_with_the_reason_beside_its_field(
    sandbox: embedded.Running, tmp_path: Path
) -> None:
    """Nothing is lost, and the cursor stands where it has to be mended."""
    async with program(sandbox, tmp_path) as place:
        view = await editor(place, "supplier")
        fill(view, "SO-EDIT-2")
        type_into(view, "supplier.assetIdentifier.vessel.imo", "9074729")
        type_into(view, "delivery.operationStandardCode", "NOT-A-STANDARD")
        type_into(view, "supplier.companyEntityReference", "NO-ENTITY")
        await send(place, view)
        await until(lambda: view.model.session.refusals)
        refused = view.model.session.refusals[0]
        assert refused.path
        box = view.box(view.model.rule_path(refused.path))
        assert box is not None
        await until(lambda: box.note.text.text() == refused.text)
        assert view.model.is_open
        assert view.model.session.document["clientReference"] == "SO-EDIT-2"


async def test_a_change_by_somebody_else_is_compared_before_anything_is_overwritten(
    sandbox: embedded.Running, tmp_path: Path
) -> None:
    """The dialog shows both; what is chosen there is what the service holds in the end."""
    async with program(sandbox, tmp_path) as place:
        desk = place.session.desk
        view = await editor(place, "draft")
        fill(view, "DR-EDIT-3")
        await send(place, view)
        await until(lambda: desk.records("DR-EDIT-3"))
        (draft,) = desk.records("DR-EDIT-3")
        session = await desk.editing.begin_edit(draft)
        other = await desk.editing.clone(draft)
        desk.editing.change(other, "clientReference", "DR-EDIT-3")
        desk.editing.change(other, "receiver.contactName", "Day desk")
        await desk.outbox.queue(other, accepts_used=True)
        await until(lambda: other.id not in {one.id for one in desk.editing.sessions()})
        place.go(Place("editor", str(session.id)))
        await until(lambda: shown(place) is not None and shown(place).model.session is session)
        view = shown(place)
        assert view is not None
        type_into(view, "receiver.contactName", "Duty officer")
        await send(place, view)
        await until(lambda: isinstance(QApplication.activeModalWidget(), ConflictDialog))
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ConflictDialog)
        assert not dialog.send.isEnabled()
        dialog.choose("receiver.contactName", "theirs")
        dialog.send.click()
        await until(lambda: not desk.editing.sessions())
        (draft,) = desk.records("DR-EDIT-3")
        assert draft.resource.to_object()["receiver"]["contactName"] == "Day desk"


async def test_two_fuels_changed_by_two_people_need_no_choice(sandbox: embedded.Running, tmp_path: Path) -> None:
    """One raises the first fuel, the other lowers the second: shown with units, sent together by the default key."""
    async with program(sandbox, tmp_path) as place:
        desk = place.session.desk
        view = await editor(place, "draft")
        fill(view, "DR-EDIT-7")
        view.fuel.add_button.click()
        type_into(view, "fuelSpecifications[1].fuelType", "LSMGO")
        type_into(view, "fuelSpecifications[1].quantityRange.minQuantity", "90")
        type_into(view, "fuelSpecifications[1].quantityRange.maxQuantity", "110")
        await send(place, view)
        await until(lambda: desk.records("DR-EDIT-7"))
        (draft,) = desk.records("DR-EDIT-7")
        session = await desk.editing.begin_edit(draft)
        other = await desk.editing.clone(draft)
        desk.editing.change(other, "clientReference", "DR-EDIT-7")
        desk.editing.change(other, "fuelSpecifications.1.quantityRange.minQuantity", 80)
        await desk.outbox.queue(other, accepts_used=True)
        await until(lambda: other.id not in {one.id for one in desk.editing.sessions()})
        place.go(Place("editor", str(session.id)))
        await until(lambda: shown(place) is not None and shown(place).model.session is session)
        view = shown(place)
        assert view is not None
        type_into(view, "fuelSpecifications[0].quantityRange.maxQuantity", "560")
        await send(place, view)
        await until(lambda: isinstance(QApplication.activeModalWidget(), ConflictDialog))
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, ConflictDialog)
        told = {one.accessibleName() for one in dialog.findChildren(QPushButton)}
        assert "Fuel 1 › Maximum quantity, mine: 560 t" in told
        assert "Fuel 2 › Minimum quantity, the service's: 80 t" in told
        QTest.keyClick(dialog, Qt.Key.Key_Return)
        await until(lambda: not desk.editing.sessions())
        (draft,) = desk.records("DR-EDIT-7")
        first, second = draft.resource.to_object()["fuelSpecifications"]
        assert first["quantityRange"]["maxQuantity"] == 560
        assert second["quantityRange"]["minQuantity"] == 80


async def test_a_used_reference_leads_to_a_comparison_with_the_one_that_has_it(
    sandbox: embedded.Running, tmp_path: Path
) -> None:
    """Typed again under a reference in use: "Compare…" shows both as they stand now, and leads to the other."""
    async with program(sandbox, tmp_path) as place:
        desk = place.session.desk
        view = await editor(place, "draft")
        fill(view, "DR-EDIT-8")
        await send(place, view)
        await until(lambda: desk.records("DR-EDIT-8"))
        view = await editor(place, "draft", {"clientReference": "DR-EDIT-8", "receiver": {"contactName": "Day desk"}})

        def offered() -> QPushButton | None:
            found = [one for one in view.findings.stops if one.accessibleName() == "Compare with DR-EDIT-8"]
            return found[0] if found else None  # type: ignore[return-value]

        await until(offered)
        compare = offered()
        assert compare is not None
        assert compare.text() == "Compare…"
        compare.click()
        await until(lambda: isinstance(QApplication.activeModalWidget(), CompareDialog))
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, CompareDialog)
        told = [one.text() for one in dialog.findChildren(QLabel)]
        assert "Receiver contact name" in told
        assert {"Day desk", "Night desk", "On the service", "Typed here"} <= set(told)
        dialog.open_other.click()
        await until(lambda: place.window.current_key == "nominations")


async def test_questions_name_a_nomination_as_a_sentence_does(sandbox: embedded.Running, tmp_path: Path) -> None:
    """No capital in the middle: "Discard draft DR-EDIT-9?"."""
    async with program(sandbox, tmp_path) as place:
        view = await editor(place, "draft", {"clientReference": "DR-EDIT-9"})
        view.head.discard.click()
        await until(lambda: QApplication.activeModalWidget() is not None)
        dialog = QApplication.activeModalWidget()
        assert dialog is not None
        assert dialog.windowTitle() == "Discard draft DR-EDIT-9?"
        dialog.close()


async def test_an_unsent_edit_marks_its_row_and_return_goes_on_with_it(
    sandbox: embedded.Running, tmp_path: Path
) -> None:
    """The pencil is there from the first change on, also after a restart, and gone once it is sent or given up."""
    async with program(sandbox, tmp_path) as place:
        desk, model = place.session.desk, place.session.nominations
        view = await editor(place, "draft")
        fill(view, "DR-EDIT-11")
        await send(place, view)
        await until(lambda: desk.records("DR-EDIT-11"))
        (draft,) = desk.records("DR-EDIT-11")
        session = await desk.editing.begin_edit(draft)
        desk.editing.change(session, "receiver.contactName", "Duty officer")
    async with program(sandbox, tmp_path) as place:
        desk, model = place.session.desk, place.session.nominations
        page = place.window.show_page("nominations")
        page.clear_filters()
        await until(lambda: model.row_of(draft.id) is not None)
        row = model.index(model.row_of(draft.id), 0)
        await until(lambda: row.data(Role.EDITED) == "being edited")
        assert row.data(Qt.ItemDataRole.AccessibleTextRole).endswith(", being edited")
        others = [model.index(number, 0).data(Role.EDITED) for number in range(model.rowCount())]
        assert others.count("being edited") == 1
        page.table.select_row(row.row())
        QTest.keyClick(page.table, Qt.Key.Key_Return)
        await until(lambda: place.window.current_key == "editor" and shown(place) is not None)
        view = shown(place)
        assert view is not None
        assert view.model.session.document["receiver"]["contactName"] == "Duty officer"
        await desk.editing.discard(view.model.session)
        await until(lambda: not row.data(Role.EDITED))


async def test_the_alongside_time_is_asked_for_as_this_connection_is_set(
    sandbox: embedded.Running, tmp_path: Path
) -> None:
    """F10 and a choice show the field in what is being edited; it is kept, for this connection only."""
    path = "delivery.estimatedAlongsideTime"
    async with program(sandbox, tmp_path) as place:
        view = await editor(place, "supplier", {"clientReference": "SO-EDIT-12"})
        assert view.box(path) is None
        for choice, is_asked in (("always", True), ("never", False), ("as_allowed", False), ("always", True)):
            place.window.activateWindow()
            await until(place.window.isActiveWindow)
            press(place, Qt.Key.Key_F10, NONE)
            menu = place.window.top_bar.menu.menu_shown
            await until(menu.isVisible)
            entry = next(one for one in menu.actions() if one.objectName() == "program.alongside_time")
            menu.setActiveAction(entry)
            QTest.keyClick(menu, Qt.Key.Key_Return)
            await until(lambda: isinstance(QApplication.activeModalWidget(), ChooseDialog))
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, ChooseDialog)
            row = ["as_allowed", "always", "never"].index(choice)
            QTest.keyClick(dialog.list, Qt.Key.Key_Home)
            for _ in range(row):
                QTest.keyClick(dialog.list, Qt.Key.Key_Down)
            dialog.accept_button.click()
            await until(lambda is_asked=is_asked: (view.box(path) is not None) == is_asked)
        other = AlongsideTime(place.settings, Connection.to("https://bunkers.example.com", "harbour"))
        assert not other.may_be_sent()
    async with program(sandbox, tmp_path) as place:
        place.go(Place("editor"))
        await until(lambda: shown(place) is not None)
        view = shown(place)
        assert view is not None
        assert view.box(path) is not None


async def test_what_was_being_edited_is_there_again_after_a_restart(sandbox: embedded.Running, tmp_path: Path) -> None:
    """The page, the field, the place in it, and the text that was no value yet."""
    async with program(sandbox, tmp_path) as place:
        view = await editor(place, "draft", {"clientReference": "DR-EDIT-4"})
        type_into(view, "receiver.contactName", "Nigt desk")
        box = view.box("receiver.contactName")
        assert box is not None
        box.edit.place_cursor(3)
        type_into(view, "delivery.estimatedTimeOfBunkering", "30/11 06")
        view.jump("receiver.contactName", 3)
        place.window.show_page("editor")
    async with program(sandbox, tmp_path) as place:
        await until(lambda: place.window.current_key == "editor" and shown(place) is not None)
        view = shown(place)
        assert view is not None
        box = view.box("receiver.contactName")
        assert box is not None
        assert box.edit.text() == "Nigt desk"
        assert box.edit.position == 3
        assert view.box("delivery.estimatedTimeOfBunkering").edit.text() == "30/11 06"  # type: ignore[union-attr]


async def test_after_a_kill_the_message_stands_beside_the_form_again(sandbox: embedded.Running, tmp_path: Path) -> None:
    """The files as they lie there while the program runs, as a kill leaves them, are all that comes back."""
    message = "Vessel: EVER SUMMIT (IMO 9811000)\nPort: Singapore\nOur ref: PO-5567\n"
    async with program(sandbox, tmp_path / "killed") as place:
        session = await place.session.desk.editing.begin_new("draft", {"clientReference": "DR-EDIT-10"}, message)
        place.go(Place("editor", str(session.id)))
        await until(lambda: shown(place) is not None)
        view = shown(place)
        assert view is not None
        type_into(view, "receiver.contactName", "Nigt desk")
        await until(lambda: place.session.desk.editing.is_saved(session))
        shutil.copytree(tmp_path / "killed", tmp_path / "after")
    async with program(sandbox, tmp_path / "after") as place:
        place.go(Place("editor"))
        await until(lambda: shown(place) is not None)
        view = shown(place)
        assert view is not None
        assert view.model.session.document["receiver"]["contactName"] == "Nigt desk"
        assert view.source.isVisible()
        assert view.source.text.toPlainText() == message
        assert "Receiver order reference: PO-5567" in [one.line.sentence for one in view.source.lines]


async def test_what_waits_is_visible_and_can_be_taken_back(tmp_path: Path) -> None:
    """No network: the status line says so, the outbox takes it back, the editor opens again."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    running = Program(application, Start(tmp_path, "http://127.0.0.1:9", "nobody", "secret-of-nobody"))
    running.open_first()
    place = running.workplace
    assert place is not None
    try:
        view = await editor(place, "draft")
        fill(view, "DR-EDIT-5")
        await send(place, view)
        waiting = place.window.status_line.findChild(QPushButton, "status.waiting")
        await until(lambda: waiting.text() == "1 waiting to be sent")
        assert not view.head.send.isEnabled()
        waiting.click()
        await until(lambda: place.window.findChild(QPushButton, f"outbox.{_only(place)}.take_back"))
        place.window.findChild(QPushButton, f"outbox.{_only(place)}.take_back").click()
        await until(lambda: view.model.is_open)
        assert not waiting.isVisible()
        assert view.model.session.document["clientReference"] == "DR-EDIT-5"
    finally:
        await running.close()


async def test_what_waits_is_told_found_by_key_and_taken_back_by_keyboard(tmp_path: Path) -> None:
    """No network: a notice says that it waits and is safe; the outbox has a key; "Take back" opens the edit again."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    running = Program(application, Start(tmp_path, "http://127.0.0.1:9", "nobody", "secret-of-nobody"))
    running.open_first()
    place = running.workplace
    assert place is not None
    try:
        view = await editor(place, "draft")
        fill(view, "DR-EDIT-13")
        await send(place, view)
        await until(lambda: any("DR-EDIT-13 waits to be sent" in words for words in said(place)))
        place.window.activateWindow()
        await until(place.window.isActiveWindow)
        press(place, Qt.Key.Key_O, CTRL | Qt.KeyboardModifier.ShiftModifier)
        await until(lambda: place.window.findChild(QPushButton, f"outbox.{_only(place)}.take_back"))
        place.window.findChild(QWidget, "outbox").close()
        view.head.take_back.setFocus()
        QTest.keyClick(view.head.take_back, Qt.Key.Key_Space)
        await until(lambda: view.model.is_open)
        assert not view.head.take_back.isVisible()
        assert not any("waits to be sent" in words for words in said(place))
    finally:
        await running.close()


async def test_a_firm_nomination_is_begun_and_sent_by_keyboard(sandbox: embedded.Running, tmp_path: Path) -> None:
    """Ctrl+Shift+N, Return for the side, the fields, Ctrl+Return, Return for the warnings: it is at the service."""
    async with program(sandbox, tmp_path) as place:
        press(place, Qt.Key.Key_N, CTRL | Qt.KeyboardModifier.ShiftModifier)
        await until(lambda: isinstance(QApplication.activeModalWidget(), ChooseDialog))
        press(place, Qt.Key.Key_Return, NONE)
        await until(lambda: place.window.current_key == "editor" and shown(place) is not None)
        view = shown(place)
        assert view is not None
        assert view.model.session.kind == "supplier"
        fill(view, "SO-EDIT-15")
        type_into(view, "supplier.assetIdentifier.vessel.imo", "9074729")
        await until(lambda: not view.model.why_not_send())
        place.window.activateWindow()
        await until(place.window.isActiveWindow)
        press(place, Qt.Key.Key_Return)
        await until(lambda: QApplication.activeModalWidget() is not None or not place.session.desk.editing.sessions())
        dialog = QApplication.activeModalWidget()
        if dialog is not None:
            QTest.keyClick(dialog, Qt.Key.Key_Return)
        await until(lambda: not place.session.desk.editing.sessions())
        (nomination,) = place.session.desk.records("SO-EDIT-15")
        assert nomination.kind == "nomination"


async def test_after_sending_the_keyboard_is_not_lost(sandbox: embedded.Running, tmp_path: Path) -> None:
    """The question before sending had it; once the last edit is sent it is on the way to a new one."""
    async with program(sandbox, tmp_path) as place:
        view = await editor(place, "draft")
        fill(view, "DR-EDIT-14")
        await send(place, view)
        await until(lambda: not place.session.desk.editing.sessions())
        place.window.activateWindow()
        await until(place.window.isActiveWindow)
        page = place.window.page("editor")
        await until(lambda: QApplication.focusWidget() is not None and page.isAncestorOf(QApplication.focusWidget()))


def _only(place: Workplace) -> int:
    (item,) = place.session.desk.outbox.items()
    return item.id
