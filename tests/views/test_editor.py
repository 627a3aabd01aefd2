"""The editor page with real widgets: typed by keyboard, jumped through, undone, sent."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QListView, QWidget

from bunkerdesk.cache import Store
from bunkerdesk.contract import jsontext
from bunkerdesk.desk.comparing import three_way
from bunkerdesk.desk.editing import Editing
from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.desk.editing_session import Refusal
from bunkerdesk.models.editor_conflict import Clock, compared
from bunkerdesk.models.editor_list import EditorList
from bunkerdesk.models.editor_options import Options, Sources
from bunkerdesk.models.editor_setting import Setting
from bunkerdesk.models.outbox_list import OutboxLine
from bunkerdesk.rules import nomination_checks
from bunkerdesk.rules.ports import shipped
from bunkerdesk.views.editor.compare_dialog import ConflictDialog
from bunkerdesk.views.editor.outbox_panel import OutboxPanel
from bunkerdesk.views.editor.page import EditorPage
from bunkerdesk.views.editor.session_view import SessionView
from bunkerdesk.views.theme import Theme, ThemeChoice

NOW = datetime(2026, 11, 21, 6, 2, tzinfo=UTC)
BASE: dict[str, Any] = {
    "clientReference": "SO-1",
    "delivery": {
        "bunkeringLocationCode": "SGSIN",
        "estimatedTimeOfBunkering": "2026-11-23T12:00:00+08:00",
        "estimatedBunkeringDurationInMinutes": 480,
    },
    "receiver": {"companyIdentifier": "CMP-R201"},
    "supplier": {"assetIdentifier": {"vessel": {"imo": 9074729}}},
    "fuelSpecifications": [{"fuelType": "VLSFO", "quantityRange": {"minQuantity": 480, "maxQuantity": 520}}],
}
REFERENCE = {
    "fuel_types": [{"name": "VLSFO", "grades": ["rmg", "rmk"]}, {"name": "LSMGO", "grades": ["dma"]}],
    "counterpart_entities": [{"reference": "CP-1", "name": "Nordlys Rederi AS", "companyIdentifier": "CMP-R201"}],
}


class Room:
    """A page over a store of its own."""

    def __init__(self, editing: Editing, editors: EditorList, page: EditorPage) -> None:
        self.editing = editing
        self.editors = editors
        self.page = page

    async def open(self, kind: str, document: dict[str, Any] | None = None, *, held: bool = False) -> SessionView:
        session = await self.editing.begin_new(kind, document)
        if held:
            session.base = document
        view = self.page.show_session(session.id)
        assert view is not None
        await self.rested()
        return view

    async def rested(self) -> None:
        for _ in range(6):
            await asyncio.sleep(0)


@pytest.fixture
async def room(tmp_path: Path, qapp: QApplication) -> AsyncIterator[Room]:
    Theme.apply(qapp, ThemeChoice.LIGHT)
    store = Store.open(tmp_path / "store").store
    editing = Editing(store)
    options = Options(Sources(lambda kind: REFERENCE.get(kind, []), shipped))

    def check(_session: Any, body: Any, around: Any) -> Any:
        return nomination_checks.check(body, around)

    editors = EditorList(editing, Setting(options, lambda: NOW, ZoneInfo("Europe/Oslo"), check))
    page = EditorPage(editors, "sandbox")
    page.resize(1400, 900)
    page.show()
    yield Room(editing, editors, page)
    editors.close()
    page.close()
    page.deleteLater()
    await editing.aclose()
    store.close()


def keys(text: str) -> None:
    """Type into whatever has the keyboard."""
    widget = QApplication.focusWidget()
    assert widget is not None
    QTest.keyClicks(widget, text)


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    widget = QApplication.focusWidget()
    assert widget is not None
    QTest.keyClick(widget, key, modifier)


def focus() -> str:
    widget = QApplication.focusWidget()
    return widget.objectName() if widget is not None else ""


def tab_to(name: str) -> None:
    """Go on with Tab until a field has the keyboard."""
    for _ in range(120):
        if focus() == f"editor.{name}":
            return
        press(Qt.Key.Key_Tab)
    raise AssertionError(f"Tab never came to {name}")


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


TYPED = {
    "clientReference": "DR-7/1 # ü".replace("ü", "u"),
    "delivery.bunkeringLocationCode": "rotterdam",
    "delivery.bunkeringLocationDetails": "Waalhaven, pier 6",
    "delivery.operationStandardCode": "CONV",
    "delivery.estimatedTimeOfBunkering": "30/11 0600",
    "delivery.estimatedBunkeringDurationInMinutes": "8h30",
    "delivery.deliveryMethod": "by vessel",
    "receiver.companyIdentifier": "nordlys rederi as",
    "receiver.vesselName": "NYK ORION",
    "receiver.vesselIdentifier.imo": "9074729",
    "receiver.contactName": "Night desk",
}


async def test_a_whole_draft_is_typed_by_keyboard(room: Room) -> None:
    """Tab, type, Tab, type: the JSON is what a person meant, in the port's clock and the specification's values."""
    view = await room.open("draft")
    assert focus() == "editor.clientReference"
    for path, text in TYPED.items():
        tab_to(path)
        keys(text)
        press(Qt.Key.Key_Escape) if QApplication.activePopupWidget() else None
    view.fuel.add_button.click()
    await room.rested()
    assert focus() == "editor.fuelSpecifications[0].fuelType"
    for path, text in (("fuelType", "VLSFO"), ("grade", "rmg"), ("quantityRange.minQuantity", "480,5")):
        tab_to(f"fuelSpecifications[0].{path}")
        keys(text)
        press(Qt.Key.Key_Escape) if QApplication.activePopupWidget() else None
    tab_to("fuelSpecifications[0].quantityRange.maxQuantity")
    keys("520")
    await room.rested()
    expected = jsontext.parse(
        b"""{"clientReference": "DR-7/1 # u",
        "delivery": {"bunkeringLocationCode": "NLRTM", "bunkeringLocationDetails": "Waalhaven, pier 6",
            "operationStandardCode": "CONV", "estimatedTimeOfBunkering": "2026-11-30T06:00:00+01:00",
            "estimatedBunkeringDurationInMinutes": 510, "deliveryMethod": "vessel"},
        "receiver": {"companyIdentifier": "CMP-R201", "vesselName": "NYK ORION",
            "vesselIdentifier": {"imo": 9074729}, "contactName": "Night desk"},
        "fuelSpecifications": [{"quantityRange": {"unit": "metric_tonnes", "minQuantity": 480.5, "maxQuantity": 520},
            "fuelType": "VLSFO", "grade": "rmg"}]}"""
    )
    assert view.model.session.document == expected
    assert view.model.session.typed == {}
    assert view.head.send.isEnabled()


async def test_what_is_typed_is_not_rewritten_while_typing(room: Room) -> None:
    """The echo stands below; the text in the field becomes tidy only when it is left."""
    view = await room.open("draft", {"delivery": {"bunkeringLocationCode": "SGSIN"}})
    box = view.box("delivery.estimatedTimeOfBunkering")
    assert box is not None
    box.take_focus()
    keys("23/11 1400")
    await room.rested()
    assert box.edit.text() == "23/11 1400"
    assert box.note.text.text() == "06:00 UTC, 07:00 at this desk"
    press(Qt.Key.Key_Tab)
    assert box.edit.text() == "Mon 23 Nov 14:00 +08:00"


@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize(
    ("moment", "utc", "desk"),
    [
        ("2026-11-23T12:00:00+08:00", "04:00 UTC", "05:00"),
        ("2026-11-24T02:00:00+08:00", "Mon 23 Nov 18:00 UTC", "19:00"),
        ("2026-11-23T15:30:00-08:00", "23:30 UTC", "Tue 24 Nov 00:30"),
    ],
)
async def test_a_time_stands_on_every_clock_in_the_narrowest_four_columns(
    room: Room, qapp: QApplication, moment: str, utc: str, desk: str, scale: float
) -> None:
    """Nothing of it is cut off: what does not fit on one line stands on the second."""
    Theme.apply(qapp, ThemeChoice.LIGHT, scale)
    document = {**BASE, "delivery": {"estimatedTimeOfBunkering": moment, "berthTime": moment, "pilotTime": moment}}
    view = await room.open("supplier", document, held=True)
    for width in range(700, 1400, 25):
        room.page.resize(width, 900)
        await room.rested()
        for path in ("delivery.estimatedTimeOfBunkering", "delivery.berthTime"):
            box = view.box(path)
            assert box is not None
            assert box.edit.text().startswith(("Mon 23 Nov", "Tue 24 Nov"))
            lines = [one for one in (box.note.text, box.note.second) if one.text()]
            assert not any(one.is_elided for one in lines), [one.text() for one in lines]
            words = " ".join(one.text() for one in lines)
            assert utc in words
            assert desk in words
    Theme.apply(qapp, ThemeChoice.LIGHT)


async def test_a_time_with_a_warning_keeps_its_other_clocks(room: Room) -> None:
    """Departure before the bunkering is over: said, with UTC and the desk's time below it."""
    document = {**BASE, "receiver": {**BASE["receiver"], "estimatedTimeOfDeparture": "2026-11-23T05:00:00+08:00"}}
    view = await room.open("supplier", document, held=True)
    box = view.box("receiver.estimatedTimeOfDeparture")
    assert box is not None
    assert "before" in box.note.text.text()
    assert box.note.second.text() == "Sun 21:00 UTC, Sun 22:00 here"
    assert not box.note.second.is_elided
    assert "Sun 21:00 UTC" in box.edit.accessibleDescription()
    laycan = view.box("delivery.laycanStart")
    assert laycan is not None
    assert (laycan.note.text.text(), laycan.note.second.text()) == ("Derived from bunkering", "04:00 UTC, 05:00 here")


