"""One open editor as the page shows it: fields, notes, findings and what will be sent. The desk keeps what is typed."""

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.desk.editing import EditEvent, Editing, EditNews
from bunkerdesk.desk.editing_bodies import as_answer, as_sent, checkable, document_path, rule_path
from bunkerdesk.desk.editing_kinds import EditKind
from bunkerdesk.desk.editing_session import Cursor, EditSession, EditState
from bunkerdesk.models import editor_notes, editor_words
from bunkerdesk.models.detail_lines import Line as DetailLine
from bunkerdesk.models.detail_lines import Page, also_reported
from bunkerdesk.models.editor_fields import (
    FUELS,
    STAKEHOLDERS,
    Field,
    Kind,
    Situation,
    is_loading,
    plain_path,
    value_at,
)
from bunkerdesk.models.editor_findings import Review, review
from bunkerdesk.models.editor_form import GROUPS, shown_groups
from bunkerdesk.models.editor_notes import Note
from bunkerdesk.models.editor_options import Option
from bunkerdesk.models.editor_readings import Around, Fix, moment_of, read, shown, stepped
from bunkerdesk.models.editor_sent import SentLine, sent_lines, sent_text
from bunkerdesk.models.editor_setting import Setting, ShownGroup
from bunkerdesk.rules import port_clock
from bunkerdesk.rules.findings import Finding
from bunkerdesk.rules.nomination_checks import Circumstances, SentAs, check
from bunkerdesk.rules.wording import count_words, first_lower

PAUSE_MS = 250
"""After the last keystroke, before other nominations are looked at: that reads the store."""
_OF_OTHERS = frozenset({"N07", "N08", "N13"})
_ALONGSIDE = "delivery.estimatedAlongsideTime"
PATHS = {EditKind.DRAFT: "nominations/drafts", EditKind.SUPPLIER: "nominations/supplier"}
_NEW_ITEMS: dict[str, JsonObject] = {
    FUELS: {"quantityRange": {"unit": "metric_tonnes"}},
    STAKEHOLDERS: {"type": "surveyor"},
}


