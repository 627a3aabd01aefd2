"""What changed on the service since a person last looked: field by field, noted when an answer differs, to acknowledge.

What this desk wrote itself is no change: answers to own writes are kept without being noted (`Keeper.keep_own`), and
what may have arrived without an answer is known again (`own_changes`).
"""

from array import array
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from bunkerdesk.cache import WORKLIST, Difference, Store
from bunkerdesk.cache import ChangeRow as ChangeRow
from bunkerdesk.contract import jsontext
from bunkerdesk.contract.jsontext import JsonObject
from bunkerdesk.contract.resource import Timestamp, has_offset
from bunkerdesk.desk.lines import microseconds, storable
from bunkerdesk.desk.lists import ListQuery, Order
from bunkerdesk.desk.record import Record
from bunkerdesk.rules import wording

if TYPE_CHECKING:
    from bunkerdesk.desk.own_changes import OwnChanges

OPEN, ACKNOWLEDGED = "open", "acknowledged"

GONE = b'"gone"'
"""The value of a record that the service does not answer with; its path is empty."""
THERE = b'"there"'
NOTHING = b"null"

LONGEST = 2_000
"""Bytes of a value that are kept; what is longer is cut and only to be read."""
MOST_FIELDS = 60
"""Fields noted of one answer; a record that is another altogether would fill the log."""

_TIME, _STATUS, _QUANTITY, _ASSET, _OTHER_TIME, _REST = range(6)
_WEIGHTS = (
    ("estimatedTimeOfBunkering", _TIME),
    ("status", _STATUS),
    ("quantityRange", _QUANTITY),
    ("quantityDelivered", _QUANTITY),
    ("assetIdentifier", _ASSET),
    ("supplierAsset", _ASSET),
    ("InMinutes", _OTHER_TIME),
    ("Timestamp", _OTHER_TIME),
    ("Time", _OTHER_TIME),
    ("laycan", _OTHER_TIME),
    ("estimatedTime", _OTHER_TIME),
)
# Lists whose items have an identity of their own, so that one put in front does not change all others.
_IDENTITIES = {"documentReferences": "documentId", "bunkerDeliveryNotes": "number"}
# Objects that are read as one value.
_VALUES = (frozenset({"minQuantity", "maxQuantity", "unit"}), frozenset({"value", "unit", "method", "testMethod"}))
# What only says when the service wrote: it changes with everything else.
_SILENT = frozenset({"updatedAt", "lastUpdatedAt", "modifiedAt", "createdAt"})


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """One field that differs; None stands for not reported."""

    path: str
    before: Any
    after: Any


def differences(before: Any, after: Any, path: str = "") -> Iterator[FieldDifference]:
    """Where two answers differ in meaning, by JSON path; times at the same moment are the same."""
    if _is_same(before, after):
        return
    if isinstance(before, dict) and isinstance(after, dict) and not (_is_value(before) or _is_value(after)):
        for name in [*before, *(name for name in after if name not in before)]:
            if name not in _SILENT:
                yield from differences(before.get(name), after.get(name), f"{path}.{name}" if path else name)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _list_differences(before, after, path)
    else:
        yield FieldDifference(path, before, after)


def _list_differences(before: list[Any], after: list[Any], path: str) -> Iterator[FieldDifference]:
    identity = _IDENTITIES.get(path.rsplit(".", 1)[-1])
    old, new = _keyed(before, identity), _keyed(after, identity)
    if any(not isinstance(item, dict) for item in (*before, *after)):
        yield FieldDifference(path, before, after)
        return
    for key, (place, item) in old.items():
        if key not in new:
            yield FieldDifference(f"{path}[{place}]", item, None)
    for key, (place, item) in new.items():
        if key in old:
            yield from differences(old[key][1], item, f"{path}[{place}]")
        else:
            yield FieldDifference(f"{path}[{place}]", None, item)


def _keyed(items: list[Any], identity: str | None) -> dict[object, tuple[int, Any]]:
    """Items by their identity, by their place where they have none or share it."""
    keyed: dict[object, tuple[int, Any]] = {}
    for place, item in enumerate(items):
        name = item.get(identity) if identity and isinstance(item, dict) else None
        key: object = name if isinstance(name, str | int) and name not in keyed else ("place", place)
        keyed[key] = (place, item)
    return keyed


def _is_value(value: JsonObject) -> bool:
    return any(value.keys() <= names for names in _VALUES) and bool(value)


def _is_same(before: Any, after: Any) -> bool:
    if jsontext.same_meaning(before, after):
        return True
    if before in (None, "", [], {}) and after in (None, "", [], {}):
        return True
    if isinstance(before, str) and isinstance(after, str) and has_offset(before) and has_offset(after):
        try:
            return Timestamp.parse(before) == Timestamp.parse(after)
        except ValueError:
            return False
    return False


def weight_of(path: str) -> int:
    """How much a field matters to a desk: bunkering time, status, quantity, asset, other times, the rest."""
    return next((weight for name, weight in _WEIGHTS if name in path), _REST) if path else _STATUS


