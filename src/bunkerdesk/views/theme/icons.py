"""The icon family, recoloured by role and drawn sharp at the screen's own scale."""

from functools import cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap

from bunkerdesk.views.theme.assets import asset_folder
from bunkerdesk.views.theme.tokens import Palette, Size


@cache
def icon_names() -> frozenset[str]:
    """Every icon there is, by its name without the ending."""
    return frozenset(path.stem for path in asset_folder("icons").glob("*.svg"))


@cache
def _source(name: str) -> bytes:
    return (asset_folder("icons") / f"{name}.svg").read_bytes()


@cache
def icon_pixmap(name: str, color: str, size: int, ratio: float) -> QPixmap:
    """An icon of `size` logical pixels in a `#rrggbb` colour for a screen of that device pixel ratio."""
    # Loaded with the first icon: a run without a window has no use for it.
    from PySide6.QtSvg import QSvgRenderer

    pixmap = QPixmap(QSize(round(size * ratio), round(size * ratio)))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(_source(name).replace(b"currentColor", color.encode())).render(painter, QRectF(pixmap.rect()))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def role_icon(name: str, palette: Palette, role: str = "dim", size: int = Size.ICON) -> QIcon:
    """An icon with its normal, active and disabled looks."""
    application = QGuiApplication.instance()
    ratio = application.devicePixelRatio() if isinstance(application, QGuiApplication) else 1.0
    icon = QIcon()
    normal = icon_pixmap(name, getattr(palette, role), size, ratio)
    icon.addPixmap(normal, QIcon.Mode.Normal)
    icon.addPixmap(normal, QIcon.Mode.Active)
    icon.addPixmap(normal, QIcon.Mode.Selected)
    icon.addPixmap(icon_pixmap(name, palette.disabled, size, ratio), QIcon.Mode.Disabled)
    return icon
