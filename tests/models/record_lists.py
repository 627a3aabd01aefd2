"""A list source in memory, and rows as a bunker desk has them."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

from bunkerdesk.contract.resource import Timestamp
from bunkerdesk.desk.lists import ListQuery, NominationRow, Order

NOW = datetime(2026, 11, 21, 6, 30, tzinfo=UTC)
VESSELS = ("EVER SUMMIT", "MSC ANTONIA", "CMA CGM TIGRIS", "STENA PRIDE", "NYK ORION", "COSCO STAR", "GASLOG WALES")
PORTS = (("SGSIN", "Singapore", 8), ("NLRTM", "Rotterdam", 1), ("AEFJR", "Fujairah", 4), ("USHOU", "Houston", -6))
STATUSES = ("supplier_requested", "supplier_unassigned", "supplier_assigned", "operation_started", "accepted")
FUELS = ("VLSFO RMG", "LSMGO DMA", "HSFO RMK", "LNG", "Methanol A", "VLSFO RMG, LSMGO")
SUPPLIERS = ("Harbour Fuels Pte", "Nordic Bunkering AS", "Straits Marine Energy", "Gulf Oil Supply")
RECEIVERS = ("Oceanic Lines", "Blue Anchor Shipping", "Pacific Basin")


def nomination(number: int, random: Random | None = None) -> NominationRow:
    """A nomination; the same number (and random state) gives the same one."""
    random = random or Random(number)
    code, name, hours = random.choice(PORTS)
    moment = NOW + timedelta(minutes=random.randrange(-20_000, 40_000))
    text = (moment + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:00") + f"{hours:+03}:00"
    low = random.randrange(100, 2000, 10)
    return NominationRow(
        id=number,
        kind="nomination",
        reference=f"SO-{number:05}",
        status=random.choice(STATUSES),
        vessel=f"{random.choice(VESSELS)} {random.randrange(100)}",
        imo=9_000_000 + number,
        port_code=code,
        port_name=name,
        bunkering=Timestamp.parse(text),
        duration_minutes=random.randrange(60, 900, 30),
        fuels=random.choice(FUELS),
        quantity=f"{low} – {low + 40} t",
        supplier=random.choice(SUPPLIERS),
        receiver=random.choice(RECEIVERS),
        asset=f"BARGE {random.randrange(40)}",
        seen_at=NOW - timedelta(minutes=random.randrange(5000)),
        has_problem=random.randrange(50) == 0,
    )


def filter_line(row: NominationRow) -> str:
    """What the typed filter looks at, folded."""
    words = (row.reference, row.vessel, row.port_code, row.port_name, row.fuels, row.supplier, row.receiver, row.asset)
    return " ".join((*words, row.status.replace("_", " "), str(row.imo or ""))).casefold()


def order_of(rows: Iterable[NominationRow]) -> Order:
    """Rows in the given order, as an `Order`."""
    ids, ends, lines, end = array("q"), array("q"), list[str](), 0
    for row in rows:
        lines.append(filter_line(row))
        end += len(lines[-1]) + 1
        ids.append(row.id)
        ends.append(end)
    return Order(ids, "".join(line + "\n" for line in lines), ends)


class MemoryList:
    """A `ListSource` over a dictionary; `reads` counts what was asked for."""

    def __init__(self, rows: Iterable[NominationRow] = ()) -> None:
        self.records = {row.id: row for row in rows}
        self.reads = {"order": 0, "rows": 0, "head": 0}
        self.failure: Exception | None = None

    def put(self, row: NominationRow) -> None:
        """A record came or changed."""
        self.records[row.id] = row

    def change(self, number: int, **values: object) -> None:
        """A record changed."""
        self.records[number] = replace(self.records[number], **values)  # type: ignore[arg-type]

    def remove(self, number: int) -> None:
        """A record went."""
        self.records.pop(number, None)

    def expected(self, query: ListQuery, text: str = "") -> list[int]:
        """The ids a list should show."""
        words = text.casefold().split()
        return [row.id for row in self._sorted(query) if all(word in filter_line(row) for word in words)]

    def count(self, query: ListQuery) -> int:
        self._read("order")
        return len(self._sorted(query))

    def head(self, query: ListQuery, limit: int) -> "array[int]":
        self._read("head")
        return array("q", [row.id for row in self._sorted(query)[:limit]])

    def order(self, query: ListQuery) -> Order:
        self._read("order")
        return order_of(self._sorted(query))

    def rows(self, ids: Sequence[int]) -> dict[int, NominationRow]:
        self._read("rows")
        return {number: self.records[number] for number in ids if number in self.records}

    def facet(self, name: str) -> list[tuple[str, str, int]]:
        counts: dict[str, int] = {}
        for row in self.records.values():
            value = {"status": row.status, "port": row.port_code}[name]
            counts[value] = counts.get(value, 0) + 1
        return sorted(((value, value.title(), count) for value, count in counts.items()), key=lambda item: -item[2])

    def _read(self, kind: str) -> None:
        self.reads[kind] += 1
        if self.failure is not None:
            raise self.failure

    def _sorted(self, query: ListQuery) -> list[NominationRow]:
        chosen = [
            row
            for row in self.records.values()
            if all(getattr(row, {"port": "port_code"}.get(name, name)) in of for name, of in query.values.items())
        ]
        keys = {
            "bunkering": lambda row: (row.bunkering, row.id),
            "vessel": lambda row: (row.vessel, row.id),
            "reference": lambda row: row.reference,
        }
        return sorted(chosen, key=keys[query.sort], reverse=query.descending)
