"""A form on A4: letterhead, ruled tables, boxes to tick, signatures drawn as curves. Wraps reportlab's canvas."""

from collections.abc import Iterable, Sequence
from functools import cache
from io import BytesIO
from random import Random
from typing import Any, TypedDict, Unpack

from reportlab.lib.colors import Color, HexColor, white
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from bunkerdesk.rules.visual_order import visual

INK, RULE, SHADE, PEN, HEAD = (HexColor(code) for code in ("#14181d", "#7b848c", "#eef1f3", "#1d3f8f", "#1f3a4d"))
LEFT, RIGHT, TOP, BOTTOM = 42.0, A4[0] - 42.0, A4[1] - 40.0, 40.0
WIDTH = RIGHT - LEFT
_ARABIC_FONTS = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/System/Library/Fonts/Supplemental/Arial Unicode.ttf",
    "C:/Windows/Fonts/arial.ttf",
)
_CHINESE_FONTS = (
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/System/Library/Fonts/STHeiti Light.ttc",
    "C:/Windows/Fonts/simsun.ttc",
)


@cache
def _chinese() -> str:
    """A font of the machine with Chinese letters, to be embedded; else the one every reader is to bring itself."""
    for path in _CHINESE_FONTS:
        try:
            pdfmetrics.registerFont(TTFont("Chinese", path))
        except (OSError, TTFError):
            continue
        return "Chinese"
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    return "STSong-Light"


@cache
def _widest() -> str | None:
    """A font with Arabic letters if the machine has one; papers can do without."""
    for path in _ARABIC_FONTS:
        try:
            pdfmetrics.registerFont(TTFont("Widest", path))
        except (OSError, TTFError):
            continue
        return "Widest"
    return None


def font_for(text: str, font: str) -> tuple[str, str]:
    """The font that can show a text, and the text as it can be shown."""
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        pass
    else:
        return font, text
    if any("\u2e80" <= letter <= "\uffef" for letter in text):
        return _chinese(), text
    widest = _widest()
    if widest is None:
        return font, text.encode("cp1252", "replace").decode("cp1252")
    return widest, visual(text)


def text_width(text: str, size: float, font: str = "Helvetica") -> float:
    """The width of a text in points."""
    name, shown = font_for(text, font)
    return float(pdfmetrics.stringWidth(shown, name, size))


