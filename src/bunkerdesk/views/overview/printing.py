"""The overview on paper: the same bars in the light palette, with where and when at the top of every page.

What the screen says on hover stands in print, for paper has no pointer: ranges, factors, and what colours mean.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSaveFile, Qt
from PySide6.QtGui import QFont, QPageLayout, QPageSize, QPainter, QPdfWriter

from bunkerdesk.models.overview_picture import Picture, Tile
from bunkerdesk.views.overview.charts import BarButton, Chart, ColumnBar, fill, font_on
from bunkerdesk.views.theme.tokens import LIGHT, Space, TypeSize

_ROW, _COLUMN, _HEADING, _TILE, _LINE, _FOOT = 22, 150, 26, 58, 15, 26
_TELLING = frozenset({"overview.against", "overview.carbon"})
"""Charts whose bars say more than their length: what they say stands below them."""
Look = tuple[TypeSize, QFont.Weight]
PLAIN: Look = (TypeSize.LABEL, QFont.Weight.Normal)
SMALL: Look = (TypeSize.MARK, QFont.Weight.Normal)
STRONG: Look = (TypeSize.BASE, QFont.Weight.DemiBold)
LARGE: Look = (TypeSize.TITLE, QFont.Weight.DemiBold)
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class Paper:
    """Pages under one pen; `y` counts from the top in 96ths of an inch. `total` is 0 while pages are counted."""

    def __init__(self, device: QIODevice, where: str, total: int) -> None:
        self._writer = QPdfWriter(device)
        self._writer.setTitle("Overview")
        self._writer.setResolution(96)
        size, across = QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait
        self._writer.setPageLayout(QPageLayout(size, across, QMarginsF(14, 14, 14, 14), QPageLayout.Unit.Millimeter))
        self.painter = QPainter(self._writer)
        self._where, self._total = where, total
        self.pages = 0
        self._begin()

    @property
    def width(self) -> float:
        """What can be written on."""
        return float(self.painter.viewport().width())

    def room(self, height: float) -> None:
        """Go to a new page where a block would not fit."""
        if self.y + height > self.painter.viewport().height() - _FOOT:
            self._end_page()
            self._writer.newPage()
            self._begin()

    def words(self, box: QRectF, text: str, role: str, look: Look = PLAIN, align: Qt.AlignmentFlag = _LEFT) -> None:
        """A line of text, elided."""
        self.painter.setFont(font_on(self.painter, *look))
        self.painter.setPen(LIGHT.color(role))
        shown = self.painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
        self.painter.drawText(box, align, shown)

    def paragraph(self, text: str) -> None:
        """A small text over as many lines as it takes."""
        self.painter.setFont(font_on(self.painter, *SMALL))
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        box = self.painter.fontMetrics().boundingRect(0, 0, int(self.width), 10_000, flags, text)
        self.room(box.height())
        self.painter.setPen(LIGHT.color("dim"))
        self.painter.drawText(QRectF(0, self.y, self.width, box.height() + 2), flags, text)
        self.y += box.height() + Space.M

    def finish(self) -> None:
        """End the last page."""
        self._end_page()
        self.painter.end()

    def _begin(self) -> None:
        self.pages += 1
        self.words(QRectF(0, 0, self.width / 3, 26), "Overview", "text", LARGE)
        self.words(QRectF(self.width / 3, 0, self.width * 2 / 3, 26), self._where, "dim", SMALL, _RIGHT)
        self.painter.fillRect(QRectF(0, 28, self.width, 1), LIGHT.color("line"))
        self.y = 28.0 + Space.M

    def _end_page(self) -> None:
        foot = QRectF(0, self.painter.viewport().height() - _LINE, self.width, _LINE)
        self.words(foot, "Bunker Desk", "dim", SMALL)
        self.words(foot, f"Page {self.pages} of {self._total}", "dim", SMALL, _RIGHT)


def print_overview(path: Path, where: str, picture: Picture, charts: Sequence[Chart]) -> str:
    """Write the PDF, whole or not at all; answers why it could not be written, else nothing."""
    counted = QBuffer()
    counted.open(QBuffer.OpenModeFlag.WriteOnly)
    total = _draw(Paper(counted, where, 0), picture, charts)
    counted.close()
    file = QSaveFile(str(path))
    if not file.open(QSaveFile.OpenModeFlag.WriteOnly):
        return file.errorString()
    _draw(Paper(file, where, total), picture, charts)
    return "" if file.commit() else file.errorString()


def _draw(paper: Paper, picture: Picture, charts: Sequence[Chart]) -> int:
    """Draw everything; answers the number of pages."""
    _tiles(paper, picture.attention)
    for chart in charts:
        if chart.objectName() == "overview.days":
            _chart(paper, chart, picture.legend)
    paper.room(_HEADING + _TILE)
    paper.words(QRectF(0, paper.y, paper.width, _HEADING), f"Delivered: {picture.note}", "text", STRONG)
    paper.y += _HEADING
    _tiles(paper, picture.delivered)
    for chart in charts:
        if chart.objectName() != "overview.days":
            _chart(paper, chart)
    if picture.carbon_source:
        paper.paragraph(picture.carbon_source)
    paper.finish()
    return paper.pages


def _tiles(paper: Paper, tiles: Sequence[Tile]) -> None:
    """In lines of the same length where that can be, with the look of those on the screen."""
    across = next((count for count in (4, 3, 5) if len(tiles) % count == 0), 4)
    share = paper.width / across
    for start in range(0, len(tiles), across):
        paper.room(_TILE)
        for place, tile in enumerate(tiles[start : start + across]):
            box = QRectF(place * share, paper.y, share - Space.S, 22)
            paper.words(box, tile.figure, "text", LARGE)
            paper.words(box.translated(0, 20), tile.words, "text")
            paper.words(box.translated(0, 35), tile.hint, "dim", SMALL)
        paper.y += _TILE
    paper.y += Space.S


def _chart(paper: Paper, chart: Chart, legend: Sequence[tuple[str, str]] = ()) -> None:
    bars = chart.bars
    if not bars:
        return
    is_across = isinstance(bars[0], ColumnBar)
    is_telling = chart.objectName() in _TELLING
    row = _ROW + (_LINE if is_telling else 0)
    height = _COLUMN if is_across else row * len(bars)
    paper.room(_HEADING + height + (_ROW if legend else 0))
    paper.words(QRectF(0, paper.y, paper.width, _HEADING), chart.accessibleName(), "text", STRONG)
    paper.y += _HEADING
    for place, bar in enumerate(bars):
        if is_across:
            share = paper.width / len(bars)
            bar.paint_bar(paper.painter, QRectF(place * share, paper.y, share - Space.XS, _COLUMN), LIGHT)
            continue
        _row(paper, bar, paper.y + place * row, is_telling=is_telling)
    paper.y += height
    if legend:
        _legend(paper, legend)
    paper.y += Space.M


def _row(paper: Paper, bar: BarButton, y: float, *, is_telling: bool) -> None:
    bar.paint_bar(paper.painter, QRectF(0, y, paper.width, _ROW), LIGHT)
    if is_telling:
        paper.words(QRectF(0, y + _ROW - 4, paper.width, _LINE), bar.bar.hint, "dim", SMALL)


def _legend(paper: Paper, legend: Sequence[tuple[str, str]]) -> None:
    share = paper.width / 6
    for place, (tone, words) in enumerate(legend):
        fill(paper.painter, QRectF(place * share, paper.y + 5, 10, 10), tone, LIGHT)
        paper.words(QRectF(place * share + 16, paper.y, share - 20, 20), words, "dim", SMALL)
    paper.y += _ROW