class EditorModel(QObject):
    """Everything the page asks; every change goes to the desk at once."""

    changed = Signal()
    """Values or notes changed."""
    structure_changed = Signal()
    """Other fields apply, or items came, went or moved."""
    state_changed = Signal()
    """Title, state, what is kept, undo."""
    jump_requested = Signal(str, int)
    """Path and cursor position to go to."""

    def __init__(self, editing: Editing, session: EditSession, setting: Setting, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.setting = setting
        self._editing = editing
        self._typing = ""
        self._is_closed = False
        self._body = checkable(session.kind, session.document)
        self._review = Review()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._look_again)
        self._around_findings: list[Finding] = []
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._recompute)
        self._end = editing.subscribe(self._on_news)
        self._recompute()

    def close(self) -> None:
        """Listen no more; what a view still tells while it goes is passed over."""
        self._is_closed = True
        self._end()
        self._soon.stop()
        self._pause.stop()

    def refresh(self) -> None:
        """Reference data, neighbours or the clock changed."""
        self._recompute()

    # What it is

    @property
    def title(self) -> str:
        """`Draft DR-0933`."""
        return editor_words.title(self.session)

    @property
    def name(self) -> str:
        """The same inside a sentence: `draft DR-0933`."""
        return first_lower(self.title)

    @property
    def state(self) -> tuple[str, str]:
        """The word of the state pill and its tone."""
        return editor_words.state(self.session)

    @property
    def kept(self) -> str:
        """`kept 2 s ago`."""
        is_kept = self._editing.is_saved(self.session)
        return editor_words.kept(self.session, self.setting.now()) if is_kept else "keeping…"

    @property
    def is_open(self) -> bool:
        """It can be typed in."""
        return self.session.state is EditState.OPEN

    @property
    def document(self) -> JsonObject:
        """The document under the paths of an answer: what is said of the supplier stands in its section."""
        return as_answer(self.session.kind, self.session.document)

    @property
    def situation(self) -> Situation:
        """What decides which fields are asked for."""
        return Situation(
            SentAs(self.session.kind.value),
            self.session.is_new,
            self.setting.options.standard_types(),
            self.setting.may_send_alongside_time() or value_at(self.session.base, _ALONGSIDE) is not None,
        )

    @property
    def zone(self) -> tzinfo | None:
        """The port's clock: the service's own offsets count more than the table."""
        code = value_at(self.session.document, "delivery.bunkeringLocationCode")
        base = self.session.base
        served: list[datetime] = []
        if base and value_at(base, "delivery.bunkeringLocationCode") == code:
            moment = moment_of(value_at(base, "delivery.estimatedTimeOfBunkering"))
            served = [moment] if moment else []
        return port_clock.clock_for(served, self.setting.options.zone(code))[0]

    def groups(self) -> list[ShownGroup]:
        """The sections with the fields that are asked for here."""
        return shown_groups(self.document, self.situation)

    def count(self, items: str) -> int:
        """How many items a list has."""
        value = self.session.document.get(items)
        return len(value) if isinstance(value, list) else 0

    # One field

    def value(self, asked: Field, index: int | None = None) -> Any:
        """What the document holds."""
        return value_at(self.session.document, self._place(asked.path(index)))

    def text(self, asked: Field, index: int | None = None) -> str:
        """What stands in the field: text being typed or not understood as it is, else the value in words."""
        typed = self.session.typed.get(self._place(asked.path(index)))
        return typed if typed is not None else shown(asked, self.value(asked, index), self._around(asked, index))

    def note(self, asked: Field, index: int | None = None) -> Note:
        """What stands below the field."""
        path, around, value = asked.path(index), self._around(asked, index), self.value(asked, index)
        typed = self.session.typed.get(self._place(path))
        if typed is not None:
            return editor_notes.of_reading(read(asked, typed, around))
        refused = next((one.text for one in self.session.refusals if one.path and rule_path(
            self.session.kind, one.path) == plain_path(path)), "")  # fmt: skip
        if refused:
            return editor_notes.refused(refused, value, around)
        return editor_notes.told(editor_notes.standing(asked, value, around, self._body), self._review.at(path), value)

    def derived(self, asked: Field, index: int | None = None) -> str:
        """What the service takes where the field is empty."""
        if asked.kind is Kind.OPERATED:
            return self.setting.own_company
        return editor_notes.derived(asked, self._body, self.setting.now()) if index is None else ""

    def is_fixed(self, asked: Field) -> bool:
        """The reference of what is at the service cannot change: another one would be another nomination."""
        return asked.kind is Kind.REFERENCE and not self.session.is_new

    def options(self, asked: Field, text: str, index: int | None = None) -> Sequence[Option]:
        """What may be meant by a text."""
        return self.setting.options.matching(asked, text, self.document, index)

    # Typing

    def type_text(self, asked: Field, text: str, index: int | None = None, position: int = 0) -> None:
        """Take a keystroke: a value goes into the document, other text is kept beside it."""
        place = self._place(asked.path(index))
        reading = read(asked, text, self._around(asked, index))
        self._typing = place
        if not reading.is_value:
            self._editing.note_text(self.session, place, text)
            return
        changes = [(place, reading.value), *((self._place(path), value) for path, value in reading.fills)]
        if self.text(asked, index) != text:
            self._editing.note_text(self.session, place, None)
        self._editing.change_many(self.session, changes, cursor=Cursor(place, position))
        self._soon.start()

    def take(self, asked: Field, fix: Fix, index: int | None = None) -> None:
        """Take an offered value with what comes with it."""
        place = self._place(asked.path(index))
        self._editing.note_text(self.session, place, None)
        changes = [(place, fix.value), *((self._place(path), value) for path, value in fix.fills)]
        self._typing = ""
        self._editing.change_many(self.session, changes)
        self._recompute()

    def step_time(self, asked: Field, minutes: int, index: int | None = None) -> None:
        """A quarter of an hour, an hour or a day, by the port's clock."""
        self.take(asked, Fix("", stepped(self.value(asked, index), minutes, self._around(asked, index))), index)

    def enter(self, path: str, position: int) -> None:
        """The cursor is there."""
        if self._is_closed:
            return
        self._editing.move_cursor(self.session, self._place(path), position)

    def leave(self, asked: Field, index: int | None = None) -> None:
        """The field is left: what was understood takes the place of what was typed."""
        if not self._is_closed and self._typing == self._place(asked.path(index)):
            self._typing = ""
            self.changed.emit()

    @property
    def is_typing(self) -> str:
        """The path of the field that is being typed in; its text is not touched."""
        return rule_path(self.session.kind, self._typing) if self._typing else ""

    # Items

    def add_item(self, items: str) -> None:
        """Add a fuel or a stakeholder at the end and go there."""
        count = self.count(items)
        first = _NEW_ITEMS[items]
        if items == FUELS and count:
            unit = value_at(self.session.document, f"{FUELS}[{count - 1}].quantityRange.unit")
            first = {"quantityRange": {"unit": unit}} if unit else first
        self._editing.insert(self.session, f"{items}.{count}", first)
        self._recompute()
        group = next(one for one in GROUPS if one.items == items)
        self.jump_requested.emit(group.fields[0].path(count), 0)

    def remove_item(self, items: str, index: int) -> None:
        """Take an item out; undo brings it back."""
        self._renumber(items, {place: place - (place > index) for place in range(self.count(items)) if place != index})
        self._editing.remove(self.session, f"{items}.{index}")
        self._recompute()

    def move_item(self, items: str, index: int, step: int) -> None:
        """Move an item up or down; its position is the fuel's index on notes and documents."""
        rows = list(self.session.document.get(items) or ())
        if 0 <= index + step < len(rows):
            rows[index], rows[index + step] = rows[index + step], rows[index]
            others = {place: place for place in range(len(rows))}
            self._renumber(items, {**others, index: index + step, index + step: index})
            self._editing.change(self.session, items, rows)
            self._recompute()

    def _renumber(self, items: str, places: dict[int, int]) -> None:
        """Text that is no value yet goes along with its item, or goes with it."""
        typed = {path: text for path, text in self.session.typed.items() if path.startswith(f"{items}.")}
        for path in typed:
            self._editing.note_text(self.session, path, None)
        for path, text in typed.items():
            _, number, rest = path.split(".", 2)
            if int(number) in places:
                self._editing.note_text(self.session, f"{items}.{places[int(number)]}.{rest}", text)

    # Undo

    def undo(self) -> None:
        """Take back the last step, in whatever field it was, and go there."""
        self._went(self._editing.undo(self.session))

    def redo(self) -> None:
        """Do it again."""
        self._went(self._editing.redo(self.session))

    def _went(self, path: str | None) -> None:
        if path is None:
            return
        self._typing = ""
        self._editing.note_text(self.session, path, None)
        self._recompute()
        self.jump_requested.emit(rule_path(self.session.kind, path), -1)

    # Before sending

    @property
    def review(self) -> Review:
        """Findings of the checks, texts that are no values, refusals."""
        return self._review

    @property
    def target(self) -> str:
        """`PUT nominations/supplier`."""
        return f"PUT {PATHS.get(self.session.kind, 'nominations/receiver')}"

    def sent(self) -> list[SentLine]:
        """What will be sent, against what the service holds."""
        return sent_lines(as_sent(self.session.kind, self.session.document, self.session.base), self.session.base)

    def sent_text(self) -> str:
        """The exact JSON."""
        return sent_text(as_sent(self.session.kind, self.session.document, self.session.base))

    def rule_path(self, path: str) -> str:
        """The field of a place in the JSON."""
        return rule_path(self.session.kind, path)

    def why_not_send(self) -> str:
        """Why it cannot be sent now; empty when it can."""
        if not self.is_open:
            return "It waits in the outbox already."
        if not self.session.is_changed and not self.session.refusals:
            return "Nothing differs from what the service holds."
        count = len(self._review.errors)
        return f"{count_words(count, 'error stands', 'errors stand')} before sending." if count else ""

    def also(self) -> tuple[DetailLine, ...]:
        """What this version does not know in the document: kept and sent back as it came."""
        return tuple(also_reported(Page(self.setting.now(), self.setting.desk_zone), self._body))

    # Inside

    def _place(self, path: str) -> str:
        return document_path(self.session.kind, path)

    def _around(self, asked: Field, index: int | None) -> Around:
        setting = self.setting
        value = self.value(asked, index)
        return Around(self.document, setting.options, setting.now(), setting.desk_zone, self.zone, index, value)

    def _recompute(self) -> None:
        """Everything, other nominations included."""
        self._pause.stop()
        findings = self._checked(with_others=True)
        self._around_findings = [one for one in findings if one.rule in _OF_OTHERS or _is_in_use(one)]
        self._show(findings)

    def _look_again(self) -> None:
        """What this document alone says; what was known of others stays until the next pause."""
        self._pause.start()
        reference = self.session.reference.strip()
        known = [one for one in self._around_findings if not _is_in_use(one) or one.figures[0] == reference]
        self._show([*self._checked(with_others=False), *known])

    def _checked(self, *, with_others: bool) -> list[Finding]:
        session = self.session
        self._body = checkable(session.kind, session.document)
        situation = self.situation
        around = Circumstances(
            sent_as=SentAs(session.kind.value),
            zone=self.zone,
            is_loading=is_loading(self.document, situation),
            may_send_alongside_time=situation.may_send_alongside_time,
        )
        return list(self.setting.check(session, self._body, around) if with_others else check(self._body, around))

    def _show(self, findings: list[Finding]) -> None:
        self._soon.stop()
        session = self.session
        unread = {}
        for group in self.groups():
            folded = (one for fold in group.group.folds for one in fold.fields)
            for asked in (*group.fields, *group.rare, *folded):
                typed = session.typed.get(self._place(asked.path(group.index)))
                if typed is not None:
                    reading = read(asked, typed, self._around(asked, group.index))
                    unread[asked.path(group.index)] = reading.message or "not understood"
        refusals = [(rule_path(session.kind, one.path) if one.path else "", one.text) for one in session.refusals]
        self._review = review(findings, unread, refusals, session.reference if session.is_new else "")
        self.structure_changed.emit()
        self.changed.emit()
        self.state_changed.emit()

    def _on_news(self, news: EditNews) -> None:
        if news.session is not self.session:
            return
        if news.event is EditEvent.CHANGED:
            self._soon.start()
        elif news.event in (EditEvent.SAVED, EditEvent.STATE):
            self._soon.start() if news.event is EditEvent.STATE else self.state_changed.emit()


def _is_in_use(finding: Finding) -> bool:
    """N09 of a reference that another one has; the rule's other sentences are about the text alone."""
    return finding.rule == "N09" and bool(finding.figures)
