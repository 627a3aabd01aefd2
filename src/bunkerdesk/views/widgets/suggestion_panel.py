"""The list below a line of text, drawn inside the window.

Not a window of its own: a window manager may give such a window the keyboard, and with it take the keys typed next;
when it goes, the keyboard comes back to the field that a person has left meanwhile. Seen on X11 under load.
"""

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QFrame,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QVBoxLayout,
    QWidget,
)

from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.announcing import announce

Delegate = Callable[[QObject], QStyledItemDelegate]
NOWHERE = QModelIndex()


class SuggestionPanel(QObject):
    """Serves one line, which keeps the keyboard all the time; what is current is read out."""

    taken = Signal(QModelIndex)
    """A row chosen with the mouse."""

    def __init__(self, line: QLineEdit, model: QAbstractItemModel, delegate: Delegate, row: int, width: int) -> None:
        """`row` is the height of one in pixels at normal text, `width` the least width of the list."""
        super().__init__(line)
        self._line = line
        self._model = model
        self._delegate = delegate
        self._row = row
        self._width = width
        self._theme = Theme.current()
        self._frame: QFrame | None = None
        self._view: QListView | None = None
        line.installEventFilter(self)

    @property
    def is_open(self) -> bool:
        """Tell whether the list is shown."""
        return self._frame is not None and self._frame.isVisible()

    @property
    def current(self) -> QModelIndex:
        """The row that is marked; invalid when none is, or the list is closed."""
        return self._view.currentIndex() if self._view is not None and self.is_open else NOWHERE

    def open(self, shown: int, *, marks_first: bool) -> None:
        """Show at most so many rows at once; nothing where the model has none."""
        rows = self._model.rowCount()
        if not rows:
            self.close()
            return
        frame, view = self._made()
        view.setFixedHeight(min(rows, shown) * self._theme.pixels(self._row))
        frame.setFixedWidth(max(self._line.width(), self._theme.pixels(self._width)))
        frame.adjustSize()
        self._place()
        frame.show()
        frame.raise_()
        view.setCurrentIndex(self._model.index(0, 0) if marks_first else NOWHERE)
        view.scrollToTop()

    def close(self) -> None:
        """Hide the list."""
        if self._frame is not None:
            self._frame.hide()

    def step(self, step: int) -> None:
        """Mark another row; beyond the last comes the first."""
        rows = self._model.rowCount()
        if self._view is None or not rows:
            return
        row = self._view.currentIndex().row()
        # From nothing, up leads to the last row.
        target = (row + step) % rows if row >= 0 or step > 0 else rows - 1
        self._view.setCurrentIndex(self._model.index(target, 0))
        said = self.current.data(Qt.ItemDataRole.AccessibleTextRole) or self.current.data()
        announce(self._line, str(said or ""))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        left = watched is self._line and kind in (QEvent.Type.FocusOut, QEvent.Type.Hide)
        changed = watched is not self._line and kind in (QEvent.Type.Resize, QEvent.Type.WindowDeactivate)
        if left or changed:
            self.close()
        return False

    # Private

    def _made(self) -> tuple[QFrame, QListView]:
        if self._frame is not None and self._view is not None:
            return self._frame, self._view
        window = self._line.window()
        window.installEventFilter(self)
        frame = self._frame = QFrame(window)
        frame.setObjectName(f"{self._line.objectName()}.panel")
        frame.setProperty("look", "card")
        self._line.destroyed.connect(frame.deleteLater)
        view = self._view = QListView(frame)
        view.setObjectName(f"{self._line.objectName()}.suggestions")
        view.setAccessibleName("Suggestions")
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        view.setModel(self._model)
        # The rows go with the line, the list only when events come round again: Qt complains of what is still marked.
        self._line.destroyed.connect(view.selectionModel().clear)
        view.setItemDelegate(self._delegate(view))
        view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setMouseTracking(True)
        view.entered.connect(view.setCurrentIndex)
        view.clicked.connect(self.taken)
        layout = QVBoxLayout(frame)
        layout.setContentsMargins(Space.XS, Space.XS, Space.XS, Space.XS)
        layout.addWidget(view)
        self._follow_scrolling()
        return frame, view

    def _follow_scrolling(self) -> None:
        parent: QWidget | None = self._line.parentWidget()
        while parent is not None:
            if isinstance(parent, QAbstractScrollArea):
                parent.verticalScrollBar().valueChanged.connect(self._place)
                parent.horizontalScrollBar().valueChanged.connect(self._place)
            parent = parent.parentWidget()

    def _place(self) -> None:
        """Below the line, or above it where there is more room; nowhere once the line is scrolled away."""
        frame = self._frame
        if frame is None:
            return
        if self._line.visibleRegion().isEmpty():
            frame.hide()
            return
        window = self._line.window()
        top = self._line.mapTo(window, QPoint(0, 0))
        below = top.y() + self._line.height() + Space.XS
        above = top.y() - Space.XS - frame.height()
        fits = below + frame.height() <= window.height() or above < 0
        frame.move(max(0, min(top.x(), window.width() - frame.width())), below if fits else above)
