"""An import under way: rows of texts by field, kept on the disk, sent through the outbox, each with its result."""

import asyncio
import hashlib
import logging
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from bunkerdesk.cache import Store
from bunkerdesk.cache.unsent import Edit
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.nomination import NominationBody
from bunkerdesk.desk.changes import Hub, Unsubscribe
from bunkerdesk.desk.editing import RETRY, Editing
from bunkerdesk.desk.editing_bodies import EditKind, rule_path
from bunkerdesk.desk.importing_headers import REFERENCE, Guess
from bunkerdesk.desk.keeping import now
from bunkerdesk.desk.outbox import Outbox
from bunkerdesk.desk.outbox_item import OutboxItem, OutboxState
from bunkerdesk.desk.record import Record
from bunkerdesk.rules.neighbours import Neighbour

KIND = "import"
"""The kind of its row among the edits in the store."""
SAVE_DELAY = 0.3
_LOG = logging.getLogger(__name__)


class RowState(StrEnum):
    """How far a row is."""

    OPEN = "open"
    QUEUED = "queued"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Choices:
    """How texts are read where they leave it open."""

    month_first: bool = False
    decimal: str = "."
    """What `1,234` means: a point makes the comma part thousands."""
    clock: str = "port"
    """`port`, `utc` or `desk`: whose clock times without an offset show."""

    def to_object(self) -> JsonObject:
        """For the store and the settings."""
        return {"monthFirst": self.month_first, "decimal": self.decimal, "clock": self.clock}

    @classmethod
    def of(cls, value: Any) -> "Choices":
        """Read back; anything odd is the default."""
        if not isinstance(value, dict):
            return cls()
        decimal, clock = value.get("decimal"), value.get("clock")
        return cls(
            value.get("monthFirst") is True,
            decimal if decimal in (".", ",") else ".",
            clock if clock in ("port", "utc", "desk") else "port",
        )


@dataclass(eq=False, slots=True)
class ImportRow:
    """One nomination to be: its texts by column. `reasons` are (path, text) of the service's refusal."""

    number: int
    """Its line in the source, from one; stays."""
    texts: list[str]
    is_excluded: bool = False
    state: RowState = RowState.OPEN
    item: int = 0
    """Its item in the outbox."""
    reasons: tuple[tuple[str, str], ...] = ()


@dataclass(eq=False, slots=True)
class Batch:
    """All rows of one import."""

    source: str
    columns: tuple[Guess, ...]
    rows: list[ImportRow] = field(default_factory=list)
    kind: EditKind = EditKind.DRAFT
    choices: Choices = field(default_factory=Choices)
    id: int = 0
    sent: int = 0
    """Rows that the service has taken and that left."""

    def snapshot(self) -> Callable[[], Edit]:
        """As it is now; what this answers makes the row for the store, which for thousands is work for a thread."""
        identifier, moment = self.id, now()
        rows = [(row.number, [*row.texts], row.is_excluded, row.state, row.item, row.reasons) for row in self.rows]
        head: JsonObject = {
            "source": self.source,
            "kind": self.kind.value,
            "choices": self.choices.to_object(),
            "columns": [[column.field, column.product] for column in self.columns],
            "sent": self.sent,
        }

        def row() -> Edit:
            document = jsontext.write(head)[:-1] + b',"rows":' + jsontext.write_array(rows) + b"}"
            return Edit(identifier, KIND, "", document, b"{}", moment)

        return row

    @classmethod
    def of(cls, row: Edit) -> "Batch":
        """From the store; raises `ValueError`, `TypeError` or `KeyError` for a row that cannot be read."""
        value = jsontext.parse(row.document)
        rows = [
            ImportRow(
                int(number),
                [str(text) for text in texts],
                bool(out),
                RowState(state),
                int(item),
                tuple((str(path), str(text)) for path, text in reasons),
            )
            for number, texts, out, state, item, reasons in value["rows"]
        ]
        columns = tuple(Guess(str(path), str(product)) for path, product in value["columns"])
        choices = Choices.of(value.get("choices"))
        return cls(str(value["source"]), columns, rows, EditKind(value["kind"]), choices, row.id, int(value["sent"]))


def fingerprint(headings: Iterable[str]) -> str:
    """One name for tables with the same headings, whatever their case and blanks."""
    plain = "\n".join(re.sub(r"\W+", " ", heading.casefold()).strip() for heading in headings)
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:16]


