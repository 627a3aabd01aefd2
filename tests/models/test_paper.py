"""PDFs read for real: drawn in QtPdf's thread, read in a worker, matched against the notes of the demo world."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from bunkerdesk.contract import jsontext
from bunkerdesk.contract.operation import Operation
from bunkerdesk.models.paper_document import Obstacle, Order, PaperDocument, PaperProblem
from bunkerdesk.models.paper_index import PaperIndex, PaperShelf, PlacedFigure
from bunkerdesk.rules.paper.figure import Verdict
from bunkerdesk.rules.paper.figures import figures_of
from bunkerdesk.sandbox import paper, world
from bunkerdesk.sandbox.stage import StoredOperation
from bunkerdesk.sandbox.world import planted

NOW = datetime(2026, 11, 21, 5, 58, tzinfo=UTC)


@pytest.fixture(scope="module")
def operations() -> list[StoredOperation]:
    return list(world.build(NOW).operations)


@asynccontextmanager
async def opened(path: Path, password: str = "") -> AsyncIterator[tuple[PaperDocument, PaperIndex]]:
    document = await PaperDocument.open(path, password)
    index = PaperIndex(document.source, PaperShelf().of("x"))
    try:
        yield document, index
    finally:
        index.close()
        document.close()


async def placed(made: StoredOperation, recipe: dict[str, Any], folder: Path) -> list[PlacedFigure]:
    operation = Operation.read_json(jsontext.write(made.document))
    note = (operation.bunker_delivery_notes or [])[recipe["note"]]
    file = folder / "paper.pdf"
    file.write_bytes(paper.draw(recipe, made.document))
    async with opened(file) as (_, index):
        return await index.match(figures_of(note, operation))


async def test_every_figure_of_every_demo_note_is_found_and_the_planted_one_differs(
    operations: list[StoredOperation], tmp_path: Path
):
    """A surveyor sees at a glance the one paper that says something else; nothing else raises a false alarm."""
    differing, unfound, count = {}, set(), 0
    for made in operations:
        for document in made.documents:
            if document.type != "bunker_delivery_note":
                continue
            for figure in await placed(made, document.recipe, tmp_path):
                placement = figure.placement
                count += 1
                assert not placement.is_weak, placement
                if placement.verdict is Verdict.DIFFERS:
                    differing[made.document["clientReference"]] = (placement.key, placement.printed)
                elif placement.verdict is Verdict.NOT_FOUND:
                    unfound.add(placement.key)
                else:
                    assert figure.rectangles, placement
                    assert all(place.width() > 1 and place.height() > 1 for place in figure.rectangles), placement
    assert list(differing) == [planted.PAPER_DIFFERS]
    assert differing[planted.PAPER_DIFFERS][0] == "quantityDelivered"
    # A note of one page has no remarks, so no rating: nothing else is missing from the papers.
    assert unfound <= {"customerRating"}
    assert count > 1000


async def test_two_notes_bound_together_are_told_apart(operations: list[StoredOperation], tmp_path: Path):
    """Each note is held against its own pages, also where both papers are one file."""
    made = next(
        made
        for made in operations
        if len(made.document["bunkerDeliveryNotes"]) == 2
        and all(note["bunkerType"] == "conventional" for note in made.document["bunkerDeliveryNotes"])
    )
    operation = Operation.read_json(jsontext.write(made.document))
    papers = [each for each in made.documents if each.type == "bunker_delivery_note"]
    bound, pages = pikepdf.new(), []
    for number, each in enumerate(papers):
        file = tmp_path / f"{number}.pdf"
        file.write_bytes(paper.draw(each.recipe, made.document))
        with pikepdf.open(file) as single:
            pages.append(len(single.pages))
            bound.pages.extend(single.pages)
    bound.save(tmp_path / "bound.pdf")
    async with opened(tmp_path / "bound.pdf") as (_, index):
        for number, note in enumerate(operation.bunker_delivery_notes or []):
            figures = [each for each in figures_of(note) if each.key != "customerRating"]
            found = await index.match(figures)
            assert {each.placement.verdict for each in found} == {Verdict.FOUND}
            first = sum(pages[:number])
            assert {each.placement.page for each in found} <= set(range(first, first + pages[number]))


async def test_the_merged_documents_of_an_operation_find_the_notes_too(
    operations: list[StoredOperation], tmp_path: Path
):
    """The note is looked for on its own pages before tickets and certificates that repeat its figures."""
    made = next(made for made in operations if made.document["clientReference"] == planted.PAPER_DIFFERS)
    operation = Operation.read_json(jsontext.write(made.document))
    drawn = [(each, paper.draw(each.recipe, made.document)) for each in made.documents]
    file = tmp_path / "merged.pdf"
    file.write_bytes(paper.draw_merged(made.document, drawn))
    async with opened(file) as (document, index):
        assert document.page_count > 12
        note = (operation.bunker_delivery_notes or [])[0]
        found = {each.placement.key: each.placement for each in await index.match(figures_of(note, operation))}
    assert found["quantityDelivered"].verdict is Verdict.DIFFERS
    assert found["receiverVesselIMO"].verdict is Verdict.FOUND


@pytest.fixture
def three_pages(tmp_path: Path) -> Path:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "three.pdf"), pagesize=(400, 300))
    for number in range(3):
        canvas.drawString(40, 200, f"Page {number + 1}: Quantity delivered")
        canvas.drawString(40, 186, "498.213 metric tons")
        canvas.showPage()
    canvas.save()
    return tmp_path / "three.pdf"


async def test_text_is_read_page_by_page_and_found_across_lines(three_pages: Path):
    """A search finds what stands on two lines, whatever the case, with a rectangle for each line."""
    async with opened(three_pages) as (_, index):
        read: list[int] = []
        index.page_read.connect(read.append)
        await index.read()
        assert (read, index.is_whole) == ([0, 1, 2], True)
        hits = index.find("DELIVERED  498.213")
        assert [hit.page for hit in hits] == [0, 1, 2]
        places = await index.rectangles(hits[:1])
        assert len(places[0]) == 2
        assert places[0][0].bottom() <= places[0][1].top()
        assert index.find("  ") == []


async def test_a_picture_is_drawn_white_paper_below(three_pages: Path):
    """Pages come at the size asked for; orders wait for each other."""
    async with opened(three_pages) as (document, _):
        pictures: list[tuple[Order, QImage]] = []
        document.drawn.connect(lambda order, image: pictures.append((order, image)))
        order = Order(0, QSize(200, 150))
        assert document.draw(order)
        assert not document.draw(order)
        assert not document.source.quiet.is_set()
        async with asyncio.timeout(30):
            while not pictures:  # noqa: ASYNC110  # the signal comes with a turn of Qt's loop
                await asyncio.sleep(0.005)
        assert pictures[0][0] is order
        assert pictures[0][1].size() == order.size
        assert document.source.quiet.is_set()


def _mutilated(three_pages: Path) -> Iterator[tuple[str, bytes, Obstacle]]:
    whole = three_pages.read_bytes()
    yield "empty", b"", Obstacle.BROKEN
    yield "html", b"<html><body>Sign in</body></html>", Obstacle.BROKEN
    yield "cut", whole[: len(whole) // 3], Obstacle.BROKEN
    yield "header only", b"%PDF-1.7\n", Obstacle.BROKEN


async def test_what_cannot_be_opened_says_why(three_pages: Path, tmp_path: Path):
    """A sentence for each, no crash; a missing file too."""
    for name, content, obstacle in _mutilated(three_pages):
        file = tmp_path / "broken.pdf"
        file.write_bytes(content)
        with pytest.raises(PaperProblem) as caught:
            await PaperDocument.open(file)
        assert caught.value.obstacle is obstacle, name
    with pytest.raises(PaperProblem) as caught:
        await PaperDocument.open(tmp_path / "nowhere.pdf")
    assert caught.value.obstacle is Obstacle.MISSING


async def test_a_pdf_without_pages_says_so(tmp_path: Path):
    """It opens elsewhere as a blank window; here it is named."""
    pikepdf.new().save(tmp_path / "none.pdf")
    with pytest.raises(PaperProblem) as caught:
        await PaperDocument.open(tmp_path / "none.pdf")
    assert caught.value.obstacle in {Obstacle.NO_PAGES, Obstacle.BROKEN}


async def test_a_password_opens_what_it_locks(three_pages: Path, tmp_path: Path):
    """Both for looking and for reading; the wrong one asks again."""
    with pikepdf.open(three_pages) as plain:
        plain.save(tmp_path / "locked.pdf", encryption=pikepdf.Encryption(owner="o", user="stem", R=6))
    for wrong in ("", "laycan"):
        with pytest.raises(PaperProblem) as caught:
            await PaperDocument.open(tmp_path / "locked.pdf", wrong)
        assert caught.value.obstacle is Obstacle.PASSWORD
    async with opened(tmp_path / "locked.pdf", "stem") as (document, index):
        assert document.page_count == 3
        assert "498.213" in await index.read_text(0)
        assert "stem" not in repr(document.source)


def flipped(file: Path, chance: random.Random) -> bytes:
    damaged = bytearray(file.read_bytes())
    for _ in range(12):
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
    return bytes(damaged)


async def test_flipped_bits_never_end_the_program(three_pages: Path, tmp_path: Path):
    """Hundreds of damaged files either open or say that they are damaged."""

    chance, read, refused = random.Random(7), 0, 0
    damaged = [flipped(three_pages, chance) for _ in range(150)]
    for content in damaged:
        (tmp_path / "flipped.pdf").write_bytes(content)
        try:
            async with opened(tmp_path / "flipped.pdf") as (_, index):
                await index.read_words(0)
                read += 1
        except PaperProblem:
            refused += 1
    assert read + refused == 150
    assert read


async def test_sizes_of_ten_thousand_pages_come_in_time(tmp_path: Path):
    """The first page does not wait for the last; the odd one out is known in the end."""
    many = pikepdf.new()
    for number in range(1_000):
        many.add_blank_page(page_size=(300, 200) if number != 900 else (600, 900))
    many.save(tmp_path / "many.pdf")
    async with opened(tmp_path / "many.pdf") as (document, _):
        assert document.page_size(900).width() == 300
        await document.read_sizes()
        assert document.page_size(900).width() == 600
        assert document.page_size(999).width() == 300
