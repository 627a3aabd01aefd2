"""Merging an operation's documents: cover, bookmarks, numbers, pictures as they are, broken members named."""

import asyncio
import hashlib
import io
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from bunkerdesk.desk.merging import merge
from bunkerdesk.desk.merging_plan import Member, MergePlan, NothingToMerge
from bunkerdesk.desk.merging_process import MergeFailed, Merger

FACTS = (("Reference", "SO-1"), ("Receiver vessel", "中远海运 宇宙 سفينة النور"), ("Port", "Singapore SGSIN"))


def pdf(path: Path, pages: int = 2, rotate: int = 0) -> Path:
    canvas = Canvas(str(path), pagesize=(300, 200))
    for number in range(pages):
        canvas.drawString(20, 100, f"{path.stem} page {number + 1}")
        canvas.showPage()
    canvas.save()
    if rotate:
        with pikepdf.open(path, allow_overwriting_input=True) as made:
            for page in made.pages:
                page.rotate(rotate, relative=False)
            made.save(path)
    return path


def picture(path: Path, **saved: Any) -> Path:
    image = Image.effect_noise((120, 60), 60).convert("RGBA" if saved.pop("alpha", False) else "RGB")
    if "orientation" in saved:
        exif = Image.Exif()
        exif[0x0112] = saved.pop("orientation")
        saved["exif"] = exif
    image.save(path, **saved)
    return path


def member(path: Path, title: str = "") -> Member:
    content = path.read_bytes()
    return Member(title or path.stem, path.name, str(path), hashlib.sha256(content).hexdigest(), len(content))


def plan(target: Path, *members: Member, **more: Any) -> MergePlan:
    return MergePlan(str(target), "SO-1 EVER SUMMIT", FACTS, members, "2026-11-21", **more)


def words(path: Path) -> list[str]:
    """The text of each page, by the viewer's own library."""
    from PySide6.QtPdf import QPdfDocument

    document = QPdfDocument()
    document.load(str(path))
    texts = [document.getAllText(page).text() for page in range(document.pageCount())]
    document.close()
    return texts


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "merged.pdf"


def test_members_stand_in_order_behind_the_cover(tmp_path: Path, target: Path, qapp: object):
    """A person leafs from the bookmark, the cover or the page number to the same page."""
    result = merge(
        plan(target, member(pdf(tmp_path / "b.pdf", 3)), member(pdf(tmp_path / "a.pdf", 1), "Delivery note"))
    )
    assert (result.pages, result.broken) == (5, ())
    assert (result.size, result.sha256) == (target.stat().st_size, hashlib.sha256(target.read_bytes()).hexdigest())
    texts = words(target)
    assert "SO-1" in texts[0]
    assert "2-4" in texts[0]
    assert hashlib.sha256((tmp_path / "a.pdf").read_bytes()).hexdigest() in texts[0]
    assert ["b page 1" in texts[1], "b page 3" in texts[3], "a page 1" in texts[4]] == [True] * 3
    assert [f"{number} / 5" in text for number, text in enumerate(texts, 1)] == [True] * 5
    with pikepdf.open(target) as merged, merged.open_outline() as outline:
        titles = [(str(item.title), merged.pages.index(item.destination[0])) for item in outline.root]
    assert titles == [("Cover", 0), ("b", 1), ("Delivery note", 4)]


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_number_stands_at_the_foot_as_seen(tmp_path: Path, target: Path, turn: int, qapp: object):
    """A landscape scan turned by its scanner has the number below, not at its side."""
    from PySide6.QtPdf import QPdfDocument

    source = pdf(tmp_path / "turned.pdf", 1, turn)
    merge(plan(target, member(source), has_cover=False))
    document = QPdfDocument()
    document.load(str(target))
    size = document.pagePointSize(0)
    found = document.getAllText(0)
    start = found.text().index("1 / 1")
    box = document.getSelectionAtIndex(0, start, 5).boundingRectangle()
    document.close()
    assert box.bottom() > size.height() - 22
    assert abs(box.center().x() - size.width() / 2) < 4


def test_pictures_go_in_as_they_are(tmp_path: Path, target: Path):
    """The evidence on a photograph is not compressed a second time; the camera's turn is kept."""
    photo = picture(tmp_path / "photo.jpg", orientation=6, quality=80)
    scan = picture(tmp_path / "scan.png")
    result = merge(plan(target, member(photo), member(scan), has_cover=False))
    assert result.broken == ()
    with pikepdf.open(target) as merged:
        assert int(merged.pages[0].obj.get("/Rotate", 0)) == 90
        image = next(iter(merged.pages[0].Resources.XObject.values()))
        jpeg = photo.read_bytes()
        assert bytes(image.read_raw_bytes()) == jpeg
        shown = pikepdf.PdfImage(next(iter(merged.pages[1].Resources.XObject.values()))).as_pil_image()
    with Image.open(scan) as original:
        assert shown.convert("RGB").tobytes() == original.convert("RGB").tobytes()


@pytest.mark.parametrize(
    ("name", "more"), [("a.png", {"alpha": True}), ("a.gif", {}), ("a.webp", {"alpha": True}), ("a.tif", {})]
)
def test_other_pictures_are_taken_too(tmp_path: Path, target: Path, name: str, more: dict[str, Any]):
    """Transparency lies on white paper."""
    assert merge(plan(target, member(picture(tmp_path / name, **more)))).pages == 2


