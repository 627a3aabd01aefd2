"""A table on paper: A4 across, the header on every page, page n of m, where the figures come from and as of when."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO

from bunkerdesk.desk.export_pdf_join import TOTAL, join
from bunkerdesk.desk.export_table import Cell, Pace, Table, clean
from bunkerdesk.desk.paper_fonts import Doubts, Setting, font_for, set_text
from bunkerdesk.rules import wording
from bunkerdesk.rules.visual_order import visual

_MARGIN = 36.0
_SIZE, _HEAD, _SMALL = 7.5, 13.0, 7.0
_LINE, _NEXT = 13.5, 9.5
_MOST_LINES = 5
"""Of one cell; what is longer ends with an ellipsis."""
_LONGEST = 2_000
"""Characters of a cell that are looked at."""
CACHED = 4_096
_PART_PAGES = 100
_SAMPLE = 200
"""Rows looked at before the widths are set."""
_NARROWEST = 18.0
_LONGEST_WORD = 110.0
"""Points; a longer word is broken."""
_GAP = 6.0
_PAGE_ROOM = 38.0
_TOTAL_FORM = "total"
_SHADE, _RULE, _INK, _QUIET = 0.93, 0.75, 0.1, 0.4


def write_pdf(table: Table, path: Path, pace: Pace) -> int:
    """Write the file; answers the number of rows. Raises `OSError`."""
    from reportlab.lib.pagesizes import A4, landscape

    size = landscape(A4)
    rows = table.rows(pace)
    sample = list(islice(rows, _SAMPLE))
    parts = _Parts(path, size, table)
    paper = _Paper(parts, size, table, _widths(table, sample, size[0] - 2 * _MARGIN))
    count = 0
    try:
        for row in chain(sample, rows):
            paper.add(row)
            count += 1
        paper.finish()
        parts.finish(paper.foot)
    finally:
        parts.close()
    return count


Foot = Callable[[str], None]
"""Draws how many pages there are, for all pages of a part."""


class _Parts:
    """The file in the making: beyond some hundred pages in parts, since a canvas keeps its pages in memory."""

    def __init__(self, path: Path, size: tuple[float, float], table: Table) -> None:
        self._path, self._size, self._table = path, size, table
        self._files: list[Path] = []
        self._file: BinaryIO | None = None
        self._pages = 0
        self.canvas = self._begin()

    def turn(self, foot: "Foot") -> None:
        """Begin a new page."""
        self._pages += 1
        if self._pages % _PART_PAGES:
            self.canvas.showPage()
        else:
            foot(TOTAL)
            self._end()
            self.canvas = self._begin()

    def finish(self, foot: "Foot") -> None:
        """Make one file of the parts; only now it is known how many pages there are."""
        self._pages += 1
        is_one = len(self._files) == 1
        foot(f"of {self._pages}" if is_one else TOTAL)
        self._end()
        if is_one:
            self._files[0].replace(self._path)
        else:
            join(self._files, self._path, self._pages)

    def close(self) -> None:
        """Let go of what a failure left open."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self._file.close()

    def _begin(self) -> Any:
        from reportlab.pdfgen.canvas import Canvas

        part = self._path.with_name(f"{len(self._files)}.part")
        self._files.append(part)
        self._file = part.open("wb")
        canvas = Canvas(self._file, pagesize=self._size, pageCompression=1)
        canvas.setTitle(clean(self._table.title))
        canvas.setSubject(clean(self._table.subtitle))
        return canvas

    def _end(self) -> None:
        self.canvas.save()
        if self._file is not None:
            self._file.close()
            self._file = None


def said(cell: Cell) -> str:
    """A cell as it is read on paper."""
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else "no"
        case int() | Decimal():
            return wording.number(Decimal(cell))
        case datetime():
            return f"{cell:%Y-%m-%d %H:%M} {wording.offset_words(cell)}"
        case date():
            return cell.isoformat()
        case _:
            return " ".join(clean(cell).split())


