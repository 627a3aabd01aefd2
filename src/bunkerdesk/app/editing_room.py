"""Editing in the window: open editors, sending, the outbox and the dialogs around them.

Nothing of it is loaded before the first paint; what was typed in an earlier run is then there again.
"""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from bunkerdesk.app.alongside_time import Alongside, AlongsideTime
from bunkerdesk.app.edited_rows import EditedRows
from bunkerdesk.app.frame import Frame, WindowPart
from bunkerdesk.app.outgoing import Outgoing
from bunkerdesk.app.pages import EDITOR
from bunkerdesk.app.seen_vessels import seen_vessels
from bunkerdesk.desk.lines import reference_in
from bunkerdesk.runtime.clock import utc_now
from bunkerdesk.runtime.prompts import Notice, Question

if TYPE_CHECKING:
    from bunkerdesk.desk.changes import Changes
    from bunkerdesk.desk.desk import Desk
    from bunkerdesk.desk.outbox_item import OutboxItem
    from bunkerdesk.models.editor_list import EditorList
    from bunkerdesk.models.editor_model import EditorModel
    from bunkerdesk.views.editor.page import EditorPage

LAST_EDITOR = "editor.last"
KEPT_MS = 1_000


class EditingRoom(WindowPart):
    """Joins the desk's editing and outbox to the editor page of one window."""

    reference_requested = Signal(str)
    """A reference that somebody wants to look at."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame)
        self._editors: EditorList | None = None
        self._page: EditorPage | None = None
        self._acknowledged: dict[int, frozenset[str]] = {}
        self._end_outbox = _nothing
        self._edited = EditedRows(frame.session, self)
        self._outgoing = Outgoing(frame, self.scope, self.show)
        self._alongside = AlongsideTime(frame.settings, frame.session.connection)
        self._kept = QTimer(self, interval=KEPT_MS)
        self._kept.timeout.connect(self._on_kept_timeout)

    # Life

    def begin(self) -> None:
        """After the first paint: what was typed is back, what waits goes out."""
        self.scope.start("outbox", self._run_outbox(), replace=False)
        self._show_counts()
        self._edited.begin()
        self._frame.session.changed.connect(self._on_session_changed)
        self._frame.window.status_line.waiting_requested.connect(self.show_outbox)
        self._frame.window.messages.action_requested.connect(self._on_action_requested)

    async def close(self) -> None:
        """End sending and listening; what is typed is the desk's to keep."""
        self._kept.stop()
        self._edited.close()
        self._end_outbox()
        self._outgoing.close()
        if self._editors is not None:
            self._editors.close()
        self.scope.close()
        await self.scope.settle()

    @property
    def editors(self) -> "EditorList":
        """The open editors."""
        if self._editors is None:
            self._editors = self._make_editors()
        return self._editors

    def make_page(self) -> QWidget:
        """The editor page."""
        from bunkerdesk.views.editor.page import EditorPage

        page = self._page = EditorPage(self.editors, self._frame.session.connection.environment.value)
        page.send_requested.connect(self._on_send_requested)
        page.discard_requested.connect(self._on_discard_requested)
        page.promote_requested.connect(self._on_promote_requested)
        page.side_requested.connect(self._on_side_requested)
        page.new_requested.connect(self.new)
        page.compare_requested.connect(self._on_compare_requested)
        page.take_back_requested.connect(self._on_edit_wanted_back)
        self._kept.start()
        return page

    # What commands and the page ask

    def show(self, argument: str = "") -> None:
        """Show the page, and the editor of an id."""
        if argument.isdecimal():
            self.editors.set_current(int(argument))
        page = self._frame.window.show_page(EDITOR)
        from bunkerdesk.views.editor.page import EditorPage

        if isinstance(page, EditorPage) and self.editors.current is not None:
            page.show_session(self.editors.current)
        self._show_counts()

    def go_on(self, record_id: int) -> bool:
        """Go on with the unsent edit of a record; False where there is none."""
        edit = self._edited.edit_of(record_id)
        if edit is not None:
            self.show(str(edit))
        return edit is not None

    def new(self, kind: str) -> None:
        """Begin a draft or a nomination."""
        self.scope.start("new", self._new(kind), replace=False)

    @property
    def alongside_choice(self) -> str:
        """Whether nominations over this connection are asked for an estimated alongside time."""
        return self._alongside.choice.value

    def set_alongside(self, choice: str) -> None:
        """Ask for it as the service allows, always, or never."""
        self._alongside.choice = Alongside(choice)
        if self._editors is not None:
            self._editors.refresh()

    def show_outbox(self) -> None:
        """Open what is on its way."""
        self._outgoing.show()

    # Inside: making

    @property
    def _desk(self) -> "Desk":
        return self._frame.session.desk

    def _make_editors(self) -> "EditorList":
        from bunkerdesk.models.editor_list import EditorList
        from bunkerdesk.models.editor_options import Options, Sources
        from bunkerdesk.models.editor_setting import Setting
        from bunkerdesk.rules.ports import shipped

        desk = self._desk
        setting = Setting(
            options=Options(Sources(desk.reference_data, shipped, partial(seen_vessels, desk))),
            now=utc_now,
            desk_zone=self._frame.zone,
            check=desk.checks.check,
            may_send_alongside_time=self._alongside.may_be_sent,
        )
        editors = EditorList(desk.editing, setting, self)
        last = self._frame.settings.number(LAST_EDITOR, 0)
        editors.set_current(last)
        editors.changed.connect(self._show_counts)
        return editors

    async def _run_outbox(self) -> None:
        self._end_outbox = self._desk.outbox.subscribe(self._on_outbox_news)
        self._outgoing.refresh()
        await self._desk.outbox.run()

    async def _new(self, kind: str) -> None:
        session = await self._desk.editing.begin_new(kind)
        self.show(str(session.id))

    # Inside: sending

    async def _send(self, identifier: int, kind: str) -> None:
        model = self.editors.model(identifier)
        if model is None or not model.is_open:
            return
        desk, session = self._desk, model.session
        if kind and kind != session.kind.value:
            desk.editing.set_kind(session, kind)
        model.refresh()
        if model.why_not_send():
            errors = model.review.errors
            if errors:
                model.jump_requested.emit(errors[0].path, -1)
            return
        if not await self._may_go(model):
            return
        await desk.editing.save(session)
        knows_used = any(line.rule == "N09" for line in model.review.warnings)
        await desk.outbox.queue(session, accepts_used=knows_used)

    async def _may_go(self, model: "EditorModel") -> bool:
        """Warnings ask once; the same ones do not ask again."""
        warnings = [line for line in model.review.warnings if not line.sentence.startswith("Refused: ")]
        told = frozenset(line.sentence for line in warnings)
        if told <= self._acknowledged.get(model.session.id, frozenset()):
            return True
        text = "\n".join(f"• {line.sentence}" for line in warnings)
        is_sure = await self._frame.prompts.confirm(
            Question(f"Send {model.name} all the same?", text, "Send", "Go back", writes=True)
        )
        if is_sure:
            self._acknowledged[model.session.id] = told
        elif warnings:
            model.jump_requested.emit(warnings[0].path, -1)
        return is_sure

    async def _discard(self, identifier: int) -> None:
        session = self._desk.editing.session(identifier)
        model = self.editors.model(identifier)
        if session is None or model is None:
            return
        kept = "" if session.is_new else " The service's copy stays as it is."
        question = Question(
            f"Discard {model.name}?",
            f"What you typed is removed from this computer.{kept}",
            "Discard",
            "Keep",
            is_dangerous=True,
        )
        is_empty = session.is_new and not session.document and not session.typed
        if is_empty or await self._frame.prompts.confirm(question):
            await self._desk.editing.discard(session)

    async def _promote(self, identifier: int) -> None:
        session = self._desk.editing.session(identifier)
        base = session.base if session else None
        reference = reference_in(base) if base else ""
        if session is None or not reference:
            return
        draft = self._desk.record_at("draft", reference, session.place)
        if draft is None:
            return
        firm = await self._desk.editing.promote(draft, edit=session)
        self.show(str(firm.id))

    async def _compare(self, identifier: int, reference: str) -> None:
        from bunkerdesk.app.comparing import compare

        session = self._desk.editing.session(identifier)
        if session is not None and await compare(self._frame, session, reference):
            self.reference_requested.emit(reference)

    # Inside: showing

    def _show_counts(self) -> None:
        count = len(self._desk.editing.sessions())
        self._frame.window.rail.set_badge(EDITOR, count)

    def _tell(self, title: str, text: str, tone: str, key: str) -> None:
        self._frame.tell(Notice(title, text, tone, key))

    # Slots

    def _on_outbox_news(self, item: "OutboxItem") -> None:
        self._outgoing.refresh()
        self._show_counts()
        if item.session_id is None:
            return  # rows of an import or an action on many have a place of their own
        key, name = f"outbox {item.id}", item.reference or "The nomination"
        match item.state.value:
            case "sent":
                if "estimatedAlongsideTime" in (item.body.get("delivery") or {}):
                    self._alongside.learn()
                self._frame.window.messages.clear(key)
                way = "Show it" if item.reference else ""
                done = Notice(f"{name} was sent", "The service has taken it.", "ok", key, way, is_passing=True)
                self._frame.tell(done)
            case "refused":
                text = item.problem.happened if item.problem else "; ".join(one.text for one in item.refusals)
                self._tell(f"{name} was refused", f"{text} Nothing was changed on the service.", "error", key)
                self._jump_to_refusal(item)
            case "conflict":
                text = "Nothing was overwritten. Compare the two field by field, from the line below."
                self._tell(f"{name} changed on the service meanwhile", text, "warning", key)
                if item.session_id is not None and item.session_id == self._shown_session:
                    self._outgoing.settle(item)
            case "waiting" if item.problem:
                text = f"{item.problem.happened} It is tried again by itself; you can go on, or take it back."
                self._tell(f"{name} waits to be sent", text, "warning", key)
            case "cancelled":
                self._frame.window.messages.clear(key)

    def _on_action_requested(self, key: str) -> None:
        kind, _, number = key.partition(" ")
        item = self._desk.outbox.item(int(number)) if kind == "outbox" and number.isdecimal() else None
        if item is not None:
            self._frame.window.messages.clear(key)
            self.reference_requested.emit(item.reference)

    @property
    def _shown_session(self) -> int | None:
        is_shown = self._page is not None and self._frame.window.current_key == EDITOR
        return self.editors.current if is_shown else None

    def _jump_to_refusal(self, item: "OutboxItem") -> None:
        if self._page is None or item.session_id != self._shown_session or self._page.current is None:
            return
        path = next((one.path for one in item.refusals if one.path), "")
        if path:
            self._page.current.model.refresh()
            self._page.current.jump(self._page.current.model.rule_path(path))

    def _on_send_requested(self, identifier: int, kind: str) -> None:
        self.scope.start(f"send {identifier}", self._send(identifier, kind), replace=False)

    def _on_discard_requested(self, identifier: int) -> None:
        self.scope.start(f"discard {identifier}", self._discard(identifier), replace=False)

    def _on_promote_requested(self, identifier: int) -> None:
        self.scope.start(f"promote {identifier}", self._promote(identifier), replace=False)

    def _on_side_requested(self, identifier: int, kind: str) -> None:
        session = self._desk.editing.session(identifier)
        if session is not None:
            self._desk.editing.set_kind(session, kind)

    def _on_compare_requested(self, identifier: int, reference: str) -> None:
        self.scope.start("compare", self._compare(identifier, reference), replace=False)

    def _on_edit_wanted_back(self, identifier: int) -> None:
        session = self._desk.editing.session(identifier)
        item = self._desk.outbox.item_of(session) if session else None
        if item is not None:
            self._outgoing.want_back(item.id)

    def _on_session_changed(self, changes: "Changes") -> None:
        if self._editors is not None and changes.reference_data:
            self._editors.refresh()

    def _on_kept_timeout(self) -> None:
        view = self._page.current if self._page is not None else None
        if view is not None and view.isVisible():
            view.head.refresh()
            current = self.editors.current
            if current is not None and self._frame.settings.number(LAST_EDITOR, 0) != current:
                self._frame.settings.set_number(LAST_EDITOR, current)
        self._outgoing.show_lines()


def _nothing() -> None:
    """Nothing is listened to yet."""
