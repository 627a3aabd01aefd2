"""The two lists as the models read them: `ListSource` over the store."""

from array import array
from collections.abc import Sequence
from datetime import UTC
from typing import Any

from bunkerdesk.cache import LAST, OPERATIONS, WORKLIST, ListTable, Selection, Store
from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.desk.lines import from_microseconds, microseconds, timestamp
from bunkerdesk.desk.lists import ListQuery, NominationRow, OperationRow, Order
from bunkerdesk.rules import wording

KINDS = {"draft": "Draft", "nomination": "Nomination", "operation": "Operation"}


def _selection(query: ListQuery) -> Selection:
    start, end = (None if bound is None else microseconds(bound) for bound in query.window)
    if start is not None and end is None:
        end = LAST - 1  # a time nobody has given yet is in no window
    days = {name: (first.isoformat(), last.isoformat()) for name, (first, last) in query.days.items()}
    return Selection(query.sort, query.descending, query.values, start, end, days)


class Source:
    """What the lists share."""

    table: ListTable

    def __init__(self, store: Store) -> None:
        self._store = store

    def count(self, query: ListQuery) -> int:
        """How many rows match."""
        selection = _selection(query)
        return self._store.listing(self.table, lambda listing: listing.count(selection))

    def head(self, query: ListQuery, limit: int) -> "array[int]":
        """The first ids in order."""
        selection = _selection(query)
        return self._store.listing(self.table, lambda listing: listing.head(selection, limit))

    def order(self, query: ListQuery) -> Order:
        """All ids in order with their filter text; for a worker thread."""
        selection = _selection(query)
        return Order(*self._store.listing(self.table, lambda listing: listing.order(selection)))

    def find(self, text: str, limit: int) -> "array[int]":
        """The first ids that hold every word of a text, for suggestions while typing."""
        words = text.casefold().split()
        return self._store.listing(self.table, lambda listing: listing.find(words, limit))

    def facet(self, name: str) -> list[tuple[str, str, int]]:
        """Values of a facet with their words and counts."""
        found = self._store.listing(self.table, lambda listing: listing.facet(name))
        return [(value, self._word(name, value, word), count) for value, word, count in found]

    def _word(self, facet: str, value: str, word: str) -> str:
        match facet:
            case "status":
                return wording.status(word, value) if value else "No status"
            case "kind":
                return KINDS.get(value, value)
            case "port":
                return (f"{word} {value}" if word and word != value else value) or "No port"
            case _:
                return word


def _ship(name: str, imo: int | None) -> str:
    return name or (f"IMO {imo}" if imo else "")


class NominationSource(Source):
    """The worklist: drafts and firm nominations."""

    table = WORKLIST

    def rows(self, ids: Sequence[int]) -> dict[int, NominationRow]:
        """Display rows of a screenful of ids."""
        return self._store.listing(self.table, lambda listing: {row[0]: self._row(*row) for row in listing.rows(ids)})

    def _row(self, identifier: int, kind: str, reference: str, status: str, *rest: Any) -> NominationRow:
        vessel, imo, port_code, port_name, bunkering, duration, fuels, quantity, *last = rest
        supplier, receiver, asset, asset_imo, has_problem, laycan_from, laycan_to, seen_at = last
        begin = timestamp(bunkering)
        return NominationRow(
            id=identifier,
            kind=kind,
            reference=reference,
            status=status,
            vessel=_ship(vessel, imo),
            imo=imo,
            port_code=port_code,
            port_name=port_name,
            bunkering=begin,
            duration_minutes=duration,
            fuels=fuels,
            quantity=quantity,
            supplier=supplier,
            receiver=receiver,
            asset=_ship(asset, asset_imo),
            seen_at=from_microseconds(seen_at),
            has_problem=bool(has_problem),
            laycan_start=_by_clock_of(begin, laycan_from),
            laycan_end=_by_clock_of(begin, laycan_to),
        )


def _by_clock_of(bunkering: Timestamp | None, moment: int | None) -> Timestamp | None:
    if moment is None:
        return None
    zone = bunkering.tzinfo if bunkering is not None and bunkering.tzinfo is not None else UTC
    return Timestamp.fromisoformat(from_microseconds(moment).astimezone(zone).isoformat())


class OperationSource(Source):
    """The operations list."""

    table = OPERATIONS

    def rows(self, ids: Sequence[int]) -> dict[int, OperationRow]:
        """Display rows of a screenful of ids."""
        return self._store.listing(self.table, lambda listing: {row[0]: self._row(*row) for row in listing.rows(ids)})

    def _row(self, identifier: int, reference: str, status: str, vessel: str, *rest: Any) -> OperationRow:
        port_code, port_name, started, ended, fuels, delivered, supplier, asset, receiver, *last = rest
        notes, documents, has_problem, seen_at = last
        return OperationRow(
            id=identifier,
            reference=reference,
            status=status,
            vessel=vessel,
            port_code=port_code,
            port_name=port_name,
            started=timestamp(started),
            ended=timestamp(ended),
            fuels=fuels,
            delivered=delivered,
            supplier=supplier,
            asset=asset,
            receiver=receiver,
            notes=notes,
            documents=documents,
            seen_at=from_microseconds(seen_at),
            has_problem=bool(has_problem),
        )

    def _word(self, facet: str, value: str, word: str) -> str:
        return super()._word(facet, value, "operation" if facet == "status" else word)
