"""What the editor says before and after sending: findings, refusals, the exact JSON, conflicts, the outbox."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from tests.views.editor_room import BASE, NOW, Room, focus, keys, press, until

from bunkerdesk.contract import jsontext
from bunkerdesk.desk.comparing import three_way
from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.desk.editing_session import Refusal
from bunkerdesk.desk.outbox_item import OutboxItem, OutboxState
from bunkerdesk.models.editor_conflict import Clock, compared
from bunkerdesk.models.outbox_list import OutboxLine
from bunkerdesk.views.editor.compare_dialog import ConflictDialog
from bunkerdesk.views.editor.outbox_panel import OutboxPanel
from bunkerdesk.views.theme import Theme, ThemeChoice


async def test_a_finding_leads_to_its_field(room: Room) -> None:
    """A click on the line puts the cursor where the mistake is, unfolding what hides it."""
    document = {**BASE, "receiver": {"companyIdentifier": "CMP-R201", "vesselIdentifier": {"imo": 9312791}}}
    view = await room.open("supplier", document)
    line = next(one for one in view.findings.lines if "Check digit" in one.line.sentence)
    assert view.findings.accessibleDescription().startswith("1 error, ")
    line.click()
    assert focus() == "editor.receiver.vesselIdentifier.imo"
    box = view.box("receiver.vesselIdentifier.imo")
    assert box is not None
    (fix,) = box.note.fixes
    fix.click()
    await room.rested()
    assert not [one for one in view.findings.lines if "Check digit" in one.line.sentence]
    assert view.jump("receiver.vesselIdentifier.mmsi")
    assert focus() == "editor.receiver.vesselIdentifier.mmsi"


async def test_a_folded_field_is_reached_by_a_jump(room: Room) -> None:
    """The certificate opens for the finding inside it; its fields are made only then."""
    view = await room.open("supplier", BASE)
    assert not view.fuel.rows[0].folds[0].boxes
    assert view.jump("fuelSpecifications[0].certificateOfQuality.density.value")
    assert focus() == "editor.fuelSpecifications[0].certificateOfQuality.density.value"
    keys("991,5")
    await room.rested()
    (fuel,) = view.model.session.document["fuelSpecifications"]
    assert str(fuel["certificateOfQuality"]["density"]["value"]) == "991.5"
    assert view.fuel.rows[0].folds[0].head.text() == "Certificate of quality · 1 stated"


async def test_errors_stop_sending_and_ctrl_return_goes_to_the_first(room: Room) -> None:
    """The key sends when all is well; else it shows what is wrong."""
    view = await room.open("supplier", {**BASE, "fuelSpecifications": []})
    sent: list[tuple[int, str]] = []
    room.page.send_requested.connect(lambda identifier, kind: sent.append((identifier, kind)))
    box = view.box("clientReference")
    assert box is not None
    box.take_focus()
    box.edit.selectAll()
    press(Qt.Key.Key_Delete)
    await room.rested()
    view.box("receiver.contactName").take_focus()  # type: ignore[union-attr]
    press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert sent == []
    assert focus() == "editor.clientReference"
    keys("SO-77")
    await room.rested()
    press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert sent == [(view.model.session.id, "supplier")]


async def test_a_refusal_stands_beside_its_field_and_is_read_out(room: Room) -> None:
    """The text of the service is below the field and in its accessible description."""
    view = await room.open("supplier", BASE)
    view.model.session.refusals = (Refusal("delivery.operationStandardCode", "No such standard."),)
    view.model.refresh()
    box = view.box("delivery.operationStandardCode")
    assert box is not None
    assert box.note.text.text() == "No such standard."
    assert box.edit.accessibleDescription() == "No such standard."
    assert box.edit.property("tone") == "error"


async def test_messages_never_move_the_form(room: Room) -> None:
    """A line is reserved below every field."""
    view = await room.open("supplier", BASE)
    box, below = view.box("receiver.vesselIdentifier.imo"), view.box("receiver.contactName")
    assert box is not None
    assert below is not None
    before = (box.size(), below.mapTo(view, below.rect().topLeft()))
    box.take_focus()
    keys("9312791")
    await room.rested()
    assert box.note.text.text()
    assert (box.size(), below.mapTo(view, below.rect().topLeft())) == before


async def test_the_exact_json_is_copied_without_what_is_taken_out(room: Room) -> None:
    """What lands in a mail to the vendor is what would be sent."""
    view = await room.open("supplier", BASE, held=True)
    box = view.box("delivery.estimatedBunkeringDurationInMinutes")
    assert box is not None
    box.take_focus()
    box.edit.selectAll()
    press(Qt.Key.Key_Delete)
    await room.rested()
    assert "1 taken out" in view.sent.summary.text()
    view.sent.copy_button.click()
    copied = jsontext.parse(QGuiApplication.clipboard().text())
    assert "estimatedBunkeringDurationInMinutes" not in copied["delivery"]
    assert copied["clientReference"] == "SO-1"


async def test_a_conflict_is_settled_by_keyboard_and_nothing_is_preset_where_both_changed(room: Room) -> None:
    """What both changed has to be chosen before it can be sent."""
    mine = {**BASE, "receiver": {"contactName": "Night desk"}, "clientReference": "SO-1"}
    theirs = {**BASE, "receiver": {"contactName": "Day desk"}, "delivery": {"bunkeringLocationCode": "NLRTM"}}
    lines = compared(three_way(BASE, mine, theirs, EditKind.SUPPLIER), Clock(NOW))
    dialog = ConflictDialog("SO-1", lines, "sandbox", room.page)
    dialog.open()
    dialog.activateWindow()
    await room.rested()
    assert not dialog.send.isEnabled()
    assert "Receiver contact name" in dialog.left.text()
    press(Qt.Key.Key_Space)
    assert dialog.send.isEnabled()
    assert dialog.choices["receiver.contactName"] == "mine"
    assert dialog.choices["delivery.bunkeringLocationCode"] == "theirs"
    dialog.all_theirs.click()
    assert set(dialog.choices.values()) == {"theirs"}
    sent: list[int] = []
    dialog.accepted.connect(lambda: sent.append(1))
    press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert sent, "the keys that send in the editor send here too"
    dialog.deleteLater()


async def test_an_end_on_the_service_is_a_question_of_its_own(room: Room) -> None:
    """Cancelled meanwhile: nothing is preset; leaving it so sends nothing whatever else is still to choose."""
    mine = {**BASE, "receiver": {"contactName": "Night desk"}, "clientReference": "SO-1"}
    item = OutboxItem(1, 1, EditKind.SUPPLIER, "SO-1", mine, OutboxState.CONFLICT, NOW, base=BASE)
    theirs = {**BASE, "receiver": {"contactName": "Day desk"}}
    item = replace(item, theirs=theirs, base_status="accepted", their_status="cancelled")
    dialog = ConflictDialog("SO-1", compared(item.differences, Clock(NOW)), "sandbox", room.page)
    dialog.open()
    await room.rested()
    assert not dialog.send.isEnabled()
    assert "Status" in dialog.left.text()
    assert any("Cancelled on the service meanwhile" in one.text() for one in dialog.findChildren(QLabel))
    dialog.choose("status", "theirs")
    assert (dialog.send.isEnabled(), dialog.send.text()) == (True, "Keep editing")
    dialog.choose("status", "mine")
    assert (dialog.send.isEnabled(), dialog.send.text()) == (False, "Send this")
    dialog.choose("receiver.contactName", "mine")
    assert dialog.send.isEnabled()
    dialog.reject()
    dialog.deleteLater()


@pytest.mark.parametrize("scale", [1.0, 1.5])
async def test_no_word_of_a_comparison_is_cut(room: Room, qapp: QApplication, scale: float) -> None:
    """Long names and whole fuels wrap, in large text too; each label has the height that its words need."""
    Theme.apply(qapp, ThemeChoice.LIGHT, scale)
    fuel = {**BASE["fuelSpecifications"][0], "brand": "Larkspur VL 380 with a long name", "grade": "rmg"}
    mine = {**BASE, "fuelSpecifications": [*BASE["fuelSpecifications"], fuel]}
    theirs = {**BASE, "delivery": {**BASE["delivery"], "supplierAssetBufferTimeInMinutes": 60}}
    lines = compared(three_way(BASE, mine, theirs, EditKind.SUPPLIER), Clock(NOW))
    dialog = ConflictDialog("SO-1", lines, "sandbox", room.page)
    dialog.open()
    await until(dialog.isVisible)
    await room.rested()
    shown = [one for one in dialog.findChildren(QLabel) if one.isVisible() and one.wordWrap() and one.text()]
    assert len(shown) > 6
    assert [one.text() for one in shown if one.height() < one.heightForWidth(one.width())] == []
    dialog.reject()
    dialog.deleteLater()
    Theme.apply(qapp, ThemeChoice.LIGHT)


async def test_the_outbox_offers_what_can_be_done(room: Room) -> None:
    """Waiting: retry and take back. Changed meanwhile: compare."""
    waiting = OutboxLine(1, "Draft DR-1", "Waiting", "accent", "tried 2 times", 1, True, True, False, False)
    conflict = OutboxLine(2, "Draft DR-2", "Changed on the service too", "warning", "", 2, False, True, True, False)
    panel = OutboxPanel("sandbox", room.page)
    panel.show_lines([waiting, conflict])
    panel.show()
    asked: list[tuple[str, int]] = []
    panel.retry_requested.connect(lambda number: asked.append(("retry", number)))
    panel.open_requested.connect(lambda number: asked.append(("open", number)))
    panel.findChild(QWidget, "outbox.1.retry").click()  # type: ignore[attr-defined]
    panel.findChild(QWidget, "outbox.2.compare").click()  # type: ignore[attr-defined]
    assert asked == [("retry", 1), ("open", 2)]
    panel.show_lines([])
    panel.close()
    panel.deleteLater()