class Imports:
    """The import of a connection: one at a time. Methods belong to the loop's thread unless they say otherwise."""

    def __init__(self, store: Store, editing: Editing, outbox: Outbox) -> None:
        self._store = store
        self._editing = editing
        self._outbox = outbox
        self._news: Hub[frozenset[int]] = Hub()
        self._timer: asyncio.TimerHandle | None = None
        self._saving: asyncio.Future[None] | None = None
        self.batch: Batch | None = self._restored()
        self._queued: dict[int, ImportRow] = {}
        """Rows on their way, by their item."""
        self._leave = outbox.subscribe(self._on_item)
        self._adopt()
        self._note_queued()
        self._reconcile()

    def subscribe(self, listener: Callable[[frozenset[int]], None]) -> Unsubscribe:
        """Hear which rows changed, by number."""
        return self._news.subscribe(listener)

    async def begin(self, batch: Batch) -> None:
        """Take an import up in place of the one before; it is on the disk when this returns."""
        await self.drop()
        made, unsent = batch.snapshot(), self._store.unsent

        def begin() -> int:
            row = made()
            return unsent.begin(row.kind, row.reference, row.document, row.meta, row.changed_at)

        batch.id = await self._editing.in_worker(begin)
        self.batch = batch
        self._note_queued()

    async def drop(self) -> None:
        """Forget the import; what is in the outbox goes on."""
        batch, self.batch = self.batch, None
        self._note_queued()
        self._stop_timer()
        if batch is not None:
            await self._editing.in_worker(lambda: self._store.unsent.discard(batch.id))

    def changed(self) -> None:
        """The batch was changed: it is written soon."""
        self._save_in(SAVE_DELAY)

    async def flush(self) -> None:
        """Write it now."""
        self._stop_timer()
        if self.batch is not None:
            await self._keep(self.batch)

    async def aclose(self) -> None:
        """Write what is not written yet."""
        self._leave()
        if self._saving is not None:
            await asyncio.wait([self._saving])  # where it fails, the timer runs again
        if self._timer is not None:
            await self.flush()

    async def send(self, rows: Sequence[tuple[ImportRow, JsonObject]], *, accepts_used: bool = False) -> None:
        """Queue rows with their bodies in one transaction; their results arrive as news."""
        batch = self.batch
        if batch is None or not rows:
            return
        former = [item for row, _ in rows if (item := self._outbox.item(row.item)) is not None]
        for item in former:
            await self._outbox.cancel(item)
        bodies = [body for _, body in rows]
        items = await self._outbox.queue_bodies(batch.kind, bodies, accepts_used=accepts_used)
        for (row, _), item in zip(rows, items, strict=True):
            row.state, row.item, row.reasons = RowState.QUEUED, item.id, ()
        self._note_queued()
        await self.flush()
        # A fast service may have answered before the numbers were known here.
        self._reconcile()
        self._news.publish(frozenset(row.number for row, _ in rows))

    async def take_back(self) -> int:
        """Take everything back that is not being sent; answers how many."""
        taken = 0
        for row in list(self.batch.rows) if self.batch else ():
            item = self._outbox.item(row.item) if row.state is RowState.QUEUED else None
            if item is not None and await self._outbox.cancel(item):
                taken += 1
        await self.flush()  # a row whose item is no more counts as sent after a restart
        return taken

    def neighbours(self, bodies: Sequence[NominationBody]) -> list[Neighbour]:
        """Known drafts and nominations that share a reference or a vessel with these; for a worker thread."""
        references = {body.client_reference for body in bodies}
        ships: set[bytes] = set()
        for body in bodies:
            vessel = body.receiver.vessel_identifier if body.receiver else None
            asset = body.supplier.asset_identifier.vessel if body.supplier and body.supplier.asset_identifier else None
            numbers = (number for one in (vessel, asset) if one for number in (one.imo, one.mmsi) if number)
            ships.update(str(number).encode() for number in numbers)
        found = []
        for kind in ("draft", "nomination"):
            for stored in self._store.present(kind):
                if stored.reference in references or not ships.isdisjoint(_SHIP.findall(stored.raw)):
                    try:
                        record = Record.of(stored)
                    except ValueError:
                        continue
                    if isinstance(record.resource, NominationBody):
                        found.append(Neighbour(("record", stored.id), stored.reference, record.resource))
        return found

    # Inside

    def _restored(self) -> Batch | None:
        for row in self._store.unsent.edits():
            if row.kind == KIND:
                try:
                    return Batch.of(row)
                except (ValueError, TypeError, KeyError):
                    continue  # stays in the file
        return None

    def _adopt(self) -> None:
        """Rows that were queued just before the program was killed do not know their item yet.

        Each item is one row's: a row that took another's would count as sent with it.
        """
        batch = self.batch
        column = next((n for n, one in enumerate(batch.columns) if one.field == REFERENCE), None) if batch else None
        if batch is None or column is None:
            return
        waiting: dict[str, list[int]] = defaultdict(list)
        for item in self._outbox.items():
            if item.session_id is None and item.kind is batch.kind and not item.state.is_over and item.reference:
                waiting[item.reference].append(item.id)
        taken = {row.item for row in batch.rows}
        for row in batch.rows:
            numbers = [number for number in waiting[row.texts[column].strip()] if number not in taken]
            if row.state is RowState.OPEN and not row.is_excluded and numbers:
                row.state, row.item = RowState.QUEUED, numbers[0]
                taken.add(row.item)

    def _note_queued(self) -> None:
        rows = self.batch.rows if self.batch else ()
        self._queued = {row.item: row for row in rows if row.state is RowState.QUEUED}

    def _reconcile(self) -> None:
        """Rows whose item is no more were sent while nobody looked."""
        if self.batch is None:
            return
        for number, row in list(self._queued.items()):
            self._take(row, self._outbox.item(number))

    def _on_item(self, item: OutboxItem) -> None:
        row = self._queued.get(item.id)
        if row is not None:
            self._take(row, item)
            self._news.publish(frozenset({row.number}))

    def _take(self, row: ImportRow, item: OutboxItem | None) -> None:
        batch = self.batch
        if batch is None:
            return
        if item is None or item.state is OutboxState.SENT:
            batch.rows.remove(row)
            batch.sent += 1
        elif item.state is OutboxState.CANCELLED:
            row.state, row.item = RowState.OPEN, 0
        elif item.state in (OutboxState.REFUSED, OutboxState.CONFLICT):
            row.state = RowState.REFUSED
            row.reasons = _reasons(item)
        else:
            return
        self._queued.pop(item.id if item else row.item, None)
        self.changed()

    def _keep(self, batch: Batch) -> "asyncio.Future[None]":
        made, unsent = batch.snapshot(), self._store.unsent
        return self._editing.in_worker(lambda: unsent.keep(made()))

    def _save_in(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._on_timer)

    def _on_timer(self) -> None:
        self._timer = None
        if self.batch is not None:
            self._saving = self._keep(self.batch)
            self._saving.add_done_callback(self._on_saved)

    def _on_saved(self, saving: "asyncio.Future[None]") -> None:
        if not saving.cancelled() and saving.exception() is not None:
            _LOG.warning("The import is not on the disk yet: %s", saving.exception())
            self._save_in(RETRY)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


