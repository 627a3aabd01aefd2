"""The viewer with real files: pages, search, selection, marks, pictures, passwords and whatever is broken."""

import asyncio
import hashlib
import random
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QHelpEvent, QMouseEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QToolTip
from reportlab.pdfgen.canvas import Canvas

from bunkerdesk.models.paper_document import Order, PaperDocument
from bunkerdesk.rules.paper.files import SNIFFED, DocumentFile, kind_of
from bunkerdesk.views.documents.marks import Mark
from bunkerdesk.views.documents.page_layout import Fit, PageLayout
from bunkerdesk.views.documents.page_pictures import PagePictures
from bunkerdesk.views.documents.printing import paint_pages
from bunkerdesk.views.documents.viewer import DocumentViewer
from bunkerdesk.views.widgets.labels import ElidedLabel

PAGES = 5


def kept(path: Path) -> DocumentFile:
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    return DocumentFile(path, kind_of(content[:SNIFFED]), "application/pdf", len(content), digest, datetime.now(UTC))


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    canvas = Canvas(str(tmp_path / "paper.pdf"), pagesize=(400, 500))
    for number in range(PAGES):
        canvas.setFont("Helvetica", 12)
        canvas.drawString(40, 450, f"Page {number + 1} Quantity delivered")
        canvas.drawString(40, 430, "498.213 metric tons")
        canvas.showPage()
    canvas.save()
    return tmp_path / "paper.pdf"


async def settled(viewer: DocumentViewer) -> None:
    async with asyncio.timeout(10):
        quiet = 0
        while quiet < 3:
            await asyncio.sleep(0.005)
            quiet = quiet + 1 if viewer.is_settled and not viewer.scope.is_busy else 0


@pytest.fixture
async def viewer() -> AsyncIterator[DocumentViewer]:
    viewer = DocumentViewer()
    viewer.resize(600, 700)
    viewer.show()
    yield viewer
    viewer.close_document()
    viewer.hide()
    viewer.deleteLater()
    await asyncio.sleep(0.05)


Show = Callable[[Path], Any]


@pytest.fixture
def show(viewer: DocumentViewer) -> Show:
    async def shown(path: Path) -> DocumentViewer:
        viewer.show_file(kept(path), path.name)
        await settled(viewer)
        return viewer

    return shown


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


def large_title(viewer: DocumentViewer) -> str:
    return viewer.facts.title if viewer.facts.isVisible() else ""


BROKEN = {
    "empty.pdf": b"",
    "page.pdf": b"<!DOCTYPE html><html><body>Sign in</body></html>",
    "cut.pdf": b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>",
    "cut.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + b"\x00" * 40,
    "letter.docx": b"PK\x03\x04" + b"\x00" * 40,
    "noise.bin": bytes(range(256)) * 8,
}


@pytest.mark.parametrize("name", BROKEN)
async def test_whatever_cannot_be_shown_says_so(show: Show, tmp_path: Path, name: str):
    """One clear sentence each, with the facts, and the viewer goes on with the next file."""
    (tmp_path / name).write_bytes(BROKEN[name])
    viewer = await show(tmp_path / name)
    title = large_title(viewer)
    expected = {"empty.pdf": "empty", "page.pdf": "web page", "cut.pdf": "damaged", "cut.jpg": "damaged"}
    assert expected.get(name, "not shown here") in title
    texts = {each.text() for each in viewer.facts.findChildren(QLabel)}
    assert name in texts


async def test_a_pdf_without_pages_says_so(show: Show, tmp_path: Path):
    """A file that is whole and yet has nothing to show."""
    pikepdf.new().save(tmp_path / "none.pdf")
    viewer = await show(tmp_path / "none.pdf")
    assert large_title(viewer)


def flipped(paper: Path, target: Path, chance: random.Random) -> Path:
    content = bytearray(paper.read_bytes())
    for _ in range(30):
        content[chance.randrange(8, len(content))] ^= 1 << chance.randrange(8)
    target.write_bytes(content)
    return target


@pytest.mark.parametrize("seed", range(8))
async def test_flipped_bits_are_shown_or_said(show: Show, paper: Path, tmp_path: Path, seed: int):
    """Whatever the damage, there are pages or a sentence; the next file opens all the same."""
    viewer = await show(flipped(paper, tmp_path / "flipped.pdf", random.Random(seed)))
    assert viewer.pages.isVisible() or large_title(viewer)
    assert (await show(paper)).pages.isVisible()


