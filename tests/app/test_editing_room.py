"""The editor in the program, over real HTTP against the sandbox: typed, sent, refused."""

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton
from tests.app.editors import editor, fill, held, on_screen, send, shown, type_into
from tests.app.window import CTRL, NONE, dialog, in_front, press, program, until

from bunkerdesk.contract import jsontext
from bunkerdesk.sandbox import embedded
from bunkerdesk.views.dialogs.questions import ChooseDialog, ConfirmDialog


async def test_what_is_typed_arrives_at_the_service(sandbox: embedded.Running, tmp_path: Path) -> None:
    """A whole nomination by keyboard: the service holds what was meant, the editor is gone, the list has it."""
    async with program(sandbox, tmp_path) as place:
        view = await editor(place, "supplier")
        begin = fill(view, "SO-EDIT/1 #%")
        type_into(view, "supplier.assetIdentifier.vessel.imo", "9074729")
        await send(place, view)
        document = (await held(place, "SO-EDIT/1 #%")).resource.to_object()
        assert datetime.fromisoformat(document["delivery"]["estimatedTimeOfBunkering"]) == begin
        assert document["delivery"]["estimatedTimeOfBunkering"].endswith("+08:00")
        wanted = {"minQuantity": jsontext.parse("480.25"), "maxQuantity": jsontext.parse("520.5")}
        assert document["fuelSpecifications"][0]["quantityRange"] == {**wanted, "unit": "metric_tonnes"}
        assert document["receiver"]["contactName"] == "Night desk"
        await until(lambda: not place.session.desk.editing.sessions())
        await until(lambda: on_screen(place) is None)


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
        await until(lambda: box.note.text.accessibleName() == refused.text)
        assert view.model.is_open
        assert view.model.session.document["clientReference"] == "SO-EDIT-2"


async def test_questions_name_a_nomination_as_a_sentence_does(sandbox: embedded.Running, tmp_path: Path) -> None:
    """No capital in the middle: "Discard draft DR-EDIT-9?"."""
    async with program(sandbox, tmp_path) as place:
        view = await editor(place, "draft", {"clientReference": "DR-EDIT-9"})
        view.head.discard.click()
        asked = await dialog(QDialog)
        assert asked.windowTitle() == "Discard draft DR-EDIT-9?"
        asked.close()


async def test_going_back_from_a_warning_leads_to_its_field(sandbox: embedded.Running, tmp_path: Path) -> None:
    """Who does not send all the same wants to mend what was said."""
    async with program(sandbox, tmp_path) as place:
        view = await editor(place, "draft", {"clientReference": "DR-EDIT-16"})
        await until(lambda: [line for line in view.model.review.warnings if line.path])
        wanted = view.box(view.model.review.warnings[0].path)
        assert wanted is not None
        view.head.send.click()
        asked = await dialog(ConfirmDialog)
        asked.reject()
        await in_front(place)
        await until(lambda: QApplication.focusWidget() is wanted.edit)
        assert not place.session.desk.outbox.items()


async def test_a_firm_nomination_is_begun_and_sent_by_keyboard(sandbox: embedded.Running, tmp_path: Path) -> None:
    """Ctrl+Shift+N, Return for the side, the fields, Ctrl+Return, Return for the warnings: it is at the service."""
    async with program(sandbox, tmp_path) as place:
        sessions = place.session.desk.editing.sessions
        press(place, Qt.Key.Key_N, CTRL | Qt.KeyboardModifier.ShiftModifier)
        await dialog(ChooseDialog)
        press(place, Qt.Key.Key_Return, NONE)
        view = await shown(place)
        assert view.model.session.kind == "supplier"
        fill(view, "SO-EDIT-15")
        type_into(view, "supplier.assetIdentifier.vessel.imo", "9074729")
        await until(lambda: not view.model.why_not_send())
        await in_front(place)
        press(place, Qt.Key.Key_Return)
        await until(lambda: QApplication.activeModalWidget() is not None or not sessions())
        asked = QApplication.activeModalWidget()
        if asked is not None:
            QTest.keyClick(asked, Qt.Key.Key_Return)
        await until(lambda: not sessions())
        assert (await held(place, "SO-EDIT-15")).kind == "nomination"


async def test_a_draft_is_begun_from_the_worklist(sandbox: embedded.Running, tmp_path: Path) -> None:
    """One button, which names its key, and the cursor stands in the first field."""
    async with program(sandbox, tmp_path) as place:
        begin = place.window.findChild(QPushButton, "nominations.new_draft")
        assert begin is not None
        assert begin.isVisible()
        assert "N" in begin.text().removeprefix("New draft")
        QTest.mouseClick(begin, Qt.MouseButton.LeftButton)
        view = await shown(place)
        assert view.model.session.kind == "draft"
        await until(lambda: view.isAncestorOf(QApplication.focusWidget()))


async def test_what_was_sent_is_one_button_away(sandbox: embedded.Running, tmp_path: Path) -> None:
    """The bar that says so leads to the row in the list, and goes."""
    async with program(sandbox, tmp_path) as place:
        view = await editor(place, "draft")
        fill(view, "DR-EDIT-17")
        await send(place, view)
        await until(lambda: not place.session.desk.editing.sessions())
        bars = place.window.messages
        await until(lambda: any(one.text() == "Show it" for one in bars.findChildren(QPushButton) if one.isVisible()))
        (way,) = [one for one in bars.findChildren(QPushButton) if one.isVisible() and one.text() == "Show it"]
        way.click()
        await until(lambda: place.window.current_key == "nominations")
        await until(lambda: place.details.view.accessibleName().startswith("Draft DR-EDIT-17"))
        assert not any(one.isVisible() and one.text() == "Show it" for one in bars.findChildren(QPushButton))


async def test_after_sending_the_keyboard_is_not_lost(sandbox: embedded.Running, tmp_path: Path) -> None:
    """The question before sending had it; once the last edit is sent it is on the way to a new one."""
    async with program(sandbox, tmp_path) as place:
        view = await editor(place, "draft")
        fill(view, "DR-EDIT-14")
        await send(place, view)
        await until(lambda: not place.session.desk.editing.sessions())
        await in_front(place)
        page = place.window.page("editor")
        await until(lambda: QApplication.focusWidget() is not None and page.isAncestorOf(QApplication.focusWidget()))
