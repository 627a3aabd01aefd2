"""A kept document, what kind of file it is by its first bytes, and a name it may be saved under."""

import codecs
import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto
from pathlib import Path

SNIFFED = 1024
"""How many bytes of a file `kind_of` wants to see; a PDF may begin behind some."""


class FileKind(StrEnum):
    """What a file is by its content, whatever its name and content type say."""

    PDF = auto()
    IMAGE = auto()
    WEB_PAGE = auto()
    ARCHIVE = auto()
    """Office documents are archives too."""
    TEXT = auto()
    EMPTY = auto()
    OTHER = auto()


KIND_WORDS = {
    FileKind.PDF: "PDF document",
    FileKind.IMAGE: "picture",
    FileKind.WEB_PAGE: "web page",
    FileKind.ARCHIVE: "office document or archive",
    FileKind.TEXT: "text file",
    FileKind.EMPTY: "empty file",
    FileKind.OTHER: "file of an unknown kind",
}

_MAGIC: tuple[tuple[bytes, FileKind], ...] = (
    (b"\xff\xd8\xff", FileKind.IMAGE),
    (b"\x89PNG\r\n\x1a\n", FileKind.IMAGE),
    (b"GIF8", FileKind.IMAGE),
    (b"II*\x00", FileKind.IMAGE),
    (b"MM\x00*", FileKind.IMAGE),
    (b"BM", FileKind.IMAGE),
    (b"PK\x03\x04", FileKind.ARCHIVE),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", FileKind.ARCHIVE),
)
_PAGE = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|script|\?xml[^>]*\?>\s*<(?:!doctype\s+html|html))", re.IGNORECASE
)


def kind_of(head: bytes) -> FileKind:
    """The kind of a file from its first `SNIFFED` bytes."""
    if not head:
        return FileKind.EMPTY
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return FileKind.IMAGE
    found = next((kind for magic, kind in _MAGIC if head.startswith(magic)), None)
    if found is None and b"%PDF-" in head:
        # Some makers put lines of their own before it; an archive of PDFs begins as an archive.
        found = FileKind.PDF
    if found is not None:
        return found
    if _PAGE.match(head.lstrip(b"\xef\xbb\xbf \t\r\n")):
        return FileKind.WEB_PAGE
    return FileKind.TEXT if _is_text(head) else FileKind.OTHER


def _is_text(head: bytes) -> bool:
    if b"\x00" in head:
        return False
    try:
        # The head may end in the middle of a letter.
        codecs.getincrementaldecoder("utf-8")().decode(head, final=len(head) < SNIFFED)
    except UnicodeDecodeError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class DocumentFile:
    """A whole document on this computer. `path` is its content's own name, never the service's."""

    path: Path
    kind: FileKind
    content_type: str
    """As the service said; may be empty."""
    size: int
    """Bytes."""
    sha256: str
    fetched_at: datetime
    """UTC."""
    changed_from: str = ""
    """The hash it had when it was fetched before, where the service now gives another content."""

    @property
    def kind_words(self) -> str:
        """What it is, in words."""
        return KIND_WORDS[self.kind]


_LONGEST = 120
_UNSAFE = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2066-\u2069]')
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)")
_ENDINGS = {FileKind.PDF: ".pdf", FileKind.TEXT: ".txt", FileKind.WEB_PAGE: ".html"}


def safe_file_name(name: str | None, kind: FileKind = FileKind.OTHER) -> str:
    """A name that every platform takes as a plain name: no folders, no devices, no hidden or reversing characters."""
    plain = _UNSAFE.sub("_", name or "").strip(" .")
    plain = re.sub(r"_*\.\._*", "_", plain).strip(" ._") or "document"
    if _RESERVED.match(plain):
        plain = f"_{plain}"
    stem, dot, ending = plain.rpartition(".")
    if not dot or len(ending) > 5:
        stem, ending = plain, _ENDINGS.get(kind, "").lstrip(".")
    room = _LONGEST - len(ending) - 1
    return f"{stem[:room]}.{ending}" if ending else stem[:_LONGEST]
