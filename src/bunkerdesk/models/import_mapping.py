"""Which column is which field, with samples and what they are understood as. No Qt."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count

from bunkerdesk.contract import jsontext
from bunkerdesk.desk.editing_bodies import EditKind
from bunkerdesk.desk.importing import Batch, Choices, fingerprint, mapped, rows_of
from bunkerdesk.desk.importing_headers import (
    MOST_FUELS,
    Guess,
    guess,
    heading_above,
    headings_row,
    joined_headings,
    paths,
)
from bunkerdesk.desk.importing_tables import Table
from bunkerdesk.models.editor_fields import FUELS, STAKEHOLDERS
from bunkerdesk.models.editor_form import all_fields
from bunkerdesk.models.editor_readings import moment_of, time_words
from bunkerdesk.models.import_cells import Reader, Setting, path_words
from bunkerdesk.rules.ports import fold

SAMPLES = 3
LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class ColumnLine:
    """A column to map: heading, first values, the chosen field, and how the first value is understood."""

    heading: str
    samples: tuple[str, ...]
    chosen: Guess
    understood: str = ""
    tone: str = "hint"


@cache
def choices() -> tuple[tuple[str, str], ...]:
    """Every field a column may hold with its words; the first one ignores the column."""
    order: dict[str, None] = {}
    for one in all_fields():
        if one.items in (FUELS, STAKEHOLDERS) or one.key in ("laycanStart", "laycanEnd"):
            continue
        order[one.key] = None
    order.update(dict.fromkeys(path for path in paths() if not path.startswith(FUELS)))
    for index in range(MOST_FUELS):
        order.update(dict.fromkeys(path for path in paths() if path.startswith(f"{FUELS}[{index}]")))
        order.update({f"{FUELS}[{index}].{one.key}": None for one in all_fields() if one.items == FUELS})
    order.update({f"{STAKEHOLDERS}[0].{one.key}": None for one in all_fields() if one.items == STAKEHOLDERS})
    return (("", "Ignore this column"), *((path, path_words(path)) for path in order))


def is_time(path: str) -> bool:
    """Whether a column of this field holds times or days."""
    return "ime" in path or "laycan" in path


class Mapping:
    """The choice of a field for each column of a table; changed by the page, remembered by the headings."""

    def __init__(self, table: Table, setting: Setting) -> None:
        self.table = table
        self.setting = setting
        self.heading_row = headings_row(table.rows)
        self._above = heading_above(table.rows, self.heading_row)
        self.columns: list[Guess] = []
        self.is_remembered = False
        self.guess_again()

    @property
    def headings(self) -> list[str]:
        """The headings, or `Column 1` and so on where there are none."""
        if self.heading_row < 0:
            return [f"Column {number}" for number in range(1, self.table.width + 1)]
        row = joined_headings(self.table.rows, self._above, self.heading_row)
        return [cell or f"Column {number}" for number, cell in enumerate(row, 1)]

    @property
    def body(self) -> Sequence[Sequence[str]]:
        """The rows below the headings."""
        return self.table.rows[self.heading_row + 1 :]

    @property
    def fingerprint(self) -> str:
        """Under which the choice is remembered; empty without headings."""
        return fingerprint(self.headings) if self.heading_row >= 0 else ""

    def set_heading_row(self, number: int) -> None:
        """Take another row for the headings, -1 for none, and guess anew."""
        self.heading_row = number
        self._above = heading_above(self.table.rows, number)
        self.guess_again()

    def guess_again(self) -> None:
        """Guess from headings and values."""
        columns = [[row[place] for row in self.body[:LOOKED_AT]] for place in range(self.table.width)]
        headings = self.headings if self.heading_row >= 0 else [""] * self.table.width
        self.columns = [
            self._exact(heading, one) for heading, one in zip(headings, guess(headings, columns), strict=True)
        ]

    def choose(self, place: int, field: str) -> None:
        """Map a column; another column with that field keeps it too: the two are joined."""
        former = self.columns[place]
        product = former.product if field.endswith("].quantity") else ""
        self.columns[place] = Guess(field, product)

    def lines(self) -> list[ColumnLine]:
        """What the page shows."""
        reader = Reader(self.columns, self.setting)
        first = next((row for row in self.body if any(row)), [])
        document, _ = reader.read([text if one.field else "" for text, one in zip(first, self.columns, strict=False)])
        found = []
        for place, (heading, chosen) in enumerate(zip(self.headings, self.columns, strict=True)):
            values = [row[place] for row in self.body[:LOOKED_AT] if row[place]]
            samples = tuple(dict.fromkeys(values))[:SAMPLES]
            words, tone = "", "hint"
            if chosen.field and samples:
                reading = reader.echo(place, samples[0], document)
                text = reading.message or ("" if reading.is_value else "not understood")
                words, tone = text, "error" if not reading.is_value else reading.tone
                words = f"{chosen.product} {words}".strip()
                moment = moment_of(reading.value) if reading.is_value and is_time(chosen.field) else None
                if moment is not None:
                    words = f"{time_words(moment, self.setting.now)}; {words}".strip("; ")
                if reading.is_value and isinstance(reading.value, str) and reading.value != samples[0] and not words:
                    words = reading.value
            found.append(ColumnLine(heading, samples, chosen, words, tone))
        return found

    def batch(self, kind: EditKind) -> Batch:
        """The rows to preview."""
        lines = self.table.lines[self.heading_row + 1 :] or count(self.heading_row + 2)
        columns = mapped(self.columns)
        rows = rows_of(self.columns, self.body, lines)
        return Batch(self.table.name or "Pasted table", columns, rows, kind, self.setting.choices)

    def month_first(self) -> bool | None:
        """Whether some date of the table can only be read one way; None where it stays open."""
        pairs = [
            (int(match[1]), int(match[2]))
            for row in self.body[:LOOKED_AT]
            for text, one in zip(row, self.columns, strict=True)
            if is_time(one.field)
            if (match := re.match(r"(\d{1,2})[/.-](\d{1,2})(?!\d)", text))
        ]
        if any(first > 12 for first, _ in pairs):
            return False
        return True if any(second > 12 for _, second in pairs) else None

    def decimal(self) -> str | None:
        """The decimal sign that some number of the table shows; None where none does."""
        texts = [
            text
            for row in self.body[:LOOKED_AT]
            for text, one in zip(row, self.columns, strict=True)
            if "uantity" in one.field
        ]
        if any(re.search(r"\d,\d{1,2}(?!\d)|\d,\d{4,}|\.\d{3},", text) for text in texts):
            return ","
        return "." if any(re.search(r"\d\.\d{1,2}(?!\d)|\d\.\d{4,}|,\d{3}\.", text) for text in texts) else None

    def memory(self) -> str:
        """The choice as text for the settings."""
        columns = [[column.field, column.product] for column in self.columns]
        kind = self.setting.kind.value
        return jsontext.write({"columns": columns, "kind": kind, **self.setting.choices.to_object()}).decode()

    def recall(self, text: str) -> tuple[EditKind, Choices] | None:
        """Take a remembered choice over; None where it does not fit."""
        try:
            value = jsontext.parse(text)
            columns = [Guess(str(path), str(product)) for path, product in value["columns"]]
            kind = EditKind(value["kind"])
        except (ValueError, KeyError, TypeError):
            return None
        if len(columns) != self.table.width:
            return None
        self.columns, self.is_remembered = columns, True
        return kind, Choices.of(value)

    def _exact(self, heading: str, one: Guess) -> Guess:
        """A rare field under the words the specification has for it."""
        wanted = re.sub(r"[^a-z0-9]", "", fold(heading))
        exact = next((path for path, words in choices() if wanted and wanted in _spellings(path, words)), "")
        return Guess(exact) if exact and not one.field else one


@cache
def _spellings(path: str, words: str) -> frozenset[str]:
    return frozenset(re.sub(r"[^a-z0-9]", "", text.lower()) for text in (path, words) if text)
