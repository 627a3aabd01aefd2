"""A letter on paper, from plain text: title, labelled lines with their values in a column, paragraphs, signatures."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bunkerdesk.desk.export_table import clean
from bunkerdesk.desk.paper_fonts import doubts_of, font_for
from bunkerdesk.rules.visual_order import visual

_MARGIN, _VALUES = 60.0, 130.0
_SIZE, _LINE, _TITLE_SIZE, _SMALL = 10.0, 14.0, 15.0, 8.0
_LABELLED = re.compile(r"(\S.{0,40}?:) {2,}(\S.*)?$")
_UNDER_VALUE = 15
"""Blanks in front from which a line stands under the values."""
_INDENT = 3.6
"""Points for a blank in front of a line."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of writing: where it begins, and what is drawn."""

    left: float
    text: str
    size: float = _SIZE
    is_bold: bool = False
    label: str = ""


def draw_letter(text: str, path: Path) -> None:
    """Draw a letter; a text without labels and title is drawn line by line. Raises `OSError`."""
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path), pagesize=A4)
    canvas.setTitle("Note of protest")
    bottom, at = _MARGIN, A4[1] - _MARGIN
    room = A4[0] - _MARGIN
    blocks = _blocks(clean(text).expandtabs(4).splitlines())
    for number, block in enumerate(blocks):
        lines = [line for written in block for line in _lines(written, room, is_first=number == 0)]
        # What is signed stands together with what it is signed for.
        if at - sum(map(_height, lines)) < bottom and sum(map(_height, lines)) < A4[1] / 2:
            canvas.showPage()
            at = A4[1] - _MARGIN
        for line in lines:
            if at < bottom:
                canvas.showPage()
                at = A4[1] - _MARGIN
            _draw(canvas, line, at)
            at -= _height(line)
    if doubts := doubts_of(text.splitlines()):
        _draw(canvas, _Line(_MARGIN, doubts, _SMALL), bottom - _LINE)
    canvas.save()


def _blocks(lines: list[str]) -> list[list[str]]:
    """Paragraphs with the blank line behind them; the signatures at the end are one block."""
    sign = next((place for place, line in enumerate(lines) if line.startswith("Please acknowledge")), len(lines))
    blocks: list[list[str]] = [[]]
    for place, line in enumerate(lines):
        blocks[-1].append(line)
        if not line.strip() and place < sign:
            blocks.append([])
    return [block for block in blocks if block]


def _height(line: _Line) -> float:
    return _LINE if line.size == _SIZE else _LINE * 1.6


def _lines(written: str, room: float, *, is_first: bool) -> Iterator[_Line]:
    found = _LABELLED.match(written)
    indent = len(written) - len(written.lstrip())
    if is_first and written.strip() and written.strip().upper() == written.strip():
        yield _Line(_MARGIN, written.strip(), _TITLE_SIZE, is_bold=True)
    elif found:
        left = _MARGIN + _VALUES
        pieces = list(_broken(found.group(2) or "", room - left))
        yield _Line(left, pieces[0], label=found.group(1))
        yield from (_Line(left, piece) for piece in pieces[1:])
    elif indent >= _UNDER_VALUE:
        yield _Line(_MARGIN + _VALUES, written.strip())
    else:
        left = _MARGIN + indent * _INDENT
        is_numbered = bool(re.match(r"\d+\. ", written.lstrip()))
        for piece in _broken(written.strip(), room - left):
            yield _Line(left, piece, is_bold=is_numbered)


def _broken(text: str, width: float) -> list[str]:
    """A text in pieces that fit; broken at blanks, an endless word anywhere."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    def fits(piece: str) -> bool:
        font, shown = font_for(piece, bold=True)
        return float(stringWidth(shown, font, _SIZE)) <= width

    pieces: list[str] = []
    rest = text
    while not fits(rest):
        low, high = 1, len(rest)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if fits(rest[:middle]) else (low, middle - 1)
        at = rest.rfind(" ", 1, low + 1)
        at = at if at > 0 else low
        pieces.append(rest[:at])
        rest = rest[at:].lstrip()
    return [*pieces, rest]


def _draw(canvas: Any, line: _Line, at: float) -> None:
    if line.label:
        font, shown = font_for(line.label)
        canvas.setFont(font, _SIZE)
        canvas.drawString(_MARGIN, at, visual(shown))
    font, shown = font_for(line.text, bold=line.is_bold)
    canvas.setFont(font, line.size)
    canvas.drawString(line.left, at, visual(shown))
