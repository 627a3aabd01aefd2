"""Pages on the screen and on paper: layout, memory, printing."""

import asyncio
from pathlib import Path

import pikepdf
from PySide6.QtCore import QPointF, QSize, QSizeF
from PySide6.QtPrintSupport import QPrinter
from tests.views.documents.conftest import PAGES, Show, kept

from bunkerdesk.models.paper_document import Order, PaperDocument
from bunkerdesk.views.documents.page_layout import PageLayout
from bunkerdesk.views.documents.page_pictures import PagePictures
from bunkerdesk.views.documents.printing import paint_pages
from bunkerdesk.views.documents.viewer import DocumentViewer


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
