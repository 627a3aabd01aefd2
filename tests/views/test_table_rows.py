"""Rows of a detail table that can be opened: documents."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from bunkerdesk.models.detail_lines import Section, Table
from bunkerdesk.views.widgets.cards import SectionCard

COLUMNS = ("Document type", "Document name", "Fuel index")
ROWS = (("Bunker delivery note", "BDN.pdf", "0"), ("Other", "letter.pdf", ""))


def test_a_document_opens_by_double_click_by_key_and_by_button():
    """Mouse, keyboard and screen reader each have a way."""
    card = SectionCard(Section("documents", "Documents", (), (Table(COLUMNS, ROWS, ("id/1", "id/2")),)), "documents")
    opened: list[str] = []
    card.row_activated.connect(opened.append)
    card.show()
    names = [value for value in card.values if value.line.label == "Document name"]
    QTest.mouseDClick(names[0], Qt.MouseButton.LeftButton)
    QTest.keyClick(names[1], Qt.Key.Key_Return)
    buttons = card.findChildren(QToolButton)
    assert [button.accessibleName() for button in buttons] == [
        "Open Bunker delivery note BDN.pdf",
        "Open Other letter.pdf",
    ]
    buttons[0].click()
    assert opened == ["id/1", "id/2", "id/1"]
    card.close()
    card.deleteLater()


def test_rows_that_open_nothing_have_no_button():
    """The other tables stay as they were."""
    card = SectionCard(Section("other", "Other", (), (Table(COLUMNS, ROWS),)), "other")
    opened: list[str] = []
    card.row_activated.connect(opened.append)
    QTest.keyClick(card.values[1], Qt.Key.Key_Return)
    assert not opened
    assert not card.findChildren(QToolButton)
    card.deleteLater()