class LogWriter:
    """Notes one batch of answers; in the writing thread."""

    def __init__(self, store: Store, now: int) -> None:
        self._store = store
        self._now = now
        self.has_noted = False

    def note(self, found: list[Difference]) -> None:
        """Note what is answered otherwise; called before the answer is kept, so that none is lost in between."""
        named = [difference for difference in found if difference.reference]  # others are told apart by order only
        if not named:
            return
        from bunkerdesk.desk.own_changes import OwnChanges  # what compares is not loaded before the first paint

        own = OwnChanges(self._store, {difference.reference for difference in named})
        self._add([row for difference in named for row in self._rows(difference, own)])

    def note_gone(self, identifiers: Iterable[int]) -> None:
        """Note records that the service does not answer with any more, but not a draft that became firm."""
        rows = []
        for identifier in identifiers:
            stored = self._store.record(identifier)
            if stored is None or stored.gone_at is None or not stored.reference:
                continue
            others = {other.kind for other in self._store.records(stored.reference)}
            if stored.kind == "draft" and "nomination" in others:
                continue
            key = (stored.kind, stored.reference, stored.place)
            rows.append(self._row((*key, ""), THERE, GONE, _object(stored.raw)))
        self._add(rows)

    def _rows(self, difference: Difference, own: "OwnChanges") -> list[ChangeRow]:
        before, after = _object(difference.before), _object(difference.after)
        key = (difference.kind, difference.reference, difference.place)
        rows = [self._row((*key, ""), GONE, THERE, after)] if difference.was_gone else []
        is_own = own.of(difference.kind, difference.reference, after)
        found = [each for each in differences(before, after) if not is_own(each.path, each.after)]
        for each in sorted(found, key=lambda each: weight_of(each.path))[:MOST_FIELDS]:
            rows.append(self._row((*key, each.path), _kept(each.before), _kept(each.after), after))
        return rows

    def _row(self, place: tuple[str, str, int, str], before: bytes, after: bytes, subject: JsonObject) -> ChangeRow:
        kind, reference, number, path = place
        vessel, code, name = self._subject(subject)
        return ChangeRow(
            id=0,
            kind=kind,
            reference=reference,
            place=number,
            path=storable(path),
            before=before,
            after=after,
            weight=weight_of(path),
            vessel=vessel,
            port_code=code,
            port_name=name,
            at=self._now,
        )

    def _subject(self, value: JsonObject) -> tuple[str, str, str]:
        """Vessel (as the lists name it), port code and port name of a draft, nomination or operation."""
        receiver, delivery = _part(value, "receiver"), _part(value, "delivery") or value
        vessel = _text(receiver, "vesselName")
        number = _part(receiver, "vesselIdentifier").get("imo")
        if not vessel and isinstance(number, int):
            vessel = self._store.listing(WORKLIST, lambda listing: listing.ship(number)) or f"IMO {number}"
        code = _text(delivery, "bunkeringLocationCode")
        return vessel, code, _text(delivery, "bunkeringLocationName") or code

    def _add(self, rows: list[ChangeRow]) -> None:
        self.has_noted = bool(self._store.change_log.add(rows)) or self.has_noted


def _object(raw: bytes) -> JsonObject:
    try:
        value = jsontext.parse(raw)
    except jsontext.MalformedJson:
        return {}
    return value if isinstance(value, dict) else {}


