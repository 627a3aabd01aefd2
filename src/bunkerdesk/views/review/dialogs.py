"""Dialogs of the review page: the signature, the note of protest, limits, claim times."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from bunkerdesk.models.review_limits import VALUE, LimitsModel
from bunkerdesk.rules.fuel_limits import Limits
from bunkerdesk.rules.notes.claims import COMMON_PRACTICE, ClaimBook, ClaimTerms
from bunkerdesk.views.dialogs.base import DeskDialog, under
from bunkerdesk.views.tables.cell_table import dress
from bunkerdesk.views.theme.theme import Theme
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button
from bunkerdesk.views.widgets.clearing import let_clear
from bunkerdesk.views.widgets.labels import label

LONGEST_NAME, LONGEST_HOURS = 120, 24 * 3660
HOURS = (1, 2)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class SignDialog(DeskDialog):
    """The name under a verdict, and the remark where there is one."""

    def __init__(self, title: str, text: str, reviewer: str, *, needs_remark: bool, parent: QWidget) -> None:
        super().__init__(title, "review.sign", parent)
        self.set_room(480)
        self._needs_remark = needs_remark
        if text:
            self.body.addWidget(label(text, "", self, wraps=True))
        self.remark = QPlainTextEdit(self)
        self.remark.setObjectName("review.sign.remark")
        self.remark.setAccessibleName("Remark")
        self.remark.setTabChangesFocus(True)
        self.remark.document().setDocumentMargin(Space.S - 1)
        self.remark.setFixedHeight(96)
        self.remark.textChanged.connect(self._on_changed)
        self.name = QLineEdit(reviewer, self)
        self.name.setObjectName("review.sign.name")
        self.name.setAccessibleName("Reviewer")
        self.name.setMaxLength(LONGEST_NAME)
        self.name.textChanged.connect(self._on_changed)
        if needs_remark:
            self._add("Remark", self.remark)
        else:
            self.remark.hide()
        self._add("Reviewer", self.name)
        self.body.addWidget(
            label("The data and the files as they are now are kept with the signature.", "hint", self, wraps=True)
        )
        refuse = button("Cancel", "review.sign.cancel", self)
        refuse.clicked.connect(self.reject)
        self.accept_button = button("Sign", "review.sign.accept", self, "primary")
        self.accept_button.setDefault(True)
        self.accept_button.clicked.connect(self.accept)
        self.add_buttons((refuse, self.accept_button))
        (self.remark if needs_remark else self.name).setFocus()
        self._on_changed()

    def _add(self, title: str, field: QWidget) -> None:
        name = label(title, "label", self)
        name.setBuddy(field)
        self.body.addLayout(under(name, field))

    def _on_changed(self) -> None:
        if not hasattr(self, "accept_button"):
            return
        lacks_remark = self._needs_remark and not self.remark.toPlainText().strip()
        reason = "A name is needed" if not self.name.text().strip() else "A remark is needed" if lacks_remark else ""
        self.accept_button.setEnabled(not reason)
        self.accept_button.setToolTip(reason)


class ProtestDialog(DeskDialog):
    """The note of protest, filled in and to be edited; it can be saved again and again before it is signed."""

    save_requested = Signal(str)
    """`.txt` or `.pdf`."""

    def __init__(self, texts: Sequence[tuple[str, str]], reviewer: str, *, is_signed: bool, parent: QWidget) -> None:
        """`texts` are (note number, text) of every note."""
        super().__init__("Note of protest", "review.protest", parent)
        self.set_room(720, 620)
        self._texts = [text for _, text in texts]
        self._current = 0
        self.choice = QComboBox(self)
        self.choice.setObjectName("review.protest.note")
        self.choice.setAccessibleName("Delivery note")
        self.choice.addItems([f"On {number}" for number, _ in texts])
        self.choice.setVisible(len(texts) > 1)
        self.choice.activated.connect(self._on_choice_activated)
        self.text = QPlainTextEdit(self._texts[0] if self._texts else "", self)
        self.text.setObjectName("review.protest.text")
        self.text.setAccessibleName("Text of the note of protest")
        self.text.setTabChangesFocus(True)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPixelSize(Theme.current().pixels(12))
        self.text.setFont(fixed)
        self.text.document().setDocumentMargin(Space.M)
        self.text.setStyleSheet(f"font-family: '{fixed.family()}'; font-size: {fixed.pixelSize()}px;")
        self.name = QLineEdit(reviewer, self)
        self.name.setObjectName("review.protest.name")
        self.name.setAccessibleName("Reviewer")
        self.name.setMaxLength(LONGEST_NAME)
        self.name.textChanged.connect(self._on_name_changed)
        self.body.addWidget(self.choice)
        self.body.addWidget(self.text, 1)
        line = QHBoxLayout()
        line.setSpacing(Space.S)
        line.addWidget(label("Reviewer", "label", self))
        line.addWidget(self.name, 1)
        self.body.addLayout(line)
        self._save = [
            button(f"Save as {kind}…", f"review.protest.save_{kind.lower()}", self) for kind in ("text", "PDF")
        ]
        self._save[0].clicked.connect(self._on_text_clicked)
        self._save[1].clicked.connect(self._on_pdf_clicked)
        for one in reversed(self._save):
            self.add_left(one)
        refuse = button("Close", "review.protest.close", self)
        refuse.clicked.connect(self.reject)
        self.accept_button = button("Sign as protested", "review.protest.accept", self, "primary")
        self.accept_button.setVisible(not is_signed)
        self.accept_button.clicked.connect(self.accept)
        self.add_buttons((refuse, self.accept_button))
        self.text.setFocus()
        self._on_name_changed("")

    def _on_choice_activated(self, place: int) -> None:
        self._texts[self._current] = self.text.toPlainText()
        self._current = place
        self.text.setPlainText(self._texts[place])

    def _on_text_clicked(self) -> None:
        self.save_requested.emit(".txt")

    def _on_pdf_clicked(self) -> None:
        self.save_requested.emit(".pdf")

    def _on_name_changed(self, _text: str) -> None:
        has_name = bool(self.name.text().strip())
        self.accept_button.setEnabled(has_name)
        self.accept_button.setToolTip("" if has_name else "A name is needed")


class LimitsDialog(DeskDialog):
    """Every limit; a value is changed in its cell, and taken back one by one or all at once."""

    def __init__(self, limits: Limits, parent: QWidget) -> None:
        super().__init__("Limits", "review.limits", parent)
        self.set_room(900, 560)
        self.model = LimitsModel(limits, self)
        self._filtered = QSortFilterProxyModel(self)
        self._filtered.setSourceModel(self.model)
        self._filtered.setFilterKeyColumn(-1)
        self._filtered.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        hint = (
            "Only a limit of high confidence, or one that is a definition, makes an error. "
            "A limit set at this desk makes a warning."
        )
        self.body.addWidget(label(hint, "dim", self, wraps=True))
        self.search = QLineEdit(self)
        self.search.setObjectName("review.limits.search")
        self.search.setAccessibleName("Filter the limits")
        self.search.setPlaceholderText("Filter by name, standard or source")
        let_clear(self.search)
        self.search.textChanged.connect(self._filtered.setFilterFixedString)
        self.body.addWidget(self.search)
        self.table = self._make_table()
        self.body.addWidget(self.table, 1)
        self._reset = button("Reset this one", "review.limits.reset", self)
        self._reset.clicked.connect(self._on_reset_clicked)
        self._reset_all = button("Reset all", "review.limits.reset_all", self)
        self._reset_all.clicked.connect(self.model.reset_all)
        self.add_left(self._reset_all)
        self.add_left(self._reset)
        refuse = button("Cancel", "review.limits.cancel", self)
        refuse.clicked.connect(self.reject)
        keep = button("Keep", "review.limits.accept", self, "primary")
        keep.clicked.connect(self.accept)
        self.add_buttons((refuse, keep))
        self.model.dataChanged.connect(self._refresh)
        self._refresh()
        self.search.setFocus()

    @property
    def limits(self) -> Limits:
        """As they stand in the dialog."""
        return self.model.limits

    def _make_table(self) -> QTableView:
        table = QTableView(self)
        table.setObjectName("review.limits.table")
        table.setAccessibleName("Limits")
        table.setModel(self._filtered)
        head = dress(table)
        for column, width in enumerate((320, 80, 70, 110)):
            table.setColumnWidth(column, Theme.current().pixels(width))
        head.setSectionResizeMode(4, QHeaderView.ResizeMode.Stretch)
        table.setCurrentIndex(self._filtered.index(0, VALUE))
        table.selectionModel().currentChanged.connect(self._on_current_changed)
        return table

    def _row(self) -> int:
        return self._filtered.mapToSource(self.table.currentIndex()).row()

    def _refresh(self) -> None:
        is_set = self.model.is_set(self._row())
        self._reset.setEnabled(is_set)
        self._reset.setToolTip("" if is_set else "This limit is as shipped")
        self._reset_all.setEnabled(bool(self.model.limits.overrides))
        self._reset_all.setToolTip("" if self.model.limits.overrides else "Every limit is as shipped")

    def _on_current_changed(self, _current: QModelIndex, _former: QModelIndex) -> None:
        self._refresh()

    def _on_reset_clicked(self) -> None:
        self.model.reset_one(self._row())


class ClaimsDialog(DeskDialog):
    """Hours for shortage and quality claims: the usual ones, and those of suppliers with terms of their own."""

    def __init__(self, book: ClaimBook, suppliers: Sequence[str], parent: QWidget) -> None:
        super().__init__("Claim times", "review.claims", parent)
        self.set_room(640, 420)
        self.body.addWidget(
            label(
                "Hours after the end of the transfer. The contract governs; a name left empty is not kept.",
                "dim",
                self,
                wraps=True,
            )
        )
        self.table = QTableWidget(0, 3, self)
        self.table.setObjectName("review.claims.table")
        self.table.setAccessibleName("Claim times by supplier")
        self.table.setHorizontalHeaderLabels(["Supplier", "Shortage, hours", "Quality, hours"])
        dress(self.table).setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in HOURS:
            heading = self.table.horizontalHeaderItem(column)
            if heading is not None:
                heading.setTextAlignment(_RIGHT)
            self.table.setColumnWidth(column, Theme.current().pixels(130))
        self._add("All others", book.default, is_fixed=True)
        for name, terms in book.by_counterparty.items():
            self._add(name, terms)
        self.body.addWidget(self.table, 1)
        self._book = book
        self._suppliers = [name for name in suppliers if name]
        add = button("Add a supplier", "review.claims.add", self)
        add.clicked.connect(self._on_add_clicked)
        self.add_left(add)
        refuse = button("Cancel", "review.claims.cancel", self)
        refuse.clicked.connect(self.reject)
        keep = button("Keep", "review.claims.accept", self, "primary")
        keep.clicked.connect(self.accept)
        self.add_buttons((refuse, keep))
        self.table.setCurrentCell(0, 1)

    @property
    def book(self) -> ClaimBook:
        """As it stands in the dialog; what is no number of hours stays as it was."""
        result = ClaimBook(self._terms(0, self._book.default))
        for row in range(1, self.table.rowCount()):
            name = self._text(row, 0)
            if name:
                result = result.with_terms(name, self._terms(row, self._book.terms(name)))
        return result

    def _terms(self, row: int, former: ClaimTerms) -> ClaimTerms:
        hours = [
            _hours(self._text(row, column), usual)
            for column, usual in zip(HOURS, (former.shortage_hours, former.quality_hours), strict=True)
        ]
        is_usual = (hours[0], hours[1]) == (former.shortage_hours, former.quality_hours)
        source = former.source if is_usual else "set at this desk"
        return ClaimTerms(hours[0], hours[1], source or COMMON_PRACTICE)

    def _text(self, row: int, column: int) -> str:
        item = self.table.item(row, column)
        return item.text().strip() if item else ""

    def _add(self, name: str, terms: ClaimTerms, *, is_fixed: bool = False) -> None:
        row = self.table.rowCount()
        self.table.insertRow(row)
        for column, text in enumerate((name, str(terms.shortage_hours), str(terms.quality_hours))):
            item = QTableWidgetItem(text)
            if column in HOURS:
                item.setTextAlignment(_RIGHT)
            if is_fixed and column == 0:
                item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.table.setItem(row, column, item)

    def _on_add_clicked(self) -> None:
        known = {self._text(row, 0).casefold() for row in range(self.table.rowCount())}
        name = next((one for one in self._suppliers if one.casefold() not in known), "")
        self._add(name, self._book.default)
        self.table.setCurrentCell(self.table.rowCount() - 1, 0)
        self.table.setFocus(Qt.FocusReason.OtherFocusReason)


def _hours(text: str, usual: int) -> int:
    return (
        int(text) if text.isascii() and text.isdigit() and len(text) < 7 and 0 < int(text) <= LONGEST_HOURS else usual
    )
