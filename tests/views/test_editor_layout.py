"""The form of the editor: columns, names, the way of Tab and F6, several editors, none."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from tests.views.editor_room import BASE, Room, focus, keys, press, until


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
