"""The cover of a merged file: facts of the operation, its members with page numbers and hashes, what is missing."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from bunkerdesk.desk.merging_plan import MergePlan, Part, page_ranges
from bunkerdesk.desk.paper_fonts import Doubts, font_for, set_text
from bunkerdesk.rules.visual_order import visual

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARGIN = 48.0
_WIDTH = A4[0] - 2 * _MARGIN
_TOP, _FOOT = A4[1] - 52.0, 48.0
_INK, _DIM, _RULE, _ERROR = (HexColor(code) for code in ("#141A21", "#5C6875", "#DFE4EA", "#BF2F27"))
_PAGES_COLUMN = 54.0
_LINE = 13.0
_MOST_LINES = 3


def draw_cover(plan: MergePlan, parts: Sequence[Part], total: int) -> bytes:
    """The cover as a PDF of one or more pages; `total` counts all pages of the merged file."""
    buffer = io.BytesIO()
    page = _Pages(Canvas(buffer, pagesize=A4, invariant=1))
    page.write(plan.title, 17, bold=True, lines=_MOST_LINES)
    page.down(4)
    count = sum(1 for part in parts if part.pages)
    page.write(
        f"{count} of {len(parts)} documents, {total} pages. Merged {plan.made_at or 'by Bunker Desk'}.", 9, tone=_DIM
    )
    page.down(10)
    for name, value in plan.facts:
        page.fact(name, value)
    broken = [part for part in parts if part.problem]
    if broken:
        page.down(10)
        page.write("Not in this file", 11, bold=True)
        for part in broken:
            page.write(f"{part.member.title} ({part.member.name}) {part.problem}.", 9, tone=_ERROR, lines=_MOST_LINES)
    page.down(10)
    page.write("Documents", 11, bold=True)
    for part, pages in zip(parts, page_ranges(parts), strict=True):
        if part.pages:
            page.entry(part, pages)
    page.finish()
    return buffer.getvalue()


class _Pages:
    """Writes from the top down and begins another page where one is full."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._y = _TOP
        self._doubts = Doubts()

    def down(self, points: float) -> None:
        self._y -= points

    def finish(self) -> None:
        if self._doubts.words:
            self.down(10)
            self.write(self._doubts.words, 8, tone=_DIM)
        self._canvas.showPage()
        self._canvas.save()

    def write(self, text: str, size: float, *, lines: int = 2, bold: bool = False, tone: Any = _INK) -> None:
        for line in _wrapped(text, size, _WIDTH, bold=bold)[:lines]:
            self._room(size + 4)
            self._say(line, _MARGIN, (size, bold), tone)
            self._y -= size + 4

    def fact(self, name: str, value: str) -> None:
        lines = _wrapped(value, 10, _WIDTH - 120)[:_MOST_LINES] or ["not given"]
        self._room(_LINE * len(lines))
        self._say(name, _MARGIN, (9, False), _DIM)
        for line in lines:
            self._say(line, _MARGIN + 120, (10, False))
            self._y -= _LINE

    def entry(self, part: Part, pages: str) -> None:
        member = part.member
        title = _wrapped(member.title, 10, _WIDTH - _PAGES_COLUMN, bold=True)[:1] or ["Document"]
        name = _wrapped(member.name, 8, _WIDTH - _PAGES_COLUMN)[:2]
        self._room(_LINE + 10 * (len(name) + 1) + 8)
        self._canvas.setStrokeColor(_RULE)
        self._canvas.line(_MARGIN, self._y + _LINE - 1, _MARGIN + _WIDTH, self._y + _LINE - 1)
        self._say(title[0], _MARGIN, (10, True))
        self._canvas.drawRightString(_MARGIN + _WIDTH, self._y, pages.replace("–", "-"))
        self._y -= _LINE - 2
        for line in name:
            self._say(line, _MARGIN, (8, False), _DIM)
            self._y -= 10
        self._say(f"SHA-256 {member.sha256}", _MARGIN, (7, False), _DIM)
        self._y -= 18

    def _say(self, text: str, left: float, type_: tuple[float, bool], tone: Any = _INK) -> None:
        size, bold = type_
        setting = set_text(text, bold=bold)
        self._doubts.add(setting)
        self._canvas.setFont(setting.font, size)
        self._canvas.setFillColor(tone)
        self._canvas.drawString(left, self._y, visual(setting.text))

    def _room(self, points: float) -> None:
        if self._y - points < _FOOT:
            self._canvas.showPage()
            self._y = _TOP


def _wrapped(text: str, size: float, room: float, *, bold: bool = False) -> list[str]:
    """Lines within the room; an endless word is broken. Only as much is measured as a cover could show."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(" ".join(text[:600].encode("utf-8", "replace").decode("utf-8").split())):
        if line and _wide(line + piece, size, bold=bold) > room:
            lines.append(line.strip())
            line = ""
        line += piece
    return [*lines, line.strip()] if line.strip() else lines


def _pieces(text: str) -> "Iterator[str]":
    for word in text.split(" "):
        for start in range(0, len(word), 24):
            piece = word[start : start + 24]
            yield piece if start + 24 < len(word) else f"{piece} "


def _wide(text: str, size: float, *, bold: bool) -> float:
    font, shown = font_for(text.rstrip(), bold=bold)
    return float(pdfmetrics.stringWidth(shown, font, size))
