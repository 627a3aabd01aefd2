"""Tables from pasted text: tab-separated, CSV with any usual delimiter, HTML of a spreadsheet, or a list of references.

Every cell is text. What cannot be a table raises `Unreadable` with a sentence of its own.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, auto
from html.parser import HTMLParser

from bunkerdesk.desk.problems import KnownProblem, Problem
from bunkerdesk.rules import wording

MOST_ROWS = 10_000
MOST_COLUMNS = 400
LONGEST_TEXT = 20_000_000
LONGEST_CELL = 32_767
"""Letters of a cell; what spreadsheets allow."""
Rows = list[list[str]]


class Unreadable(KnownProblem):
    """A file or text that gives no table."""

    def __init__(self, happened: str, todo: str = "Choose another file or paste the cells instead.") -> None:
        super().__init__(Problem("This cannot be imported", happened, "Nothing was taken over.", todo))


class Pasted(StrEnum):
    """What a pasted text looks like."""

    TABLE = auto()
    REFERENCES = auto()
    MESSAGE = auto()
    NOTHING = auto()


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of equal width, as read; `notes` tell what was done on the way."""

    rows: Rows
    name: str = ""
    sheets: tuple[str, ...] = ()
    """Other sheets of the same file, with the one read among them."""
    sheet: str = ""
    notes: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    """The line of each row in its source, from one: empty ones are left out, and a person looks rows up there."""

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.rows[0]) if self.rows else 0


def too_wide(what: str, columns: int) -> str:
    """Why a sheet or a paste is not read."""
    return f"{what} has {wording.count_words(columns, 'column')}; at most {MOST_COLUMNS} can be imported."


def table_of(rows: Iterable[Iterable[str]], name: str = "", notes: tuple[str, ...] = ()) -> Table:
    """Rows made equal in width, without empty rows and without empty columns at the right; raises `Unreadable`."""
    cells = [[cell.strip().strip("\ufeff")[:LONGEST_CELL] for cell in row] for row in rows]
    lines = tuple(number for number, row in enumerate(cells, 1) if any(row))
    cells = [row for row in cells if any(row)]
    if not cells:
        raise Unreadable("There is nothing in it.")
    if len(cells) > MOST_ROWS + 1:
        sentence = f"It has {wording.number(len(cells))} rows; at most {wording.number(MOST_ROWS)}"
        raise Unreadable(f"{sentence} can be imported at once.", "Split it.")
    width = max(max((place for place, cell in enumerate(row, 1) if cell), default=0) for row in cells)
    if width > MOST_COLUMNS:
        raise Unreadable(too_wide("It", width), "Copy only the columns that belong to nominations.")
    return Table([(row + [""] * width)[:width] for row in cells], name, notes=notes, lines=lines)


