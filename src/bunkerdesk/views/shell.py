"""The window: top bar, rail, pages, detail pane, status line. Pages are made when first shown."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from bunkerdesk.models.sync_status import SyncStatus
from bunkerdesk.runtime.settings import Settings, WindowGeometry
from bunkerdesk.views.rail import Rail
from bunkerdesk.views.status_line import StatusLine
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Size
from bunkerdesk.views.top_bar import TopBar
from bunkerdesk.views.widgets.messages import Banner, MessageArea

_RETURNS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_CHORDS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.ShiftModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
_PORTABLE = QKeySequence.SequenceFormat.PortableText
PANE_WIDTH = 432
ROOMY_WINDOW = 1440
PANE_LEAST = 360  # a time with its offset in one line
TITLE_BAR = 40  # what window managers put above a window, at most
PANE_KEY = "window.pane_width"
PANE_HIDDEN_KEY = "window.pane_hidden"


@runtime_checkable
class SpeaksOfItself(Protocol):
    """A page with a text for the status line."""

    status_changed: SignalInstance

    @property
    def status_text(self) -> str: ...


@runtime_checkable
class HasFilter(Protocol):
    """A page with a filter field."""

    def focus_filter(self) -> None: ...
    def take_focus(self) -> None: ...


@runtime_checkable
class HasRegions(Protocol):
    """A page with several regions to go round by F6."""

    def regions(self) -> list[QWidget]: ...


class PageStack(QStackedWidget):
    """The pages; one that is not shown claims no room, so the pane beside keeps its width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        return page.minimumSizeHint().expandedTo(page.minimumSize()) if page is not None else super().minimumSizeHint()


