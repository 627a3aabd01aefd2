"""Printing a PDF: the dialog, then page by page from pictures made for the printer's resolution."""

import asyncio

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QWidget

from bunkerdesk.models.paper_document import Order, PaperDocument
from bunkerdesk.views.dialogs.base import answer

DOTS_AN_INCH = 200
LONGEST_PAGE = 60.0
_KEEP = Qt.AspectRatioMode.KeepAspectRatio


async def print_document(document: PaperDocument, name: str, parent: QWidget) -> bool:
    """Ask for a printer and print; False when refused.."""
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(name)
    dialog = QPrintDialog(printer, parent)
    dialog.setMinMax(1, document.page_count)
    dialog.setOption(QPrintDialog.PrintDialogOption.PrintPageRange)
    if not await answer(dialog):
        return False
    first, last = printer.fromPage() or 1, printer.toPage() or document.page_count
    copy = await PaperDocument.open(document.source.path, document.source.password)
    try:
        await paint_pages(copy, printer, range(first - 1, min(last, copy.page_count)))
    finally:
        copy.close()
    return True


async def paint_pages(document: PaperDocument, printer: QPrinter, pages: range) -> None:
    """Paint pages onto a printer, each as large as its paper allows."""
    painter = QPainter()
    if not painter.begin(printer):
        raise OSError(5, "The printer did not begin", printer.printerName())
    try:
        for place, page in enumerate(pages):
            if place:
                printer.newPage()
            paper = QRectF(painter.viewport())
            picture = await _picture(document, page)
            size = QRectF(picture.rect()).size().scaled(paper.size(), _KEEP)
            painter.drawImage(QRectF(paper.left(), paper.top(), size.width(), size.height()), picture)
    finally:
        painter.end()


async def _picture(document: PaperDocument, page: int) -> QImage:
    size = document.page_size(page)
    pixels = QSize(round(size.width() * DOTS_AN_INCH / 72), round(size.height() * DOTS_AN_INCH / 72))
    pixels = pixels.scaled(QSize(6000, 6000), _KEEP) if max(pixels.width(), pixels.height()) > 6000 else pixels
    waiting: asyncio.Future[QImage] = asyncio.get_running_loop().create_future()

    def take(_order: Order, image: QImage) -> None:
        if not waiting.done():
            waiting.set_result(image)

    connection = document.drawn.connect(take)
    try:
        document.draw(Order(page, pixels, 0, None, "print"))
        async with asyncio.timeout(LONGEST_PAGE):
            drawn = await waiting
    finally:
        document.drawn.disconnect(connection)
    white = QImage(drawn.size(), QImage.Format.Format_RGB32)
    white.fill(0xFFFFFFFF)
    painter = QPainter(white)
    painter.drawImage(0, 0, drawn)
    painter.end()
    return white
