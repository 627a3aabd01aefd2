"""The navigation rail: pages by section, with counts. Only pages that exist are listed."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QSizePolicy, QVBoxLayout, QWidget

from bunkerdesk.rules import wording
from bunkerdesk.views.theme.icons import icon_pixmap
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Radius, Size, Space, TypeSize
from bunkerdesk.views.widgets.labels import label
from bunkerdesk.views.widgets.marks import badge_size, paint_badge
from bunkerdesk.views.widgets.paint import paint_focus, paint_rounded

# Below this width of the window the rail keeps its icons only.
NARROW_WINDOW = 1100
WIDEST_PART = 6
"""With large text the names may take a sixth of the window; where they need more there are icons only."""
INSET = 10


class RailButton(QAbstractButton):
    """One page: icon, name, count."""

    def __init__(self, key: str, title: str, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = key
        self._theme = Theme.current()
        self._icon_name = icon
        self._badge = ""
        self._tone = "neutral"
        self._is_narrow = False
        self.setObjectName(f"rail.{key}")
        self.setText(title)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._name()

    def set_badge(self, text: str, tone: str = "neutral") -> None:
        """Show a count; empty shows none."""
        if (text, tone) != (self._badge, self._tone):
            self._badge, self._tone = text, tone
            self._name()
            self.update()

    def set_narrow(self, is_narrow: bool) -> None:
        """Icon only, the name as tooltip."""
        self._is_narrow = is_narrow
        self._name()
        self.updateGeometry()

    @property
    def full_width(self) -> int:
        """What icon, name and count need side by side."""
        metrics = QFontMetrics(self._theme.font(TypeSize.BASE, QFont.Weight.Medium))
        words = INSET + self._icon_size + INSET + metrics.horizontalAdvance(self.text()) + 1
        badge = badge_size(self._theme, self._badge).width() + 2 * Space.XS if self._badge else 0
        return 2 * Space.S + words + Space.S + badge

    def sizeHint(self) -> QSize:
        return QSize(Size.RAIL_NARROW if self._is_narrow else Size.RAIL, self._theme.pixels(32))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        palette = self._theme.palette
        box = self.rect().adjusted(Space.S, 1, -Space.S, -1)
        if self.isChecked():
            paint_rounded(painter, QRectF(box), palette.color("accent_ground"))
        elif self.underMouse():
            paint_rounded(painter, QRectF(box), palette.color("hover"))
        role = "accent" if self.isChecked() else "dim"
        size = self._icon_size
        left = box.center().x() - size // 2 if self._is_narrow else box.left() + INSET
        pixmap = icon_pixmap(self._icon_name, getattr(palette, role), size, self.devicePixelRatioF())
        painter.drawPixmap(left, box.center().y() - size // 2 + 1, pixmap)
        if not self._is_narrow:
            self._paint_words(painter, box, role)
        elif self._badge and self._tone in ("error", "warning"):
            dot = QRectF(left + size - 3, box.top() + 4, 8, 8)
            paint_rounded(painter, dot, palette.color(self._tone), 4)
        if self.hasFocus():
            paint_focus(painter, QRectF(box), self._theme, Radius.MEDIUM)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._move_focus(1 if event.key() == Qt.Key.Key_Down else -1)
        else:
            super().keyPressEvent(event)

    def _move_focus(self, step: int) -> None:
        group = self.group()
        buttons = group.buttons() if group is not None else [self]
        buttons[(buttons.index(self) + step) % len(buttons)].setFocus(Qt.FocusReason.TabFocusReason)

    def _paint_words(self, painter: QPainter, box: QRect, role: str) -> None:
        right = box.right() - Space.S
        if self._badge:
            size = badge_size(self._theme, self._badge)
            place = QRect(right - size.width() + 1, box.center().y() - size.height() // 2, size.width(), size.height())
            paint_badge(painter, place, self._badge, self._tone, self._theme)
            right = place.left() - Space.XS
        font = self._theme.font(TypeSize.BASE, QFont.Weight.Medium)
        painter.setFont(font)
        painter.setPen(self._theme.palette.color(role))
        area = QRect(box.left() + INSET + self._icon_size + INSET, box.top(), 0, box.height())
        area.setRight(right)
        shown = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    @property
    def _icon_size(self) -> int:
        return self._theme.pixels(Size.ICON)

    def _name(self) -> None:
        self.setAccessibleName(f"{self.text()}, {self._badge}" if self._badge else self.text())
        self.setToolTip(self.accessibleName() if self._is_narrow else "")


class Rail(QFrame):
    """Pages, in the order they were added, under the heading of their section."""

    page_requested = Signal(str)
    width_changed = Signal(int)
    """While names are shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setProperty("look", "rail")
        self.setAccessibleName("Pages")
        self._buttons: dict[str, RailButton] = {}
        self._headings: dict[str, QWidget] = {}
        self._group = QButtonGroup(self)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, Space.S + 2, 0, Space.S)
        self._layout.setSpacing(2)
        self._layout.addStretch(1)
        self._room = NARROW_WINDOW
        self._theme = Theme.current()
        self._theme.changed.connect(self._arrange)
        self._arrange()

    def add(self, key: str, title: str, icon: str, section: str = "") -> None:
        """Add a page; a new section brings its heading."""
        if section and section not in self._headings:
            heading = label(section, "section", self)
            heading.setContentsMargins(Space.L + 2, Space.M, 0, Space.XS)
            self._headings[section] = heading
            self._layout.insertWidget(self._layout.count() - 1, heading)
        entry = RailButton(key, title, icon, self)
        entry.clicked.connect(self._on_button_clicked)
        self._group.addButton(entry)
        self._buttons[key] = entry
        self._layout.insertWidget(self._layout.count() - 1, entry)
        self._arrange()

    @property
    def current_entry(self) -> QWidget | None:
        """The entry of the page shown."""
        return self._group.checkedButton() or next(iter(self._buttons.values()), None)

    def set_current(self, key: str) -> None:
        """Mark a page as shown."""
        if key in self._buttons:
            self._buttons[key].setChecked(True)

    def set_badge(self, key: str, count: int, tone: str = "neutral") -> None:
        """Show a count beside a page; an unknown page is no error."""
        if key in self._buttons:
            self._buttons[key].set_badge(wording.number(count) if count else "", tone)
            self._arrange()

    def fit(self, room: int) -> None:
        """Show names, or icons only, in a window of so many pixels."""
        self._room = room
        self._arrange()

    def _arrange(self) -> None:
        needed = max((Size.RAIL, *(entry.full_width for entry in self._buttons.values())))
        is_large = needed > Size.RAIL and needed * WIDEST_PART > self._room
        is_narrow = self._room < NARROW_WINDOW or is_large
        self.setFixedWidth(Size.RAIL_NARROW if is_narrow else needed)
        self.width_changed.emit(Size.RAIL if is_narrow else needed)
        for heading in self._headings.values():
            heading.setVisible(not is_narrow)
        for entry in self._buttons.values():
            entry.set_narrow(is_narrow)

    def _on_button_clicked(self) -> None:
        entry = self.sender()
        if isinstance(entry, RailButton):
            self.page_requested.emit(entry.key)
