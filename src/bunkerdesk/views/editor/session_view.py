"""One open editor: its head, the form, and at the right what stands before sending."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from bunkerdesk.models.details import Section
from bunkerdesk.models.editor_fields import FUELS, STAKEHOLDERS, plain_path
from bunkerdesk.models.editor_model import EditorModel
from bunkerdesk.views.editor.before_sending import FindingsCard, SentCard
from bunkerdesk.views.editor.field_box import FieldBox
from bunkerdesk.views.editor.fuel_table import FuelCard
from bunkerdesk.views.editor.sections import FormCard, StakeholderCard
from bunkerdesk.views.editor.session_head import SEND_KEYS, SessionHead
from bunkerdesk.views.editor.source_card import SourceCard
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.cards import SectionCard
from bunkerdesk.views.widgets.page_scroll import PageScroll

COLUMN_ROOMS = ((900, 4), (680, 3), (460, 2))
"""Room for so many columns: in each stands a time with its offset, and its other clocks below."""
SIDE_BY_SIDE = 860
ASIDE, ROOMY = 330, 1180


class SessionView(QWidget):
    """Shows a model; everything it asks for leaves by signals."""

    send_requested = Signal(str)
    discard_requested = Signal()
    promote_requested = Signal()
    side_requested = Signal(str)
    compare_requested = Signal(str)
    take_back_requested = Signal()

    def __init__(self, model: EditorModel, environment: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.setObjectName(f"editor.session{model.session.id}")
        self.setAccessibleName(model.title)
        self.head = SessionHead(model, environment, self)
        self._cards: dict[str, FormCard] = {}
        self._form = QWidget(self)
        self._column = QVBoxLayout(self._form)
        self._column.setContentsMargins(Space.L, Space.XS, Space.L, Space.L)
        self._column.setSpacing(Space.M)
        self.fuel = FuelCard(model, self._form)
        self.stakeholders = StakeholderCard(model, self._form)
        self._also: SectionCard | None = None
        self.source = SourceCard(model, self)
        self.findings = FindingsCard(self)
        self.sent = SentCard(self)
        self._order = QTimer(self, singleShot=True, interval=0)
        self._order.timeout.connect(self._set_tab_order)
        self._lay_out()
        self._connect()
        self._on_structure_changed()
        self._on_changed()

    @property
    def boxes(self) -> list[FieldBox]:
        """Every field in reading order."""
        return [box for part in self._parts() for box in part.boxes]

    def box(self, path: str) -> FieldBox | None:
        """The field of a path, or the first field below it; what hides it is opened where it was never made."""
        found = self._find(path)
        if found is None and path.startswith(FUELS):
            self.fuel.reveal(path)
            found = self._find(path)
        return found

    def _find(self, path: str) -> FieldBox | None:
        plain = plain_path(path)
        for box in self.boxes:
            own = plain_path(box.path)
            if own == plain or own.startswith(f"{plain}."):
                return box
        return None

    def jump(self, path: str, position: int = -1) -> bool:
        """Go to a field, unfolding what hides it; position -1 is the end of its text."""
        box = self.box(path)
        if box is None:
            return False
        self._unfold(box)
        box.take_focus(position if position >= 0 else len(box.edit.text()))
        self._show_box(box)
        return True

    def regions(self) -> list[QWidget]:
        """For F6."""
        return [self._scroll, self._aside]

    def take_focus(self) -> None:
        """Put the cursor where it stood, else into the first field."""
        cursor = self.model.session.cursor
        if not (cursor.field and self.jump(self.model.rule_path(cursor.field), cursor.position)):
            first = next((box for box in self.boxes if not box.edit.isReadOnly()), None)
            if first is not None:
                first.take_focus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    # Inside

    def _parts(self) -> Iterator[FormCard | FuelCard | StakeholderCard]:
        for key in ("delivery", "receiver"):
            if key in self._cards:
                yield self._cards[key]
        yield self.fuel
        if "supplier" in self._cards:
            yield self._cards["supplier"]
        yield self.stakeholders

    def _lay_out(self) -> None:
        left = QWidget(self)
        column = QVBoxLayout(left)
        column.setContentsMargins(0, Space.M, 0, 0)
        column.setSpacing(Space.XS)
        head = QVBoxLayout()
        head.setContentsMargins(Space.L, 0, Space.L, 0)
        head.addWidget(self.head)
        column.addLayout(head)
        self._scroll = self._scrolled(self._form, "editor.form", left)
        column.addWidget(self._scroll, 1)
        beside = QWidget(self)
        right = QVBoxLayout(beside)
        right.setContentsMargins(Space.XS, Space.M, Space.L, Space.L)
        right.setSpacing(Space.M)
        right.addWidget(self.findings)
        right.addWidget(self.source, 2)
        right.addWidget(self.sent, 1)
        self._aside = self._scrolled(beside, "editor.aside", self)
        self._box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(0)
        self._box.addWidget(left, 1)
        self._box.addWidget(self._aside)

    def _scrolled(self, content: QWidget, name: str, parent: QWidget) -> PageScroll:
        area = PageScroll(content, name, parent)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return area

    def _connect(self) -> None:
        model = self.model
        model.changed.connect(self._on_changed)
        model.structure_changed.connect(self._on_structure_changed)
        model.state_changed.connect(self.head.refresh)
        model.jump_requested.connect(self.jump)
        self.head.send_requested.connect(self.send_requested)
        self.head.discard_requested.connect(self.discard_requested)
        self.head.promote_requested.connect(self.promote_requested)
        self.head.side_requested.connect(self.side_requested)
        self.head.take_back_requested.connect(self.take_back_requested)
        self.source.jump_requested.connect(self.jump)
        self.source.changed.connect(self._on_boxes_changed)
        self.findings.jump_requested.connect(self.jump)
        self.findings.compare_requested.connect(self.compare_requested)
        self.sent.view.jump_requested.connect(self._on_json_jump)
        for card in (self.fuel, self.stakeholders):
            card.boxes_changed.connect(self._on_boxes_changed)
            card.entered.connect(self._on_entered)
        for keys, slot in (
            (SEND_KEYS, self._on_send_keys),
            ("Ctrl+Z", model.undo),
            ("Ctrl+Y", model.redo),
            ("F8", partial(self.source.step, 1)),
            ("Shift+F8", partial(self.source.step, -1)),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(slot)

    def _arrange(self) -> None:
        scale = max(1.0, self.fontMetrics().height() / 17)
        is_wide = self.width() >= SIDE_BY_SIDE
        self._box.setDirection(QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom)
        if is_wide:
            wanted = ASIDE if self.width() < ROOMY else min(max(ASIDE + 15, self.width() // 4), 520)
            self._aside.setFixedWidth(min(round(wanted * scale), max(ASIDE, 2 * self.width() // 5)))
            self._aside.setMaximumHeight(16_777_215)
        else:
            self._aside.setMinimumWidth(0)
            self._aside.setMaximumWidth(16_777_215)
            self._aside.setMaximumHeight(max(self.height() // 3, 160))
        room = self.width() - (self._aside.width() if is_wide else 0) - 2 * Space.L
        columns = next((count for least, count in COLUMN_ROOMS if room >= least * scale), 1)
        for part in self._parts():
            part.set_columns(columns)

    def _on_entered(self, box: FieldBox) -> None:
        self._show_box(box)
        self.source.show_field(box.path)

    def _show_box(self, box: FieldBox) -> None:
        self._scroll.ensureWidgetVisible(box, Space.L, 2 * Space.L)

    def _unfold(self, box: FieldBox) -> None:
        for card in self._cards.values():
            if card.more.grid.isAncestorOf(box):
                card.more.fold.set_open(True)
        for row in self.fuel.rows:
            for fold in row.folds:
                if fold.grid.isAncestorOf(box):
                    fold.head.set_open(True)

    def _on_structure_changed(self) -> None:
        groups = self.model.groups()
        for shown in groups:
            key = shown.group.key
            if shown.group.items:
                continue
            if key in self._cards:
                self._cards[key].show_group(shown)
            else:
                card = self._cards[key] = FormCard(self.model, shown, self._form)
                card.boxes_changed.connect(self._on_boxes_changed)
                card.entered.connect(self._on_entered)
        self.fuel.show_groups([one for one in groups if one.group.items == FUELS])
        self.stakeholders.show_groups([one for one in groups if one.group.items == STAKEHOLDERS])
        if self._column.count() == 0:
            for part in self._parts():
                self._column.addWidget(part)
            self._column.addStretch(1)
        self._show_also()
        self._arrange()
        self._on_boxes_changed()

    def _show_also(self) -> None:
        lines = self.model.also()
        if self._also is not None and self._also.section.lines == lines:
            return
        if self._also is not None:
            self._also.hide()
            self._also.deleteLater()
            self._also = None
        if lines:
            self._also = SectionCard(Section("also", "Also in this nomination", lines), "editor.also", self._form)
            self._column.insertWidget(self._column.count() - 1, self._also)

    def _on_changed(self) -> None:
        for part in self._parts():
            part.refresh()
        self.source.refresh()
        self.findings.show_review(self.model.review)
        self.sent.show_sent(self.model.target, self.model.sent(), self.model.sent_text())
        self._show_open()

    def _show_open(self) -> None:
        """Let it be typed in or not; the keyboard stays in the editor: on the button that opens it again."""
        is_open, focus = self.model.is_open, self.window().focusWidget()
        was_waiting = focus is self.head.take_back
        is_inside = focus is not None and (self._form.isAncestorOf(focus) or self.head.isAncestorOf(focus))
        if is_open:
            self._form.setEnabled(True)
            if was_waiting:
                self.take_focus()
        self.head.refresh()
        if not is_open:
            if is_inside:
                self.head.take_back.setFocus(Qt.FocusReason.OtherFocusReason)
            self._form.setEnabled(False)

    def _on_boxes_changed(self) -> None:
        self._order.start()

    def _set_tab_order(self) -> None:
        chain: list[QWidget] = list(self.head.controls)
        for part in self._parts():
            chain += part.tab_stops()
        chain += [
            *self.findings.stops,
            self.findings.fold,
            *self.source.tab_stops(),
            self.sent.copy_button,
            self.sent.view,
        ]
        for before, after in pairwise(chain):
            QWidget.setTabOrder(before, after)

    def _on_json_jump(self, path: str) -> None:
        self.jump(self.model.rule_path(path))

    def _on_send_keys(self) -> None:
        if self.head.send.isEnabled():
            self.head.send.click()
        else:
            errors = self.model.review.errors
            if errors:
                self.jump(errors[0].path)
