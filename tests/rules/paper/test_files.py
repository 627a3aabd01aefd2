"""What a file is, and under which name it may be saved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bunkerdesk.rules.paper.files import FileKind, kind_of, safe_file_name


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"", FileKind.EMPTY),
        (b"%PDF-1.7\n", FileKind.PDF),
        (b"\r\n\r\n%PDF-1.4", FileKind.PDF),
        (b"\xff\xd8\xff\xe0", FileKind.IMAGE),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", FileKind.IMAGE),
        (b"\xef\xbb\xbf <!DOCTYPE html><p>", FileKind.WEB_PAGE),
        (b"<?xml version='1.0'?>\n<html>", FileKind.WEB_PAGE),
        (b"PK\x03\x04rest", FileKind.ARCHIVE),
        ("Mass, вес, 质量".encode(), FileKind.TEXT),
        (b"\x00\x01\x02", FileKind.OTHER),
    ],
)
def test_the_content_says_what_a_file_is(head: bytes, kind: FileKind):
    """A web page named .pdf is shown as what it is."""
    assert kind_of(head) is kind


def test_a_text_cut_inside_a_letter_is_still_a_text():
    """The first thousand bytes may end in the middle of a character."""
    assert kind_of(("a" + "é" * 600).encode()[:1024]) is FileKind.TEXT


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("BDN 77-2.pdf", "BDN 77-2.pdf"),
        ("../../evil.pdf", "evil.pdf"),
        ("CON.pdf", "_CON.pdf"),
        ("a/b\\c:d.pdf", "a_b_c_d.pdf"),
        (".bashrc", "bashrc.pdf"),
        ("invoice\u202efdp.exe", "invoice_fdp.exe"),
        (None, "document.pdf"),
        ("单据.pdf", "单据.pdf"),
    ],
)
def test_a_hostile_name_becomes_a_plain_one(name: str | None, safe: str):
    """What is saved lands where the person said, under a name every platform takes."""
    assert safe_file_name(name, FileKind.PDF) == safe


@given(st.text(max_size=400))
def test_no_name_leaves_its_folder(name: str):
    """Whatever a service calls a document."""
    safe = safe_file_name(name, FileKind.PDF)
    assert safe
    assert len(safe) <= 130
    assert not set(safe) & set('/\\:\0<>"|?*')
    assert not safe.startswith(".")
    assert not safe.endswith((".", " "))