def wrapped(text: str, size: float, room: float, font: str = "Helvetica") -> list[str]:
    """Lines that fit the room; words longer than a line are broken."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}".strip()
        if text_width(joined, size, font) <= room:
            line = joined
            continue
        if line:
            lines.append(line)
        line = word
        while text_width(line, size, font) > room:
            cut = next(end for end in range(len(line), 0, -1) if end == 1 or text_width(line[:end], size, font) <= room)
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line] if line or not lines else lines


class Look(TypedDict, total=False):
    """How a line of text is set: size in points, font, colour, and the room it must fit."""

    size: float
    font: str
    colour: Color
    room: float


class Sheet:
    """A document in the making; `y` is the height still free above the foot of the page."""

    def __init__(self, title: str, recipe: dict[str, Any], operation: dict[str, Any]) -> None:
        self._buffer = BytesIO()
        self._canvas = Canvas(self._buffer, pagesize=A4, invariant=1, pageCompression=1)
        self._canvas.setTitle(title)
        self._canvas.setAuthor(str(operation["supplier"]["companyName"]))
        self._canvas.setSubject(str(operation["clientReference"]))
        self.chance = Random(str(recipe.get("seed")))
        self._title, self._recipe, self._operation = title, recipe, operation
        self._page = 0
        self.y = TOP
        self.comma = bool(recipe.get("decimalComma"))
        self._begin()

    def _begin(self) -> None:
        self._page += 1
        self.y = TOP
        company = str(self._operation["supplier"]["companyName"])
        self._canvas.setFillColor(HEAD)
        self._canvas.rect(LEFT, TOP - 22, 22, 22, stroke=0, fill=1)
        self._canvas.setStrokeColor(white)
        self._canvas.setLineWidth(1.6)
        for shift in (0, 5, 10):
            self._wave(LEFT + 4, TOP - 17 + shift)
        self.words(company, LEFT + 30, TOP - 9, size=11, font="Helvetica-Bold", room=WIDTH * 0.55)
        contact = " · ".join(str(self._recipe.get(key) or "") for key in ("supplierAddress", "supplierPhone"))
        self.words(contact, LEFT + 30, TOP - 20, size=7, colour=RULE, room=WIDTH * 0.62)
        reference = str(self._operation["clientReference"])
        room = RIGHT - text_width(reference, 9, "Helvetica-Bold")
        self.words("Reference", RIGHT - text_width("Reference", 6.5), TOP - 6, size=6.5, colour=RULE)
        self.words(reference, max(room, LEFT + WIDTH * 0.7), TOP - 18, size=9, font="Helvetica-Bold")
        self.y = TOP - 32
        self.rule(colour=HEAD, width=1.2)
        self.y -= 20
        self.words(self._title.upper(), LEFT, self.y, size=13, font="Helvetica-Bold", colour=HEAD, room=WIDTH - 60)
        number = f"Page {self._page}"
        self.words(number, RIGHT - text_width(number, 8), self.y, size=8, colour=RULE)
        self.y -= 12

    def _wave(self, x: float, y: float) -> None:
        self._canvas.bezier(x, y, x + 4, y + 4, x + 9, y - 4, x + 14, y)

    def next_page(self) -> None:
        """Close the page and begin another under the same letterhead."""
        self._foot()
        self._canvas.showPage()
        self._begin()

    def _foot(self) -> None:
        place = f"{self._operation.get('bunkeringLocationName') or ''} ({self._operation['bunkeringLocationCode']})"
        self.words(f"{self._title} · {place}", LEFT, 28, size=6.5, colour=RULE, room=WIDTH * 0.6)
        note = "Drawn by the Bunker Desk sandbox: not a document of any real delivery"
        self.words(note, RIGHT - text_width(note, 6.5), 28, size=6.5, colour=RULE)

    def finished(self) -> bytes:
        """The file."""
        self._foot()
        self._canvas.showPage()
        self._canvas.save()
        return self._buffer.getvalue()

    def need(self, height: float) -> None:
        """Begin a new page if less than this is free."""
        if self.y - height < BOTTOM:
            self.next_page()

    def words(self, text: str, x: float, y: float, **look: Unpack[Look]) -> None:
        """One line of text at a place; with `room`, set smaller until it fits, and cut if it is still too long."""
        size, room = look.get("size", 8.5), look.get("room", 0.0)
        name, shown = font_for(text, look.get("font", "Helvetica"))
        while room and size > 5.5 and pdfmetrics.stringWidth(shown, name, size) > room:
            size -= 0.5
        while room and len(shown) > 4 and pdfmetrics.stringWidth(shown, name, size) > room:
            shown = shown[:-2].rstrip("…") + ("…" if name != "STSong-Light" else "")
        self._canvas.setFillColor(look.get("colour", INK))
        self._canvas.setFont(name, size)
        self._canvas.drawString(x, y, shown)

    def rule(self, *, colour: Color = RULE, width: float = 0.5) -> None:
        """A line across the page."""
        self._canvas.setStrokeColor(colour)
        self._canvas.setLineWidth(width)
        self._canvas.line(LEFT, self.y, RIGHT, self.y)

    def heading(self, text: str) -> None:
        """A shaded bar with a section's name."""
        self.need(62)
        self.y -= 16
        self._canvas.setFillColor(SHADE)
        self._canvas.rect(LEFT, self.y - 4, WIDTH, 15, stroke=0, fill=1)
        self.words(text, LEFT + 5, self.y, size=8.5, font="Helvetica-Bold", colour=HEAD)
        self.y -= 4

    def paragraph(self, text: str, *, size: float = 8.5, indent: float = 0) -> None:
        """Running text over the width of the page."""
        for line in wrapped(text, size, WIDTH - indent):
            self.need(size + 4)
            self.y -= size + 3.2
            self.words(line, LEFT + indent, self.y, size=size)
        self.y -= 3

    def pairs(self, rows: Iterable[tuple[str, str]], *, columns: int = 2) -> None:
        """Labelled boxes, `columns` beside each other; a value that is long gets more lines."""
        items = list(rows)
        room = WIDTH / columns
        for start in range(0, len(items), columns):
            part = items[start : start + columns]
            lines = [wrapped(value, 8.5, room - 10)[:9] for _, value in part]
            height = 14 + 10.5 * max(map(len, lines))
            self.need(height)
            self.y -= height
            for index, ((label, _), shown) in enumerate(zip(part, lines, strict=True)):
                self._box(LEFT + index * room, room, height)
                self.words(label, LEFT + index * room + 5, self.y + height - 9, size=6.3, colour=RULE, room=room - 8)
                for line_number, line in enumerate(shown):
                    below = self.y + height - 20 - 10.5 * line_number
                    self.words(line, LEFT + index * room + 5, below, size=8.5, room=room - 8)

    def _box(self, x: float, width: float, height: float) -> None:
        self._canvas.setStrokeColor(RULE)
        self._canvas.setLineWidth(0.5)
        self._canvas.rect(x, self.y, width, height, stroke=1, fill=0)

    def table(self, header: Sequence[str], rows: Iterable[Sequence[str]], shares: Sequence[float]) -> None:
        """A ruled table; `shares` of the width by column. Columns after the first that hold figures align right."""
        self.need(34)
        self._row(header, shares, bold=True)
        for row in rows:
            self.need(16)
            self._row(row, shares, bold=False)

    def _row(self, cells: Sequence[str], shares: Sequence[float], *, bold: bool) -> None:
        height = 15.0
        self.y -= height
        x = LEFT
        if bold:
            self._canvas.setFillColor(SHADE)
            self._canvas.rect(LEFT, self.y, WIDTH, height, stroke=0, fill=1)
        for text, share in zip(cells, shares, strict=True):
            width = WIDTH * share
            self._box(x, width, height)
            font = "Helvetica-Bold" if bold else "Helvetica"
            figure = not bold and text[:1] in "0123456789-+<>" and x > LEFT and len(text) < 18
            inset = max(5.0, width - 6 - text_width(text, 8, font)) if figure else 5.0
            self.words(text, x + inset, self.y + 4.5, size=8, font=font, room=width - 8)
            x += width

    def ticks(self, rows: Iterable[tuple[str, bool]], *, columns: int = 1) -> None:
        """Boxes with a text; the ticked ones are crossed by pen."""
        room = WIDTH / columns
        for index, (text, ticked) in enumerate(rows):
            lines = wrapped(text, 8, room - 22)
            if index % columns == 0:
                self.need(4 + 11 * len(lines))
                self.y -= 4 + 11 * len(lines)
            x, y = LEFT + (index % columns) * room, self.y + 11 * (len(lines) - 1)
            self._canvas.setStrokeColor(INK)
            self._canvas.setLineWidth(0.7)
            self._canvas.rect(x + 2, y, 8, 8, stroke=1, fill=0)
            if ticked:
                self._cross(x + 2, y)
            for number, line in enumerate(lines):
                self.words(line, x + 16, y + 1 - 11 * number, size=8)
        self.y -= 4

    def _cross(self, x: float, y: float) -> None:
        slack = [self.chance.uniform(-1.5, 1.5) for _ in range(4)]
        self._canvas.setStrokeColor(PEN)
        self._canvas.setLineWidth(1.3)
        self._canvas.line(x - 1, y + 4 + slack[0], x + 3 + slack[1], y - 1)
        self._canvas.line(x + 3 + slack[1], y - 1, x + 10 + slack[2], y + 10 + slack[3])

    def signatures(self, signers: Sequence[tuple[str, str]]) -> None:
        """Signature fields side by side: role, name in print, and a signature by pen."""
        self.need(76)
        self.y -= 72
        room = WIDTH / len(signers)
        for index, (role, name) in enumerate(signers):
            x = LEFT + index * room
            self._box(x, room - 6 if index < len(signers) - 1 else room, 66)
            self.words(role, x + 5, self.y + 57, size=6.3, colour=RULE, room=room - 14)
            self._signature(x + 14, self.y + 28, room - 60)
            self._canvas.setStrokeColor(RULE)
            self._canvas.setLineWidth(0.4)
            self._canvas.line(x + 8, self.y + 18, x + room - 16, self.y + 18)
            self.words(name, x + 8, self.y + 7, size=8, room=room - 20)

    def _signature(self, x: float, y: float, room: float) -> None:
        self._canvas.setStrokeColor(PEN)
        self._canvas.setLineWidth(1.1)
        path = self._canvas.beginPath()
        path.moveTo(x, y)
        strokes = self.chance.randint(4, 8)
        reach = min(room, self.chance.uniform(80, 125)) / strokes
        for step in range(strokes):
            low, high = self.chance.uniform(-9, 2), self.chance.uniform(8, 22)
            start = x + step * reach
            path.curveTo(start + reach * 0.1, y + high, start + reach * 1.3, y + high * 0.7, start + reach, y + low / 2)
        end = x + strokes * reach
        path.curveTo(end - reach, y - 10, x + 2 * reach, y - 8, end + reach, y - 3)
        self._canvas.drawPath(path, stroke=1, fill=0)

    def stamp(self, words: str, x: float, y: float) -> None:
        """A round company stamp, a little askew."""
        canvas = self._canvas
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(self.chance.uniform(-14, 10))
        canvas.setStrokeColor(PEN)
        canvas.setLineWidth(1.2)
        canvas.circle(0, 0, 27, stroke=1, fill=0)
        canvas.circle(0, 0, 23, stroke=1, fill=0)
        for number, line in enumerate(wrapped(words, 5.6, 38)[:4]):
            self.words(line, -text_width(line, 5.6) / 2, 8 - 7 * number, size=5.6, colour=PEN)
        canvas.restoreState()
