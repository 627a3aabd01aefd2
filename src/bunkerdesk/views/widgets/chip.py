"""Filter chips: what a list is narrowed to, in one line, and the choices behind it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QCursor, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from bunkerdesk.models.facets import FacetModel
from bunkerdesk.models.roles import Role
from bunkerdesk.views.theme.binding import IconBinding
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Size, Space, TypeSize
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.clearing import let_clear
from bunkerdesk.views.widgets.labels import label

Index = QModelIndex | QPersistentModelIndex
Read = Callable[[str], Sequence[tuple[str, str, int]]]
"""Reads the values of a facet: value, words, count."""

# Left edge of a line to the right edge of its check box.
CHECK_BOX = 26


class Chip(QToolButton):
    """The chip itself: `Port: any`, `Port: Singapore`, `Port: 3`; tinted when it narrows."""

    def __init__(self, title: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.setObjectName(name)
        self.setProperty("look", "chip")
        self.setProperty("active", "false")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self._binding = IconBinding(self, "chevron-down", "faint", 10)
        self.show_choice("any", is_active=False)

    def show_choice(self, words: str, *, is_active: bool, bare: bool = False) -> None:
        """Say what is chosen; `bare` leaves the title out."""
        short = words if len(words) <= 28 else f"{words[:27]}…"
        self.setText(short if bare else f"{self.title}: {short}")
        self.setAccessibleName(f"{self.title}: {words}")
        self.setToolTip(f"{self.title}: {words}")
        self.setProperty("active", "true" if is_active else "false")
        self._binding.show("chevron-down", "accent" if is_active else "faint")
        self.style().unpolish(self)
        self.style().polish(self)

    @property
    def is_active(self) -> bool:
        """Tell whether the chip narrows its list."""
        return bool(self.property("active") == "true")


class PickedChip(Chip):
    """What a list was narrowed to from elsewhere; pressing it shows all again."""

    def show_choice(self, words: str, *, is_active: bool, bare: bool = False) -> None:
        super().show_choice(words, is_active=is_active, bare=bare)
        self._binding.show("close", "accent")
        self.setToolTip(f"{words}: show all again")


class ValuesChip(Chip):
    """A chip with a list of values to tick; several may hold."""

    def __init__(self, facet: FacetModel, name: str, read: Read, parent: QWidget | None = None) -> None:
        super().__init__(facet.title, name, parent)
        self.facet = facet
        self._read = read
        self._popup: ValuesPopup | None = None
        self.clicked.connect(self.open_popup)
        facet.chosen_changed.connect(self._on_chosen_changed)
        self._on_chosen_changed()

    def open_popup(self) -> "ValuesPopup":
        """Open the list below the chip, with the counts of now."""
        self.facet.set_values(self._read(self.facet.name))
        popup = ValuesPopup(self.facet, self.objectName(), self)
        popup.open_below(self)
        return popup

    def _on_chosen_changed(self) -> None:
        words = self.facet.chip_text().removeprefix(f"{self.title}: ")
        self.show_choice(words, is_active=bool(self.facet.chosen))


class ValueDelegate(QStyledItemDelegate):
    """A value with its check mark; how many rows have it, or what file it is, faint at the right."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = Theme.current()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        area: QRect = option.rect
        whole = QStyleOptionViewItem(option)
        super().initStyleOption(whole, index)
        _, beside = self.texts(whole, index)
        super().paint(painter, option, index)
        painter.setFont(self._theme.font(TypeSize.LABEL))
        painter.setPen(self._theme.palette.color("faint"))
        place = area.adjusted(0, 0, -Space.S, 0)
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, beside)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        option.text, _ = self.texts(option, index)

    def texts(self, option: QStyleOptionViewItem, index: Index) -> tuple[str, str]:
        """The value and what stands beside it, each as far as there is room; the value comes first."""
        widget = option.widget
        text_part = QStyle.SubElement.SE_ItemViewItemText
        start = widget.style().subElementRect(text_part, option, widget).left() - option.rect.left()
        room = option.rect.width() - start - 3 * Space.S
        metrics = QFontMetrics(self._theme.font(TypeSize.LABEL))
        beside_room = max(room - option.fontMetrics.horizontalAdvance(option.text), room // 3)
        beside = metrics.elidedText(index.data(Role.SECONDARY) or "", Qt.TextElideMode.ElideMiddle, beside_room)
        rest = room - metrics.horizontalAdvance(beside)
        return option.fontMetrics.elidedText(option.text, Qt.TextElideMode.ElideRight, rest), beside

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        own = super().sizeHint(option, index)
        return QSize(own.width() + 56, max(own.height(), self._theme.pixels(Size.ROW)))


class ValuesPopup(QFrame):
    """The list of a chip: space ticks, typing searches, Escape and Enter close."""

    SEARCH_FROM = 9

    def __init__(self, facet: FacetModel, name: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName(f"{name}.popup")
        self.setProperty("look", "card")
        self.setAccessibleName(facet.title)
        self._name = name
        self._facet = facet
        self.list = self._make_list()
        self.search = self._make_search() if facet.rowCount() >= self.SEARCH_FROM else None
        self.any_button = button("Any", f"{name}.any", self, "link")
        self.any_button.setEnabled(bool(facet.chosen))
        self.any_button.clicked.connect(self._on_any_clicked)
        facet.chosen_changed.connect(self._on_chosen_changed)
        self._lay_out()

    def open_below(self, anchor: QWidget) -> None:
        """Show the list below a widget, inside the screen."""
        self.adjustSize()
        place = anchor.mapToGlobal(QPoint(0, anchor.height() + Space.XS))
        screen = anchor.screen().availableGeometry()
        place.setX(max(screen.left(), min(place.x(), screen.right() - self.width())))
        place.setY(max(screen.top(), min(place.y(), screen.bottom() - self.height())))
        self.move(place)
        self.show()
        (self.search or self.list).setFocus(Qt.FocusReason.PopupFocusReason)

    def toggle(self, index: Index) -> None:
        """Tick or untick a value."""
        is_ticked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        wanted = Qt.CheckState.Unchecked if is_ticked else Qt.CheckState.Checked
        self._facet.setData(index, wanted, Qt.ItemDataRole.CheckStateRole)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            self.close()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.close()
                return True
            if watched is self.search and event.key() == Qt.Key.Key_Down:
                self.list.setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return super().eventFilter(watched, event)

    def _make_list(self) -> QListView:
        view = QListView(self)
        view.setObjectName(f"{self._name}.values")
        view.setAccessibleName(self._facet.title)
        view.setModel(self._facet)
        view.setItemDelegate(ValueDelegate(view))
        view.setUniformItemSizes(True)
        view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.clicked.connect(self._on_clicked)
        view.installEventFilter(self)
        view.setFixedWidth(min(max(view.sizeHintForColumn(0) + Space.L, 200), 340))
        view.setFixedHeight(min(view.sizeHintForRow(0) * max(self._facet.rowCount(), 1) + Space.XS, 340))
        view.setCurrentIndex(self._facet.index(0))
        return view

    def _make_search(self) -> QLineEdit:
        field = QLineEdit(self)
        field.setObjectName(f"{self._name}.search")
        field.setAccessibleName("Search the values")
        field.setPlaceholderText("Search")
        let_clear(field)
        field.textChanged.connect(self._on_search_changed)
        field.installEventFilter(self)
        return field

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(label(self._facet.title, "section", self))
        head.addStretch(1)
        head.addWidget(self.any_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(Space.S, Space.XS + 2, Space.S, Space.S)
        layout.setSpacing(Space.XS)
        layout.addLayout(head)
        if self.search is not None:
            layout.addWidget(self.search)
        layout.addWidget(self.list)
        if not self._facet.rowCount():
            layout.addWidget(label("Nothing to choose from yet.", "hint", self))
            self.list.hide()

    def _on_clicked(self, index: QModelIndex) -> None:
        # The view ticks by itself when its box is hit; beside the box the line is ticked here.
        box = self.list.visualRect(index)
        pointer = self.list.viewport().mapFromGlobal(QCursor.pos())
        if pointer.x() - box.left() > Theme.current().pixels(CHECK_BOX):
            self.toggle(index)

    def _on_chosen_changed(self) -> None:
        self.any_button.setEnabled(bool(self._facet.chosen))

    def _on_any_clicked(self) -> None:
        self._facet.choose(())
        self.close()

    def _on_search_changed(self, text: str) -> None:
        wanted = text.strip().casefold()
        for row in range(self._facet.rowCount()):
            words = self._facet.index(row).data(Qt.ItemDataRole.DisplayRole)
            self.list.setRowHidden(row, wanted not in words.casefold())
