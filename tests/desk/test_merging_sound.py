"""What is merged is a sound PDF whatever its members are, and their pictures are the same bytes as before."""

import hashlib
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import img2pdf
import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String
from PIL import Image
from tests.desk.test_merging import member, pdf, picture, plan, words

from bunkerdesk.desk.merging import merge


def scan(path: Path, *pictures: Path) -> Path:
    """A PDF of pictures, as a scanner makes it."""
    with path.open("wb") as file:
        img2pdf.convert([str(one) for one in pictures], outputstream=file)
    return path


def pictures_of(path: Path) -> list[str]:
    """The hashes of all picture streams as they are stored, still packed."""
    with pikepdf.open(path) as opened:
        found = [one for one in opened.objects if isinstance(one, Stream) and one.get("/Subtype") == "/Image"]
        return sorted(hashlib.sha256(one.read_raw_bytes()).hexdigest() for one in found)


def troubles(path: Path) -> list[str]:
    """What `qpdf --check` says."""
    with pikepdf.open(path) as opened:
        check: Callable[[], list[str]] = getattr(opened, "check_pdf_syntax", None) or opened.check
        return check()


def saved(path: Path, change: Callable[[Pdf], object], **how: Any) -> Path:
    """A changed PDF, saved in some way."""
    with pikepdf.open(pdf(path.with_suffix(".plain.pdf"), 2)) as opened:
        change(opened)
        opened.save(path, **how)
    return path


def signed(opened: Pdf) -> None:
    """A signature field with its look and a form text, as a signing service leaves them."""
    look = Stream(opened, b"BT /F 9 Tf 2 4 Td (Signed by Chief Engineer) Tj ET")
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)
    look.Type, look.Subtype, look.BBox = Name.XObject, Name.Form, Array([0, 0, 150, 20])
    look.Resources = Dictionary(Font=Dictionary(F=font))
    field = opened.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name.Widget,
            FT=Name.Sig,
            T=String("signature"),
            F=4,
            Rect=Array([20, 20, 170, 40]),
            V=Dictionary(Type=Name.Sig, Filter=Name("/Adobe.PPKLite"), Contents=String(b"\0" * 64)),
            AP=Dictionary(N=opened.make_indirect(look)),
        )
    )
    opened.pages[0].Annots = Array([field])
    opened.Root.AcroForm = Dictionary(Fields=Array([field]), SigFlags=3)


def without_pages(path: Path) -> Path:
    with pikepdf.new() as empty:
        empty.save(path)
    return path


def giant(path: Path) -> Path:
    """A PNG that says it is 60,000 by 60,000 pixels: ten gigabytes if anybody believed it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", b"") + chunk(b"IEND", b""))
    return path


def test_the_pictures_of_scans_are_the_same_bytes(tmp_path: Path):
    """Photographs, fax pages and grey scans, by themselves and within PDFs."""
    photos = [picture(tmp_path / f"{number}.jpg", quality=60 + number, progressive=bool(number)) for number in range(2)]
    fax = tmp_path / "fax.png"
    Image.effect_noise((200, 300), 90).convert("1").save(fax)
    inside = scan(tmp_path / "inside.pdf", *photos, fax)
    packed = saved(tmp_path / "packed.pdf", lambda _: None, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    target = tmp_path / "merged.pdf"
    assert merge(plan(target, member(inside), member(photos[0], "Photo"), member(packed))).broken == ()
    assert troubles(target) == []
    photo = hashlib.sha256(photos[0].read_bytes()).hexdigest()
    assert sorted([*pictures_of(inside), photo]) == pictures_of(target)


@pytest.mark.parametrize("mode", ["CMYK", "L", "1", "P", "I;16", "RGBA"])
def test_every_depth_of_picture_is_merged(tmp_path: Path, mode: str):
    """What cameras, scanners and offices make; none makes an unsound file."""
    name = tmp_path / ("a.jpg" if mode == "CMYK" else "a.png")
    image = Image.effect_noise((90, 40), 60)
    (Image.new("I;16", (90, 40), 777) if mode == "I;16" else image.convert(mode)).save(name)
    target = tmp_path / "merged.pdf"
    result = merge(plan(target, member(name)))
    assert (result.pages, result.broken) == (2, ())
    assert troubles(target) == []


def test_pages_of_every_kind_make_a_sound_file(tmp_path: Path, qapp: object):
    """Turned, locked against changes, made for the web, signed, of no pages, of absurd size: named or there."""
    turned = pdf(tmp_path / "turned.pdf", 3, rotate=270)
    lock = pikepdf.Encryption(owner="o", user="", allow=pikepdf.Permissions(extract=False, modify_assembly=False))
    locked = saved(tmp_path / "locked.pdf", lambda _: None, encryption=lock)
    web = saved(tmp_path / "web.pdf", lambda _: None, linearize=True)
    by_hand = saved(tmp_path / "signed.pdf", signed)
    cut = tmp_path / "cut.pdf"
    cut.write_bytes(web.read_bytes()[:-700])
    wide = saved(tmp_path / "wide.pdf", lambda one: setattr(one.pages[0], "MediaBox", Array([0, 0, 14_000, 9_000])))
    empty, huge = without_pages(tmp_path / "empty.pdf"), giant(tmp_path / "giant.png")
    target = tmp_path / "merged.pdf"
    result = merge(plan(target, *map(member, (turned, locked, web, by_hand, cut, wide, empty, huge))))
    reasons = dict(result.broken)
    assert reasons["empty"] == "has no pages"
    assert "too large" in reasons["giant"]
    assert set(reasons) <= {"empty", "giant", "cut"}
    assert troubles(target) == []
    texts = words(target)
    assert sum("Signed by Chief Engineer" in text for text in texts) == 1
    with pikepdf.open(target) as merged:
        assert "/AcroForm" not in merged.Root
        assert not merged.is_encrypted
        assert [int(page.obj.get("/Rotate", 0)) for page in merged.pages[1:4]] == [270] * 3
        with merged.open_outline() as outline:
            titles = [str(item.title) for item in outline.root]
    assert titles[:5] == ["Cover", "turned", "locked", "web", "signed"]
