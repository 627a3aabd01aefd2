import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from bunkerdesk.rules.paper.files import SNIFFED, DocumentFile, kind_of
from bunkerdesk.views.documents.viewer import DocumentViewer

PAGES = 5
Show = Callable[[Path], Any]


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


@pytest.fixture
def show(viewer: DocumentViewer) -> Show:
    async def shown(path: Path) -> DocumentViewer:
        viewer.show_file(kept(path), path.name)
        await settled(viewer)
        return viewer

    return shown
