"""The review page as widgets: shown, walked by keys, read out, and told of what a person does."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton
from tests.review_world import LOW_FLASH, nomination, operation

from bunkerdesk.contract.nomination import Nomination
from bunkerdesk.contract.operation import Operation
from bunkerdesk.desk.record import Record
from bunkerdesk.desk.review_state import Later, Review, SignOff, Verdict
from bunkerdesk.desk.reviews import Examination, QueueItem
from bunkerdesk.models.review_models import QueueModel
from bunkerdesk.models.review_page import ReviewPage, review_page
from bunkerdesk.rules.fuel_limits import Limits
from bunkerdesk.rules.notes.case import Case
from bunkerdesk.rules.notes.claims import ClaimBook
from bunkerdesk.rules.notes.registry import check
from bunkerdesk.runtime.settings import Settings
from bunkerdesk.views.review.dialogs import ClaimsDialog, LimitsDialog, ProtestDialog, SignDialog
from bunkerdesk.views.review.page import ACTIONS, MORE_ACTIONS, ReviewView

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
FLASH = "bunkerDeliveryNotes[0].productFlashPoint"


def page_of(
    *notes: dict[str, Any],
    review: Review | None = None,
    later: tuple[Later, ...] = (),
    fuel: dict[str, Any] | None = None,
) -> ReviewPage:
    body = Operation.read(operation("ONE", *notes))
    asked = nomination("ONE")
    asked["fuelSpecifications"][0] |= fuel or {}
    case = Case(body, NOW, (Nomination.read(asked),))
    record = Record(1, "operation", "ONE", body, NOW, NOW, (), 1, False)
    return review_page(Examination(record, case, check(case), review or Review(), (), (), later), NOW)


@pytest.fixture
def view(tools: Any) -> Iterator[ReviewView]:
    owner = QObject()
    actions = {key: QAction(key, owner) for key in (*ACTIONS, *MORE_ACTIONS)}
    queue = QueueModel(owner)
    items = [
        QueueItem(
            number, f"SO-{number}", "Nordic Star", "Algeciras", 1, 0, 10_000, NOW - timedelta(days=number), None, False
        )
        for number in (1, 2)
    ]
    queue.set_items(items, NOW)
    made = ReviewView(queue, actions)
    made.owner = owner
    made.actions_of_test = actions
    made.resize(1000, 900)
    made.show()
    yield made
    made.close()
    made.deleteLater()
    tools.bury()


def button_of(view: ReviewView, key: str) -> QPushButton:
    found = view.findChild(QPushButton, f"{key}.button")
    assert found is not None
    return found


async def test_before_anything_is_open_the_page_says_what_comes_here(view: ReviewView) -> None:
    """An empty page is no blank page."""
    view.show_page(None)
    assert view.empty.isVisible()
    assert "delivery note" in view.empty.accessibleName()


async def test_an_error_makes_protest_the_primary_action(view: ReviewView) -> None:
    """One primary button, the one the findings speak for."""
    view.show_page(page_of(LOW_FLASH), NOW)
    looks = {key: button_of(view, key).property("look") for key in ACTIONS}
    assert looks == {"review.protest": "primary", "review.accept": "", "review.remark": ""}
    assert view.status_text == "2 operations await review, this is 1"


async def test_show_goes_from_a_finding_to_its_figure(view: ReviewView) -> None:
    """The cell is current, in sight, and the paper is told of it."""
    view.show_page(page_of(LOW_FLASH), NOW)
    spy = QSignalSpy(view.figure_activated)
    row = next(row for row in view.findings.rows() if row.line.rule == "B13")
    row.show_button.click()
    assert view.grid.current_place() == FLASH
    assert spy.at(0)[0] == FLASH
    assert "55.5 °C" in str(view.grid.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole))


async def test_a_note_on_a_finding_leaves_with_enter(view: ReviewView) -> None:
    """What is typed is told with the finding's key, once."""
    view.show_page(page_of(LOW_FLASH), NOW)
    spy = QSignalSpy(view.noted)
    row = view.findings.rows()[0]
    row.field.show()
    row.field.setText("tested ashore")
    QTest.keyClick(row.field, Qt.Key.Key_Return)
    assert [spy.at(place) for place in range(spy.count())] == [[row.line.key, "tested ashore"]]


async def test_a_note_typed_and_not_left_is_told_before_another_operation_is_shown(view: ReviewView) -> None:
    """Nothing typed is lost by going on with a key, and it is told once."""
    view.show_page(page_of(LOW_FLASH), NOW)
    spy = QSignalSpy(view.noted)
    row = view.findings.rows()[0]
    row.field.setText("half a sentence")
    view.findings.commit()
    view.findings.commit()
    assert [spy.at(place) for place in range(spy.count())] == [[row.line.key, "half a sentence"]]


async def test_a_tick_leaves_with_its_key(view: ReviewView) -> None:
    """The checklist is worked off by space bar."""
    page = page_of(LOW_FLASH)
    view.show_page(page, NOW)
    spy = QSignalSpy(view.ticked)
    box = view.checklist.findChildren(QCheckBox)[0]
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert spy.at(0) == [page.checklist[0].key, True]


