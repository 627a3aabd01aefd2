"""The viewer with whatever cannot be shown as it is: broken, huge, locked; one clear sentence each."""

import random
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit
from tests.views.documents.conftest import PAGES, Show, settled

from bunkerdesk.views.documents.viewer import DocumentViewer


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
    assert "30\u202f000 × 20\u202f000" in large_title(viewer)


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
