"""A window of its own for one document: resizable, beside the main window as long as it is useful."""

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.documents.viewer import DocumentViewer
from bunkerdesk.views.widgets.labels import label

GEOMETRY = "documents.window"
SIZE = (940, 1040)


class DocumentWindow(QWidget):
    """Shows one document of one operation; deletes itself when it is closed."""

    closed = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("document.window")
        self.setProperty("look", "page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumSize(420, 320)
        self._settings = settings
        self.viewer = DocumentViewer(self)
        self._figures = label("", "label", self)
        self._figures.setObjectName("viewer.figures")
        self._figures.setContentsMargins(12, 4, 12, 4)
        self._figures.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.viewer, 1)
        column.addWidget(self._figures)
        self._restore()

    def show_title(self, name: str, reference: str) -> None:
        """Say which document of which operation this is."""
        self.setWindowTitle(f"{name}, {reference}")
        self.setAccessibleName(f"Document {name} of {reference}")

    def show_figures(self, words: str) -> None:
        """Say how many figures of the note stand on the paper; empty for nothing to say."""
        self._figures.setText(words)
        self._figures.setVisible(bool(words))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._settings.set_text(GEOMETRY, bytes(self.saveGeometry().toBase64().data()).decode())
        self.viewer.close_document()
        self.closed.emit(self)
        self.deleteLater()
        super().closeEvent(event)

    def _restore(self) -> None:
        kept = self._settings.text(GEOMETRY)
        if not kept or not self.restoreGeometry(QByteArray.fromBase64(kept.encode())):
            self.resize(*SIZE)