class MainWindow(QMainWindow):
    """Everything it shows is handed in; it starts nothing itself."""

    page_shown = Signal(str)
    close_requested = Signal()
    """The window was asked to close; it stays until `close_now`, so that the program can end in order."""
    pane_toggled = Signal(bool)
    key_left = Signal(str)
    """A key, as portable text, that nothing in the window took."""

    def __init__(
        self,
        settings: Settings,
        status: SyncStatus,
        environment: str,
        product: str = "Bunker Desk",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("window")
        self.setWindowTitle(product)
        self._settings = settings
        self._product = product
        self._theme = Theme.current()
        self._theme.changed.connect(self._arrange_pane)
        self._factories: dict[str, Callable[[], QWidget]] = {}
        self._pages: dict[str, QWidget] = {}
        self._current = ""
        self._may_close = False
        self._banner: Banner | None = None
        self._return_began_on: QWidget | None = None
        self.setMinimumSize(900, 560)
        self.top_bar = TopBar(product, environment, status, Size.RAIL, self)
        self.rail = Rail(self)
        self.rail.page_requested.connect(self.show_page)
        self.rail.width_changed.connect(self.top_bar.align)
        self.messages = MessageArea(self)
        self.status_line = StatusLine(self)
        self._stack = PageStack(self)
        self._stack.setObjectName("pages")
        self._pane = self._make_pane()
        self._splitter = self._make_splitter()
        self._lay_out()
        self._add_shortcut("F6", self.focus_next_region)
        self._add_shortcut("F9", self.toggle_pane)
        self._restore()

    # Pages

    def add_page(
        self,
        key: str,
        title: str,
        icon: str,
        section: str,
        factory: Callable[[], QWidget],
    ) -> None:
        """Register a page; `factory` is called when it is first shown.

        Pages with an attribute `has_pane` that is true share the detail pane.
        """
        self._factories[key] = factory
        self.rail.add(key, title, icon, section)

    def show_page(self, key: str) -> QWidget:
        """Show a page, making it where needed; raises `KeyError` for an unknown one."""
        page = self.page(key)
        self._current = key
        self._stack.setCurrentWidget(page)
        self.rail.set_current(key)
        self._arrange_pane()
        self._on_page_status_changed()
        self._settings.last_page = key
        focus = QGuiApplication.focusObject()
        if isinstance(page, HasFilter) and not _holds(self.rail, focus) and not _holds(self._pane, focus):
            page.take_focus()
        self.page_shown.emit(key)
        return page

    def page(self, key: str) -> QWidget:
        """The page, made where needed."""
        if key not in self._pages:
            page = self._factories[key]()
            self._pages[key] = page
            self._stack.addWidget(page)
            if isinstance(page, SpeaksOfItself):
                page.status_changed.connect(self._on_page_status_changed)
        return self._pages[key]

    def keys(self) -> tuple[str, ...]:
        """Keys of the registered pages in order."""
        return tuple(self._factories)

    @property
    def current_key(self) -> str:
        """The key of the page shown; empty before the first."""
        return self._current

    # Detail pane

    def set_pane(self, content: QWidget) -> None:
        """Put the detail view into the pane."""
        layout = self._pane.layout()
        if layout is not None:
            layout.addWidget(content)
        self._arrange_pane()

    @property
    def is_pane_shown(self) -> bool:
        """Tell whether the pane is wanted."""
        return self._settings.number(PANE_HIDDEN_KEY, 0) == 0

    def toggle_pane(self) -> None:
        """Fold the pane away, or back."""
        self._settings.set_number(PANE_HIDDEN_KEY, 1 if self.is_pane_shown else 0)
        self._arrange_pane()
        self.pane_toggled.emit(self.is_pane_shown)

    # Words

    def set_environment(self, environment: str, connection: str = "") -> None:
        """Show where writes go, in the badge and in the window's title."""
        self.top_bar.badge.set_environment(environment)
        words = self.top_bar.badge.accessibleName().removeprefix("Environment: ")
        parts = (connection if connection.casefold() != words.casefold() else "", words, self._product)
        self.setWindowTitle(" – ".join(part for part in parts if part))

    def show_banner(self, text: str, action: str) -> Banner:
        """Show a word across the top; its `action_requested` tells of the button."""
        self.hide_banner()
        self._banner = Banner(text, action, self)
        self._column.insertWidget(1, self._banner)
        self._banner.show()
        return self._banner

    def hide_banner(self) -> None:
        """Take the word away."""
        if self._banner is not None:
            self._banner.hide()
            self._banner.deleteLater()
            self._banner = None

    def focus_next_region(self) -> None:
        """Go round: search, rail, page, pane; each is entered where it was left."""
        page = self._pages.get(self._current)
        inside = page.regions() if isinstance(page, HasRegions) else [page or self._stack]
        regions = [self.top_bar, self.rail, *inside, self._pane]
        focus = QGuiApplication.focusObject()
        here = next((place for place, region in enumerate(regions) if _holds(region, focus)), -1)
        for step in range(1, len(regions) + 1):
            region = regions[(here + step) % len(regions)]
            target = self.rail.current_entry if region is self.rail else _entry(region)
            if target is not None:
                target.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def fit(self, room: QSize) -> None:
        """Become small enough for a screen's free room, so that the status line is not below its edge."""
        self.resize(self.size().boundedTo(QSize(room.width(), room.height() - TITLE_BAR)))

    def close_now(self) -> None:
        """Close without asking."""
        self._may_close = True
        self.close()

    # Qt overrides

    def event(self, event: QEvent) -> bool:
        # The filter field of the page shown comes before any command with the same keys.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if self._finds(event):
                event.accept()
                return True
            # A line that hands the keyboard to a button on Return must not press it by the same stroke.
            self._return_began_on = self.focusWidget() if event.key() in _RETURNS else None
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        page = self._pages.get(self._current)
        if isinstance(page, HasFilter) and self._finds(event):
            page.focus_filter()
        elif event.key() in _RETURNS and not event.modifiers() & _CHORDS and self._press_focused():
            event.accept()
        else:
            super().keyPressEvent(event)
            if not event.isAutoRepeat():
                self.key_left.emit(QKeySequence(event.keyCombination()).toString(_PORTABLE))

    def closeEvent(self, event: QCloseEvent) -> None:
        self._remember()
        if self._may_close:
            event.accept()
        else:
            event.ignore()
            self.close_requested.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.rail.fit(self.width())

    # Private

    def _finds(self, event: QKeyEvent) -> bool:
        return event.matches(QKeySequence.StandardKey.Find) and isinstance(self._pages.get(self._current), HasFilter)

    def _press_focused(self) -> bool:
        """Return presses a button as Space does: of the platforms' themes only some have that."""
        focused = self.focusWidget()
        is_same = focused is not None and focused is self._return_began_on
        if not is_same or not isinstance(focused, QAbstractButton) or not focused.isEnabled():
            return False
        focused.click()
        return True

    def _make_pane(self) -> QFrame:
        pane = QFrame(self)
        pane.setObjectName("pane")
        pane.setProperty("look", "pane")
        pane.setAccessibleName("Details")
        pane.setMinimumWidth(PANE_LEAST)
        pane.setMaximumWidth(Size.PANE_MAXIMUM)
        layout = QVBoxLayout(pane)
        layout.setContentsMargins(0, 0, 0, 0)
        return pane

    def _make_splitter(self) -> QSplitter:
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setObjectName("splitter")
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self._stack)
        splitter.addWidget(self._pane)
        splitter.setStretchFactor(0, 1)
        splitter.setStretchFactor(1, 0)
        splitter.splitterMoved.connect(self._on_splitter_moved)
        return splitter

    def _lay_out(self) -> None:
        centre = QWidget(self)
        centre.setProperty("look", "page")
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.messages)
        column.addWidget(self._splitter, 1)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addLayout(column, 1)
        self._column = QVBoxLayout(centre)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self.top_bar)
        self._column.addLayout(row, 1)
        self._column.addWidget(self.status_line)
        self.setCentralWidget(centre)

    def _add_shortcut(self, keys: str, slot: Callable[[], object]) -> None:
        QShortcut(QKeySequence(keys), self).activated.connect(slot)

    def _arrange_pane(self) -> None:
        is_wanted = getattr(self._pages.get(self._current), "has_pane", False) and self.is_pane_shown
        layout = self._pane.layout()
        self._pane.setVisible(is_wanted and layout is not None and layout.count() > 0)
        roomy = PANE_WIDTH if self.width() >= ROOMY_WINDOW else Size.PANE_MINIMUM
        # Larger text needs a wider pane, but the list keeps most of the window.
        usual = max(roomy, min(self._theme.pixels(roomy), self.width() * 3 // 10))
        self._pane.setMaximumWidth(max(Size.PANE_MAXIMUM, usual))
        width = self._settings.number(PANE_KEY, usual)
        self._splitter.setSizes([max(self._splitter.width() - width, 200), width])

    def _screens(self) -> str:
        return ";".join(
            f"{screen.name()} {screen.size().width()}x{screen.size().height()}" for screen in QGuiApplication.screens()
        )

    def _restore(self) -> None:
        kept = self._settings.geometry(self._screens())
        if kept is None:
            self.resize(1440, 900)
            return
        self.setGeometry(kept.x, kept.y, max(kept.width, 900), max(kept.height, 560))
        if kept.is_maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)

    def _remember(self) -> None:
        place = self.normalGeometry() if self.isMaximized() else self.geometry()
        geometry = WindowGeometry(place.x(), place.y(), place.width(), place.height(), self.isMaximized())
        self._settings.set_geometry(self._screens(), geometry)

    def _on_page_status_changed(self, _text: str = "") -> None:
        page = self._pages.get(self._current)
        self.status_line.set_page(page.status_text if isinstance(page, SpeaksOfItself) else "")

    def _on_splitter_moved(self, _place: int, _index: int) -> None:
        if self._pane.isVisible():
            self._settings.set_number(PANE_KEY, self._pane.width())


def _holds(region: QWidget, widget: object) -> bool:
    return isinstance(widget, QWidget) and (region is widget or region.isAncestorOf(widget))


def _entry(region: QWidget) -> QWidget | None:
    """Where the keyboard was in a region when it left, else the first place by the order of Tab."""
    if not region.isVisible():
        return None
    last = region.focusWidget()
    if last is not None and _takes_tab(last) and _holds(region, last):
        return last
    step = region.nextInFocusChain()
    while step is not None and step is not region:
        if region.isAncestorOf(step) and _takes_tab(step):
            return step
        step = step.nextInFocusChain()
    return region if _takes_tab(region) else None


def _takes_tab(widget: QWidget) -> bool:
    return widget.isVisible() and widget.isEnabled() and bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