def _kept(value: Any) -> bytes:
    raw = jsontext.write(value)
    if len(raw) <= LONGEST:
        return raw
    if isinstance(value, dict):  # what names it is short, what is long are its parts
        short = {name: one for name, one in value.items() if len(jsontext.write(one)) <= LONGEST // 10}
        raw = jsontext.write(short)
        if len(raw) <= LONGEST:
            return raw
    return jsontext.write(raw[: LONGEST // 2].decode("utf-8", "ignore") + "…")


def _part(value: JsonObject, name: str) -> JsonObject:
    part = value.get(name)
    return part if isinstance(part, dict) else {}


def _text(value: JsonObject, name: str) -> str:
    text = value.get(name)
    return storable(text) if isinstance(text, str) else ""


class ChangeSource:
    """The log as a list: newest first, narrowed by kind, port, vessel and state. A `ListSource`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rows: dict[int, ChangeRow] = {}

    def count(self, query: ListQuery) -> int:
        """How many rows match, as far as read."""
        return len(self._selected(query))

    def head(self, query: ListQuery, limit: int) -> "array[int]":
        """The first ids, as far as read."""
        return array("q", [row.id for row in self._selected(query)[:limit]])

    def order(self, query: ListQuery) -> Order:
        """All ids in order with their filter text; reads the log, for a worker thread."""
        self._rows = {row.id: row for row in self._store.change_log.all()}
        ids, ends, texts, end = array("q"), array("q"), list[str](), 0
        for row in self._selected(query):
            words = (row.reference, row.vessel, row.port_code, row.port_name, row.kind, wording.field_words(row.path))
            text = " ".join(" ".join(words).lower().split())
            ids.append(row.id)
            end += len(text) + 1
            ends.append(end)
            texts.append(text)
        texts.append("")
        return Order(ids, "\n".join(texts), ends)

    def rows(self, ids: Sequence[int]) -> dict[int, ChangeRow]:
        """Rows of a screenful of ids."""
        rows = self._rows
        return {number: rows[number] for number in ids if number in rows}

    def facet(self, name: str) -> list[tuple[str, str, int]]:
        """The values of `kind`, `port`, `vessel` or `state` with their words and counts, most frequent first."""
        found: dict[str, tuple[str, int]] = {}
        for row in self._rows.values():
            value, words = _facet(row, name)
            found[value] = (words, found.get(value, ("", 0))[1] + 1)
        return sorted(((value, words, count) for value, (words, count) in found.items()), key=lambda each: -each[2])

    def _selected(self, query: ListQuery) -> list[ChangeRow]:
        start, end = (None if bound is None else microseconds(bound) for bound in query.window)
        rows = [
            row
            for row in self._rows.values()
            if all(_facet(row, name)[0] in accepted for name, accepted in query.values.items())
            and (start is None or row.at >= start)
            and (end is None or row.at <= end)
        ]
        if query.sort in _SORTS:
            rows.sort(key=_SORTS[query.sort], reverse=query.descending)
        elif not query.descending:  # by when: the log is read latest first, weightiest first
            rows.sort(key=attrgetter("at"))
        return rows


_SORTS: dict[str, Callable[[ChangeRow], Any]] = {
    "reference": lambda row: row.reference.casefold(),
    "vessel": lambda row: row.vessel.casefold(),
    "port": lambda row: row.port_name.casefold(),
    "field": lambda row: (row.weight, row.path),
}
_KINDS = {"draft": "Drafts", "nomination": "Nominations", "operation": "Operations"}


def _facet(row: ChangeRow, name: str) -> tuple[str, str]:
    match name:
        case "kind":
            return row.kind, _KINDS.get(row.kind, row.kind)
        case "port":
            named = row.port_name and row.port_name != row.port_code
            return row.port_code, (f"{row.port_name} {row.port_code}" if named else row.port_code) or "No port"
        case "vessel":
            return row.vessel, row.vessel or "No vessel"
        case "state":
            return (ACKNOWLEDGED, "Acknowledged") if row.acknowledged_at else (OPEN, "To acknowledge")
        case _:
            return "", ""


InWorker = Callable[[Callable[[], Any]], Awaitable[Any]]


class ChangeLog:
    """The inbox of changes and the watched references of one connection; reads are quick, writes go to the worker."""

    def __init__(self, store: Store, in_worker: InWorker, clock: Callable[[], int]) -> None:
        self.source = ChangeSource(store)
        self._store = store
        self._in_worker = in_worker
        self._clock = clock
        self._told = store.change_log.last()

    def open_count(self) -> int:
        """How many field changes nobody has acknowledged."""
        return self._store.change_log.open_count()

    def open_records(self) -> frozenset[int]:
        """Ids of the present records with changes to acknowledge; for a worker thread."""
        return frozenset(self._store.ids(self._store.change_log.open_records()).values())

    def open_of(self, record: Record) -> list[ChangeRow]:
        """What is to acknowledge about a record, the latest first."""
        return self._store.change_log.open_of(record.kind, record.reference, record.place)

    async def acknowledge(self, ids: Iterable[int]) -> None:
        """Take note of single changes."""
        wanted = list(ids)
        await self._in_worker(lambda: self._store.change_log.acknowledge(wanted, self._clock()))

    async def acknowledge_records(self, keys: Iterable[tuple[str, str, int]]) -> None:
        """Take note of everything about records, given by (kind, reference, place).

        Not of what is noted while this waits for its turn behind a batch: nobody has seen that.
        """
        wanted, last = list(keys), self._store.change_log.last()
        await self._in_worker(lambda: self._store.change_log.acknowledge_records(wanted, self._clock(), last))

    async def acknowledge_all(self) -> None:
        """Take note of everything that is there now."""
        last = self._store.change_log.last()
        await self._in_worker(lambda: self._store.change_log.acknowledge_all(self._clock(), last))

    def watched(self) -> frozenset[str]:
        """References whose changes are announced on the desktop."""
        return self._store.change_log.watched()

    async def watch(self, reference: str, *, is_on: bool) -> None:
        """Begin or end announcing the changes of a reference."""
        name = storable(reference)

        def work() -> None:
            if is_on:
                self._store.change_log.watch(name, self._clock())
            else:
                self._store.change_log.unwatch(name)

        await self._in_worker(work)

    def news(self) -> list[ChangeRow]:
        """Changes of watched references noted since this was last asked, weightiest first; each is told once."""
        # Only what is there by now: what is noted between the two readings is told the next time.
        former, self._told = self._told, self._store.change_log.last()
        return [row for row in self._store.change_log.watched_since(former) if row.id <= self._told]
