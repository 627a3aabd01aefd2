"""Pages that scroll up and down, and framed lists of dialogs."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from bunkerdesk.views.theme.tokens import Space


class PageScroll(QScrollArea):
    """A scrolled page whose right edge stays in line with what stands above it, scroll bar or none.

    The bar takes its room out of what the layout leaves at the right.
    """

    def __init__(self, content: QWidget, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = content
        self.setObjectName(name)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content.setProperty("look", "page")
        self.setWidget(content)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._on_range_changed)
        self._on_range_changed(bar.minimum(), bar.maximum())

    def _on_range_changed(self, least: int, most: int) -> None:
        layout = self._content.layout()
        if layout is None:
            return
        margins = layout.contentsMargins()
        bar = self.verticalScrollBar().sizeHint().width() if most > least else 0
        margins.setRight(max(Space.L - bar, 0))
        layout.setContentsMargins(margins)


def framed(content: QWidget, name: str, parent: QWidget | None = None) -> QScrollArea:
    """A list of a dialog that scrolls in a frame of its own."""
    area = QScrollArea(parent)
    area.setObjectName(name)
    area.setProperty("look", "framed")
    area.setWidgetResizable(True)
    content.setProperty("look", "panel")
    area.setWidget(content)
    return area