def _widths(table: Table, sample: Sequence[Sequence[Cell]], room: float) -> list[float]:
    """Widths in points: what most rows need, shrunk to the page from the widest on, but not within a word.

    A reference cut off is none; what wraps can be read.
    """
    ideal, least = list[float](), list[float]()
    for place, heading in enumerate(table.headings):
        texts = [said(row[place]) for row in sample]
        whole = sorted(width(text, _SIZE) for text in texts)
        typical = whole[int(len(whole) * 0.95)] if whole else 0.0
        word = max((width(word, _SIZE) for text in texts for word in text.split(" ")), default=0.0)
        title = max(width(word, _SIZE, bold=True) for word in heading.title.split(" "))
        least.append(max(_NARROWEST, min(word, _LONGEST_WORD), min(title, _LONGEST_WORD)) + _GAP + 2)
        ideal.append(max(least[-1], min(typical, 220.0) + _GAP + 2))
    limit, widths = max(ideal), ideal
    while sum(widths) > room and limit > _NARROWEST:
        limit *= 0.97
        widths = [max(narrow, min(wide, limit)) for narrow, wide in zip(least, ideal, strict=True)]
    share = room / sum(widths)
    return [each * share for each in widths]


@dataclass(frozen=True, slots=True)
class _Look:
    """How a text is set."""

    size: float = _SIZE
    is_bold: bool = False
    is_right: bool = False


_PLAIN, _RIGHT, _BOLD = _Look(), _Look(is_right=True), _Look(is_bold=True)
_TITLE, _FOOT, _FOOT_RIGHT = _Look(_HEAD, is_bold=True), _Look(_SMALL), _Look(_SMALL, is_right=True)


@dataclass
class _Paper:
    """The page under the pen; `y` is the height still free."""

    parts: _Parts
    size: tuple[float, float]
    table: Table
    widths: Sequence[float]
    y: float = 0.0
    number: int = 0
    doubts: Doubts = field(default_factory=Doubts)

    @property
    def canvas(self) -> Any:
        return self.parts.canvas

    def add(self, row: Sequence[Cell]) -> None:
        cells = [_lines(said(cell), round(room - _GAP - 2, 1)) for cell, room in zip(row, self.widths, strict=True)]
        height = _LINE + _NEXT * (max(map(len, cells), default=1) - 1)
        if self.y < _MARGIN + _LINE + height:
            self._turn()
        x = _MARGIN
        for cell, lines, room in zip(row, cells, self.widths, strict=True):
            is_number = isinstance(cell, int | Decimal) and not isinstance(cell, bool)
            for place, line in enumerate(lines):
                at = (x, self.y - _LINE + 4 - _NEXT * place)
                self._text(at, line, room - _GAP, _RIGHT if is_number else _PLAIN)
            x += room
        self.y -= height
        self.canvas.setStrokeGray(_RULE)
        self.canvas.setLineWidth(0.25)
        self.canvas.line(_MARGIN, self.y, self.size[0] - _MARGIN, self.y)

    def finish(self) -> None:
        if not self.number:
            self._turn()
            self._text((_MARGIN, self.y - _LINE), "Nothing to show.", self.size[0], _PLAIN)
        self._foot()

    def _turn(self) -> None:
        if self.number:
            self._foot()
            self.parts.turn(self.foot)
        self.number += 1
        top, room = self.size[1] - _MARGIN, self.size[0] / 2 - _MARGIN
        self.canvas.setFillGray(_INK)
        self._text((_MARGIN, top - _HEAD), self.table.title, room, _TITLE)
        self.canvas.setFillGray(_QUIET)
        self._text((self.size[0] / 2, top - _HEAD), self.table.subtitle, room, _FOOT_RIGHT)
        titles = [
            _lines(heading.title, round(room - _GAP - 2, 1), bold=True)
            for heading, room in zip(self.table.headings, self.widths, strict=True)
        ]
        height = _LINE + _NEXT * (max(map(len, titles)) - 1)
        self.y = top - _HEAD - 10 - height
        self.canvas.setFillGray(_SHADE)
        self.canvas.rect(_MARGIN, self.y, self.size[0] - 2 * _MARGIN, height, stroke=0, fill=1)
        self.canvas.setFillGray(_INK)
        x = _MARGIN
        for lines, room in zip(titles, self.widths, strict=True):
            for place, line in enumerate(lines):
                self._text((x, self.y + height - _LINE + 4 - _NEXT * place), line, room - _GAP, _BOLD)
            x += room

    def foot(self, total: str) -> None:
        """What all pages of a part share."""
        self.canvas.beginForm(_TOTAL_FORM)
        self.canvas.setFillGray(_QUIET)
        self._text((_MARGIN + _PAGE_ROOM, _MARGIN - 12), total, self.size[0], _FOOT)
        if self.doubts.words:
            self._text((_MARGIN + 3 * _PAGE_ROOM, _MARGIN - 12), self.doubts.words, self.size[0] / 2, _FOOT)
        self.canvas.endForm()

    def _foot(self) -> None:
        self.canvas.setFillGray(_QUIET)
        self._text((_MARGIN, _MARGIN - 12), "Bunker Desk", self.size[0] - 2 * _MARGIN, _FOOT_RIGHT)
        self._text((_MARGIN, _MARGIN - 12), f"Page {self.number}", _PAGE_ROOM, _FOOT_RIGHT)
        self.canvas.doForm(_TOTAL_FORM)
        self.canvas.setFillGray(_INK)

    def _text(self, at: tuple[float, float], text: str, room: float, look: _Look) -> None:
        setting = _fitted(text, round(room - 2, 1), look)
        self.doubts.add(setting)
        shown = visual(setting.text)
        self.canvas.setFont(setting.font, look.size)
        if look.is_right:
            self.canvas.drawRightString(at[0] + room, at[1], shown)
        else:
            self.canvas.drawString(at[0] + 3, at[1], shown)