async def test_the_arrow_keys_step_a_time(room: Room) -> None:
    """A quarter of an hour up and down, an hour with Shift."""
    view = await room.open("supplier", BASE, held=True)
    box = view.box("delivery.estimatedTimeOfBunkering")
    assert box is not None
    box.take_focus()
    press(Qt.Key.Key_Up)
    press(Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Down)
    assert box.edit.text() == "Mon 23 Nov 12:45 +08:00"


async def test_return_takes_what_is_offered_below_a_field(room: Room) -> None:
    """A range typed into one end fills both; of two meanings of a number the first has the keyboard."""
    view = await room.open("supplier", BASE)
    view.jump("fuelSpecifications[0].quantityRange.minQuantity")
    box = view.box("fuelSpecifications[0].quantityRange.minQuantity")
    assert box is not None
    box.edit.selectAll()
    keys("600-640 mt")
    press(Qt.Key.Key_Return)
    await room.rested()
    fuel = view.model.session.document["fuelSpecifications"][0]
    assert fuel["quantityRange"] == {"minQuantity": 600, "maxQuantity": 640, "unit": "metric_tonnes"}
    box.edit.selectAll()
    keys("1,200")
    press(Qt.Key.Key_Return)
    assert focus() == "editor.fuel0.fix0"
    press(Qt.Key.Key_Space)
    await room.rested()
    assert view.model.session.document["fuelSpecifications"][0]["quantityRange"]["minQuantity"] == 1200


