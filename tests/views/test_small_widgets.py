"""Parts that every page is made of: what grows with the text, what gives way, what stays in line."""

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt, qInstallMessageHandler
from PySide6.QtWidgets import QLineEdit, QListView, QPlainTextEdit, QVBoxLayout, QWidget

from bunkerdesk.models.details import Line, Section
from bunkerdesk.models.editor_options import Option
from bunkerdesk.rules.fuel_limits import Limits
from bunkerdesk.views.editor.completion import Completion
from bunkerdesk.views.importing.source_view import SourceView
from bunkerdesk.views.review.dialogs import LimitsDialog
from bunkerdesk.views.theme import Theme, ThemeChoice
from bunkerdesk.views.widgets.buttons import ElidedButton, IconButton
from bunkerdesk.views.widgets.cards import SectionCard
from bunkerdesk.views.widgets.key_hint import KeyHint
from bunkerdesk.views.widgets.messages import ToneIcon
from bunkerdesk.views.widgets.page_scroll import PageScroll

FILE = "IAPH_41A_checklist_SO-24127_signed_by_both_parties.pdf"


@pytest.fixture
def parent(qapp: Any) -> Iterator[QWidget]:
    widget = QWidget()
    widget.resize(600, 400)
    widget.show()
    try:
        yield widget
    finally:
        Theme.apply(qapp, ThemeChoice.LIGHT)
        widget.close()
        widget.deleteLater()


def test_icons_grow_with_the_text(qapp: Any, parent: QWidget) -> None:
    """At 150 per cent a button's icon and the sign of a message are half as large again, and back."""
    button, sign = IconButton("refresh", "Read again", "again", parent), ToneIcon("warning", "warning", parent)
    assert (button.iconSize(), sign.pixmap().deviceIndependentSize().toSize()) == (QSize(16, 16), QSize(16, 16))
    Theme.apply(qapp, ThemeChoice.LIGHT, 1.5)
    assert (button.iconSize(), sign.pixmap().deviceIndependentSize().toSize()) == (QSize(24, 24), QSize(24, 24))
    assert button.icon().availableSizes() == [QSize(24, 24)]
    Theme.apply(qapp, ThemeChoice.LIGHT)
    assert button.iconSize() == QSize(16, 16)


async def test_a_page_keeps_its_right_edge_when_its_scroll_bar_comes(parent: QWidget, tools: Any) -> None:
    """Cards end below the head's buttons, whether there is more to scroll or not."""
    content = QWidget()
    column = QVBoxLayout(content)
    card = QWidget()
    column.addWidget(card)
    page = PageScroll(content, "page", parent)
    page.resize(400, 300)
    page.show()
    edges = []
    for height in (100, 900):
        card.setFixedHeight(height)
        is_higher = height > page.height()
        await tools.until(lambda is_higher=is_higher: page.verticalScrollBar().isVisible() == is_higher)
        await tools.until(lambda: content.width() == page.viewport().width() and card.height() == card.maximumHeight())
        edges.append(card.mapTo(page, card.rect().topRight()).x())
    assert edges[0] == edges[1]


def test_the_key_of_a_field_stands_in_it_while_it_is_empty(qapp: Any, parent: QWidget) -> None:
    """Whole at any text size; what is typed has the room to itself."""
    field = QLineEdit(parent)
    field.resize(240, 40)
    hint = KeyHint("Ctrl+F", field)
    field.show()
    for scale in (1.0, 1.5):
        Theme.apply(qapp, ThemeChoice.LIGHT, scale)
        parent.grab()
        assert hint.isVisible()
        assert field.rect().contains(hint.geometry())
        assert hint.width() >= hint.fontMetrics().horizontalAdvance(hint.text())
    field.setText("sing")
    assert not hint.isVisible()
    assert field.textMargins().right() == 0


def test_a_link_gives_way_in_its_middle(parent: QWidget) -> None:
    """The end of a file's name is seen; with room again the whole name is."""
    link = ElidedButton(FILE, "link", parent)
    link.resize(link.sizeHint())
    link.show()
    assert link.text() == FILE
    link.resize(160, link.height())
    assert link.text() != FILE
    assert link.text().endswith(".pdf")
    assert link.accessibleName() == FILE
    link.resize(link.sizeHint())
    assert link.text() == FILE