async def test_enter_in_the_queue_opens_an_operation(view: ReviewView) -> None:
    """By keyboard from the queue to the review."""
    spy = QSignalSpy(view.chosen)
    view.queue.list.setCurrentIndex(view.queue.model.index(1))
    QTest.keyClick(view.queue.list, Qt.Key.Key_Return)
    assert spy.at(0) == [2]


async def test_the_arrows_open_what_they_mark(tools: Any, view: ReviewView) -> None:
    """A verdict given by key is for the ship that is marked; what the program marks by itself opens nothing."""
    view.show()
    view.queue.list.setFocus()
    view.queue.show_current(1)
    spy = QSignalSpy(view.chosen)
    QTest.keyClick(view.queue.list, Qt.Key.Key_Down)
    assert [spy.at(place) for place in range(spy.count())] == [[2]]
    view.queue.show_current(2)
    view.queue.show_current(1)
    assert spy.count() == 1


async def test_a_signed_review_is_frozen_and_shows_what_changed(view: ReviewView) -> None:
    """No verdict, no tick and no note any more; before and after stand in a card."""
    signed = Review(sign_off=SignOff(Verdict.ACCEPT, "A. Surveyor", NOW))
    view.show_page(page_of(LOW_FLASH, review=signed, later=(Later("x", "Flash point", "72 °C", "55.5 °C"),)), NOW)
    assert button_of(view, "review.accept").isHidden()
    assert not button_of(view, "review.reopen").isHidden()
    assert not any(box.isEnabled() for box in view.checklist.findChildren(QCheckBox))
    assert all(row.field.isReadOnly() for row in view.findings.rows())
    assert view.later.isVisible()
    assert {"72 °C", "55.5 °C"} <= {one.text().replace("\u00a0", " ") for one in view.later.findChildren(QLabel)}


async def test_the_same_operation_shown_again_keeps_its_place(view: ReviewView) -> None:
    """A refresh behind a reader moves nothing."""
    view.show_page(page_of(LOW_FLASH), NOW)
    view.go_to(FLASH)
    rows = view.findings.rows()
    view.show_page(page_of(LOW_FLASH), NOW)
    assert view.grid.current_place() == FLASH
    assert view.findings.rows() == rows


async def test_everything_that_takes_the_focus_has_a_name(view: ReviewView) -> None:
    """A screen reader never meets a nameless control."""
    view.show_page(page_of(LOW_FLASH), NOW)
    controls = [
        *view.findChildren(QPushButton),
        *view.findChildren(QCheckBox),
        view.timeline,
        view.grid,
        view.queue.list,
    ]
    assert [one for one in controls if not one.accessibleName()] == []
    assert "All fast" in view.timeline.accessibleName()


async def test_endless_names_do_not_push_the_page_wider_than_the_window(view: ReviewView) -> None:
    """A note with a 300-character product stays inside."""
    view.show_page(page_of({"productName": "W" * 300, "receiverVesselName": "V" * 300, "number": "N" * 120}), NOW)
    view.resize(900, 700)
    assert view.minimumSizeHint().width() <= 900


async def test_the_document_pane_comes_back_as_it_was_left(view: ReviewView, tmp_path: Path, tools: Any) -> None:
    """Off stays off and wide stays wide, in the next window too."""
    settings = Settings(tmp_path / "settings.json", view)
    actions = {key: QAction(key, view.owner) for key in (*ACTIONS, *MORE_ACTIONS)}

    def opened() -> ReviewView:
        made = ReviewView(view.queue.model, actions, settings=settings)
        made.documents_wanted.connect(
            lambda: made.set_documents(QLabel("paper")) if made.splitter.count() < 3 else None
        )
        made.resize(1600, 900)
        made.show()
        made.show_page(page_of(LOW_FLASH), NOW)
        return made

    first = opened()
    assert first.documents_button.isChecked()
    first.splitter.moveSplitter(900, 2)
    width = first.splitter.sizes()[2]
    first.documents_button.click()
    second = opened()
    assert not second.documents_button.isChecked()
    second.documents_button.click()
    third = opened()
    assert third.documents_button.isChecked()
    assert abs(third.splitter.sizes()[2] - width) <= 2
    for made in (first, second, third):
        made.close()
        made.deleteLater()
    settings.flush()


async def test_a_unit_in_the_nominated_column_is_never_cut_off(view: ReviewView) -> None:
    """The columns before the notes are as wide as what stands in them."""
    wide = {"minQuantity": 13680, "maxQuantity": 14364, "unit": "metric_tonnes"}
    view.show_page(page_of({}, fuel={"quantityRange": wide}), NOW)
    text = view.notes.table.rows[1].nominated
    assert text.endswith(" t")
    assert view.grid.columnWidth(1) > view.grid.fontMetrics().horizontalAdvance(text)


