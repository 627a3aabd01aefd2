"""Small pictures of all pages beside the document; made when they come into sight."""

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bunkerdesk.models.paper_document import Order, PaperDocument
from bunkerdesk.views.documents.page_pictures import PagePictures
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import TypeSize

Index = QModelIndex | QPersistentModelIndex
WIDTH, HEIGHT, CELL = 104, 136, 168


class PageListModel(QAbstractListModel):
    """One row for each page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0

    def set_count(self, count: int) -> None:
        """Show so many pages."""
        self.beginResetModel()
        self._count = count
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        return 0 if parent.isValid() else self._count

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return f"Page {index.row() + 1}"
        return None


class _PageDelegate(QStyledItemDelegate):
    def __init__(self, view: "Thumbnails") -> None:
        super().__init__(view)
        self._view = view
        self._theme = Theme.current()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(WIDTH, CELL)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        palette, rect = self._theme.palette, option.rect
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        order = self._view.order(index.row())
        size = QSize(WIDTH, HEIGHT) if order is None else order.size / self._view.devicePixelRatioF()
        place = QRect(rect.center().x() - size.width() // 2, rect.top() + 6, size.width(), size.height())
        painter.fillRect(rect, palette.color("panel"))
        frame = palette.color("accent" if is_selected else "line")
        wide = 2 if is_selected else 1
        painter.fillRect(place.adjusted(-wide, -wide, wide, wide), frame)
        painter.fillRect(place, QColor("white"))
        picture = self._view.picture(index.row())
        if picture is not None:
            painter.drawImage(place, picture)
        painter.setFont(self._theme.font(TypeSize.MARK))
        painter.setPen(palette.color("accent" if is_selected else "dim"))
        painter.drawText(
            rect.adjusted(0, 0, 0, -3),
            Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignHCenter,
            str(index.row() + 1),
        )


class Thumbnails(QListView):
    """The list of pages; `page_chosen` when the person goes to one."""

    page_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("viewer.thumbnails")
        self.setAccessibleName("Pages")
        self.setModel(PageListModel(self))
        self.setItemDelegate(_PageDelegate(self))
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedWidth(WIDTH + 44)
        self._document: PaperDocument | None = None
        self._pictures: PagePictures | None = None
        self._is_following = False
        self._timer = QTimer(self, singleShot=True, interval=30)
        self._timer.timeout.connect(self._want)
        self.verticalScrollBar().valueChanged.connect(self._on_moved)
        self.selectionModel().currentChanged.connect(self._on_current_changed)

    def show_document(self, document: PaperDocument | None, pictures: PagePictures | None) -> None:
        """Show the pages of a document; none takes them away."""
        self._document, self._pictures = document, pictures
        model = self.model()
        assert isinstance(model, PageListModel)
        model.set_count(document.page_count if document is not None else 0)
        if pictures is not None:
            pictures.arrived.connect(self._on_arrived)
        self._timer.start()

    def follow(self, page: int) -> None:
        """Show which page is being read, without going there."""
        self._is_following = True
        self.setCurrentIndex(self.model().index(page, 0))
        self._is_following = False

    def order(self, page: int) -> Order | None:
        """The picture of a page in this size."""
        if self._document is None:
            return None
        size = self._document.page_size(page)
        share = min(WIDTH / size.width(), HEIGHT / size.height()) * self.devicePixelRatioF()
        pixels = QSize(max(1, round(size.width() * share)), max(1, round(size.height() * share)))
        return Order(page, pixels, 0, None, "thumbnail")

    def picture(self, page: int) -> QImage | None:
        """The small picture of a page; None while it is not there."""
        order = self.order(page)
        return self._pictures.picture(order) if self._pictures is not None and order is not None else None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()

    def _want(self) -> None:
        if self._pictures is None or not self.isVisible():
            return
        first = self.indexAt(self.viewport().rect().topLeft()).row()
        count = self.viewport().height() // CELL + 2
        pages = range(max(first, 0), min(max(first, 0) + count, self.model().rowCount()))
        self._pictures.want("thumbnail", [order for page in pages if (order := self.order(page)) is not None])

    def _on_moved(self, _value: int) -> None:
        self._timer.start()

    def _on_arrived(self, order: Order) -> None:
        if order.purpose == "thumbnail":
            self.viewport().update()

    def _on_current_changed(self, current: QModelIndex, _former: QModelIndex) -> None:
        if current.isValid() and not self._is_following:
            self.page_chosen.emit(current.row())
