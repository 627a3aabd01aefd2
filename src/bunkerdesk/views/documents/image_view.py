"""A picture: zoomed, moved, turned. Decoded in a worker, upright by its EXIF orientation, never larger than useful."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QImage,
    QImageReader,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QWidget

from bunkerdesk.rules import wording
from bunkerdesk.views.documents.page_layout import LARGEST
from bunkerdesk.views.theme.theme import Theme

MOST_PIXELS = 40_000_000
"""A larger picture is decoded smaller."""
MOST_DECODED = 64_000_000
"""Most formats decode the whole picture first: beyond this they are refused (256 MB)."""
MOST_SCALED = 400_000_000
"""JPEG decodes smaller from the start."""
_SCALES_WHILE_READING = frozenset({b"jpeg", b"jpg"})


class PictureProblem(Exception):
    """A picture that cannot be shown; `str()` is a sentence for the person."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A decoded picture and its size in the file, turned upright."""

    image: QImage
    width: int
    height: int


def read_picture(path: Path) -> Picture:
    """Decode a picture; blocking, for a worker. Raises `PictureProblem`."""
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    size, form = reader.size(), bytes(reader.format().data())
    pixels = size.width() * size.height()
    words = f"{wording.number(size.width())} × {wording.number(size.height())} pixels"
    if pixels > (MOST_SCALED if form in _SCALES_WHILE_READING else MOST_DECODED):
        raise PictureProblem(f"This picture is too large to be shown here: {words}.")
    if pixels > MOST_PIXELS:
        reader.setScaledSize(size * (MOST_PIXELS / pixels) ** 0.5)
    image = reader.read()
    if image.isNull():
        raise PictureProblem("This picture is damaged or cut off and cannot be shown.")
    is_turned = (image.width() > image.height()) != (size.width() > size.height()) and size.isValid()
    whole = QSize(size.height(), size.width()) if is_turned else size
    return Picture(image, whole.width() or image.width(), whole.height() or image.height())


class ImageView(QFrame):
    """Shows one picture, fitted until the person zooms."""

    zoom_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("viewer.picture")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self._theme = Theme.current()
        self._theme.changed.connect(self.update)
        self._picture: Picture | None = None
        self._zoom: float | None = None
        self._turns = 0
        self._centre = QPointF(0.5, 0.5)
        self._held: QPointF | None = None

    @property
    def zoom(self) -> float:
        """1.0 shows each pixel of the file as one on the screen."""
        return self._zoom if self._zoom is not None else self._fitting()

    @property
    def turns(self) -> int:
        """Quarter turns clockwise."""
        return self._turns

    @property
    def centre(self) -> QPointF:
        """What stands in the middle, as shares of the turned picture."""
        return QPointF(self._centre)

    def show_picture(self, picture: Picture | None, name: str = "") -> None:
        """Show a picture fitted, or none."""
        self._picture, self._zoom, self._turns, self._centre = picture, None, 0, QPointF(0.5, 0.5)
        if picture is not None:
            self.setAccessibleName(f"Picture {name}, {picture.width} by {picture.height} pixels")
        self._changed()

    def fit(self) -> None:
        """Show the whole picture."""
        self._zoom, self._centre = None, QPointF(0.5, 0.5)
        self._changed()

    def set_zoom(self, zoom: float, at: QPointF | None = None) -> None:
        """Set the scale; what is under `at` stays there."""
        before, middle = self.zoom, QPointF(self.width() / 2, self.height() / 2)
        self._zoom = min(max(zoom, 0.02), LARGEST)
        if at is not None and self._picture is not None:
            size = self._turned()
            away = at - middle
            shift = QPointF(away.x() / size.width(), away.y() / size.height())
            self._centre += shift / before - shift / self._zoom
        self._changed()

    def zoom_in(self) -> None:
        """One step larger."""
        self.set_zoom(self.zoom * 1.25)

    def zoom_out(self) -> None:
        """One step smaller."""
        self.set_zoom(self.zoom / 1.25)

    def turn(self, quarters: int = 1) -> None:
        """Turn clockwise."""
        self._turns = (self._turns + quarters) % 4
        self._centre = QPointF(0.5, 0.5)
        self._changed()

    def move_by(self, pixels: QPointF) -> None:
        """Move the picture under the window."""
        if self._picture is not None:
            size = self._turned()
            self._centre -= QPointF(pixels.x() / size.width(), pixels.y() / size.height()) / self.zoom
            self._changed()

    # Events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._held = event.position()
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is not None:
            self.move_by(event.position() - self._held)
            self._held = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.set_zoom(self.zoom * 1.25 ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        shifts = {
            Qt.Key.Key_Left: QPointF(48, 0),
            Qt.Key.Key_Right: QPointF(-48, 0),
            Qt.Key.Key_Up: QPointF(0, 48),
            Qt.Key.Key_Down: QPointF(0, -48),
        }
        steps = {
            Qt.Key.Key_Plus: self.zoom_in,
            Qt.Key.Key_Equal: self.zoom_in,
            Qt.Key.Key_Minus: self.zoom_out,
            Qt.Key.Key_0: self.fit,
            Qt.Key.Key_R: self.turn,
        }
        key = Qt.Key(event.key())
        if key in shifts:
            self.move_by(shifts[key])
        elif key in steps:
            steps[key]()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.zoom_changed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.palette.color("sunken"))
        if self._picture is None:
            return
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, self.zoom < 4)
        size, zoom = self._turned(), self.zoom
        transform = QTransform()
        transform.translate(self.width() / 2, self.height() / 2)
        transform.scale(zoom, zoom)
        transform.translate((0.5 - self._centre.x()) * size.width(), (0.5 - self._centre.y()) * size.height())
        transform.rotate(90 * self._turns)
        painter.setTransform(transform)
        wide, high = self._picture.width, self._picture.height
        painter.drawImage(QRectF(-wide / 2, -high / 2, wide, high), self._picture.image)

    # Inside

    def _turned(self) -> QSize:
        picture = self._picture
        if picture is None:
            return QSize(1, 1)
        size = QSize(picture.width, picture.height)
        return size.transposed() if self._turns % 2 else size

    def _fitting(self) -> float:
        size = self._turned()
        return min((self.width() - 24) / size.width(), (self.height() - 24) / size.height(), 1.0) or 1.0

    def _changed(self) -> None:
        self._centre = QPointF(min(max(self._centre.x(), 0.0), 1.0), min(max(self._centre.y(), 0.0), 1.0))
        self.update()
        self.zoom_changed.emit()