async def test_signing_needs_a_name_and_a_remark_where_asked(tools: Any, view: ReviewView) -> None:
    """Nobody signs anonymously."""
    dialog = SignDialog("Accept with remarks", "", "", needs_remark=True, parent=view)
    assert not dialog.accept_button.isEnabled()
    dialog.name.setText("A. Surveyor")
    assert dialog.accept_button.toolTip() == "A remark is needed"
    dialog.remark.setPlainText("watch the sulphur")
    assert dialog.accept_button.isEnabled()


async def test_the_protest_of_each_note_keeps_its_edits(view: ReviewView) -> None:
    """Going from one note to the other and back loses nothing typed."""
    dialog = ProtestDialog([("BDN-1", "first"), ("BDN-2", "second")], "A. Surveyor", is_signed=False, parent=view)
    dialog.text.setPlainText("first, edited")
    dialog.choice.setCurrentIndex(1)
    dialog.choice.activated.emit(1)
    assert dialog.text.toPlainText() == "second"
    dialog.choice.setCurrentIndex(0)
    dialog.choice.activated.emit(0)
    assert dialog.text.toPlainText() == "first, edited"
    signed: list[int] = []
    dialog.accepted.connect(lambda: signed.append(1))
    dialog.open()
    QTest.keyClick(dialog.name, Qt.Key.Key_Return)
    assert not signed, "a signature is not given by the key that ends a line"
    QTest.keyClick(dialog.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert signed


async def test_limits_are_filtered_and_reset(view: ReviewView) -> None:
    """Hundreds of limits are found by a word; a reset is offered only where there is something to reset."""
    dialog = LimitsDialog(Limits(), view)
    dialog.search.setText("flash point of oil")
    assert dialog.table.model().rowCount() == 1
    assert dialog.limits == Limits()


async def test_claim_times_take_hours_and_nothing_else(view: ReviewView) -> None:
    """A typing error keeps the former hours."""
    dialog = ClaimsDialog(ClaimBook(), ["Strait Bunkers"], view)
    add = dialog.findChild(QPushButton, "review.claims.add")
    assert add is not None
    add.click()
    dialog.table.item(1, 1).setText("24")
    dialog.table.item(1, 2).setText("soon")
    terms = dialog.book.terms("strait bunkers")
    assert (terms.shortage_hours, terms.quality_hours, terms.source) == (24, 720, "set at this desk")


async def test_the_order_of_the_queue_is_chosen_and_remembered(view: ReviewView, tmp_path: Path) -> None:
    """A button of the queue says what comes first; the operation under review stays."""
    settings = Settings(tmp_path / "settings.json")
    items = [
        replace(view.queue.model.items[0], id=number, claim_by=NOW + timedelta(days=9 - number)) for number in (1, 2)
    ]
    view.queue.model.set_items(items, NOW)
    again = ReviewView(view.queue.model, view.actions_of_test, settings=settings)
    again.queue.show_current(1)
    assert again.queue.order.text() == "Riskiest first"
    QTest.mouseClick(again.queue.order, Qt.MouseButton.LeftButton)
    assert again.queue.order.text() == "Next claim first"
    assert again.queue.model.ids == (2, 1)
    assert again.queue.list.currentIndex().row() == 1
    third = ReviewView(view.queue.model, view.actions_of_test, settings=settings)
    assert third.queue.order.text() == "Next claim first"
    for made in (again, third):
        made.deleteLater()


async def test_a_note_is_told_letter_by_letter(view: ReviewView) -> None:
    """So that a crash takes no more than the last of them; it is noted once it is left."""
    page = page_of(LOW_FLASH)
    view.show_page(page, NOW)
    row = view.findings.rows()[0]
    typed, noted = QSignalSpy(view.findings.typed), QSignalSpy(view.noted)
    row.field.show()
    QTest.keyClicks(row.field, "ash")
    assert [typed.at(place) for place in range(typed.count())][-1] == [page.id, row.line.key, "ash"]
    assert not noted.count()


async def test_a_note_that_was_never_left_stands_in_its_field_again(view: ReviewView) -> None:
    """It is no note yet: it becomes one when it is left now."""
    key = page_of(LOW_FLASH).findings[0].key
    view.show_page(page_of(LOW_FLASH, review=Review(typed={key: "tested ash"})), NOW)
    noted = QSignalSpy(view.noted)
    restored = view.findings.rows()[0]
    assert (restored.field.text(), restored.field.isHidden()) == ("tested ash", False)
    view.findings.commit()
    assert noted.at(0) == [key, "tested ash"]


async def test_what_changes_behind_it_leaves_the_field_that_is_typed_in(view: ReviewView) -> None:
    """Another note kept, a claim clock gone on: the cursor stays, and so does the half word."""
    view.show_page(page_of(LOW_FLASH), NOW)
    row, other = view.findings.rows()[:2]
    row.field.show()
    row.field.setFocus()
    QTest.keyClicks(row.field, "half a w")
    view.show_page(page_of(LOW_FLASH, review=Review(notes={other.line.key: "agreed"})), NOW)
    assert view.findings.rows()[0] is row
    assert row.field.text() == "half a w"
    changed = view.findings.rows()[1].field
    assert (changed.text(), changed.isHidden()) == ("agreed", False)