async def test_undo_by_keyboard_crosses_fields(room: Room) -> None:
    """Ctrl+Z in one field takes back what was done in another, and goes there."""
    view = await room.open("supplier", BASE, held=True)
    for path, text in (("delivery.operationStandardCode", "SS648"), ("receiver.contactName", "Day desk")):
        box = view.box(path)
        assert box is not None
        box.take_focus()
        keys(text)
        press(Qt.Key.Key_Escape) if QApplication.activePopupWidget() else None
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    await room.rested()
    assert view.model.session.document == {**BASE, "delivery": {**BASE["delivery"], "operationStandardCode": "SS648"}}
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    await room.rested()
    assert view.model.session.document == BASE
    assert focus() == "editor.delivery.operationStandardCode"
    press(Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    await room.rested()
    assert view.model.session.document["delivery"]["operationStandardCode"] == "SS648"


async def test_a_finding_leads_to_its_field(room: Room) -> None:
    """A click on the line puts the cursor where the mistake is, unfolding what hides it."""
    document = {**BASE, "receiver": {"companyIdentifier": "CMP-R201", "vesselIdentifier": {"imo": 9312791}}}
    view = await room.open("supplier", document)
    line = next(one for one in view.findings.lines if "Check digit" in one.line.sentence)
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


async def test_suggestions_open_as_you_type_and_fill_with_return(room: Room) -> None:
    """The list offers; Down and Return take it."""
    view = await room.open("draft", {"clientReference": "DR-1"})
    box = view.box("delivery.bunkeringLocationCode")
    assert box is not None
    box.take_focus()
    keys("singap")
    press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Return)
    await room.rested()
    assert view.model.session.document["delivery"] == {"bunkeringLocationCode": "SGSIN"}
    assert box.edit.text() == "SGSIN Singapore"


