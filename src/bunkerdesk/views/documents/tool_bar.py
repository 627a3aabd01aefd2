"""The tools above a document: name, page, scale, turn, search, print, and the rest in a menu."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QFontMetrics, QIntValidator, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QMenu, QToolButton, QVBoxLayout, QWidget

from bunkerdesk.rules import wording
from bunkerdesk.views.documents.page_layout import Fit
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import IconButton
from bunkerdesk.views.widgets.labels import ElidedLabel, label

ZOOMS = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0)
MOST_PAGES = 999_999
ROOM_FOR_NAME = 620
"""Width from which name and tools stand in one row."""


class ViewerBar(QFrame):
    """Asks for what the person wants; shows what is."""

    page_wanted = Signal(int)
    """From 0."""
    zoom_wanted = Signal(float)
    fit_wanted = Signal(object)
    """A `Fit`."""
    step_wanted = Signal(int)
    turn_wanted = Signal()
    thumbnails_toggled = Signal(bool)
    find_requested = Signal()
    print_requested = Signal()
    save_requested = Signal()
    outside_requested = Signal()
    again_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("viewer.bar")
        self.setProperty("look", "top-bar")
        self._name = ElidedLabel("", "strong", self)
        self._name.setObjectName("viewer.name")
        self._name.elide_mode = Qt.TextElideMode.ElideMiddle  # number and ending tell papers apart
        self._changed = label("", "warning-text", self)
        self._changed.setObjectName("viewer.changed")
        self._shown: tuple[QWidget, ...] = ()
        self._thumbnails = IconButton("panel", "Show all pages beside the document", "viewer.pages-beside", self)
        self._thumbnails.setCheckable(True)
        self._thumbnails.toggled.connect(self.thumbnails_toggled)
        self._page = QLineEdit(self)
        self._page.setObjectName("viewer.page")
        self._page.setAccessibleName("Page")
        self._page.setValidator(QIntValidator(1, MOST_PAGES, self._page))
        self._page.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._page.returnPressed.connect(self._on_page_entered)
        self._count = label("", "label", self)
        self._out = IconButton("zoom-out", "Smaller (-)", "viewer.zoom-out", self)
        self._in = IconButton("zoom-in", "Larger (+)", "viewer.zoom-in", self)
        self._zoom = QToolButton(self)
        self._zoom.setObjectName("viewer.zoom")
        self._zoom.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._zoom.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._zoom.setMenu(self._zoom_menu())
        self._width = IconButton("fit-width", "Fit the width (0)", "viewer.fit-width", self)
        self._whole = IconButton("fit-page", "Fit the whole page", "viewer.fit-page", self)
        self._turn = IconButton("rotate", "Turn clockwise", "viewer.turn", self)
        self._find = IconButton("search", "Find (Ctrl+F)", "viewer.find-open", self)
        self._print = IconButton("print", "Print… (Ctrl+P)", "viewer.print", self)
        self._more = IconButton("more", "More", "viewer.more", self)
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._more.setMenu(self._more_menu())
        self._width.setCheckable(True)
        self._whole.setCheckable(True)
        self._connect()
        self._lay_out()
        Theme.current().changed.connect(self._measure)
        self._measure()

    def _lay_out(self) -> None:
        """One row; in a narrow pane the name has a row of its own above the tools."""
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.M, 6, Space.S, 6)
        column.setSpacing(Space.XS)
        self._above = QHBoxLayout()
        self._row = row = QHBoxLayout()
        column.addLayout(self._above)
        column.addLayout(row)
        row.setSpacing(Space.XS)
        row.addWidget(self._thumbnails)
        row.addSpacing(Space.XS)
        row.addWidget(self._name, 1)
        row.addWidget(self._changed)
        row.addSpacing(Space.S)
        row.addWidget(self._page)
        row.addWidget(self._count)
        row.addSpacing(Space.S)
        for widget in (
            self._out,
            self._zoom,
            self._in,
            self._width,
            self._whole,
            self._turn,
            self._find,
            self._print,
            self._more,
        ):
            row.addWidget(widget)

    def _measure(self) -> None:
        ruler = QFontMetrics(Theme.current().font())
        self._page.setFixedWidth(ruler.horizontalAdvance("0000") + 2 * Space.S + Space.XS)
        self._zoom.setMinimumWidth(ruler.horizontalAdvance("400 %") + Space.M)
        self._fold()

    def _fold(self) -> None:
        """Leave out what has no room, the rarest first; the keys and the menu do the same."""
        for tool in self._shown:
            tool.show()
        room = self.width() - Space.M - Space.S
        for tool in (self._turn, self._whole, self._print, self._thumbnails, self._find):
            if self._row.minimumSize().width() <= room:
                return
            tool.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._part_name()
        self._fold()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fold()  # only now is it known how large the words are

    def _part_name(self) -> None:
        is_narrow = self.width() < Theme.current().pixels(ROOM_FOR_NAME)
        if is_narrow == (self._above.count() > 0):
            return
        for place, widget in enumerate((self._name, self._changed)):
            stretch = 1 if widget is self._name else 0
            if is_narrow:
                self._row.removeWidget(widget)
                self._above.addWidget(widget, stretch)
            else:
                self._above.removeWidget(widget)
                self._row.insertWidget(2 + place, widget, stretch)

    @property
    def are_thumbnails_wanted(self) -> bool:
        """Whether the person wants all pages beside the document."""
        return self._thumbnails.isChecked()

    def show_thumbnails(self, is_wanted: bool) -> None:
        """Fold all pages out or in."""
        self._thumbnails.setChecked(is_wanted)

    def show_name(self, name: str, changed_from: str = "") -> None:
        """Say which document this is, and whether it changed since it was seen."""
        self._name.set_text(name)
        self._changed.setText("Changed since seen" if changed_from else "")
        self._changed.setToolTip(f"The file seen before had the hash {changed_from}" if changed_from else "")
        self._changed.setVisible(bool(changed_from))

    def show_tools(self, *, pages: bool, picture: bool, file: bool) -> None:
        """Show the tools of what is on the screen."""
        of_pages: tuple[QWidget, ...] = (
            self._thumbnails, self._page, self._count, self._find, self._print, self._width,
        )  # fmt: skip
        of_both: tuple[QWidget, ...] = (self._out, self._zoom, self._in, self._whole, self._turn)
        for widget in (*of_pages, *of_both):
            widget.hide()
        self._shown = (*(of_pages if pages else ()), *(of_both if pages or picture else ()))
        self._fold()
        self._turn_action.setVisible(pages or picture)
        self._print_action.setVisible(pages)
        self._more.setVisible(file)

    def show_page(self, page: int, count: int) -> None:
        """Say which page is read, from 0."""
        if not self._page.hasFocus():
            self._page.setText(str(page + 1))
        words = f"of {wording.number(count)}"
        if words != self._count.text():
            self._count.setText(words)
            self._fold()
        self._page.setAccessibleDescription(f"Page {page + 1} of {count}")

    def show_zoom(self, zoom: float, fit: Fit | None = None) -> None:
        """Say the scale."""
        self._zoom.setText(f"{zoom * 100:.0f} %")
        self._zoom.setAccessibleName(f"Scale {zoom * 100:.0f} per cent")
        self._width.setChecked(fit is Fit.WIDTH)
        self._whole.setChecked(fit is Fit.PAGE)

    # Inside

    def _connect(self) -> None:
        self._out.clicked.connect(self._on_out_clicked)
        self._in.clicked.connect(self._on_in_clicked)
        self._width.clicked.connect(self._on_width_clicked)
        self._whole.clicked.connect(self._on_whole_clicked)
        self._turn.clicked.connect(self.turn_wanted)
        self._find.clicked.connect(self.find_requested)
        self._print.clicked.connect(self.print_requested)

    def _zoom_menu(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        for zoom in ZOOMS:
            action = QAction(f"{zoom * 100:.0f} %", group)
            action.setData(zoom)
            menu.addAction(action)
        group.triggered.connect(self._on_zoom_triggered)
        return menu

    def _more_menu(self) -> QMenu:
        menu = QMenu(self)
        for text, name, signal in (
            ("Save as…", "viewer.save", self.save_requested),
            ("Open outside…", "viewer.open-outside", self.outside_requested),
            ("Fetch again", "viewer.again", self.again_requested),
            ("Turn clockwise", "viewer.turn-menu", self.turn_wanted),
            ("Print…", "viewer.print-menu", self.print_requested),
        ):
            action = QAction(text, menu)
            action.setObjectName(name)
            action.triggered.connect(signal)
            menu.addAction(action)
        self._turn_action, self._print_action = menu.actions()[-2:]
        return menu

    def _on_page_entered(self) -> None:
        if self._page.text():
            self.page_wanted.emit(int(self._page.text()) - 1)

    def _on_zoom_triggered(self, action: QAction) -> None:
        self.zoom_wanted.emit(float(action.data()))

    def _on_out_clicked(self) -> None:
        self.step_wanted.emit(-1)

    def _on_in_clicked(self) -> None:
        self.step_wanted.emit(1)

    def _on_width_clicked(self) -> None:
        self.fit_wanted.emit(Fit.WIDTH)

    def _on_whole_clicked(self) -> None:
        self.fit_wanted.emit(Fit.PAGE)
