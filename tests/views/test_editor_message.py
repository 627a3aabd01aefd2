"""The message an editor was filled from, beside its form."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from tests.views.editor_room import Room, focus, keys, press

from bunkerdesk.views.editor.session_view import SessionView

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
