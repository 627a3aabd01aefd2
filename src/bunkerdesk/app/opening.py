"""Opening any reference, known or not: the service is asked, of several one is chosen, its row is shown."""

from PySide6.QtCore import QObject, Signal

from bunkerdesk.app.details import Details
from bunkerdesk.app.frame import Frame
from bunkerdesk.app.pages import NOMINATIONS, OPERATIONS
from bunkerdesk.commands.review import REVIEW
from bunkerdesk.desk.record import Record
from bunkerdesk.runtime.prompts import Choice, Notice, Question
from bunkerdesk.views.lists.list_page import ListPage

LEFT_OUT = "left out"
"""The key of the word about a record that the filters of its list leave out."""
ORDER = ("nomination", "draft", "operation")


class Opening(QObject):
    """Search box and links of one window."""

    review_requested = Signal(int)
    """The id of an operation that is to be reviewed: asked for on the Review page, by its note's number too."""

    def __init__(self, frame: Frame, details: Details) -> None:
        super().__init__(frame)
        self._frame = frame
        self._details = details
        self._left_out: ListPage | None = None
        search = frame.window.top_bar.search
        search.asked.connect(self.open_text)
        search.opened.connect(self._on_search_opened)
        details.link_requested.connect(self.follow_link)
        frame.window.messages.action_requested.connect(self._on_action_requested)

    def open_text(self, reference: str) -> None:
        """Open any reference, also one never seen: the service is asked."""
        self._frame.scope.start("open", self._open(reference), replace=True)

    def show(self, record: Record) -> None:
        """Show a record beside its list, its row selected and in view where the list has it."""
        page = self._frame.window.show_page(OPERATIONS if record.kind == "operation" else NOMINATIONS)
        self._details.present(record)
        if isinstance(page, ListPage):
            page.reveal(record.id)
            page.table.setFocus()

    def serve(self, page: ListPage) -> None:
        """Tell what becomes of revealing on a list."""
        page.revealed.connect(self._on_revealed)

    def follow_link(self, key: object) -> None:
        """Show what the record of an id is linked with."""
        record = self._frame.session.desk.record(key) if isinstance(key, int) else None
        other = self._details.counterpart(record) if record is not None else None
        if other is not None:
            self.show(other)

    async def _open(self, reference: str) -> None:
        opened = await self._frame.session.desk.open_reference(reference)
        if not opened.records:
            if opened.problem:
                self._frame.reporter.report(opened.problem, "open")
            return
        self._frame.reporter.clear("open")
        record = await self._chosen(reference, opened.records)
        if record is not None:
            self._show_found(record)

    async def _chosen(self, reference: str, records: tuple[Record, ...]) -> Record | None:
        """The record that is meant: of several of one kind the person chooses, else the nomination comes first."""
        kinds = {record.kind for record in records}
        if len(records) == len(kinds):
            return min(records, key=lambda record: ORDER.index(record.kind))
        from bunkerdesk.app.presenting import chooser_words

        choices = [Choice(str(record.id), *chooser_words(record)) for record in records]
        chosen = await self._frame.prompts.choose(
            Question(
                "Several share this reference", f"{len(records)} records are called {reference}.", tells_apart=True
            ),
            choices,
        )
        return next((record for record in records if chosen and str(record.id) == chosen.key), None)

    def _on_search_opened(self, key: object) -> None:
        record = self._frame.session.desk.record(key) if isinstance(key, int) else None
        if record is not None:
            self.open_text(record.reference) if record.sharing > 1 else self._show_found(record)

    def _show_found(self, record: Record) -> None:
        """Whoever is reviewing and asks for a delivery wants to judge it; everybody else its row."""
        if self._frame.window.current_key == REVIEW:
            delivery = record if record.kind == "operation" else self._details.counterpart(record)
            if delivery is not None and getattr(delivery.resource, "bunker_delivery_notes", None):
                self.review_requested.emit(delivery.id)
                return
        self.show(record)

    def _on_revealed(self, identifier: int, is_listed: bool) -> None:
        messages = self._frame.window.messages
        messages.clear(LEFT_OUT)
        self._left_out = None
        record = self._frame.session.desk.record(identifier)
        page = self._frame.list_page
        if is_listed or record is None or page is None or not page.has_filters:
            return
        self._left_out = page
        title = f"{record.reference} is not among the rows"
        text = "The filters of the list leave it out; its details are shown."
        messages.show_notice(Notice(title, text, key=LEFT_OUT, action="Clear filters", is_passing=True))

    def _on_action_requested(self, key: str) -> None:
        page = self._left_out
        if key == LEFT_OUT and page is not None:
            page.clear_filters()
            page.take_focus()