def test_broken_members_are_named_and_not_fatal(tmp_path: Path, target: Path, qapp: object):
    """Eleven good papers are not held up by one that is damaged, locked, empty or no paper at all."""
    good = pdf(tmp_path / "good.pdf", 1)
    cut = tmp_path / "cut.jpg"
    cut.write_bytes(picture(tmp_path / "whole.jpg").read_bytes()[:900])
    (tmp_path / "junk.pdf").write_bytes(b"%PDF-1.7\n" + b"\x00garbage" * 50)
    (tmp_path / "sheet.xlsx").write_bytes(b"PK\x03\x04" + b"x" * 100)
    (tmp_path / "empty.pdf").write_bytes(b"")
    locked = tmp_path / "locked.pdf"
    with pikepdf.open(good) as source:
        source.save(locked, encryption=pikepdf.Encryption(owner="o", user="u"))
    absent = Member("Q88", "q88.pdf", problem="could not be fetched: the service has no such document")
    names = ("junk.pdf", "cut.jpg", "sheet.xlsx", "empty.pdf", "locked.pdf")
    members = [member(tmp_path / name) for name in names]
    result = merge(plan(target, members[0], member(good), *members[1:], absent))
    assert result.pages == 2
    reasons = dict(result.broken)
    assert reasons["locked"] == "is protected by a password"
    assert reasons["cut"]
    assert "archive" in reasons["sheet"]
    assert set(reasons) == {"junk", "cut", "sheet", "empty", "locked", "Q88"}
    cover = words(target)[0]
    assert "protected by a password" in cover
    assert "no such document" in " ".join(cover.split())


def test_a_pdf_locked_for_changes_only_is_merged(tmp_path: Path, target: Path):
    """Papers that may be read by anyone are common, and readable."""
    locked = tmp_path / "locked.pdf"
    with pikepdf.open(pdf(tmp_path / "good.pdf", 1)) as source:
        source.save(locked, encryption=pikepdf.Encryption(owner="o", user=""))
    assert merge(plan(target, member(locked))).broken == ()


def test_nothing_to_merge_leaves_nothing(tmp_path: Path, target: Path):
    """No cover without a paper behind it."""
    (tmp_path / "junk.pdf").write_bytes(b"%PDF-junk")
    with pytest.raises(NothingToMerge, match="junk"):
        merge(plan(target, member(tmp_path / "junk.pdf")))
    assert not target.exists()


def test_many_members_and_long_names_fill_more_covers(tmp_path: Path, target: Path, qapp: object):
    """The page numbers on the cover count its own pages too."""
    source = pdf(tmp_path / "one.pdf", 1)
    members = [Member(f"Paper {number} {'x' * 300}", "n" * 900 + "\ud800.pdf", str(source)) for number in range(60)]
    result = merge(plan(target, *members))
    covers = result.pages - 60
    assert covers > 1
    assert f" {covers + 1}\n" in words(target)[0].replace("\r\n", "\n") + "\n"


def test_a_form_is_baked_into_its_page(tmp_path: Path, target: Path, qapp: object):
    """What a person filled in stays readable, and two forms do not share their fields."""
    filled = tmp_path / "form.pdf"
    with pikepdf.open(pdf(tmp_path / "blank.pdf", 1)) as made:
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
        field = made.make_indirect(
            pikepdf.Dictionary(
                Type=pikepdf.Name.Annot,
                Subtype=pikepdf.Name.Widget,
                FT=pikepdf.Name.Tx,
                T="quantity",
                V="512.345",
                DA="/Helv 12 Tf 0 g",
                Rect=[20, 50, 220, 70],
                F=4,
            )
        )
        made.pages[0].Annots = made.make_indirect(pikepdf.Array([field]))
        made.Root.AcroForm = pikepdf.Dictionary(
            Fields=[field], NeedAppearances=True, DR=pikepdf.Dictionary(Font=pikepdf.Dictionary(Helv=font))
        )
        made.save(filled)
    merge(plan(target, member(filled), member(filled), has_cover=False))
    assert ["512.345" in text for text in words(target)] == [True, True]
    with pikepdf.open(target) as merged:
        assert "/AcroForm" not in merged.Root


async def test_the_process_merges_one_after_the_other(tmp_path: Path, target: Path):
    """Two operations at once each get their file, and a failure does not end the process."""
    merger = Merger()
    try:
        source = member(pdf(tmp_path / "one.pdf", 1))
        others = [merger.merge(plan(tmp_path / f"{number}.pdf", source)) for number in range(3)]
        assert [result.pages for result in await asyncio.gather(*others)] == [2, 2, 2]
        with pytest.raises(MergeFailed, match="None of the documents"):
            await merger.merge(plan(target, Member("x", "x.pdf", problem="is not here")))
        with pytest.raises(MergeFailed, match="could not be written") as refused:
            await merger.merge(plan(tmp_path / "no such folder" / "a.pdf", source))
        assert refused.value.errno is not None
        assert (await merger.merge(plan(target, source))).pages == 2
    finally:
        merger.close()


async def test_a_cancelled_merge_leaves_nothing_and_the_next_goes_on(tmp_path: Path, target: Path):
    """A closed dialog does not leave half a file in a person's folder."""
    heavy = io.BytesIO()
    Image.effect_noise((3000, 3000), 90).convert("RGBA").save(heavy, "PNG", compress_level=1)
    (tmp_path / "heavy.png").write_bytes(heavy.getvalue())
    merger = Merger()
    try:
        task = asyncio.ensure_future(merger.merge(plan(target, *[member(tmp_path / "heavy.png")] * 6)))
        await asyncio.wait([task], timeout=0.5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        left = await asyncio.to_thread(lambda: [path.name for path in tmp_path.iterdir()])
        assert left == ["heavy.png"]
        assert (await merger.merge(plan(target, member(pdf(tmp_path / "one.pdf", 1))))).pages == 2
    finally:
        merger.close()