async def test_after_a_broken_file_the_next_one_opens(show: Show, paper: Path, tmp_path: Path):
    """A bad document does not spoil the window."""
    (tmp_path / "cut.pdf").write_bytes(BROKEN["cut.pdf"])
    await show(tmp_path / "cut.pdf")
    viewer = await show(paper)
    assert viewer.pages.isVisible()
    assert viewer.pages.page_count == PAGES


async def test_a_huge_picture_is_refused_without_a_freeze(show: Show, tmp_path: Path):
    """A small file that would fill the memory says how large it is."""
    Image.new("1", (30_000, 20_000)).save(tmp_path / "bomb.png")
    viewer = await show(tmp_path / "bomb.png")
    assert "too large" in large_title(viewer)
    assert "30,000 × 20,000" in large_title(viewer)


async def test_a_password_is_asked_for_in_place(show: Show, paper: Path, tmp_path: Path):
    """A wrong one is said, the right one opens; the text can then be searched too."""
    with pikepdf.open(paper) as plain:
        plain.save(tmp_path / "locked.pdf", encryption=pikepdf.Encryption(owner="o", user="stem", R=6))
    viewer = await show(tmp_path / "locked.pdf")
    assert "password" in large_title(viewer)
    field = viewer.findChild(QLineEdit, "viewer.password")
    for word, is_open in (("wrong", False), ("stem", True)):
        field.setText(word)
        QTest.keyClick(field, Qt.Key.Key_Return)
        await settled(viewer)
        assert viewer.pages.isVisible() is is_open
    viewer.search("metric")
    assert len(viewer.index.find("metric")) == PAGES


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


async def test_many_pages_take_little_memory(show: Show, tmp_path: Path):
    """The first page of a very long file is there at once, and scrolling through it does not fill the memory."""
    many = pikepdf.new()
    for _ in range(10_000):
        many.add_blank_page(page_size=(595, 842))
    many.save(tmp_path / "many.pdf")
    viewer = DocumentViewer()
    viewer.resize(700, 800)
    viewer.show()
    viewer.show_file(kept(tmp_path / "many.pdf"), "many.pdf")
    async with asyncio.timeout(10):
        while viewer.pages.pictures is None or not viewer.pages.is_drawn:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    for page in range(0, 10_000, 400):
        viewer.pages.go_to(page)
        async with asyncio.timeout(10):
            while not viewer.pages.is_drawn:  # noqa: ASYNC110
                await asyncio.sleep(0.002)
    assert viewer.pages.pictures.held_bytes <= 200_000_000
    viewer.close_document()
    viewer.deleteLater()
    await asyncio.sleep(0.05)


async def test_the_least_used_picture_is_forgotten(paper: Path):
    """Memory is bounded, whatever the zoom."""
    document = await PaperDocument.open(paper)
    pictures = PagePictures(document)
    for page in range(PAGES):
        pictures.want("page", [Order(page, QSize(4000, 4000))])
        async with asyncio.timeout(10):
            while pictures.picture(Order(page, QSize(4000, 4000))) is None:  # noqa: ASYNC110
                await asyncio.sleep(0.005)
    assert pictures.picture(Order(0, QSize(4000, 4000))) is None
    assert pictures.held_bytes <= 160 * 1024 * 1024
    document.close()
    pictures.deleteLater()
    await asyncio.sleep(0.02)


def test_a_place_on_a_turned_page_is_found_again():
    """To the screen and back, at every turn: marks and clicks meet."""
    for turns in range(4):
        layout = PageLayout(3, lambda _page: QSizeF(400, 500))
        layout.turns = turns
        layout.arrange(600, 700, 0)
        place = QPointF(120, 333)
        back = layout.to_page(1, layout.to_view(1).map(place))
        assert (back - place).manhattanLength() < 0.01
        assert layout.rectangle(1).contains(layout.to_view(1).map(place))
        assert layout.page_at(int(layout.rectangle(1).center().y())) == 1


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


async def test_chosen_pages_are_printed_as_they_are_seen(paper: Path, tmp_path: Path):
    """Each page on a sheet of its own, in their order."""
    printer = QPrinter(QPrinter.PrinterMode.ScreenResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    document = await PaperDocument.open(paper)
    await paint_pages(document, printer, range(1, 4))
    document.close()
    with pikepdf.open(tmp_path / "printed.pdf") as printed:
        assert len(printed.pages) == 3
    await asyncio.sleep(0.02)
