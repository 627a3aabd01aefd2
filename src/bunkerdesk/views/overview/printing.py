"""The overview on paper: the same bars in the light palette, with where and when at the top."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMarginsF, QRectF, QSaveFile, Qt
from PySide6.QtGui import QFont, QPageLayout, QPageSize, QPainter, QPdfWriter

from bunkerdesk.models.overview_picture import Picture, Tile
from bunkerdesk.views.overview.charts import Chart, ColumnBar, font_on
from bunkerdesk.views.theme.tokens import LIGHT, Space, TypeSize

_ROW, _COLUMN, _HEADING, _TILE = 22, 150, 26, 40
_TILES_ACROSS = 3
Look = tuple[TypeSize, QFont.Weight]
PLAIN: Look = (TypeSize.LABEL, QFont.Weight.Normal)
SMALL: Look = (TypeSize.MARK, QFont.Weight.Normal)


class Paper:
    """Pages under one pen; `y` counts from the top in 96ths of an inch."""

    def __init__(self, device: QSaveFile, title: str) -> None:
        self._writer = QPdfWriter(device)
        self._writer.setTitle(title)
        self._writer.setResolution(96)
        margins = QMarginsF(14, 14, 14, 14)
        self._writer.setPageLayout(
            QPageLayout(
                QPageSize(QPageSize.PageSizeId.A4),
                QPageLayout.Orientation.Portrait,
                margins,
                QPageLayout.Unit.Millimeter,
            )
        )
        self.painter = QPainter(self._writer)
        self.y = 0.0

    @property
    def width(self) -> float:
        """What can be written on."""
        return float(self.painter.viewport().width())

    def room(self, height: float) -> None:
        """Go to a new page where a block would not fit."""
        if self.y + height > self.painter.viewport().height():
            self._writer.newPage()
            self.y = 0.0

    def words(self, box: QRectF, text: str, role: str, look: Look = PLAIN) -> None:
        """A line of text, elided."""
        self.painter.setFont(font_on(self.painter, *look))
        self.painter.setPen(LIGHT.color(role))
        shown = self.painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(box.width()))
        self.painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)


def print_overview(path: Path, where: str, picture: Picture, charts: Sequence[Chart]) -> str:
    """Write the PDF, whole or not at all; answers why it could not be written, else nothing."""
    file = QSaveFile(str(path))
    if not file.open(QSaveFile.OpenModeFlag.WriteOnly):
        return file.errorString()
    paper = Paper(file, "Overview")
    paper.words(QRectF(0, 0, paper.width, 26), "Overview", "text", (TypeSize.TITLE, QFont.Weight.DemiBold))
    paper.words(QRectF(0, 26, paper.width, 20), where, "dim")
    paper.y = 54
    _tiles(paper, picture.attention)
    _tiles(paper, picture.delivered)
    for chart in charts:
        _chart(paper, chart)
    if picture.carbon_source:
        paper.room(_ROW)
        paper.words(QRectF(0, paper.y, paper.width, _ROW), picture.carbon_source, "dim", SMALL)
    paper.painter.end()
    return "" if file.commit() else file.errorString()


def _tiles(paper: Paper, tiles: Sequence[Tile]) -> None:
    across = paper.width / _TILES_ACROSS
    for start in range(0, len(tiles), _TILES_ACROSS):
        paper.room(_TILE)
        for place, tile in enumerate(tiles[start : start + _TILES_ACROSS]):
            box = QRectF(place * across, paper.y, across - Space.M, _TILE / 2)
            paper.words(box, f"{tile.figure}  {tile.words}", "text", (TypeSize.BASE, QFont.Weight.Medium))
            paper.words(box.translated(0, _TILE / 2 - 3), tile.hint, "dim", SMALL)
        paper.y += _TILE + Space.XS
    paper.y += Space.S


def _chart(paper: Paper, chart: Chart) -> None:
    bars = chart.bars
    if not bars:
        return
    is_across = isinstance(bars[0], ColumnBar)
    height = _COLUMN if is_across else _ROW * len(bars)
    paper.room(_HEADING + height)
    heading = (TypeSize.BASE, QFont.Weight.DemiBold)
    paper.words(QRectF(0, paper.y, paper.width, _HEADING), chart.accessibleName(), "text", heading)
    paper.y += _HEADING
    for place, bar in enumerate(bars):
        if is_across:
            share = paper.width / len(bars)
            box = QRectF(place * share, paper.y, share - Space.XS, _COLUMN)
        else:
            box = QRectF(0, paper.y + place * _ROW, paper.width, _ROW)
        bar.paint_bar(paper.painter, box, LIGHT)
    paper.y += height + Space.M
