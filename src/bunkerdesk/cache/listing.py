"""Reads for the two lists: counts, ids in order with their filter text, display rows, facets.

Every order ends with the id, so that equal keys keep their places from one read to the next.
"""

from array import array
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time
from itertools import groupby
from operator import itemgetter
from typing import Any

from bunkerdesk.cache.database import Database
from bunkerdesk.cache.lines import ListTable, Near, ScheduleLine, Selection

SLICE = 2_000
"""Rows taken at a time; between two slices other threads run."""

SCREENS = 500

Busy = tuple[int, str, int, int, int]
"""`(id, asset key, start, end, free at)`, microseconds UTC."""


def _around(day: str, days: int) -> int:
    """The midnight (UTC) some days after a day; the clocks of all ports are within 26 hours of it."""
    moment = datetime.combine(date.fromisoformat(day), time(), UTC).timestamp() + days * 86_400
    return round(moment) * 1_000_000 + (-1 if days < 0 else 1) * 7_200_000_000


class Listing:
    """Reads of one list table."""

    def __init__(self, database: Database, table: ListTable) -> None:
        self._database = database
        self._table = table

    def count(self, selection: Selection) -> int:
        """How many rows match."""
        where, parameters = self._where(selection)
        return int(self._database.read(f"SELECT count(*) FROM {self._table.name}{where}", parameters)[0][0])

    def head(self, selection: Selection, limit: int) -> "array[int]":
        """The first ids in order."""
        where, parameters = self._where(selection)
        sql = f"SELECT id FROM {self._table.name}{where}{self._order(selection)} LIMIT ?"
        return array("q", [row[0] for row in self._database.read(sql, [*parameters, limit])])

    def order(self, selection: Selection) -> tuple["array[int]", str, "array[int]"]:
        """All ids in order, their filter lines in one text, and where each line ends; for a worker thread."""
        where, parameters = self._where(selection)
        sql = f"SELECT id, text FROM {self._table.name}{where}{self._order(selection)}"
        ids, ends, texts = array("q"), array("q"), list[str]()
        end = 0
        with self._database.cursor() as connection:
            rows = connection.execute(sql, parameters)
            while part := rows.fetchmany(SLICE):
                for identifier, text in part:
                    ids.append(identifier)
                    end += len(text) + 1
                    ends.append(end)
                texts.append("\n".join([row[1] for row in part]))
        texts.append("")
        return ids, "\n".join(texts), ends

    def rows(self, ids: Sequence[int]) -> list[tuple[Any, ...]]:
        """`(id, *display, seen_at)` of those ids that exist, in no order."""
        columns = ", ".join(self._table.display)
        found: list[tuple[Any, ...]] = []
        for start in range(0, len(ids), SCREENS):
            wanted = ids[start : start + SCREENS]
            marks = ",".join("?" * len(wanted))
            sql = (
                f"SELECT id, {columns}, (SELECT seen_at FROM record WHERE record.id = list.{self._table.record})"
                f" FROM {self._table.name} AS list WHERE id IN ({marks})"
            )
            found += self._database.read(sql, list(wanted))
        return found

    def find(self, words: Sequence[str], limit: int) -> "array[int]":
        """The first ids whose filter line holds every word (lower case), latest first."""
        where = " AND ".join("instr(text, ?)" for _ in words) or "1"
        sql = f"SELECT id FROM {self._table.name} WHERE {where} ORDER BY moment DESC, id DESC LIMIT ?"
        return array("q", [row[0] for row in self._database.read(sql, [*words, limit])])

    def schedule(self, ids: Sequence[int]) -> list[ScheduleLine]:
        """Those of the ids that have a bunkering time; of the worklist only."""
        columns = ", ".join(ScheduleLine.__dataclass_fields__)
        found: list[ScheduleLine] = []
        for start in range(0, len(ids), SCREENS):
            wanted = ids[start : start + SCREENS]
            marks = ",".join("?" * len(wanted))
            sql = f"SELECT {columns} FROM {self._table.name} WHERE id IN ({marks}) AND starts_at IS NOT NULL"
            found += [ScheduleLine(*row) for row in self._database.read(sql, list(wanted))]
        return found

    def ship(self, imo: int) -> str:
        """The name of a ship that any answer told by its number; empty where none did."""
        rows = self._database.read("SELECT name FROM ship WHERE imo = ?", (imo,))
        return str(rows[0][0]) if rows else ""

    def occupied(self, since: int, visit: Callable[[list[Busy]], None]) -> None:
        """Hand over what takes an asset and is not over since a moment, one asset at a time; of the worklist only.

        100,000 rows at once would stand in memory for a badge.
        """
        sql = (
            f"SELECT id, asset_key, starts_at, ends_at, free_at FROM {self._table.name}"
            " WHERE asset_key != '' AND starts_at IS NOT NULL AND free_at >= ? AND status != 'cancelled'"
            " ORDER BY asset_key"
        )
        with self._database.cursor() as connection:
            for _, rows in groupby(connection.execute(sql, (since,)), key=itemgetter(1)):
                visit(list(rows))

    def occupied_under(self, since: int, visit: Callable[[list[Busy]], None]) -> None:
        """The same for each further identifier of an asset, with what names it first as with what names it beside."""
        sql = """
            WITH further AS (SELECT DISTINCT key FROM worklist_also WHERE key BETWEEN 'asset ' AND 'asset!')
            SELECT key, id, asset_key, starts_at, ends_at, free_at FROM (
                SELECT further.key, row.* FROM further JOIN worklist AS row ON row.asset_key = substr(further.key, 7)
                UNION ALL SELECT also.key, row.* FROM further JOIN worklist_also AS also ON also.key = further.key
                JOIN worklist AS row ON row.id = also.id
            ) WHERE starts_at IS NOT NULL AND free_at >= ? AND status != 'cancelled' ORDER BY key
            """
        with self._database.cursor() as connection:
            for _, group in groupby(connection.execute(sql, (since,)), key=itemgetter(0)):
                rows: list[Busy] = [row[1:] for row in group]
                if len({row[1] for row in rows}) > 1:  # else they have met under the first
                    visit(rows)

    def busy(self, identifier: int, start: int, free_at: int, limit: int) -> list[str]:
        """References of others that take the asset of a row within a span, in the order of time; of the worklist only.

        One identifier in common is the same asset; two IMO numbers are two ships, whatever else is stated.
        """
        sql = """
            WITH own AS (SELECT asset_key AS first FROM worklist WHERE id = :id),
            names AS (SELECT first AS name FROM own UNION SELECT substr(key, 7) FROM worklist_also
                      WHERE id = :id AND key BETWEEN 'asset ' AND 'asset!')
            SELECT reference FROM worklist, own WHERE id != :id AND asset_key != '' AND status != 'cancelled'
            AND (starts_at < :free_at AND free_at > :start OR starts_at = :start)
            AND (asset_key IN (SELECT name FROM names)
                 OR id IN (SELECT id FROM worklist_also WHERE key IN (SELECT 'asset ' || name FROM names)))
            AND NOT (asset_key LIKE 'imo:%' AND first LIKE 'imo:%' AND asset_key != first)
            ORDER BY starts_at LIMIT :limit
            """
        values = {"id": identifier, "start": start, "free_at": free_at, "limit": limit}
        return [row[0] for row in self._database.read(sql, values)]

    def near(self, wanted: Near, since: int, until: int, limit: int) -> list[int]:
        """Ids of what has the same vessel or supplying asset within a span of time; of the worklist only."""
        marks, more = (", ".join("?" * len(names)) for names in (wanted.assets, wanted.also))
        sql = (
            f"SELECT id FROM {self._table.name} WHERE moment BETWEEN ? AND ? AND (imo = ?"
            f" OR (vessel != '' AND vessel = ?) OR asset_key IN ({marks})"
            f" OR id IN (SELECT id FROM worklist_also WHERE key IN ({more}))) LIMIT ?"
        )
        values = (since, until, wanted.imo, wanted.vessel, *wanted.assets, *sorted(wanted.also), limit)
        return [row[0] for row in self._database.read(sql, values)]

    def facet(self, name: str) -> list[tuple[str, str, int]]:
        """`(value, word, count)`, most frequent first; nothing for a facet this list does not have."""
        if name == "fuel":
            sql = f"SELECT fuel, fuel, count(*) FROM {self._table.name}_fuel GROUP BY fuel ORDER BY 3 DESC, 1"
        elif name in self._table.facets:
            value, word = self._table.facets[name]
            # Counted in an index alone; the words take one look per value.
            sql = (
                f"SELECT value, (SELECT {word} FROM {self._table.name} WHERE {value} = value LIMIT 1), times"
                f" FROM (SELECT {value} AS value, count(*) AS times FROM {self._table.name} GROUP BY {value})"
                " ORDER BY times DESC, value"
            )
        else:
            return []
        return [(str(value), str(word), int(count)) for value, word, count in self._database.read(sql)]

    def _order(self, selection: Selection) -> str:
        column = self._table.sorts.get(selection.sort, "moment")
        way = "DESC" if selection.descending else "ASC"
        return f" ORDER BY {column} {way}, id {way}"

    def _where(self, selection: Selection) -> tuple[str, list[Any]]:
        conditions: list[str] = []
        parameters: list[Any] = []
        for name, accepted in selection.values.items():
            if name == "id":  # any number of them: a mark for each would be too many
                conditions.append("id IN (SELECT value FROM json_each(?))")
                parameters.append(f"[{','.join(str(int(one)) for one in accepted)}]")
                continue
            marks = ",".join("?" * len(accepted))
            if name == "fuel":
                conditions.append(f"id IN (SELECT id FROM {self._table.name}_fuel WHERE fuel IN ({marks}))")
            elif name in self._table.facets:
                conditions.append(f"{self._table.facets[name][0]} IN ({marks})")
            else:
                continue
            parameters += sorted(accepted)
        for sign, bound in ((">=", selection.start), ("<=", selection.end)):
            if bound is not None:
                conditions.append(f"moment {sign} ?")
                parameters.append(bound)
        for name, (first, last) in selection.days.items():
            text, moment = self._table.times.get(name, ("NULL", "NULL"))
            # The day is the port's: the text as received has it. The moment only keeps the search short.
            conditions.append(f"substr({text}, 1, 10) BETWEEN ? AND ? AND {moment} BETWEEN ? AND ?")
            parameters += [first, last, _around(first, -1), _around(last, 2)]
        return (" WHERE " + " AND ".join(conditions) if conditions else ""), parameters