def text_table(text: str, name: str = "", notes: tuple[str, ...] = ()) -> Table:
    """The table in a text; a text without delimiters is a table of one column. Raises `Unreadable`."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable("The text is longer than 20 million characters.", "Split it.")
    text = text.replace("\0", "")
    delimiter = delimiter_of(text)
    lines = text.splitlines(keepends=True)
    try:
        rows = list(csv.reader(lines, delimiter=delimiter)) if delimiter else [[line] for line in lines]
    except csv.Error as error:
        sentence = "A quotation mark is never closed, so that a cell does not end."
        raise Unreadable(sentence, "Mend the file, or paste the cells instead.") from error
    if delimiter == "|":
        rows = _without_frame(rows)
    return table_of(rows, name, notes)


def _without_frame(rows: Rows) -> Rows:
    """A table drawn with bars: its rules go, and the empty cells outside its outer bars."""
    kept = [row for row in rows if not all(re.fullmatch(r"[\s:+=-]*", cell) for cell in row)]
    for edge in (0, -1):
        if all(not row[edge].strip() for row in kept if len(row) > 1):
            kept = [row[1:] if edge == 0 else row[:-1] for row in kept]
    return kept


_DELIMITERS = "\t;,|"


def delimiter_of(text: str) -> str:
    """The delimiter that gives most lines the same number of cells; empty where there is none."""
    sample = text[:60_000].splitlines(keepends=True)[:80]
    best, best_score = "", 0.0
    for place, delimiter in enumerate(_DELIMITERS):
        try:
            widths = [len(row) for row in csv.reader(sample, delimiter=delimiter) if any(cell.strip() for cell in row)]
        except csv.Error:
            continue
        several = [width for width in widths if width > 1]
        if not several:
            continue
        common, count = Counter(several).most_common(1)[0]
        # Tabs are never part of a sentence; commas often are.
        score = count / len(widths) * (1 + min(common, 20) / 20) - place * 0.02
        if score > best_score and (delimiter != "," or _is_regular(widths)):
            best, best_score = delimiter, score
    return best if best_score > 0.55 else ""


def _is_regular(widths: list[int]) -> bool:
    """Whether commas part cells: prose has a different number of them in each line."""
    common, count = Counter(widths).most_common(1)[0]
    return common > 1 and (count >= 0.6 * len(widths))


def kind_of(text: str) -> Pasted:
    """What a pasted text is: a table, a list of references, or a message to read."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return Pasted.NOTHING
    if looks_like_references(lines):
        return Pasted.REFERENCES
    delimiter = delimiter_of(text)
    if not delimiter or len(lines) < 2:
        return Pasted.TABLE if delimiter == "\t" else Pasted.MESSAGE
    if delimiter in ",;" and _is_prose(lines, delimiter):
        return Pasted.MESSAGE
    parted = [line for line in lines if delimiter in line]
    # A mail may hold a small table; then most of its lines are not parted.
    return Pasted.TABLE if len(parted) >= 0.7 * len(lines) else Pasted.MESSAGE


_CHAT = re.compile(
    r"\[?\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?, \d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?(?:\]| -) [^,;]{1,40}: ", re.I
)
"""How chats are copied: `[18/11, 09:14] Ravi: `."""
MOST_WORDS = 6
"""Words of a cell; a sentence between two commas has more."""


def _is_prose(lines: list[str], delimiter: str) -> bool:
    """Whether commas part sentences: a fifth of what stands between them is long. A table's lines are equally wide."""
    widths = {len(row) for row in csv.reader(lines[:80], delimiter=delimiter)}
    if len(widths) == 1 and widths.pop() > 2:
        return False
    pieces = [piece for line in lines for piece in line.split(delimiter) if piece.strip()]
    stamped = sum(_CHAT.match(line) is not None for line in lines)
    long = sum(len(piece.split()) > MOST_WORDS for piece in pieces)
    greets = any(line.rstrip().endswith(",") and len(line.split()) <= MOST_WORDS for line in lines[:2])
    return long >= 0.2 * len(pieces) or (greets and long > 0) or stamped >= 0.5 * len(lines)


_REFERENCE = re.compile(r"(?=.*\d)[^\s,;|]{3,40}")
_ODD_REFERENCE = re.compile(r"(?=.*\d)[^,;|\t]{3,40}")
"""Companies choose their references: `PO 77/4 #2` is one, among others that are plain."""
_NO_REFERENCE = re.compile(r"\d:\d|@|://")
_NUMERIC_ONLY = re.compile(r"[\d.,:/-]+")
LEAST_PLAIN = 4
"""Plain references for each odd one, before a line of several words is taken for a reference too."""


def looks_like_references(lines: list[str]) -> bool:
    """Whether each line is a reference, most of them one word with a digit in it, and nothing but a heading is not."""
    words = [line.strip().strip(",;") for line in lines]
    plain = sum(1 for word in words if _REFERENCE.fullmatch(word) and not _NO_REFERENCE.search(word))
    named = sum(1 for word in words if not _NUMERIC_ONLY.fullmatch(word))
    odd = sum(1 for word in words[1:] if _is_odd_reference(word))
    hits = plain + (odd if plain >= LEAST_PLAIN * odd else 0)
    return hits >= max(1, len(words) - 1) and hits >= 0.9 * (len(words) - 1) and named > 0 and plain > 0