async def test_suggestions_never_take_the_keyboard(room: Room) -> None:
    """The keys typed next belong to the next field: a list with a window of its own would swallow them on X11."""
    view = await room.open("draft", {"clientReference": "DR-1"})
    box, below = view.box("delivery.bunkeringLocationCode"), view.box("delivery.bunkeringLocationDetails")
    assert box is not None
    assert below is not None
    box.take_focus()
    keys("SGSIN")
    shown = view.window().findChild(QListView, f"{box.edit.objectName()}.suggestions")
    assert shown is not None
    assert shown.isVisible()
    assert QApplication.activePopupWidget() is None
    press(Qt.Key.Key_Escape)
    assert not shown.isVisible()
    assert QApplication.focusWidget() is box.edit
    keys("1")
    press(Qt.Key.Key_Tab)
    assert not shown.isVisible()
    assert QApplication.focusWidget() is below.edit
    await room.rested()
    assert view.model.session.document["delivery"] == {"bunkeringLocationCode": "SGSIN1"}


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


async def test_the_form_has_as_many_columns_as_there_is_room_for(room: Room) -> None:
    """1,280 pixels of window show three, a wide one four, a narrow one two."""
    view = await room.open("supplier", BASE)

    def columns() -> int:
        boxes = [view.box("clientReference"), view.box("delivery.bunkeringLocationCode")]
        boxes += [view.box("delivery.bunkeringLocationDetails"), view.box("delivery.operationStandardCode")]
        tops = [box.mapTo(view, box.rect().topLeft()).y() for box in boxes if box is not None]
        return tops.count(tops[0])

    await until(lambda: columns() == 4)
    room.page.resize(1084, 640)
    await until(lambda: columns() == 3)
    room.page.resize(900, 640)
    await until(lambda: columns() == 2)


async def test_every_control_is_named_and_fields_by_the_specification(room: Room) -> None:
    """A screen reader says what each box is for."""
    view = await room.open("supplier", BASE)
    nameless = [
        widget.objectName() or type(widget).__name__
        for widget in view.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isVisible()
        and not (widget.accessibleName() or getattr(widget, "text", str)())
    ]
    assert not nameless
    box = view.box("receiver.orderReference")
    assert box is not None
    assert box.edit.accessibleName() == "Receiver order reference"


async def test_tab_goes_in_reading_order(room: Room) -> None:
    """Left to right, top to bottom, through every field that is shown."""
    view = await room.open("supplier", BASE)
    seen = []
    first = view.box("clientReference")
    assert first is not None
    first.take_focus()
    for _ in range(60):
        name = focus()
        if name.startswith("editor.") and "[" not in name and view.box(name.removeprefix("editor.")):
            seen.append(name.removeprefix("editor."))
        press(Qt.Key.Key_Tab)
    wanted = [box.path for box in view.boxes if box.isVisible() and "[" not in box.path]
    assert [path for path in dict.fromkeys(seen) if path in wanted] == wanted


async def test_f6_has_the_editors_the_form_and_the_findings_as_regions(room: Room) -> None:
    """From the form to the list of findings with one key."""
    document = {**BASE, "receiver": {"companyIdentifier": "CMP-R201", "vesselIdentifier": {"imo": 9312791}}}
    view = await room.open("supplier", document)
    strip, form, aside = room.page.regions()
    assert strip.isAncestorOf(room.page.strip.tabs[view.model.session.id])
    assert form.isAncestorOf(view.boxes[0])
    assert aside.isAncestorOf(view.findings.lines[0])


async def test_several_editors_stand_side_by_side_and_keep_their_cursor(room: Room) -> None:
    """Going to another and back, the cursor is where it was."""
    first = await room.open("supplier", BASE)
    assert first.jump("receiver.contactName")
    keys("Nig")
    await room.rested()
    second = await room.open("draft")
    assert len(room.page.strip.tabs) == 2
    assert focus() == "editor.clientReference"
    assert room.page.current is second
    room.page.strip.tabs[first.model.session.id].click()
    assert room.page.current is first
    assert focus() == "editor.receiver.contactName"
    keys("ht")
    assert first.model.session.document["receiver"]["contactName"] == "Night"


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


MESSAGE = """Vessel: EVER SUMMIT (IMO 9811000)
Port: Singapore
ETA: 24 Nov 2230 LT
VLSFO RMG380 480-520 mt
Our ref: PO-5567
"""