_SHIP = re.compile(rb'"(?:imo|mmsi)"\s*:\s*(\d{7,9})')


def _reasons(item: OutboxItem) -> tuple[tuple[str, str], ...]:
    """The service's words beside the fields they name, by the names of an answer."""
    found = tuple((rule_path(item.kind, one.path) if one.path else "", one.text) for one in item.refusals)
    return found or (("", item.problem.happened if item.problem else "The service refused it."),)


def mapped(columns: Sequence[Guess]) -> tuple[Guess, ...]:
    """The columns of the grid: each field once, in the order of the table."""
    fields: dict[str, Guess] = {}
    for column in columns:
        if column.field:
            fields.setdefault(column.field, column)
    return tuple(fields.values())


_SUMS = re.compile(r"((grand|sub) ?)?totals?|sum|summe|(zwischen|gesamt)summe|gesamt|suma|somme|total general")


def rows_of(columns: Sequence[Guess], table: Sequence[Sequence[str]], lines: Iterable[int]) -> list[ImportRow]:
    """Rows of texts by grid column; columns of the same field, such as a date and a time, are joined.

    `lines` are the numbers of the rows in their source. A line of sums stays to be seen, but is left out.
    """
    wanted = [column.field for column in mapped(columns)]
    places = [[place for place, column in enumerate(columns) if column.field == path] for path in wanted]
    rows = []
    for number, cells in zip(lines, table, strict=False):
        texts = [" ".join(filter(None, (cells[place] for place in group if place < len(cells)))) for group in places]
        if any(texts):
            rows.append(ImportRow(number, texts, is_excluded=_is_sum(cells)))
    return rows


def _is_sum(cells: Sequence[str]) -> bool:
    first = next((cell for cell in cells if cell), "")
    return bool(_SUMS.fullmatch(first.casefold().strip(" :=.")))
