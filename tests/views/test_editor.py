"""The editor page with real widgets: typed by keyboard, stepped, suggested, undone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QListView
from tests.views.editor_room import BASE, Room, focus, keys, press, tab_to

from bunkerdesk.contract import jsontext
from bunkerdesk.views.theme import Theme, ThemeChoice

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
    assert box.note.second.text() == "Sun 21:00 UTC, 22:00 here"
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