def test_a_pasted_table_is_lined_up(parent: QWidget) -> None:
    """Each column begins at one place, however long the texts before it."""
    source = SourceView(parent)
    source.resize(600, 400)
    source.show()
    source.give("Ref\tVessel\tPort\nA\tEVER SUMMIT OF THE SEAS\tSGSIN\nLONGER-1\tTORM\tNLRTM")
    assert len({_left_of(source.box, word) for word in ("Port", "SGSIN", "NLRTM")}) == 1
    assert len({_left_of(source.box, word) for word in ("Vessel", "EVER", "TORM")}) == 1
    assert _left_of(source.box, "SGSIN") > _left_of(source.box, "EVER")


def test_a_long_paste_is_laid_out_again_only_where_a_column_has_become_wider(parent: QWidget) -> None:
    """Each pause in typing would cost the layout of all of it."""
    source = SourceView(parent)
    source.give("Ref\tVessel\tPort\n" + "A\tEVER SUMMIT\tSGSIN\n" * 200)
    made_anew: list[int] = []
    source.box.document().documentLayout().update.connect(lambda *_: made_anew.append(1))
    source.take()
    assert made_anew == []
    cursor = source.box.textCursor()
    cursor.insertText("LONGER")
    made_anew.clear()
    source.take()
    assert made_anew
    made_anew.clear()
    source.take()
    assert made_anew == []


def _left_of(box: QPlainTextEdit, word: str) -> int:
    cursor = box.document().find(word)
    cursor.setPosition(cursor.selectionStart())
    return box.cursorRect(cursor).left()


def test_names_and_values_of_a_card_fit_at_any_text_size(qapp: Any, parent: QWidget) -> None:
    """A time's offset goes on below it rather than out of the card."""
    line = Line("Bunkering starts", "Sat 21 Nov 22:30 +08:00", "14:30 UTC and at this desk", key="delivery.x")
    card = SectionCard(Section("delivery", "Delivery", (line,)), "delivery", parent)
    card.show()
    for scale in (1.0, 1.5, 2.0):
        Theme.apply(qapp, ThemeChoice.LIGHT, scale)
        card.resize(round(250 * scale), 600)
        card.layout().activate()
        assert card.minimumSizeHint().width() <= card.width()
        for child in card.findChildren(QWidget):
            if child.isVisible():
                assert card.rect().right() >= child.mapTo(card, child.rect().topRight()).x()


def test_the_figures_of_a_dialogs_table_stand_right_below_their_heading(parent: QWidget) -> None:
    """Value and its heading are aligned alike."""
    dialog = LimitsDialog(Limits(), parent)
    model = dialog.table.model()
    role, right = Qt.ItemDataRole.TextAlignmentRole, Qt.AlignmentFlag.AlignRight.value
    assert model.headerData(1, Qt.Orientation.Horizontal, role) & right
    assert model.index(0, 1).data(role) & right
    dialog.deleteLater()


async def test_a_list_of_suggestions_goes_with_its_line(parent: QWidget, tools: Any) -> None:
    """Also with a row marked: Qt has nothing to complain of, though the rows go before the list."""
    line = QLineEdit(parent)
    line.setObjectName("field")
    line.show()
    offered = Completion(line)
    offered.offer([Option("SGSIN", "SGSIN Singapore"), Option("NLRTM", "NLRTM Rotterdam")])
    tools.press(line, "Down")
    shown = parent.findChild(QListView, "field.suggestions")
    assert shown is not None
    assert shown.currentIndex().isValid()
    gone: list[str] = []
    said: list[str] = []
    shown.destroyed.connect(lambda: gone.append("list"))
    former = qInstallMessageHandler(lambda _kind, _context, words: said.append(words))
    try:
        line.deleteLater()
        await tools.until(lambda: gone)
    finally:
        qInstallMessageHandler(former)
    assert not [words for words in said if "QItemSelectionModel" in words]
