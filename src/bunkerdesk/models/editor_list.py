"""All open editors, the latest first; each has one model, made when first shown."""

from PySide6.QtCore import QObject, QTimer, Signal

from bunkerdesk.desk.editing import EditEvent, Editing, EditNews
from bunkerdesk.models import editor_words
from bunkerdesk.models.editor_model import EditorModel
from bunkerdesk.models.editor_setting import Setting

STATES = {"open": "being edited", "queued": "waiting to be sent"}


class EditorList(QObject):
    """What is being edited over one connection."""

    changed = Signal()
    """Editors came or went, or a title or state changed."""

    def __init__(self, editing: Editing, setting: Setting, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._editing = editing
        self._setting = setting
        self._models: dict[int, EditorModel] = {}
        self._current: int | None = None
        self._order: list[int] = [session.id for session in editing.sessions()]
        self._shown = self.entries()  # what an earlier run left is shown from the first look on
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._tell)
        self._end = editing.subscribe(self._on_news)

    def close(self) -> None:
        """Listen no more."""
        self._end()
        self._soon.stop()
        for model in self._models.values():
            model.close()

    def entries(self) -> list[tuple[int, str, str]]:
        """(id, title, state) in the order in which they were opened, the latest first."""
        found = []
        for identifier in self._order:
            session = self._editing.session(identifier)
            if session is not None:
                words = STATES.get(session.state.value, session.state.value)
                found.append((identifier, editor_words.title(session), words))
        return found

    @property
    def current(self) -> int | None:
        """The editor shown last, else the latest."""
        known = [identifier for identifier, _, _ in self.entries()]
        return self._current if self._current in known else next(iter(known), None)

    def set_current(self, identifier: int) -> None:
        """This one is shown."""
        self._current = identifier

    def model(self, identifier: int) -> EditorModel | None:
        """The model of an editor; None for one that is gone."""
        session = self._editing.session(identifier)
        if session is None:
            return None
        model = self._models.get(identifier)
        if model is None or model.session is not session:
            if model is not None:
                model.close()
            model = self._models[identifier] = EditorModel(self._editing, session, self._setting, self)
        return model

    def refresh(self) -> None:
        """Reference data or the clock changed: every open model looks again."""
        self._setting.options.forget()
        for model in self._models.values():
            model.refresh()

    def _on_news(self, news: EditNews) -> None:
        identifier = news.session.id
        if news.event is EditEvent.OPENED and identifier not in self._order:
            self._order.insert(0, identifier)
        elif news.event is EditEvent.CLOSED:
            self._order = [one for one in self._order if one != identifier]
            model = self._models.pop(identifier, None)
            if model is not None:
                model.close()
                model.deleteLater()
        if news.event is not EditEvent.SAVED:
            self._soon.start()

    def _tell(self) -> None:
        entries = self.entries()
        if entries != self._shown:
            self._shown = entries
            self.changed.emit()
