"""Rows of the worklist that carry an edit nobody has sent yet: marked, and opened where the edit stands."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from bunkerdesk.app.session import Session
    from bunkerdesk.desk.changes import Changes
    from bunkerdesk.desk.editing import EditNews


class EditedRows(QObject):
    """Keeps the marks of one window's worklist; looks again at most once for each turn of the loop."""

    def __init__(self, session: "Session", parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._edits: dict[int, int] = {}
        self._stands: dict[int, tuple[bool, str, bool]] = {}
        """How each edit stood when it was last heard of: unsent, its state, whether it is over."""
        self._end = _nothing
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._look)

    def begin(self) -> None:
        """After the first paint: mark what was being edited in an earlier run."""
        self._end = self._session.desk.editing.subscribe(self._on_news)
        self._session.changed.connect(self._on_session_changed)
        self._soon.start()

    def close(self) -> None:
        """Listen no more."""
        self._end()
        self._soon.stop()

    def edit_of(self, record_id: int) -> int | None:
        """The edit of a record that is not sent yet."""
        return self._edits.get(record_id)

    def _look(self) -> None:
        desk = self._session.desk
        self._edits = desk.edited()
        words = {}
        for record_id, edit in self._edits.items():
            session = desk.editing.session(edit)
            is_queued = session is not None and session.state.value == "queued"
            words[record_id] = "waiting to be sent" if is_queued else "being edited"
        self._session.nominations.set_edited(words)

    def _on_news(self, news: "EditNews") -> None:
        """A keystroke more changes nothing; the first one, and being sent or taken back, does."""
        session = news.session
        stands = (session.is_changed or bool(session.typed), session.state.value, news.event.value == "closed")
        if self._stands.get(session.id) != stands:
            self._stands[session.id] = stands
            self._soon.start()

    def _on_session_changed(self, changes: "Changes") -> None:
        if changes.everything or changes.records:
            self._soon.start()


def _nothing() -> None:
    """Nothing is listened to yet."""
