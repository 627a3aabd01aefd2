"""What stands below a field: whole where it warns, without moving more of the form than that takes."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from tests.views.editor_room import BASE, Room, keys, tab_to, until

from bunkerdesk.models.editor_notes import Note
from bunkerdesk.models.editor_readings import Fix
from bunkerdesk.views.editor.note_line import NoteLine
from bunkerdesk.views.theme import Theme, ThemeChoice

LONG = "Receiver estimated time of departure is before estimated time of completion"
DEPARTURE = "receiver.estimatedTimeOfDeparture"
LEAVES_EARLY = {
    **BASE,
    "receiver": {"companyIdentifier": "CMP-R201", "estimatedTimeOfDeparture": "2026-11-23T12:30+08:00"},
}


@pytest.fixture
def holder() -> Iterator[QWidget]:
    widget = QWidget()
    QVBoxLayout(widget).setContentsMargins(0, 0, 0, 0)
    widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    yield widget
    widget.close()
    widget.deleteLater()


def line_in(holder: QWidget, note: Note, width: int) -> NoteLine:
    """A shown line of this width."""
    line = NoteLine("noted", holder)
    layout = holder.layout()
    assert layout is not None
    layout.addWidget(line)
    line.show_note(note)
    holder.resize(width, 400)
    holder.show()
    QApplication.sendPostedEvents()
    return line


def inked_rows(line: NoteLine) -> int:
    """Rows of pixels that are not ground: what the text takes on the screen."""
    picture = QPixmap(line.text.size())
    picture.fill(Qt.GlobalColor.white)
    line.text.render(picture, QPoint())
    image = picture.toImage()
    ground = image.pixel(image.width() - 1, 0)
    return sum(any(image.pixel(x, y) != ground for x in range(image.width())) for y in range(image.height()))


@pytest.mark.parametrize("text_scale", [1.0, 1.5, 2.0])
def test_a_long_warning_is_whole_at_any_size_of_text(holder: QWidget, qapp: QApplication, text_scale: float) -> None:
    """Narrower is taller, and never less than the lines take."""
    Theme.apply(qapp, ThemeChoice.LIGHT, text_scale)
    line = line_in(holder, Note(LONG, "warning"), 600)
    heights, spacing = [], line.text.fontMetrics().lineSpacing()
    for width in (1200, 480, 240, 160):
        holder.resize(width, 900)
        QApplication.sendPostedEvents()
        assert not line.text.is_elided
        needed = line.text.fontMetrics().boundingRect(0, 0, width, 2000, Qt.TextFlag.TextWordWrap, LONG).height()
        assert needed <= line.height() <= needed + 2 * spacing
        heights.append(line.height())
    assert heights == sorted(heights)
    assert heights[-1] > heights[0]
    holder.resize(1200, 900)
    QApplication.sendPostedEvents()
    assert line.height() == heights[0], "the room is given back"


def test_an_endless_word_wraps(holder: QWidget) -> None:
    """A service may name what it refuses in one word."""
    line = line_in(holder, Note("refused: " + "W" * 200, "error"), 200)
    assert line.text.width() <= 200
    assert inked_rows(line) > 5 * line.text.fontMetrics().ascent() // 2


def test_fixes_stand_below_a_warning_that_takes_the_width(holder: QWidget) -> None:
    """Beside a short one as ever."""
    line = line_in(holder, Note("Check digit is wrong", "error", (Fix("9312793?", 9312793),)), 320)
    assert line.fixes[0].geometry().left() > line.text.geometry().left()
    assert line.fixes[0].geometry().top() < line.text.geometry().bottom()
    line.show_note(Note(LONG, "error", (Fix("9312793?", 9312793), Fix("9312794?", 9312794))))
    QApplication.sendPostedEvents()
    first, second = (one.geometry() for one in line.fixes)
    assert first.top() >= line.text.geometry().bottom()
    assert second.top() >= first.bottom()
    assert second.bottom() <= line.height()


def test_a_hint_never_moves_the_form(holder: QWidget) -> None:
    """What only explains keeps to the line reserved for it; all of it is in the tooltip."""
    line = line_in(holder, Note("Nordlys Rederi AS " * 8), 200)
    assert line.text.is_elided
    short = line_in(holder, Note("Nordlys"), 200)
    assert line.height() == short.height()


async def test_the_form_does_not_jump_while_it_is_typed_in(room: Room) -> None:
    """The warning's room is taken once, and given back when the field is left."""
    room.page.resize(1084, 900)
    view = await room.open("supplier", LEAVES_EARLY)
    box = view.box(DEPARTURE)
    assert box is not None
    calm = view.box("receiver.estimatedTimeOfArrival")
    assert calm is not None
    await until(lambda: box.note.height() > calm.note.height())
    assert not box.note.text.is_elided
    assert box.edit.y() == calm.edit.y(), "what stands beside it keeps its line"
    tall = box.note.height()
    tab_to(DEPARTURE)
    box.edit.selectAll()
    keys("25 Nov 0600")
    await room.rested()
    assert box.note.height() == tall
    QTest.keyClick(box.edit, Qt.Key.Key_Tab)
    await until(lambda: box.note.height() == calm.note.height())
