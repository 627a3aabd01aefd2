"""How soon a document is on the screen, and whether the window stays awake; each beside what cannot be avoided.

    python tests/benchmarks/viewer.py

Prints, for a file of 200 pages: opening it and drawing one page with QtPdf alone, the first page in the viewer, and
their ratio; the longest stall of the window's loop while all text is read; the search over all pages; the marking of
a note's figures. Then the same first page for a file of 10,000 pages, and for a photograph of 12 megapixels.
"""

import asyncio
import hashlib
import os
import statistics
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import qasync
from PIL import Image
from PySide6.QtCore import QSize
from PySide6.QtPdf import QPdfDocument
from PySide6.QtWidgets import QApplication
from reportlab.pdfgen.canvas import Canvas

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.operation import Operation
from bunkerdesk.rules.paper.figures import figures_of
from bunkerdesk.rules.paper.files import SNIFFED, DocumentFile, kind_of
from bunkerdesk.runtime.threads import install_workers
from bunkerdesk.sandbox import paper, world
from bunkerdesk.views.documents.viewer import DocumentViewer
from bunkerdesk.views.theme.theme import Theme

ROUNDS = 7
GOAL_MS = 100


def long_file(path: Path, pages: int, lines: int) -> Path:
    canvas = Canvas(str(path), pageCompression=1)
    for page in range(pages):
        canvas.setFont("Helvetica", 9)
        for line in range(lines):
            canvas.drawString(
                50, 800 - 12 * line, f"Page {page + 1} line {line}: quantity 498.213 metric tons, and words"
            )
        canvas.showPage()
    canvas.save()
    return path


def kept(path: Path) -> DocumentFile:
    content = path.read_bytes()
    digest = hashlib.sha256(content + os.urandom(8)).hexdigest()  # each round reads the text anew
    return DocumentFile(path, kind_of(content[:SNIFFED]), "", len(content), digest, datetime.now(UTC))


def bare(path: Path, size: QSize) -> float:
    begun = time.perf_counter()
    document = QPdfDocument()
    document.load(str(path))
    document.pagePointSize(0)
    document.render(0, size)
    return (time.perf_counter() - begun) * 1000


async def first_page(viewer: DocumentViewer, file: DocumentFile) -> float:
    """Milliseconds from the wish to the picture of the first page."""
    begun = time.perf_counter()
    viewer.show_file(file, file.path.name)
    async with asyncio.timeout(30):
        while True:
            await asyncio.sleep(0)
            pictures = viewer.pages.pictures
            if pictures is not None and pictures.any_picture(0, 0) is not None:
                break
    viewer.pages.viewport().grab()
    return (time.perf_counter() - begun) * 1000


async def longest_stall(until_done: "asyncio.Future[None]") -> float:
    worst, last = 0.0, time.perf_counter()
    while not until_done.done():
        await asyncio.sleep(0.001)
        now = time.perf_counter()
        worst, last = max(worst, now - last), now
    return worst * 1000


async def text_read(viewer: DocumentViewer) -> None:
    while viewer.index is None or not viewer.index.is_whole:  # noqa: ASYNC110  # the index may come later
        await asyncio.sleep(0.005)


async def measure(folder: Path) -> None:
    viewer = DocumentViewer()
    viewer.resize(940, 1040)
    viewer.show()
    await asyncio.sleep(0.1)
    file = long_file(folder / "200.pdf", 200, 55)
    await first_page(viewer, kept(file))  # loads fonts once, for both
    await text_read(viewer)
    size = viewer.pages.pictures.any_picture(0, 0).size()
    alone, shown = [], []
    for _ in range(ROUNDS):
        alone.append(bare(file, size))
        shown.append(await first_page(viewer, kept(file)))
    floor, time_of_viewer = statistics.median(alone), statistics.median(shown)
    print(f"200 pages, QtPdf alone: load and one page {floor:6.1f} ms")
    ratio = time_of_viewer / floor
    print(f"200 pages, viewer: first page painted      {time_of_viewer:6.1f} ms (goal {GOAL_MS}), x {ratio:.1f}")
    begun = time.perf_counter()
    viewer.show_file(kept(file), "200 pages")
    reading = asyncio.ensure_future(text_read(viewer))
    stall = await longest_stall(reading)
    passed = (time.perf_counter() - begun) * 1000
    print(f"200 pages, text of all read in             {passed:6.0f} ms, longest stall {stall:.1f} ms")
    begun = time.perf_counter()
    viewer.search("metric tons")
    passed, count = (time.perf_counter() - begun) * 1000, len(viewer.index.find("metric tons") if viewer.index else ())
    print(f"200 pages, search with {count:,} hits        {passed:6.1f} ms")
    many = long_file(folder / "10000.pdf", 10_000, 2)
    print(f"10,000 pages, viewer: first page painted   {await first_page(viewer, kept(many)):6.1f} ms")
    viewer.clear()
    await measure_figures(viewer, folder)
    await measure_photograph(viewer, folder)
    viewer.close_document()
    viewer.deleteLater()
    await asyncio.sleep(0.1)


async def measure_figures(viewer: DocumentViewer, folder: Path) -> None:
    made = next(each for each in world.build(datetime(2026, 11, 21, tzinfo=UTC)).operations)
    document = next(each for each in made.documents if each.type == "bunker_delivery_note")
    (folder / "note.pdf").write_bytes(paper.draw(document.recipe, made.document))
    operation = Operation.read_json(jsontext.write(made.document))
    figures = figures_of((operation.bunker_delivery_notes or [])[0], operation)
    times, stalls = [], []
    for _ in range(ROUNDS):
        await first_page(viewer, kept(folder / "note.pdf"))
        begun = time.perf_counter()
        matching = asyncio.ensure_future(viewer.match(figures))
        stalls.append(await longest_stall(matching))
        times.append((time.perf_counter() - begun) * 1000)
    passed, stall = statistics.median(times), max(stalls)
    print(f"a note's {len(figures)} figures found on its paper    {passed:6.1f} ms, longest stall {stall:.1f} ms")


async def measure_photograph(viewer: DocumentViewer, folder: Path) -> None:
    Image.effect_noise((4000, 3000), 60).convert("RGB").save(folder / "large.jpg", quality=85)
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    viewer.opened.connect(lambda: done.done() or done.set_result(None))
    begun = time.perf_counter()
    viewer.show_file(kept(folder / "large.jpg"), "large.jpg")
    stall = await longest_stall(done)
    passed = (time.perf_counter() - begun) * 1000
    print(f"photograph of 12 megapixels                {passed:6.1f} ms, longest stall {stall:.1f} ms")


async def main(application: QApplication) -> None:
    install_workers(asyncio.get_running_loop())
    Theme.apply(application, "light")
    with tempfile.TemporaryDirectory() as folder:
        await measure(Path(folder))


if __name__ == "__main__":
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        runner.run(main(app))