@lru_cache(maxsize=CACHED)
def _fitted(text: str, room: float, look: _Look) -> Setting:
    """The font of a text, and as much of it as there is room for; the cells of a column repeat themselves."""
    setting = set_text(text, bold=look.is_bold)
    return replace(setting, text=_elided(setting.text, room, lambda part: _measured(part, setting.font, look.size)))


@lru_cache(maxsize=CACHED)
def _lines(text: str, room: float, *, bold: bool = False) -> list[str]:
    """A cell's lines, broken at blanks, and within a word only where it is too long for any line."""
    if not text or width(text, _SIZE, bold=bold) <= room:
        return [text] if text else []
    lines, line = list[str](), ""
    pieces = list(_words(text[:_LONGEST], room, bold=bold))
    for place, piece in enumerate(pieces):
        longer = f"{line} {piece}".strip()
        if not line or width(longer, _SIZE, bold=bold) <= room:
            line = longer
        elif len(lines) == _MOST_LINES - 1:
            return [*lines, " ".join([line, *pieces[place:]])]  # shortened when drawn
        else:
            lines.append(line)
            line = piece
    return [*lines, line]


def _words(text: str, room: float, *, bold: bool) -> Iterator[str]:
    """The words of a text; one that is too long in pieces that fit."""
    for word in text.split(" "):
        rest = word
        while len(rest) > 1 and (needed := width(rest, _SIZE, bold=bold)) > room:
            fits = max(1, int(len(rest) * room / needed))
            while fits > 1 and width(rest[:fits], _SIZE, bold=bold) > room:
                fits -= 1
            yield rest[:fits]
            rest = rest[fits:]
        yield rest


def width(text: str, size: float, *, bold: bool = False) -> float:
    """The width of a text in points."""
    font, shown = font_for(text, bold=bold)
    return _measured(shown, font, size)


def _measured(text: str, font: str, size: float) -> float:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return float(stringWidth(text, font, size))


def _elided(text: str, room: float, measure: Callable[[str], float]) -> str:
    if measure(text) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if measure(text[:middle] + "…") <= room else (low, middle - 1)
    return text[:low].rstrip() + "…" if low else ""