def references_of(text: str) -> list[str]:
    """The references of a list, each once, in order; a heading falls out."""
    words = [line.strip().strip(",;") for line in text.splitlines() if line.strip()]
    return list(dict.fromkeys(word for word in words if _REFERENCE.fullmatch(word) or _is_odd_reference(word)))


def _is_odd_reference(word: str) -> bool:
    has_several_words = _REFERENCE.fullmatch(word) is None
    return has_several_words and _ODD_REFERENCE.fullmatch(word) is not None and not _NO_REFERENCE.search(word)


class _Cells(HTMLParser):
    """Collects the cells of the first table with more than one column; spans are written out."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[Rows] = []
        self._row: list[str] | None = None
        self._cell: list[str] | None = None
        self._span = self._down = 1
        self._hanging: dict[int, tuple[int, str]] = {}
        """Cells of rows above that reach into this one, by column: for how many rows, and their text."""
        self._begun: dict[int, tuple[int, str]] = {}
        """Those that reach into the next one."""
        self._is_silent = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
            self._hanging, self._begun = {}, {}
        elif tag == "tr":
            self._end_row()
            self._row = []
            self._hang()
        elif tag in ("td", "th") and self._row is not None:
            self._end_cell()
            self._cell = []
            self._span = _span_of(dict(attrs).get("colspan"), MOST_COLUMNS)
            self._down = _span_of(dict(attrs).get("rowspan"), MOST_ROWS)
        elif tag in ("br", "p", "div") and self._cell is not None:
            self._cell.append(" ")
        elif tag in ("style", "script", "head"):
            self._is_silent = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._end_cell()
        elif tag in ("tr", "table"):
            self._end_row()
        elif tag in ("style", "script", "head"):
            self._is_silent = False

    def handle_data(self, data: str) -> None:
        if self._cell is not None and not self._is_silent:
            self._cell.append(data)

    def _end_cell(self) -> None:
        if self._cell is not None and self._row is not None:
            text = " ".join("".join(self._cell).split())
            place = len(self._row)
            self._row += [text, *[""] * (self._span - 1)]
            if self._down > 1:
                self._begun[place] = (self._down - 1, text)
                self._begun |= {place + beside: (self._down - 1, "") for beside in range(1, self._span)}
            self._hang()
        self._cell = None

    def _hang(self) -> None:
        """Write the cells of rows above that stand here."""
        while self._row is not None and len(self._row) in self._hanging:
            place = len(self._row)
            left, text = self._hanging.pop(place)
            self._row.append(text)
            if left > 1:
                self._begun[place] = (left - 1, text)

    def _end_row(self) -> None:
        self._end_cell()
        if self._row is not None and self.tables:
            for place in sorted(self._hanging):
                self._row += [""] * (place - len(self._row))
                self._hang()
            self.tables[-1].append(self._row)
            self._hanging, self._begun = self._begun, {}
        self._row = None


def _span_of(text: str | None, most: int) -> int:
    return min(int(text), most) if text and text.isdecimal() and len(text) < 6 else 1


def html_table(html: str, name: str = "") -> Table | None:
    """The largest table of an HTML text; None where there is none with two columns and two rows."""
    if len(html) > LONGEST_TEXT or "<t" not in html.lower():
        return None
    parser = _Cells()
    parser.feed(html)
    parser.close()
    parser.handle_endtag("table")
    fitting = [rows for rows in parser.tables if len(rows) > 1 and max(map(len, rows)) > 1]
    return table_of(sorted(fitting, key=len)[-1], name) if fitting else None
