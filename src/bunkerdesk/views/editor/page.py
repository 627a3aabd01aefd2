"""The page of everything that is being edited: a strip of open editors, the one shown below it."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from bunkerdesk.models.editor_list import EditorList
from bunkerdesk.views.editor.session_view import SessionView
from bunkerdesk.views.editor.telling import tell, tell_for
from bunkerdesk.views.theme.tokens import Space
from bunkerdesk.views.widgets.buttons import button, keys_text
from bunkerdesk.views.widgets.empty_state import EmptyState
from bunkerdesk.views.widgets.flow import FlowLayout

MOST_SHOWN = 12


class SessionStrip(QWidget):
    """Every open editor, the latest first; what does not fit stands in the search."""

    chosen = Signal(int)
    new_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("editor.strip")
        self.setAccessibleName("Being edited")
        self._group = QButtonGroup(self)
        self.tabs: dict[int, QPushButton] = {}
        self._flow = FlowLayout(self, Space.XS)
        self._new = QWidget(self)
        row = QHBoxLayout(self._new)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(Space.XS)
        for kind, text, keys in (("draft", "New draft", "Ctrl+N"), ("supplier", "New nomination", "Ctrl+Shift+N")):
            one = button(text, f"editor.new_{kind}", self._new, "link", f"{text} ({keys_text(keys)})")
            one.clicked.connect(partial(tell, self.new_requested, kind))
            row.addWidget(one)
        self._flow.addWidget(self._new)

    def show_sessions(self, entries: list[tuple[int, str, str]], current: int | None) -> None:
        """(id, title, state) of each; the current one is marked."""
        wanted = [identifier for identifier, _, _ in entries[:MOST_SHOWN]]
        if list(self.tabs) != wanted:
            self._remake(wanted)
        for identifier, title, state in entries[:MOST_SHOWN]:
            tab = self.tabs[identifier]
            short = title if len(title) <= 32 else f"{title[:31]}…"
            tab.setText(short)
            tab.setAccessibleName(f"{title}, {state}")
            tab.setToolTip(f"{title}, {state}")
            tab.setChecked(identifier == current)

    def _remake(self, wanted: list[int]) -> None:
        for tab in self.tabs.values():
            self._group.removeButton(tab)
            self._flow.removeWidget(tab)
            tab.hide()
            tab.deleteLater()
        self._flow.removeWidget(self._new)
        self.tabs = {}
        for identifier in wanted:
            tab = button("", f"editor.tab{identifier}", self, "choice")
            tab.setCheckable(True)
            tab.clicked.connect(partial(tell, self.chosen, identifier))
            self._group.addButton(tab)
            self._flow.addWidget(tab)
            self.tabs[identifier] = tab
            tab.show()
        self._flow.addWidget(self._new)


class EditorPage(QWidget):
    """Shows the editors of a list. It starts nothing: wishes leave by signals with the session's id."""

    send_requested = Signal(int, str)
    discard_requested = Signal(int)
    promote_requested = Signal(int)
    side_requested = Signal(int, str)
    new_requested = Signal(str)
    compare_requested = Signal(int, str)
    take_back_requested = Signal(int)
    status_changed = Signal(str)

    def __init__(self, editors: EditorList, environment: str) -> None:
        super().__init__()
        self.editors = editors
        self._environment = environment
        self._views: dict[int, SessionView] = {}
        self.setObjectName("editor")
        self.setAccessibleName("Being edited")
        self.setProperty("look", "page")
        self.strip = SessionStrip(self)
        self.strip.chosen.connect(self.show_session)
        self.strip.new_requested.connect(self.new_requested)
        self.empty = EmptyState("editor.empty", self)
        self.empty.show_state(
            "edit",
            "Nothing is being edited",
            "What you begin here is kept on this computer at every key, until the service has taken it.",
            f"New draft   {keys_text('Ctrl+N')}",
        )
        self.empty.action_requested.connect(self._on_empty_action)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QVBoxLayout()
        head.setContentsMargins(Space.L, Space.S, Space.L, 0)
        head.addWidget(self.strip)
        column.addLayout(head)
        column.addWidget(self._stack, 1)
        self._current: int | None = None
        editors.changed.connect(self._on_editors_changed)
        self._on_editors_changed()

    @property
    def status_text(self) -> str:
        """For the status line."""
        count = len(self.editors.entries())
        return f"{count} being edited" if count else ""

    @property
    def current(self) -> SessionView | None:
        """The editor on the screen."""
        return self._views.get(self._current) if self._current is not None else None

    def show_session(self, identifier: int) -> SessionView | None:
        """Show an editor, the cursor where it was."""
        model = self.editors.model(identifier)
        if model is None:
            return None
        view = self._views.get(identifier)
        if view is None:
            view = self._views[identifier] = SessionView(model, self._environment, self)
            view.send_requested.connect(partial(tell_for, self.send_requested, identifier))
            view.discard_requested.connect(partial(tell, self.discard_requested, identifier))
            view.promote_requested.connect(partial(tell, self.promote_requested, identifier))
            view.take_back_requested.connect(partial(tell, self.take_back_requested, identifier))
            view.side_requested.connect(partial(tell_for, self.side_requested, identifier))
            view.compare_requested.connect(partial(tell_for, self.compare_requested, identifier))
            self._stack.addWidget(view)
        self._current = identifier
        self.editors.set_current(identifier)
        self._stack.setCurrentWidget(view)
        self._show_strip()
        view.take_focus()
        return view

    def take_focus(self) -> None:
        """Put the cursor back where it was."""
        view = self.current
        if view is not None:
            view.take_focus()
        else:
            self.empty.setFocus(Qt.FocusReason.OtherFocusReason)

    def focus_filter(self) -> None:
        """There is nothing to filter."""
        self.take_focus()

    def regions(self) -> list[QWidget]:
        """For F6: the open editors, the form, what stands before sending."""
        view = self.current
        return [self.strip, *view.regions()] if view is not None else [self]

    # Slots

    def _on_editors_changed(self) -> None:
        known = {identifier for identifier, _, _ in self.editors.entries()}
        # Also while a question stands before the window: the keyboard comes back to where it was.
        focus = self.window().focusWidget()
        has_focus = focus is not None and self.isAncestorOf(focus)
        for identifier in [one for one in self._views if one not in known]:
            view = self._views.pop(identifier)
            self._stack.removeWidget(view)
            view.hide()
            view.deleteLater()
        if self._current not in known:
            self._current = None
            latest = self.editors.current
            if latest is not None and self.isVisible():
                self.show_session(latest)
            elif latest is None:
                self._stack.setCurrentWidget(self.empty)
                if has_focus:
                    self.take_focus()
        self._show_strip()
        self.status_changed.emit(self.status_text)

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        if self._current is None and self.editors.current is not None:
            self.show_session(self.editors.current)

    def _show_strip(self) -> None:
        entries = self.editors.entries()
        self.strip.setVisible(bool(entries))
        self.strip.show_sessions(entries, self._current)

    def _on_empty_action(self) -> None:
        self.new_requested.emit("draft")
