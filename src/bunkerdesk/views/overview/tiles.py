"""Tiles: one figure each, a button where a list stands behind it."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from bunkerdesk.models.overview_picture import Tile
from bunkerdesk.views.overview.even_grid import EvenGrid
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Radius, Space, TypeSize
from bunkerdesk.views.widgets.paint import paint_focus

_NARROWEST, _HEIGHT, _MOST = 150, 84, 8


class TileButton(QAbstractButton):
    """The figure large, its words beneath, a quiet hint at the end."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = Theme.current()
        self.tile = Tile("", "", "")
        self.setObjectName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_tile(self, tile: Tile) -> None:
        """Become a tile."""
        self.tile = tile
        self.setAccessibleName(f"{tile.words}: {tile.figure}")
        self.setAccessibleDescription(f"{tile.hint}. Opens the list behind it." if tile.target else tile.hint)
        self.setToolTip(tile.hint)
        self.setCursor(Qt.CursorShape.PointingHandCursor if tile.target else Qt.CursorShape.ArrowCursor)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.pixels(_NARROWEST), self._theme.pixels(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, palette = self._theme, self._theme.palette
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        is_hovered = self.underMouse() and self.tile.target is not None
        painter.setPen(QPen(palette.color("faint" if is_hovered else "line"), 1))
        painter.setBrush(palette.color("hover" if is_hovered else "panel"))
        painter.drawRoundedRect(box, Radius.LARGE, Radius.LARGE)
        tone = palette.tone(self.tile.tone)[0] if self.tile.tone != "neutral" else palette.color("text")
        inner = box.adjusted(Space.M + 2, Space.S + 2, -Space.M, -Space.S)
        lines = (
            (self.tile.figure, theme.font(TypeSize.TITLE, QFont.Weight.DemiBold), tone, 26),
            (self.tile.words, theme.font(TypeSize.BASE, QFont.Weight.Medium), palette.color("text"), 20),
            (self.tile.hint, theme.font(TypeSize.LABEL), palette.color("dim"), 18),
        )
        y = inner.top()
        for text, font, ink, height in lines:
            painter.setFont(font)
            painter.setPen(ink)
            room = QRectF(inner.left(), y, inner.width(), theme.pixels(height))
            shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, int(room.width()))
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
            y += theme.pixels(height)
        if self.hasFocus():
            paint_focus(painter, QRectF(self.rect()), theme, Radius.LARGE)


class TileRow(EvenGrid):
    """Tiles side by side, in more lines where it gets narrow."""

    opened = Signal(object)
    """The `Target` behind a tile."""

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(_NARROWEST, _MOST, parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self._tiles: dict[str, TileButton] = {}

    def show_tiles(self, tiles: Sequence[Tile]) -> None:
        """Show these; a tile keeps its widget and with it the focus."""
        for tile in tiles:
            button = self._tiles.get(tile.key)
            if button is None:
                button = self._tiles[tile.key] = TileButton(f"{self.objectName()}.{tile.key}", self)
                button.clicked.connect(self._on_clicked)
                self.add(button)
            button.show_tile(tile)
        self.put_in_order([self._tiles[tile.key] for tile in tiles])
        wanted = {tile.key for tile in tiles}
        for key, button in self._tiles.items():
            if button.isHidden() != (key not in wanted):
                button.setVisible(key in wanted)
                self.arrange_anew()

    def _on_clicked(self) -> None:
        button = self.sender()
        if isinstance(button, TileButton) and button.tile.target is not None:
            self.opened.emit(button.tile.target)
