"""The viewer with real files: pages, search, selection, marks and pictures."""

import asyncio
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QHelpEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QToolTip
from tests.views.documents.conftest import PAGES, Show, kept, settled

from bunkerdesk.views.documents.marks import Mark
from bunkerdesk.views.documents.page_layout import Fit, PageLayout
from bunkerdesk.views.documents.viewer import DocumentViewer
from bunkerdesk.views.widgets.labels import ElidedLabel


async def test_a_pdf_is_shown_read_and_spoken(show: Show, paper: Path):
    """The page is on the screen, and a screen reader is told which it is and what stands on it."""
    viewer = await show(paper)
    assert viewer.pages.page_count == PAGES
    assert viewer.pages.accessibleName() == f"Page 1 of {PAGES}"
    assert "498.213 metric tons" in viewer.pages.accessibleDescription()
    image = viewer.pages.viewport().grab().toImage()
    place = viewer.pages.viewport().rect().center()
    assert image.pixelColor(place) == QColor("white"), "paper stays paper"


async def test_everything_goes_by_keyboard(show: Show, paper: Path):
    """Home, End, page by page, larger and smaller, whole width again."""
    viewer = await show(paper)
    pages = viewer.pages
    QTest.keyClick(pages, Qt.Key.Key_End)
    assert pages.current_page == PAGES - 1
    QTest.keyClick(pages, Qt.Key.Key_Home)
    assert pages.current_page == 0
    QTest.keyClick(pages, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert pages.current_page == 1
    fitted = pages.zoom
    QTest.keyClick(pages, Qt.Key.Key_Plus)
    assert pages.zoom == pytest.approx(fitted * 1.25)
    assert pages.fit is Fit.FREE
    QTest.keyClick(pages, Qt.Key.Key_0)
    assert pages.zoom == pytest.approx(fitted)
    field = viewer.findChild(QLineEdit, "viewer.page")
    field.setText("4")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert pages.current_page == 3


async def test_search_marks_all_hits_and_goes_round(show: Show, paper: Path):
    """Ctrl+F, typed, Return for the next, Shift+Return back; what is said is what is there."""
    viewer = await show(paper)
    QTest.keyClick(viewer.pages, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert viewer.find_bar.isVisible()
    QTest.keyClicks(viewer.find_bar.field, "METRIC")
    async with asyncio.timeout(30):
        while viewer.find_bar.count_text != f"1 of {PAGES}":  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    QTest.keyClick(viewer.find_bar.field, Qt.Key.Key_Return)
    await settled(viewer)
    assert viewer.find_bar.count_text == f"2 of {PAGES}"
    QTest.keyClick(viewer.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(viewer.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    await settled(viewer)
    assert viewer.find_bar.count_text == f"{PAGES} of {PAGES}"
    assert viewer.pages.current_page >= PAGES - 2
    viewer.find_bar.field.setText("no such words")
    viewer.search("no such words")
    assert viewer.find_bar.count_text == "Nothing found"
    QTest.keyClick(viewer.find_bar.field, Qt.Key.Key_Escape)
    assert not viewer.find_bar.isVisible()


def mouse(viewer: DocumentViewer, kind: QEvent.Type, place: QPointF) -> None:
    target = viewer.pages.viewport()
    button = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
    pressed = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseButtonRelease else Qt.MouseButton.LeftButton
    event = QMouseEvent(kind, place, target.mapToGlobal(place), button, pressed, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(target, event)


def on_screen(viewer: DocumentViewer, x: float, y: float) -> QPointF:
    """A place of the first page, in points, on the viewport."""
    layout = PageLayout(PAGES, viewer.document.page_size)
    view = viewer.pages.viewport()
    layout.turns = viewer.pages.turns
    layout.arrange(view.width(), view.height(), 0)
    return layout.to_view(0).map(QPointF(x, y)) - QPointF(0, viewer.pages.verticalScrollBar().value())


async def test_text_is_selected_with_the_mouse_and_copied(show: Show, paper: Path):
    """From word to word over two lines, as it stands on the paper; turned pages too."""
    for turns in (0, 1, 2):
        viewer = await show(paper)
        viewer.pages.turn(turns)
        await settled(viewer)
        await viewer.index.read_words(0)
        mouse(viewer, QEvent.Type.MouseButtonPress, on_screen(viewer, 41, 46))
        mouse(viewer, QEvent.Type.MouseMove, on_screen(viewer, 300, 66))
        mouse(viewer, QEvent.Type.MouseButtonRelease, on_screen(viewer, 300, 66))
        assert viewer.pages.selected_text == "Page 1 Quantity delivered\n498.213 metric tons"
        QTest.keyClick(viewer.pages, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert QGuiApplication.clipboard().text() == viewer.pages.selected_text


async def test_a_click_names_the_word_and_its_mark(show: Show, paper: Path):
    """A click on a figure in the paper finds its row."""
    viewer = await show(paper)
    clicked, marked = list[tuple[int, int]](), list[str]()
    viewer.word_clicked.connect(lambda page, index: clicked.append((page, index)))
    viewer.mark_clicked.connect(marked.append)
    text = await viewer.index.read_text(0)
    viewer.set_marks([Mark("quantityDelivered", 0, (QRectF(40, 60, 110, 12),), "ok", "Quantity: found")])
    mouse(viewer, QEvent.Type.MouseButtonPress, on_screen(viewer, 50, 66))
    mouse(viewer, QEvent.Type.MouseButtonRelease, on_screen(viewer, 50, 66))
    await settled(viewer)
    assert marked == ["quantityDelivered"]
    assert clicked == [(0, text.index("498.213"))]


async def test_a_hit_of_the_search_is_clicked_by_keyboard(show: Show, paper: Path):
    """Ctrl+F, a number, Ctrl+Return: the same as a click on it; what is said then stands beside it."""
    viewer = await show(paper)
    clicked = list[tuple[int, int]]()
    viewer.word_clicked.connect(lambda page, index: clicked.append((page, index)))
    text = await viewer.index.read_text(0)
    QTest.keyClick(viewer.pages, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    viewer.find_bar.field.setText("498.213")
    viewer.search("498.213")
    await settled(viewer)
    QTest.keyClick(viewer.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert clicked == [(0, text.index("498.213"))]
    viewer.say_at("No figure of the notes says <b>498.213</b>")
    assert "&lt;b&gt;498.213" in QToolTip.text()
    QToolTip.hideText()


async def test_a_mark_is_brought_into_sight(show: Show, paper: Path):
    """The figure on the last page is on the screen and coloured; taking it away leaves the paper as it was."""
    viewer = await show(paper)
    viewer.show_mark(PAGES - 1, (QRectF(40, 60, 110, 12),))
    await settled(viewer)
    assert viewer.pages.current_page >= PAGES - 2
    with_mark = viewer.pages.viewport().grab().toImage()
    viewer.show_mark(0, ())
    await settled(viewer)
    assert viewer.pages.viewport().grab().toImage() != with_mark


async def test_a_long_name_keeps_its_ending_and_has_room_in_a_narrow_pane(show: Show, paper: Path):
    """Elided in the middle, whole in the tooltip; a row of its own where tools would push it out."""
    viewer = await show(paper)
    name = viewer.findChild(ElidedLabel, "viewer.name")
    assert name is not None
    viewer.bar.show_name("BDN_SO-24127_" + "x" * 200 + "_final.pdf")
    viewer.resize(400, 700)
    await settled(viewer)
    assert name.width() > 300
    assert name.elide_mode is Qt.TextElideMode.ElideMiddle
    assert name.is_elided
    QApplication.sendEvent(name, QHelpEvent(QEvent.Type.ToolTip, name.rect().center(), name.mapToGlobal(QPoint(1, 1))))
    assert name.toolTip().endswith("_final.pdf")


async def test_a_photograph_stands_upright(show: Show, tmp_path: Path):
    """EXIF says that the camera was turned; zoom, turn and move by keyboard."""
    picture = Image.new("RGB", (300, 200), "navy")
    exif = Image.Exif()
    exif[0x0112] = 6
    picture.save(tmp_path / "photo.jpg", exif=exif)
    viewer = await show(tmp_path / "photo.jpg")
    assert viewer.picture.isVisible()
    assert "200 by 300 pixels" in viewer.picture.accessibleName()
    before = viewer.picture.zoom
    QTest.keyClick(viewer.picture, Qt.Key.Key_Plus)
    assert viewer.picture.zoom > before
    QTest.keyClick(viewer.picture, Qt.Key.Key_R)
    assert viewer.picture.turns == 1
    centre = viewer.picture.centre
    QTest.keyClick(viewer.picture, Qt.Key.Key_Right)
    assert viewer.picture.centre != centre


async def test_a_new_file_takes_the_place_of_one_still_opening(viewer: DocumentViewer, paper: Path, tmp_path: Path):
    """Fast clicks through a list end with the last one chosen."""
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)))
    for _ in range(10):
        viewer.show_file(kept(paper), "one")
        viewer.show_file(kept(tmp_path / "noise.bin"), "two")
    viewer.show_file(kept(paper), "last")
    await settled(viewer)
    assert viewer.name == "last"
    assert viewer.pages.page_count == PAGES