async def opened_message(room: Room, kind: str = "draft") -> SessionView:
    document = {
        "delivery": {"bunkeringLocationCode": "SGSIN"},
        "receiver": {"vesselName": "EVER SUMMIT", "vesselIdentifier": {"imo": 9811000}},
    }
    session = await room.editing.begin_new(kind, document, MESSAGE)
    view = room.page.show_session(session.id)
    assert view is not None
    await room.rested()
    return view


async def test_the_message_stands_beside_the_form_and_leads_to_its_fields(room: Room) -> None:
    """F8 goes from mark to mark, Return to the field of one; a field shows its place in the message."""
    view = await opened_message(room)
    assert view.source.text.toPlainText() == MESSAGE
    view.jump("receiver.vesselIdentifier.imo")
    assert view.source.text.current_words == "Receiver vessel IMO"
    press(Qt.Key.Key_F8)
    assert focus() == "editor.source.text"
    assert view.source.text.current_words == "Bunkering location code"
    press(Qt.Key.Key_Return)
    assert focus() == "editor.delivery.bunkeringLocationCode"
    press(Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert view.source.text.current_words == "Receiver vessel IMO"


async def test_what_was_left_out_of_the_message_is_listed_until_it_is_typed(room: Room) -> None:
    """Each line says the value and goes to the field; once typed, it is gone from the list."""
    view = await opened_message(room)
    told = [one.line.sentence for one in view.source.lines]
    assert told == [
        "Receiver estimated time of arrival: Tue 24 Nov 22:30 +08:00",
        "Receiver order reference: PO-5567",
        "Fuel 1 fuel type: VLSFO",
        "Fuel 1 grade: RMG",
        "Fuel 1 quantity: 480 - 520 mt",
    ]
    assert view.source.fold.accessibleName() == "Message · 5 left out, open"
    view.source.lines[1].click()
    assert focus() == "editor.receiver.orderReference"
    keys("PO-5567")
    await room.rested()
    assert "Receiver order reference: PO-5567" not in [one.line.sentence for one in view.source.lines]


async def test_the_message_folds_and_is_not_there_without_one(room: Room) -> None:
    """By the keyboard; an edit that came from nowhere has no such pane."""
    view = await opened_message(room)
    view.source.fold.setFocus()
    press(Qt.Key.Key_Space)
    assert not view.source.text.isVisible()
    press(Qt.Key.Key_Space)
    assert view.source.text.isVisible()
    other = await room.open("draft")
    assert other.source.isHidden()


async def test_what_a_firm_nomination_does_not_take_of_a_draft_is_told(room: Room) -> None:
    """The name of the vessel goes when a draft is sent as a supplier's nomination."""
    view = await opened_message(room)
    room.editing.set_kind(view.model.session, "supplier")
    await room.rested()
    told = [one.text() for one in view.source.findChildren(QLabel)]
    assert "Receiver vessel name: EVER SUMMIT (a firm nomination has no such field)" in told
    plain = await room.open("draft", {"receiver": {"vesselName": "EVER SUMMIT"}})
    room.editing.set_kind(plain.model.session, "supplier")
    await room.rested()
    assert not plain.source.isHidden()
    told = [one.text() for one in plain.source.findChildren(QLabel)]
    assert "Receiver vessel name (a firm nomination has no such field)" in told


async def test_the_empty_page_says_what_to_do(room: Room) -> None:
    """Nothing is open: one sentence, one button."""
    wanted: list[str] = []
    room.page.new_requested.connect(wanted.append)
    assert room.page.empty.title == "Nothing is being edited"
    room.page.findChild(QWidget, "editor.empty.action").click()  # type: ignore[attr-defined]
    assert wanted == ["draft"]


async def test_after_the_last_one_the_keyboard_is_on_the_way_to_a_new_one(room: Room) -> None:
    """What was sent goes; the keyboard does not wander off into the search field."""
    await room.open("draft")
    assert focus().startswith("editor.")
    (session,) = room.editing.sessions()
    await room.editing.discard(session)
    await until(lambda: room.page.current is None)
    assert focus() == "editor.empty.action"


async def test_folds_are_announced_by_their_words(room: Room) -> None:
    """A screen reader says which checks pass, not a nameless box."""
    view = await room.open("supplier", BASE)
    name = view.findings.fold.accessibleName()
    assert "pass" in name
    assert name.endswith(", folded")
    assert "✓" not in name
